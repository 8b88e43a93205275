#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# scripts/check-floors sees each kind of breach, in a small tree made for it.
. "${0%/*}/../lib.sh"
has ctags python3 || skip_all 'needs ctags and python3'
floors=$project/scripts/check-floors
gpl='/* SPDX-License''-Identifier: GPL-3.0-or-later */'

# c FILE LINE...: a source file with its licence on line 1; LINEs follow from line 2.
c() {
	c_file=$1
	shift
	mkdir -p "${c_file%/*}"
	printf '%s\n' "$gpl" "$@" >"$c_file"
}

# breach CLAIM REGEX FILE LINE...: a tree that is fine but for this file.
breach() {
	b_claim=$1 b_regex=$2
	shift 2
	if [ -e "$1" ]; then
		cp "$1" saved
	fi
	c "$@"
	check "$b_claim" 1 "$floors" .
	like "$b_regex"
	same "$(grep -c . "$out")" 1 'and nothing else is said'
	rm "$1"
	if [ -e saved ]; then
		mv saved "$1"
	fi
}

c launcher/main.c '#include <stdlib.h>' '#include "cmd/cmd.h"' 'int main(void) { exit(0); }'
c launcher/cmd/cmd.h '#include "../run/run.h"'
c launcher/run/run.h 'int run(void);'
c launcher/model/model.h 'int model(void);'
c launcher/base/base.h '#include <stddef.h>' 'size_t base(void);'
c launcher/base/owns.c '#include <unistd.h>' 'static void die(void) { _exit(125); }'
c launcher/store/json.c '#include <jansson.h>'
c launcher/host/topology.c '#include <hwloc.h>'
c launcher/keeper/cgroup.c '#include <libcgroup.h>' '#include "../base/base.h"'
c tests/unit/model/model.c '#include <cmocka.h>' '#include "../../../launcher/base/base.h"'

check 'a tree in order' 0 "$floors" .
same "$(cat "$out" "$err")" '' 'nothing is said of it'

breach 'a floor that includes a higher one' '^launcher/base/a\.c:2: base must not include run' \
	launcher/base/a.c '#include "../run/run.h"'
breach 'siblings that meet' '^launcher/store/a\.c:3: store must not include run' \
	launcher/store/a.c '' '#include "../run/run.h"'
breach 'a keeper that stands on more than base' '^launcher/keeper/a\.c:2: keeper must not include model' \
	launcher/keeper/a.c '#include "../model/model.h"'
breach 'a command that includes the keeper' '^launcher/cmd/a\.c:2: cmd must not include keeper' \
	launcher/cmd/a.c '#include "../keeper/cgroup.c"'
breach 'a unit test that includes a higher floor' '^tests/unit/model/a\.c:2: model must not include cmd' \
	tests/unit/model/a.c '#include "../../../launcher/cmd/cmd.h"'
breach 'a folder that is no floor' '^launcher/util/a\.c:2: util/ is not a floor' \
	launcher/util/a.c '#include "../base/base.h"'
breach 'a file that does not exist' '^launcher/cmd/a\.c:2: no such file: "gone\.h"' \
	launcher/cmd/a.c '#include "gone.h"'
breach 'a library in a second file' '^launcher/store/read\.c:2: <jansson\.h>: only in launcher/store/json\.c' \
	launcher/store/read.c '#include <jansson.h>'
breach 'a library that nobody gave a file' '^launcher/cmd/a\.c:2: <curl/curl\.h> is of a library' \
	launcher/cmd/a.c '#include <curl/curl.h>'
breach 'a system call in the model' '^launcher/model/a\.c:2: model/ makes no system call' \
	launcher/model/a.c '#include <unistd.h>'
breach 'a print in the statistics' '^launcher/stats/a\.c:3: stats/ must not call printf' \
	launcher/stats/a.c '#include <stdio.h>' 'void f(void) { printf("%d", 1); }'
breach 'an exit in a library' '^launcher/cmd/a\.c:3: exit\(\): only launcher/main\.c' \
	launcher/cmd/a.c '#include <stdlib.h>' 'void f(void) { exit(1); } /* not exit(2) */'
breach 'a second exit in main' '^launcher/main\.c:4: 2 ways to end' \
	launcher/main.c '#include <stdlib.h>' 'int main(void) { exit(0);' 'exit(1); }'
breach 'a header that does not compile alone' '^launcher/cmd/a\.h:2: does not compile alone: .*size_t' \
	launcher/cmd/a.h 'size_t f(void);'
breach 'a TODO without a number' '^launcher/cmd/a\.c:2: a TODO needs' \
	launcher/cmd/a.c '/* TODO(#12): fine, TODO: later */'
breach 'a path of one machine' '^launcher/cmd/a\.c:2: a path of one machine: /home/j' \
	launcher/cmd/a.c '/* see /home/jane/notes */'
# shellcheck disable=SC2046 # many lines
breach 'a long function' '^launcher/cmd/a\.c:2: f\(\) has 63 lines; at most 60' \
	launcher/cmd/a.c 'void f(void)' '{' $(yes ';' | head -n 60) '}'
# shellcheck disable=SC2046
breach 'a long file' '^launcher/cmd/a\.c:401: 402 lines; at most 400' \
	launcher/cmd/a.c $(yes ';' | head -n 401)
# shellcheck disable=SC2046
breach 'a long header' '^launcher/cmd/a\.h:151: 152 lines; at most 150' \
	launcher/cmd/a.h $(yes ';' | head -n 151)
breach 'two licence lines' '^launcher/cmd/a\.c:1: more than one licence line' launcher/cmd/a.c "$gpl"
breach 'a stub under the licence of the launcher' '^stubs/c/a\.c:1: no line .* 0BSD' stubs/c/a.c 'int a;'
gpl=
breach 'no licence line' '^launcher/cmd/a\.c:1: no line .* GPL-3\.0-or-later' launcher/cmd/a.c 'int a;'
done_testing
