#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The helpers themselves: a test that fails must fail.
. "${0%/*}/../lib.sh"

check 'a status is compared' 7 sh -c 'echo told; exit 7'
like '^told$'
unlike 'untold'
ok 'a command that succeeds' true
not 'a command that fails' false
same a a 'equal strings'
between 1 1.5 2 'a number inside'
ok 'an event that comes is seen' wait_for 2 test -d .
not 'one that does not come is not' wait_for 1 test -e never
same "$(how_ended sh -c 'kill -INT $$')" 'signal 2' 'death by a signal is told'
same "$(how_ended sh -c 'exit 130')" 'exit 130' 'from an exit of that number'

mkdir -p sub/cli
cp "$project/tests/lib.sh" sub/
cat >sub/cli/bad.t <<'END'
. "${0%/*}/../lib.sh"
check 'wrong status' 0 sh -c 'echo shown; exit 3'
like 'never printed'
ok 'false' false
same a b 'unequal'
between 1 3 2 'outside'
sleep 1000 &
pwd >"$HOME/folder"
echo $! >"$HOME/pid"
done_testing
END
HOME=$PWD run sh sub/cli/bad.t
same "$status" 1 'a file with failures fails'
same "$(grep -c '^not ok' "$out")" 5 'each failure is counted'
like '^# status: 3, wanted 0$'
like '^#   \| shown$'
like '^1\.\.5$'
not 'the folder is removed' test -e "$(cat folder)"
ok 'what was left in the background is ended' wait_for 2 gone "$(cat pid)"
done_testing
