# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# What the tests of the stubs share; read it after lib.sh.
# shellcheck disable=SC2154,SC2034 # project and build are lib.sh's; sources is for the tests

stubs=$project/stubs
sources=$project/tests/stub/src
export PYTHONPATH="$stubs/python"

# The library may have been built with sanitizers; what is linked with it then is, too.
flags=
if nm "$build/libbecalm.a" 2>/dev/null | grep -q ' U __asan_'; then
	flags='-fsanitize=address,undefined'
fi

# compile COMPILER STANDARD SOURCE PROGRAM FLAG...: as a user would, with all warnings.
compile() {
	compile_cc=$1 compile_std=$2 compile_source=$3 compile_out=$4
	shift 4
	case $compile_cc:$compile_std in
	*++:*) set -- -x c++ "$compile_source" -x none "$@" ;;
	*) set -- "$compile_source" "$@" ;;
	esac
	# shellcheck disable=SC2086
	"$compile_cc" -std="$compile_std" -Wall -Wextra -Wpedantic -Werror $flags -I"$project/include" "$@" \
		"$build/libbecalm.a" -pthread -o "$compile_out"
}

# release SOURCE PROGRAM FLAG...: as C or C++, by its name, as a release build.
release() {
	release_source=$1 release_out=$2
	shift 2
	case $release_source in
	*.cc) compile g++ c++20 "$release_source" "$release_out" -O2 -DNDEBUG "$@" ;;
	*) compile gcc c11 "$release_source" "$release_out" -O2 -DNDEBUG "$@" ;;
	esac
}

# listen WORD...: plays the launcher; the bytes of the pipe go to $out.
listen() {
	"$project/tests/stub/listen" "$@"
}

# field KEY: that field of each record on stdin, one a line.
field() {
	sed -n "s/.* $1=\([^ ]*\).*/\1/p"
}

# measured FILE EXPRESSION: Python over the document D of --json, by name: T["group.name"].
measured() {
	python3 -c 'import json, sys
D = json.load(open(sys.argv[1]))
T = {t["name"]: t for t in D["tests"]}
print(eval(sys.argv[2]))' "$@"
}
