# SPDX-License-Identifier: 0BSD
# The library that benchmarks link: libc only, only becalm_* visible.
STUB_SRC := $(sort $(wildcard stubs/c/*.c))
$(B)/libbecalm.a: $(patsubst %.c,$(B)/%.o,$(STUB_SRC))
	@mkdir -p $(@D)
	@rm -f $@
	ar rcs $@ $^
