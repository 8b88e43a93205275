#!/usr/bin/env python3
# SPDX-License-Identifier: 0BSD
"""
A benchmark whose speed is drawn once a process: membership tests in a set of 21 short
strings. Python salts the hashes of strings with a random seed, so that which of them
meet in the same slot, and cost a second look, differs from process to process and
stays the same within one. `make demo` shows it; PYTHONHASHSEED=0 takes the chance out.

It also shows all that a program needs to do to report to becalm: write a line a run
to the FIFO that BECALM_PIPE names, see becalm-pipe(7).
"""

import os
import sys
import time

WORDS = set('''ab cat dog egg fig gas hat ink jam key lip map net oak pen quiz rat sun tea
	urn van'''.split())
RUNS = int(sys.argv[1]) if len(sys.argv) > 1 else 150
LOOPS = 4000


def membership(words):
	for _ in range(LOOPS):
		'rat' in words; 'sun' in words; 'tea' in words; 'urn' in words
		'rat' in words; 'sun' in words; 'tea' in words; 'urn' in words
		'rat' in words; 'sun' in words; 'tea' in words; 'urn' in words
		'rat' in words; 'sun' in words; 'tea' in words; 'urn' in words
		'rat' in words; 'sun' in words; 'tea' in words; 'urn' in words


def measure():
	start = time.monotonic_ns()
	membership(WORDS)
	return time.monotonic_ns() - start


def main():
	lengths = [measure() for _ in range(RUNS)]
	if 'BECALM_PIPE' not in os.environ:
		print(f'{sorted(lengths)[RUNS // 2] / LOOPS:.1f} ns a loop (median of {RUNS} runs)')
		return
	me = f'inv={os.environ["BECALM_INVOCATION"]} pid={os.getpid()}'
	# Read and write, because opening a FIFO only to write waits for a reader.
	with open(os.open(os.environ['BECALM_PIPE'], os.O_RDWR), 'w', buffering=1) as pipe:
		print('becalm 1', file=pipe)
		print(f'hello {me} hashseed={os.environ.get("PYTHONHASHSEED", "random")}', file=pipe)
		for ns in lengths:
			print(f'run {me} name=set.membership iters={LOOPS} timed_ns={ns} wall_ns={ns}', file=pipe)
		print(f'bye {me} runs={RUNS}', file=pipe)


main()
