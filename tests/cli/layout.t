#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A layout trap: the same program, at two paths of which one is longer. One layout gives a
# repeatable false difference; sampled layouts do not.
. "${0%/*}/../lib.sh"

cp "$programs/layout" ./trap || exit 1
# Somewhere within 32 bytes more the stack moves by 16.
for more in 0123456789abcdef 0123456789abcdef01234567 01234567 0123456789abcdef0123456789abcdef; do
	cp ./trap "./trap$more" || exit 1
	run "$becalm" versus --hold=process --entropy=fixed -n 10 -- ./trap --vs "./trap$more"
	grep -Eq 'SLOWER|FASTER' "$err" && break
done
like 'SLOWER|FASTER' 'with one layout the same program differs from itself'
like 'For this layout and these seeds only' 'and the verdict is for this layout'
verdict=$(grep -oE 'SLOWER|FASTER' "$err" | head -n 1)
run "$becalm" versus --hold=process --entropy=fixed -n 10 -- ./trap --vs "./trap$more"
like "$verdict" 'again and again'
# Layouts are the kernel's draw, not ours: at 5 % one run in some dozens would say otherwise.
check 'with sampled layouts it is the same' 0 "$becalm" versus --hold=process --margin=2% --alpha=0.0001 -- ./trap --vs "./trap$more"
like 'SAME'

done_testing
