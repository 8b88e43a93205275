#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# How often verdicts are right, in short; make check-stat is the full version.
exec "${BUILD:-build}/tests/stat/verdicts" 600
