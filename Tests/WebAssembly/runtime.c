// What the compiler expects of a platform and this one lacks: memory. Nothing is given back before the end.

#include <stddef.h>
#include <stdint.h>

extern unsigned char __heap_base;
static uintptr_t next;

int posix_memalign(void **result, size_t alignment, size_t size) {
    if (next == 0) next = (uintptr_t)&__heap_base;
    uintptr_t start = (next + alignment - 1) & ~(uintptr_t)(alignment - 1);
    size_t pages = __builtin_wasm_memory_size(0);
    if (start + size > pages << 16) {
        size_t more = (start + size - (pages << 16) + 0xffff) >> 16;
        if (__builtin_wasm_memory_grow(0, more) == (size_t)-1) return 12;
    }
    next = start + size;
    *result = (void *)start;
    return 0;
}

void free(void *pointer) { (void)pointer; }

void *memmove(void *to, const void *from, size_t count) {
    unsigned char *t = to;
    const unsigned char *f = from;
    if (t < f)
        for (size_t i = 0; i < count; i++) t[i] = f[i];
    else
        while (count--) t[count] = f[count];
    return to;
}

void *memcpy(void *restrict to, const void *restrict from, size_t count) { return memmove(to, from, count); }

void *memset(void *to, int value, size_t count) {
    unsigned char *t = to;
    for (size_t i = 0; i < count; i++) t[i] = (unsigned char)value;
    return to;
}

uintptr_t __stack_chk_guard = 0x5bd1e995;
_Noreturn void __stack_chk_fail(void) { __builtin_trap(); }
