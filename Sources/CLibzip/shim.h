// libzip's public header, for archives that hold a recording's files.
#include <zip.h>
