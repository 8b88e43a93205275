#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# scripts/tap makes TAP of what a cmocka binary prints, and a failing one fails.
. "${0%/*}/../lib.sh"
tap=$project/scripts/tap

unit() { printf '#!/bin/sh\n%s\n' "$1" >unit && chmod +x unit; }
result() { prove --exec "$tap" ./unit 2>&1 | sed -n 's/^Result: //p'; }

unit "printf '1..2\nok 1 - a\nnot ok 2 # SKIP b\n# ok - g\n1..1\nok 1 - c\n# ok - h\n'"
check 'two groups and a skipped test' 0 "$tap" ./unit
same "$(grep -v '^#' "$out" | tr '\n' ';')" 'ok 1 - a;ok 2 # SKIP b;ok 3 - c;1..3;' 'become one'
same "$(result)" PASS 'prove passes it'

unit "printf '1..2\nok 1 - a\nnot ok 2 - b\n# 1 != 2\n# a.c:7\n'; exit 1"
check 'a failure fails' 1 "$tap" ./unit
same "$(cat "$err")" '# failed: b
# 1 != 2
# a.c:7' 'its reason is on stderr'
same "$(result)" FAIL 'prove fails it'

unit "printf '1..2\nok 1 - a\n'; kill -SEGV \$\$"
check 'a crash fails' 1 "$tap" ./unit
like 'ended by signal 11 after 1 tests'
same "$(result)" FAIL 'prove fails it'

unit 'exit 0'
check 'a unit without tests fails' 1 "$tap" ./unit
unit "printf '1..1\nok 1 - a\n'; exit 99"
check 'a sanitizer that ends the process fails it' 1 "$tap" ./unit
same "$(result)" FAIL 'prove fails it'

TEST_LIMIT=1 && export TEST_LIMIT
unit "printf '1..1\n'; exec sleep 60"
check 'one that hangs fails' 1 "$tap" ./unit
like 'took too long'
done_testing
