#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# becalm compare on files made by hand: one invocation a value, one run each, in ns.
. "${0%/*}/../lib.sh"

# results FILE TEST VALUE...: what 'becalm run' would have written. $host: its facts.
host=
results() {
	file=$1 test=$2
	shift 2
	{
		printf '{"line":"session","format":"becalm-results","version":1,"becalm":"0.1.0",'
		printf '"started_ns":1,"argv":["becalm"],"commands":[{"argv":["p"],"path":"/p",'
		printf '"sha256":"%s","label":null}],"plan":{},"host":{%s},"cpus":{},' "${sha:-}" "$host"
		printf '"held":[],"env":[],"limits":[],"cwd":"/","umask":18}\n'
		n=0
		for value; do
			n=$((n + 1))
			printf '{"line":"invocation","index":%d,"round":%d,"command":0,' $n $n
			printf '"started_ns":1,"wall_ns":1000000000,"user_ns":1,"sys_ns":1,'
			[ $n -gt "${disturbed:-0}" ] || printf '"disturbed":"another task had 40 %% of the CPU",'
			printf '"max_rss_kib":1,"exit":{"status":0},"tests":['
			comma=
			for t in $test; do
				printf '%s{"name":"%s","unit":"ns","runs":[[1,%s,%s]]}' "$comma" "$t" "$value" "$value"
				comma=,
			done
			printf ']}\n'
		done
		printf '{"line":"end","complete":true,"why":"","ended_ns":2,"invocations":%d,' $n
		printf '"failed":0,"disturbed":0,"restored":true}\n'
	} >"$file"
}

# Cases D-10 ... D-25 of other launchers' troubles, by name.
results zeros x 0 0 0 0 0 0
results fives x 5 5 5 5 5 5
check 'a base of zero has no ratio' 1 "$becalm" compare zeros fives
like 'ratio undefined'
unlike '(^|[^a-z])(inf|nan)'
check 'nor in JSON' 1 "$becalm" compare --format=json zeros fives
like '"has_ratio": false'
unlike 'inf|nan'
check 'zero against zero is the same' 0 "$becalm" compare zeros zeros
like 'SAME'

results hundreds x 100 100 100 100 100 100 100 100 100 100
results more x 101 101 101 101 101 101 101 101 101 101
check 'equal constants are the same' 0 "$becalm" compare hundreds hundreds
like 'A are the same'
check 'one tick more, below the margin, is no regression' 0 "$becalm" compare --margin=5% hundreds more
like 'by less than the margin'
like 'by ranks p 1.1e-05'
check 'and above it is one' 1 "$becalm" compare --margin=0.5% hundreds more

results one x 100
results three x 100 101 99
results three_more x 120 121 119
results four x 100 101 99 100
results four_more x 120 121 119 120
check 'one process a side is no verdict' 2 "$becalm" compare one one
check 'three a side are too few' 2 "$becalm" compare three three_more
like 'n=3 v 3 cannot reach 0.05 \(smallest two-sided p 0.1\); at least 4 v 4 are needed'
check 'undecided may be let pass' 0 "$becalm" compare --undecided=ok three three_more
like 'UNDECIDED'
check 'or not' 2 "$becalm" compare --undecided=fail three three_more
check 'four a side can tell +20 %' 1 "$becalm" compare four four_more
like 'B is 1.20x slower than A'
like 'by ranks p 0.029'
results none x
check 'no sample is said, and no crash' 2 "$becalm" compare none four
like 'Nothing in common'

results humps_a x 40 41 40 42 85 84 86 85 41 85
results humps_b x 85 86 84 85 41 85 40 86 85 84
check 'shares of two states that chance explains are undecided' 2 "$becalm" compare humps_a humps_b
like '2 groups of processes: 41.00 ns \(A 5, B 2\), 85.00 ns \(A 5, B 8\)'
like 'Fisher p 0.35'

check 'one of them is shown with its groups' 0 "$becalm" show humps_a
like '2 groups of processes: 41.00 ns \(5 of 10\), 85.00 ns \(5 of 10\)'
results tick x 1000000 1000000 1000000 1000000 1000000 1000000 1000000 1000000 1000000 1000001
check 'one tick of a clock is no outlier' 0 "$becalm" show tick
unlike 'outlier|far off|groups'

results small x 2000 2100 1900 2000 2000 2100 1900 2000
results small_more x 2600 2700 2500 2600 2600 2700 2500 2600
check 'a gate has an absolute floor' 0 "$becalm" compare --max-slowdown=5% --min-effect=10us small small_more
like 'PASS +B is 1.30x slower than A, by less than the margin'
check 'without it +30 % fails' 1 "$becalm" compare --max-slowdown=5% --min-effect=0 small small_more
like 'FAIL'

results noisy_a x 100 104 97 109 101 98 106 103 95 107
results noisy_b x 103 108 99 112 104 101 96 110 105 115
check 'an interval with both zero and the threshold is undecided' 2 "$becalm" compare --max-slowdown=3% noisy_a noisy_b
like '\+3.2 % +-1.7 .* \+8.[0-9] %'
like 'about [0-9]+ more processes a side would probably decide'

results xy 'x y' 100 101 100 99 100 100
results xyz 'x y z' 100 101 100 99 100 100
check 'a new test is allowed and listed' 0 "$becalm" compare xy xyz
like "only in B \\(1\\): 'z'"
like 'geometric mean over 2 common tests: B against A \+0.000 %'
check 'a missing test is not' 2 "$becalm" compare xyz xy
like "only in A \\(1\\): 'z'"
check 'unless it may' 0 "$becalm" compare --missing=allow xyz xy
results old old/name 100 101 100 99 100 100
results new new/name 100 101 100 99 100 100
check 'unlike names have nothing in common' 2 "$becalm" compare old new
like 'Nothing in common'
check 'a renamed test is found' 0 "$becalm" compare --rename old/name=new/name old new
unlike 'no such test'
check 'a name that no test has is told' 2 "$becalm" compare --rename old.name=new/name old new
like "rename old.name=new/name: 'old' has no such test"
check 'a gate of 150 % is no slip of the pen' 125 "$becalm" compare --max-slowdown=1.5 old old
like "'1.5' is not a share such as 1% or 0.01"

sha=aa
host='"cpu_model":"EPYC 7763","kernel":"6.8.0-31"'
results host_a x 211 212 211 211 212 211
host='"cpu_model":"EPYC 9V74","kernel":"6.8.0-31"'
results host_b x 243 244 243 243 244 243
check 'unlike CPU models are not comparable' 2 "$becalm" compare host_a host_b
like "CPU model differs"
like 'the same program file on both sides'
check 'unless asked for' 1 "$becalm" compare --allow-unlike host_a host_b
host='"cpu_model":"EPYC 7763","kernel":"6.8.0-35"'
results host_c x 211 212 211 211 212 211
check 'another kernel is only said' 0 "$becalm" compare --margin=2% host_a host_c
like 'kernel differs'
host='"cpu_model":"EPYC 7763","governor":"performance","turbo":"off"'
results still x 211 212 211 211 212 211
host='"cpu_model":"EPYC 7763","governor":"powersave","turbo":"on"'
results wild x 243 244 243 243 244 243
check 'unlike governors are not comparable' 2 "$becalm" compare still wild
like "governor differs: 'performance' in the first file, 'powersave' in 'wild'"
like 'turbo differs' 'every difference is listed'
like 'exit 2 \(not comparable\)'
sha=
host=
results calm x 211 212 211 211 212 211 212 211 212 211
disturbed=6
results busy x 243 244 243 243 244 243 244 243 244 243
disturbed=
check 'a side that was mostly disturbed says nothing' 2 "$becalm" compare calm busy
like '0 of 10 processes of A and 6 of 10 of the other side were disturbed'

# Names are compared as they are.
results upper X 100 101 100 99 100 100
results lower x 100 101 100 99 100 100
check 'X is not x' 2 "$becalm" compare upper lower
like "only in A \\(1\\): 'X'"
sed 's/"name":"x"/"name":"x "/' lower >blank
check 'nor is x with a blank behind it' 2 "$becalm" compare lower blank
like "only in B \\(1\\): 'x '"

# Of several, each against the first.
check 'several files are each compared with the first' 1 "$becalm" compare hundreds hundreds more
like 'C is 1.010x slower than A'

check 'without files it says what is missing' 125 "$becalm" compare
check 'one command alone has no partner' 125 "$becalm" compare xy
like 'give a second file'
check 'a missing file is named' 125 "$becalm" compare xy nowhere
like nowhere
check 'a verdict file is written' 1 "$becalm" compare --verdict-file=v.json hundreds more
ok 'with the verdict' grep -q '"verdict": "slower"' v.json

# Second opinions, and all of several tests together.
check 'JSON has the ratio of the means with its interval' 2 "$becalm" compare --format=json noisy_a noisy_b
like '"ratio": 1.0323529411764' 'by hand: 105.3 / 102.0'
like '"trend_p_a": 0\.[0-9]+'
results rising x 100 101 102 103 104 105 106 107 108 109 110 111
check 'a side that drifted while it was measured is told' 0 "$becalm" compare --margin=100% --undecided=ok rising rising
like 'A drifted while it was measured'
like 'Mann-Kendall p 6e-06' 'by hand: S 66, z 4.526'
check 'p is adjusted in two ways for several tests' 0 "$becalm" compare --missing=allow xyz xy
like 'p 1 adjusted for 2 \(Holm; 1 by false'

# For one layout, also from files.
results fixed_a x 100 101 99 100 100 101
sed -i '1s/"plan":{}/"plan":{"entropy":"fixed"}/' fixed_a
check 'files of one layout give a verdict for it' 0 "$becalm" compare --margin=5% --max-slowdown=5% fixed_a fixed_a
like 'For this layout and these seeds only'
like 'a gate on --entropy=fixed judges one layout'

# Clock sources differ: lengths of one are not lengths of the other.
host='"clock_source":"tsc"'
results tsc x 100 101 99 100 100 101
host='"clock_source":"hpet"'
results hpet x 100 101 99 100 100 101
host=
check 'unlike clock sources are not comparable' 2 "$becalm" compare tsc hpet
like "clock source differs \('tsc' and 'hpet'\)"
check 'an unknown one is said' 0 "$becalm" compare --margin=5% tsc xy --missing=allow --rename x=x
like 'clock source is unknown in one of the files' 'and options may stand behind files'

# Other programs' forms; names from outside cannot break them.
results odd '<b>|&,' 100 101 100 99 100 100
check 'CSV has a row a test' 0 "$becalm" compare --margin=5% --format=csv odd odd
like '^"<b>\|&,",B,"ns",same,,share,0,'
check 'JUnit escapes' 0 "$becalm" compare --margin=5% --format=junit odd odd
like 'name="&lt;b&gt;\|&amp;,"'
check 'Markdown escapes' 0 "$becalm" compare --margin=5% --format=markdown odd odd
like '^\| `<b>\\\|&,` '
check 'GitHub hears of what is undecided' 2 "$becalm" compare --format=github noisy_a noisy_b
like '^::warning title=becalm%3A undecided in x::B against A: \+3.2 %25'

# The mail's four figures.
check 'minimum, median, mean and standard deviation are compared' 2 "$becalm" compare noisy_a noisy_b
like '^  min +95.0 ns +96.0 ns +1.011x slower'
like '^  median +102.0 ns +104.5 ns +1.025x slower'
like '^  mean +102.0 ns +105.3 ns +1.032x slower'
like '^  std dev +4.6 ns +6.0 ns +1.30x larger'

# Options where people type them.
results o1.jsonl x 100 101 99 100 102 98
results o2.jsonl x 100 101 99 100 102 98
run "$becalm" compare --format=csv o1.jsonl o2.jsonl
cp "$out" before
run "$becalm" compare o1.jsonl --format=csv o2.jsonl
ok 'options may stand among the files' cmp before "$out"
run "$becalm" compare o1.jsonl o2.jsonl --format=csv
ok 'and behind them' cmp before "$out"

done_testing
