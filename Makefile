# The commands of this project. `make run` and `make test` need git, make and Swift; the setup step installs the rest.

PREFIX ?= /usr/local
BUILD = swift build -c release --explicit-target-dependency-import-check error --quiet

.PHONY: build run test tsan wasm bench bench-fusion bench-fusion-faults bench-orientation bench-sensor-proxy lint install \
	setup sample

build: setup
	@$(BUILD) --product coremotion

# Analyses the recording that comes with the repository and writes its device motion.
run: build
	@Scripts/run-sample

test: setup
	@Scripts/test

# The tests of all that has threads under the thread sanitizer; the other modules are values without any.
tsan: setup
	@OPENCOREMOTION_SANITIZER=thread OPENCOREMOTION_SKIP='^(MotionTypes|SensorFusion|MotionRecognition|MotionRecordings)Tests' \
		Scripts/test --sanitize=thread --scratch-path .build/tsan

# The core as Embedded Swift for WebAssembly, run in node beside the native tool.
wasm: build
	@Scripts/setup nodejs
	@Scripts/wasm

# Pushing and streaming beside a bare OperationQueue.
bench: setup
	@$(BUILD) --product UpdateBenchmark
	@.build/release/UpdateBenchmark
	@.build/release/UpdateBenchmark --memory

# The fusion beside its peers from PyPI, on recorded trials: accuracy, time, pictures.
bench-fusion: setup
	@Scripts/setup python3-venv
	@Benchmarks/Fusion/run
	@.build/release/FusionBenchmark --simulation 1000

# The same on trials that were damaged.
bench-fusion-faults: setup
	@Scripts/setup python3-venv
	@Benchmarks/Fusion/run --faults

# The orientation detector beside the rules of other systems, on scenes and on recordings.
bench-orientation: setup
	@$(BUILD) --product OrientationBenchmark
	@.build/release/OrientationBenchmark --plots out/orientation

# The same beside the real iio-sensor-proxy, which is played some scenes in real time.
bench-sensor-proxy: build
	@$(BUILD) --product OrientationBenchmark
	@Benchmarks/SensorProxy/run

lint:
	@swift format lint --strict --recursive --parallel Sources Tests Examples Benchmarks Package.swift
	@Scripts/check-core

# Makes the embedded sample anew; the same seed gives the same file.
sample: build
	@.build/release/coremotion simulate squats Samples/squats.csv --seed 7

install: setup
	@swift build -c release --static-swift-stdlib --product coremotion --quiet
	install -d $(DESTDIR)$(PREFIX)/bin
	install -s -m 755 .build/release/coremotion $(DESTDIR)$(PREFIX)/bin/coremotion

setup:
	@Scripts/setup
