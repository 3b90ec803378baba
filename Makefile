# Needs Swift 6.3 (https://www.swift.org/install/linux/); whatever else is missing it installs from
# Debian, as root or with sudo.
.POSIX:
.PHONY: build demo test bench fuzz install uninstall packages test-packages clean

SWIFT = swift
DESTDIR =
PREFIX = /usr/local
SYSCONFDIR = /etc
BUCKET = .build/release/bucket
FUZZ_SECONDS = 60

build: packages
	$(SWIFT) build --configuration release --static-swift-stdlib -Xlinker --strip-all \
	  --product bucket

demo: packages
	@Packaging/need-packages Packaging/demo-packages
	@$(SWIFT) build --product bucket
	@Packaging/demo .build/debug/bucket

test: test-packages
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests
	$(SWIFT) build --build-tests
	$(SWIFT) test --skip-build --disable-xctest

bench: test-packages build
	@Packaging/bench $(BUCKET)

# In a folder of its own, since everything is built anew for it. Of several -sanitize the compiler minds
# the last, so that one names both; without --sanitize, SwiftPM would look for a main of ours.
fuzz: test-packages
	BUCKET_FUZZ=1 $(SWIFT) build --configuration release --scratch-path .build/fuzz \
	  --sanitize fuzzer -Xswiftc -sanitize=fuzzer,address -Xswiftc -enable-testing \
	  -Xswiftc -use-ld=lld \
	  --product Fuzz
	@Packaging/fuzz .build/fuzz/release/Fuzz $(FUZZ_SECONDS)

install: build
	@Packaging/install $(BUCKET) "$(DESTDIR)" "$(PREFIX)" "$(SYSCONFDIR)"

uninstall:
	@Packaging/uninstall "$(DESTDIR)" "$(PREFIX)" "$(SYSCONFDIR)"

packages:
	@Packaging/need-swift $(SWIFT)
	@Packaging/need-packages Packaging/packages

test-packages: packages
	@Packaging/need-packages Packaging/test-packages

clean:
	rm -rf .build
