#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What scripts/deps finds, asks for and installs, with a stand-in for apt-get.
. "${0%/*}/../lib.sh"
deps=$project/scripts/deps

# A PATH with every tool that deps uses itself, without mandoc, hyperfine and sudo.
mkdir bin
for tool in sh cat sed sort tr tail mktemp rm env gcc make git g++ clang valgrind python3 prove ctags shellcheck strace setpriv ps ln pkg-config; do
	ln -s "$(command -v "$tool")" "bin/$tool"
done
uid() { printf '#!/bin/sh\necho %s\n' "$1" >bin/id && chmod +x bin/id; }
# Knows no package until it was told to update its lists.
cat >apt-get <<END
#!/bin/sh
echo "\$DEBIAN_FRONTEND \$*" >>"$PWD/apt.log"
case "\$*" in
*update*) : >"$PWD/fresh" ;;
*) [ -e "$PWD/fresh" ] || { echo 'E: Unable to locate package' >&2; exit 100; }
	ln -s /bin/true "$PWD/bin/mandoc"; ln -s /bin/true "$PWD/bin/hyperfine"; ln -s /bin/true "$PWD/bin/sudo" ;;
esac
END
chmod +x apt-get
release() { printf 'ID=%s\nVERSION_ID="%s"\n' "$1" "$2" >release; }
with_path() { PATH=$PWD/bin OS_RELEASE=$PWD/release "$@"; }

release debian 12
uid 1000
check 'nothing missing: silent' 0 with_path "$deps" build
same "$(cat "$out" "$err")" '' 'nothing is printed'

check 'no root and no sudo' 125 with_path "$deps" test
like '^  apt-get install --no-install-recommends hyperfine mandoc sudo$' 'the line to type is printed'

release fedora 40
check 'a system that is not known' 125 with_path "$deps" test
like '^  mandoc$'
like '^\(on Debian: hyperfine mandoc sudo\)$'

for os in 'debian 13' 'ubuntu 22.04' 'ubuntu 24.04'; do
	# shellcheck disable=SC2086
	release $os
	check "$os is known" 125 with_path "$deps" test
	like 'apt-get install'
done

rm bin/pkg-config
release ubuntu 22.04
check 'a package of another name' 125 with_path "$deps" build
like ' pkg-config$'
release debian 13
check 'and its usual name' 125 with_path "$deps" build
like ' pkgconf$'
ln -s "$(command -v pkg-config)" bin/pkg-config

uid 0
mv apt-get bin/
release debian 12
check 'root installs' 0 with_path "$deps" test
same "$(grep -c . apt.log)" 3 'lists are fetched once, after the first try'
same "$(sed -n 's/^noninteractive.* install --no-install-recommends //p' apt.log | uniq)" \
	'hyperfine mandoc sudo' 'without questions'
check 'then nothing is missing' 0 with_path "$deps" test
same "$(cat "$out" "$err")" '' 'and nothing is said'
same "$(grep -c . apt.log)" 3 'or installed'

rm bin/mandoc bin/sudo
printf '#!/bin/sh\necho E: no network\nexit 100\n' >bin/apt-get
check 'an installation that fails' 125 with_path "$deps" test
like 'no network'
like 'apt-get update && apt-get install'

uid 1000
printf '#!/bin/sh\necho "$*" >>"%s"\n' "$PWD/sudo.log" >bin/sudo
chmod +x bin/sudo
ln -s /bin/true bin/mandoc
rm bin/hyperfine
check 'a plain user has sudo' 125 with_path "$deps" test </dev/null
same "$(head -n 1 sudo.log)" \
	'-n env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=120 install --no-install-recommends hyperfine' \
	'which is not asked for a password without a terminal'
like 'still missing' 'what was not installed is noticed'

check 'an unknown word' 125 "$deps" everything
like '^usage'
done_testing
