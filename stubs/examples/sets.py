#!/usr/bin/env python3
# SPDX-License-Identifier: 0BSD
"""Membership in a set of strings: its speed depends on the hash seed of the process."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
import becalm

WORDS = {"word%d" % i for i in range(21)}
LOOKED_FOR = ["word%d" % i for i in range(0, 42, 2)]


@becalm.bench("set.lookup", counts=True)
def lookup():
    for word in LOOKED_FOR:
        word in WORDS
    return len(LOOKED_FOR)


@becalm.bench("set.copy")
def copy():
    prepared = list(WORDS)
    with becalm.timed():
        set(prepared)


becalm.main()
