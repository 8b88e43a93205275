#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# scripts/check-manual and scripts/completions, on a becalm that only knows --help.
. "${0%/*}/../lib.sh"
has mandoc || skip_all 'needs mandoc'

mkdir b man
cat >b/becalm <<'END'
#!/bin/sh
case $1 in
--help) printf 'Commands:\n  run        measure\n  show       again\n\nusage: becalm [run]\n' ;;
run) cat run.help ;;
show) printf 'usage\n\n  -v, --verbose               every run\n' ;;
esac
END
chmod +x b/becalm
cat >run.help <<'END'
usage: becalm

How often:
  -n, --invocations N         so many
      --ignore-failure[=CODES]
                              go on
      --output inherit|capture|null|FILE
                              where to
      --flag                  nothing, -x and --yz in the text
END
cat >man/becalm.1 <<'END'
.\" A page.
.Dd November 30, 2026
.Dt BECALM 1
.Os
.Sh NAME
.Nm becalm
.Nd run
.Sh OPTIONS
.Ss becalm run
.Bl -tag -width Ds
.It Fl n , Fl -invocations Ar N
So many.
.It Fl -ignore-failure Ns Oo = Ns Ar CODES Oc
Go on.
.It Fl -output Cm inherit | capture | null | Ar FILE
Where to.
.It Fl -flag
Nothing.
.El
.Ss becalm show
.Bl -tag -width Ds
.It Fl v , Fl -verbose
Every run.
.El
END
cp man/becalm.1 page
export BUILD=b
manual() { "$project/scripts/check-manual" .; }

check 'a page that agrees' 0 manual
same "$(cat "$out" "$err")" '' 'nothing is said of it'
sed '/-flag/,+1d' page >man/becalm.1
check 'an option that the page lacks' 1 manual
like 'run --help: not in man/becalm\.1: - flag'
sed 's/^\.It Fl -flag/.It Fl -flag\nNothing.\n.It Fl -gone Ar X/' page >man/becalm.1
check 'one that the program lacks' 1 manual
like 'becalm run: not in --help: - gone X'
sed 's/Ar N$/Ar M/' page >man/becalm.1
check 'another argument' 1 manual
sed 's/Fl v , //' page >man/becalm.1
check 'another letter' 1 manual
sed 's/Ss becalm show/Ss becalm shew/' page >man/becalm.1
check 'a subcommand of another name' 1 manual
like 'becalm shew: becalm --help does not know it'
{ cat page; echo '.Xx'; } >man/becalm.1
check 'a page that is no clean mdoc' 1 manual
like 'unknown macro'

# Completion.
if has bash; then
	check 'completions' 0 "$project/scripts/completions" b/becalm
	cp "$out" completion
	cat >try.bash <<'END'
. ./completion
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_becalm
printf '%s\n' "${COMPREPLY[@]}"
END
	completes() { bash try.bash "$@" | tr '\n' ' '; }
	same "$(completes becalm --i)" '--invocations --ignore-failure ' 'options'
	same "$(completes becalm run --fl)" '--flag ' 'of a subcommand'
	same "$(completes becalm show --)" '--verbose ' 'of another'
	same "$(completes becalm --output nu)" 'null ' 'words that a value can be'
	same "$(completes becalm -n 3 --flag --o)" '--output ' 'after others and their values'
	same "$(completes becalm sho | grep -o 'show ' | head -n 1)" 'show ' 'subcommands'
	same "$(completes becalm show run.h)" 'run.help ' 'files'
	same "$(completes becalm -n 3 cat run.h)" 'run.help ' 'the arguments of the command'
	same "$(completes becalm -n 3 -- cat --fl)" ' ' 'are not ours'
else
	skip 'completions' 'no bash'
fi
done_testing
