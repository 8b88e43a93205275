#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The project agrees with itself.
. "${0%/*}/../lib.sh"
cd "$project" || exit 1

check 'floors, licences and sizes are kept' 0 scripts/check-floors
if [ -x "$becalm" ]; then
	check 'the manual agrees with --help and is clean' 0 scripts/check-manual
else
	skip 'the manual agrees with --help and is clean' "no $becalm"
fi
missing=$(grep -ohE '`(launcher|stubs|include|man|scripts|tests)/[A-Za-z0-9_./-]*`' README.md CONTRIBUTING.md |
	tr -d '`' | grep -v '[A-Z]' | sort -u | while read -r file; do
	[ -e "$file" ] || echo "$file"
done)
same "$missing" '' 'files that README.md and CONTRIBUTING.md name are there'
if has shellcheck; then
	# shellcheck disable=SC2046 # several files
	check 'shell scripts are clean' 0 shellcheck -f gcc \
		$(grep -lE '^#!/bin/sh' scripts/* .ci/* tests/*/*.t tests/fault/walk tests/vm/build tests/vm/init tests/vm/picture tests/vm/guest/*.t) tests/lib.sh
else
	skip 'shell scripts are clean' 'no shellcheck'
fi
done_testing
