# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
#
# What tests in the guest have beyond tests/lib.sh. A test is a file
# tests/vm/guest/NAME.t that says by a line which configurations (tests/vm/*.conf) it
# wants, "all" for each of them:
#
#	#!/bin/sh
#	# configs: v2 numa
#	. "${0%/*}/../lib.sh"
#
# and by "# limit: SECONDS" if it needs more than 100. It is root, in a system that has
# nothing but it, and CONFIG says in which configuration.

# shellcheck source=../../lib.sh
. "${0%/*}/../../lib.sh"
