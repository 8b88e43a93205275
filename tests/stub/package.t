#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What authors of benchmarks get: the archive, its names, pkg-config, one file to paste.
. "${0%/*}/../lib.sh"
. "$project/tests/stub/stub.sh"

check 'the archive' 0 nm -g --defined-only "$build/libbecalm.a"
same "$(awk 'NF == 3 && $3 !~ /^becalm_/' "$out" | wc -l)" 0 'shows only becalm_*'
check 'a program that links it and registers no test' 0 true
if [ -z "$flags" ]; then
	printf '#include <becalm.h>\nint main(void) { return becalm_open(); }\n' >plain.c
	ok 'links libc only' gcc -std=c11 -I"$project/include" plain.c "$build/libbecalm.a" -o plain
	check 'its libraries' 0 ldd plain
	same "$(grep -Ecv 'vdso|libc\.so|ld-linux' "$out")" 0 'are the C library'
	ok 'statically too' gcc -static -std=c11 -I"$project/include" plain.c "$build/libbecalm.a" -o static
	check 'and runs' 0 ./static
fi

check 'make install' 0 make -s -C "$project" install DESTDIR="$scratch/root" prefix=/opt/becalm
root=$scratch/root/opt/becalm
for file in include/becalm.h include/becalm_all.h lib/libbecalm.a lib/libbecalm-main.a lib/pkgconfig/becalm.pc \
	share/becalm/becalm.py share/becalm/becalm.sh share/man/man3/becalm.3 share/man/man3/becalm-test.3; do
	ok "$file is installed" test -f "$root/$file"
done
printf '#include <becalm.h>\nBECALM_TEST(a, b) {}\nBECALM_MAIN\n' >user.c
if [ -z "$flags" ]; then
	# shellcheck disable=SC2046
	ok 'a user compiles with pkg-config' gcc -std=c11 user.c -o user $(PKG_CONFIG_PATH=$root/lib/pkgconfig \
		PKG_CONFIG_SYSROOT_DIR=$scratch/root pkg-config --cflags --libs becalm)
	check 'and runs' 0 ./user -d 1ms -r 1
fi
check 'make uninstall' 0 make -s -C "$project" uninstall DESTDIR="$scratch/root" prefix=/opt/becalm
same "$(find "$scratch/root" -type f | wc -l)" 0 'leaves no file'

{
	printf '#define BECALM_IMPLEMENTATION\n'
	sed 's/<becalm\.h>/"becalm_all.h"/' "$sources/forms.c"
} >pasted.c
printf '#include "becalm_all.h"\nBECALM_TEST(second, file) {}\n' >second.c
paste() {
	paste_cc=$1 paste_std=$2
	shift 2
	has "$paste_cc" || { skip "$paste_cc" 'is not there'; return; }
	ok "$paste_cc -std=$paste_std: one file is clean" "$paste_cc" -std="$paste_std" -Wall -Wextra -Wpedantic -Werror -O2 \
		-I"$build" "$@" pasted.c second.c -o pasted
	check '  and runs' 0 ./pasted -d 1ms -r 1 --json p.json
	same "$(measured p.json 'len(T)')" 6 '  the tests of both files'
}
paste gcc c11
paste clang c11
paste g++ c++20 -x c++
paste clang++ c++20 -x c++
done_testing
