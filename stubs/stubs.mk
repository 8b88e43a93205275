# SPDX-License-Identifier: 0BSD
# The library that benchmarks link (libc only, only becalm_* visible), its main(), the one
# file form, pkg-config's file, and what else is installed for authors of benchmarks.
STUB_SRC := $(sort $(wildcard stubs/c/*.c))
STUB_OBJ := $(patsubst %.c,$(B)/%.o,$(STUB_SRC))
datadir ?= $(prefix)/share

# For shared objects too; and ld -r wants machine code.
$(STUB_OBJ): override CFLAGS += -fPIC -fno-lto

# One object, so that names which only our own files share can be made local.
$(B)/libbecalm.a: $(STUB_OBJ)
	@mkdir -p $(@D)
	@rm -f $@
	$(LD) -r -o $(B)/stubs/libbecalm.o $^
	$(OBJCOPY) --wildcard --keep-global-symbol='becalm_*' $(B)/stubs/libbecalm.o
	ar rcs $@ $(B)/stubs/libbecalm.o
OBJCOPY ?= objcopy

$(B)/libbecalm-main.a: $(B)/stubs/main/main.o
	@rm -f $@
	ar rcs $@ $^

$(B)/becalm_all.h: stubs/all-in-one include/becalm.h $(STUB_SRC) $(wildcard stubs/c/*.h)
	@mkdir -p $(@D)
	stubs/all-in-one include/becalm.h $(STUB_SRC) >$@

# Always made anew: prefix may be another one.
$(B)/becalm.pc: stubs/becalm.pc.in FORCE
	@mkdir -p $(@D)
	@sed -e 's|@prefix@|$(prefix)|' -e 's|@includedir@|$(includedir)|' -e 's|@libdir@|$(libdir)|' \
		-e 's|@version@|$(VERSION)|' $< >$@
.PHONY: FORCE install-stubs uninstall-stubs examples

all: $(B)/libbecalm-main.a $(B)/becalm_all.h $(B)/becalm.pc

# Examples are built as their authors would build a benchmark: optimised, as a release.
EXAMPLE_FLAGS = -O2 -DNDEBUG -Wall -Wextra -Wpedantic -Iinclude
EXAMPLES := $(patsubst stubs/examples/%.c,$(B)/examples/%,$(sort $(wildcard stubs/examples/*.c)))
EXAMPLES_CXX := $(patsubst stubs/examples/%.cc,$(B)/examples/%,$(sort $(wildcard stubs/examples/*.cc)))
$(B)/examples/%: stubs/examples/%.c include/becalm.h $(B)/libbecalm.a
	@mkdir -p $(@D)
	$(CC) -std=c11 $(EXAMPLE_FLAGS) $(SANFLAGS) -o $@ $< $(B)/libbecalm.a
$(B)/examples/%: stubs/examples/%.cc include/becalm.h $(B)/libbecalm.a
	@mkdir -p $(@D)
	$(CXX) -std=c++20 $(EXAMPLE_FLAGS) $(SANFLAGS) -o $@ $< $(B)/libbecalm.a
examples: $(EXAMPLES) $(if $(shell command -v $(CXX)),$(EXAMPLES_CXX))

install: install-stubs
install-stubs: all
	install -d $(DESTDIR)$(includedir) $(DESTDIR)$(libdir)/pkgconfig $(DESTDIR)$(datadir)/becalm
	install -m 644 $(B)/libbecalm-main.a $(DESTDIR)$(libdir)/libbecalm-main.a
	install -m 644 $(B)/becalm.pc $(DESTDIR)$(libdir)/pkgconfig/becalm.pc
	install -m 644 $(B)/becalm_all.h $(DESTDIR)$(includedir)/becalm_all.h
	install -m 644 stubs/python/becalm.py stubs/sh/becalm.sh $(DESTDIR)$(datadir)/becalm

uninstall: uninstall-stubs
uninstall-stubs:
	rm -f $(DESTDIR)$(libdir)/libbecalm-main.a $(DESTDIR)$(libdir)/pkgconfig/becalm.pc
	rm -f $(DESTDIR)$(includedir)/becalm_all.h
	rm -f $(DESTDIR)$(datadir)/becalm/becalm.py $(DESTDIR)$(datadir)/becalm/becalm.sh
	-rmdir $(DESTDIR)$(datadir)/becalm 2>/dev/null
