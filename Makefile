# A short front for Meson. Every target works from a clean clone and installs what is missing.
.PHONY: all deps run web test test-all bench fuzz deb release-check docs install uninstall format clean

all: build/build.ninja
	@ninja -C build

build/build.ninja:
	@scripts/install-deps build
	meson setup build

deps:
	scripts/install-deps build test ci

# A small tournament of the studies' agents, and its report. Every call is a run of its own.
run:
	@scripts/install-deps build
	@$(MAKE) --no-print-directory all
	@scripts/demo

# The page with the engine in it: one file, to be opened or put on any server.
web:
	@scripts/install-deps build web
	@[ -f build/build.ninja ] || meson setup build
	@ninja -C build isolab.html web/index.html
	@echo "build/isolab.html"

# The tests of the build in build/ and a short fuzz: about three minutes. With CI=true it is test-all.
# FUZZ_SECONDS: how much fuzzing is part of them, all targets together.
ifeq ($(CI),true)
test: test-all
else
test:
	@scripts/install-deps build test
	@scripts/test
endif

# Every stage of CI: both compilers, sanitizers, MPI, other programs' opinions, a browser.
test-all:
	@scripts/install-deps build test ci
	@scripts/test all

bench: all
	build/isolab bench

# FUZZ_SECONDS: all targets together, an hour unless told; half of that passes on two cores.
fuzz:
	@scripts/install-deps build test
	@FUZZ_SECONDS=$${FUZZ_SECONDS:-3600} scripts/fuzz

# The pages that are made from the program's own tables.
docs: all
	build/isolab heuristics --markdown >docs/heuristics.md

# As root. Found by pkg-config, the linker and the loader; -Dprefix and -Dlibdir put it elsewhere.
install: all
	meson install -C build

# Debian packages of what is committed: build/deb.
deb:
	@scripts/install-deps build deb
	@scripts/make-deb

# What must hold before a release: bare Debian, packages, arm64, all of CI, an hour of fuzzing, proofs.
release-check:
	@scripts/release-check

uninstall:
	ninja -C build uninstall

format:
	@scripts/install-deps format
	clang-format -i $$(git ls-files '*.c' '*.h')

clean:
	rm -rf build build-*
