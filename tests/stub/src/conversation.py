# SPDX-License-Identifier: GPL-3.0-or-later
"""As conversation.c."""
import becalm

becalm.run("sort.small", 1000, 123456, 130000)
becalm.run('größe "50%" = a\tb', 1, 0, 9223372036854775807)
becalm.note("warning", "rate-drift", "sort.small", "100 % off = wrong\n")
becalm.note("info", "plain", None, "ok")
becalm.close()
becalm.run("again", 2, 5, 6)
becalm.close()
