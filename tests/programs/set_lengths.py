#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The benchmark of `make demo` as a script that knows nothing of becalm: prints one
length a line, in seconds. set_lengths.py [RUNS]"""

import sys
import time

WORDS = set('''ab cat dog egg fig gas hat ink jam key lip map net oak pen quiz rat sun tea
	urn van'''.split())


def membership(words):
	for _ in range(4000):
		'rat' in words; 'sun' in words; 'tea' in words; 'urn' in words
		'rat' in words; 'sun' in words; 'tea' in words; 'urn' in words
		'rat' in words; 'sun' in words; 'tea' in words; 'urn' in words
		'rat' in words; 'sun' in words; 'tea' in words; 'urn' in words
		'rat' in words; 'sun' in words; 'tea' in words; 'urn' in words


for _ in range(int(sys.argv[1]) if len(sys.argv) > 1 else 100):
	start = time.perf_counter()
	membership(WORDS)
	print(time.perf_counter() - start)
