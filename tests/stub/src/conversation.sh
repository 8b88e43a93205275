# SPDX-License-Identifier: GPL-3.0-or-later
# As conversation.c; $1: the folder of becalm.sh.
. "$1/becalm.sh"
becalm_run sort.small 1000 123456 130000
becalm_run "größe \"50%\" = a$(printf '\tb')" 1 0 9223372036854775807
becalm_note warning rate-drift sort.small '100 % off = wrong
'
becalm_note info plain '' ok
becalm_close
becalm_run again 2 5 6
becalm_close
