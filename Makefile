# A short front for Meson. Every target works from a clean clone and installs what is missing.
.PHONY: all deps run test bench fuzz docs install format clean

all: build/build.ninja
	@ninja -C build

build/build.ninja:
	@scripts/install-deps build
	meson setup build

deps:
	scripts/install-deps build test

# A small tournament of the studies' agents, and its report. Every call is a run of its own.
run:
	@scripts/install-deps build
	@$(MAKE) --no-print-directory all
	@scripts/demo

# FUZZ_SECONDS: how long positions' readers are fuzzed as part of the tests; the others half of it.
test:
	@scripts/install-deps build test
	@scripts/test

bench: all
	build/isolab bench

# FUZZ_SECONDS: how long positions' readers are fuzzed, an hour unless told; the others half of it.
fuzz:
	@scripts/install-deps build test
	@FUZZ_SECONDS=$${FUZZ_SECONDS:-3600} scripts/fuzz

# The pages that are made from the program's own tables.
docs: all
	build/isolab heuristics --markdown >docs/heuristics.md

install: all
	meson install -C build

format:
	@scripts/install-deps format
	clang-format -i $$(git ls-files '*.c' '*.h')

clean:
	rm -rf build build-*
