#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Programs as people have them.
. "${0%/*}/../lib.sh"

seq 1 20000 | sort -R >numbers
check 'sort of a file' 0 "$becalm" -n 5 -- sort -n numbers
like 'sort -n numbers'
check 'sort of its standard input' 0 "$becalm" -n 3 --stdin numbers --output="$PWD/sorted" -- sort -n
same "$(grep -c '' sorted)" 60000 'which is opened anew for each process'

printf '#!/bin/sh\nfor i in 1 2 3; do echo $i | wc -c; done\n' >script
chmod +x script
check 'a shell script' 0 "$becalm" -n 5 -- ./script

cat >Makefile <<'END'
all: a b
a b:
	@test -n "$$BECALM_PIPE"
END
check 'make' 0 "$becalm" -n 3 -- make -s
check 'make with jobs' 0 "$becalm" -n 3 -- make -s -j2
printf 'all:\n\t@exit 3\n' >Makefile
check 'make that fails' 2 "$becalm" -n 3 -- make -s

# The demo, scaled down.
if has python3; then
	check 'a Python benchmark that reports' 0 "$becalm" -n 3 -o py.jsonl -- python3 "$project/stubs/examples/set_membership.py" 20
	same "$(json py.jsonl '[t["count"] for i in I for t in i["tests"]]')" '[20, 20, 20]' 'its runs arrive'
	mkdir b && ln -s "$becalm" b/becalm
	check 'make demo' 0 env DEMO_PROCESSES=3 BUILD="$PWD/b" "$project/scripts/demo"
	like 'What to read next'
fi

if has rustc; then
	echo 'fn main() { println!("{}", (0..1000).sum::<i32>()); }' >r.rs
	if rustc -O r.rs 2>/dev/null; then
		check 'a Rust program' 0 "$becalm" -n 5 -- ./r
	else
		skip 'a Rust program' 'rustc does not work here'
	fi
elif has go; then
	printf 'package main\nfunc main() { println("x") }\n' >g.go
	if HOME=$PWD go build -o g g.go 2>/dev/null; then
		check 'a Go program' 0 "$becalm" -n 5 -- ./g
	else
		skip 'a Go program' 'go does not work here'
	fi
else
	skip 'a Rust or Go program' 'neither rustc nor go'
fi

if has java && java -version 2>/dev/null; then
	check 'a JVM' 0 "$becalm" -n 2 -- java -version
	like '(java|JVM).*collector|collector.*(java|JVM)' 'is warned of: one CPU changes its collector'
	if [ "$(nproc)" -ge 2 ]; then
		run "$becalm" -n 1 --cores 2 -- java -version
		if [ "$status" -eq 0 ]; then
			unlike 'collector' 'not with two cores'
		fi
	fi
else
	skip 'a JVM' 'no java'
fi

# A parallel program: told how many CPUs it got.
check 'threads on one CPU' 0 "$becalm" -n 2 --output="$PWD/nproc.out" -- nproc
if [ "$(nproc)" -ge 2 ]; then
	same "$(sort -u nproc.out)" 1 'one CPU is what it sees'
	like '1 of [0-9]+' 'the first line says so'
	like -- '--cores' 'and how to have more'
	rm nproc.out
	run "$becalm" -n 2 --cores 2 --output="$PWD/nproc.out" -- nproc
	if [ "$status" -eq 0 ]; then
		same "$(sort -u nproc.out)" 2 '--cores 2: two'
	else
		like 'core' 'two cores are not there, and that is said'
	fi
	rm -f nproc.out
	check '--hold=none' 0 "$becalm" -n 1 --hold=none --output="$PWD/nproc.out" -- nproc
	same "$(cat nproc.out)" "$(nproc)" 'leaves the CPUs alone'
fi
done_testing
