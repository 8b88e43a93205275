#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/unit/stats/references.txt is true: each test that it names is there and is run.
. "${0%/*}/../lib.sh"

units=$project/tests/unit/stats
sed -n 's/.*| \([a-z]*\): \([a-z0-9_]*\)$/\1 \2/p' "$units/references.txt" | grep -v '^none ' >named
between 30 "$(grep -c . named)" 200 'references are listed'
missing=
while read -r file test; do
	grep -q "cmocka_unit_test($test)" "$units/$file.c" || missing="$missing $file:$test"
done <named
same "$missing" '' 'every test that is named exists and is run'
same "$(grep -c '|' "$units/references.txt")" \
	"$(($(grep -c . named) + $(grep -c '| none: .' "$units/references.txt")))" 'what is left out has its reason'

done_testing
