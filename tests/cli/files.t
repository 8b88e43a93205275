#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Results files: whole or as before, whatever happens; finished later; refused early.
. "${0%/*}/../lib.sh"

# At its Nth start says so in the file 'there' and waits to be killed.
cat >pause <<'END'
#!/bin/sh
echo >>"$1.starts"
[ "$(grep -c '' "$1.starts")" -eq "$2" ] || exit 0
: >"$1.there"
exec sleep 60
END
chmod +x pause

check 'saves' 0 "$becalm" -n 3 -o r.jsonl -- true
same "$(json r.jsonl 'len(I), E["complete"], S["format"], S["version"]')" \
	"(3, True, 'becalm-results', 1)" 'three invocations and an end, strict JSON'
not 'no .partial stays' test -e r.jsonl.partial
check 'shows' 0 "$becalm" show r.jsonl
like '3 processes'
check 'every run' 0 "$becalm" show -v r.jsonl
check 'as JSON' 0 "$becalm" show --format=json r.jsonl
ok 'which is one document' python3 -c 'import json, sys; json.load(open(sys.argv[1]))' "$out"
check 'as CSV' 0 "$becalm" show --format=csv r.jsonl
check 'one process has no spread' 0 "$becalm" -n 1 -o one.jsonl -- true
unlike '±|nan|NaN|inf\b'
check 'nor when shown' 0 "$becalm" show one.jsonl
unlike '±|nan|NaN'
check 'nor as JSON' 0 "$becalm" show --format=json one.jsonl
ok 'without NaN' python3 -c 'import json, sys; json.load(open(sys.argv[1]), parse_constant=lambda c: 1/0)' "$out"

# Killed in the middle.
"$becalm" -q -n 2 -o k.jsonl -- true
cp k.jsonl old.jsonl
"$becalm" -n 100 -o k.jsonl -- ./pause k 40 >/dev/null 2>&1 &
pid=$!
ok 'in the middle of a session' wait_for 60 test -e k.there
kill -KILL "$pid"
wait "$pid" 2>/dev/null
ok 'after kill -9 the older file is as it was' cmp k.jsonl old.jsonl
same "$(json k.jsonl.partial 'len(I), E')" '(39, None)' 'and .partial holds what was finished'
check '.partial can be shown' 0 "$becalm" show k.jsonl.partial
like '39'
like 'incomplete|cut short|not complete|unfinished'
check 'and finished' 0 "$becalm" --resume k.jsonl.partial
like 'Saved in .*k\.jsonl\.$'
same "$(json k.jsonl 'len(I), len({i["index"] for i in I}), E["complete"]')" '(100, 100, True)' 'to exactly 100'
same "$(grep -c '' k.starts)" 101 'with 61 more starts'
not '.partial is gone' test -e k.jsonl.partial

# Told to stop, then resumed by its name.
"$becalm" -n 20 -o i.jsonl -- ./pause i 8 >/dev/null 2>&1 &
pid=$!
wait_for 60 test -e i.there
kill -TERM "$pid"
wait "$pid" 2>/dev/null
kept=i.jsonl
[ -e "$kept" ] || kept=i.jsonl.partial
same "$(json "$kept" 'E["complete"], len([i for i in I if not i.get("failed")])')" '(False, 7)' \
	'SIGTERM: seven kept, marked incomplete'
check 'resumed' 0 "$becalm" --resume "$kept"
same "$(json i.jsonl 'len([i for i in I if not i.get("failed")])')" 20 'to 20'
check 'a finished session is not resumed' 0 "$becalm" --resume r.jsonl
like 'complete|finished|nothing to' 'and that is said'
check 'nor a file that is not there' 125 "$becalm" --resume absent.jsonl
like 'absent.jsonl'

# The program is built anew before the session is resumed.
printf '#!/bin/sh\n' >built
chmod +x built
"$becalm" -q -n 5 -o b.jsonl -- ./built
head -n 3 b.jsonl >b.cut.jsonl.partial
cp b.cut.jsonl.partial before
echo ': changed' >>built
check 'a session of another program' 125 "$becalm" --resume b.cut.jsonl
like "built' is not the program any more" 'is not gone on with'
ok 'and its file is as it was' cmp before b.cut.jsonl.partial
printf '#!/bin/sh\n' >built
check 'with the old program it is' 0 "$becalm" -q --resume b.cut.jsonl
same "$(json b.cut.jsonl 'len(I)')" 5 'to the end'

# Folders and disks: known before the first invocation.
check 'a folder that does not exist' 125 "$becalm" -n 2 -o no/such/r.jsonl -- sh -c ': >started'
like 'no/such'
mkdir d
check 'a folder as the file' 125 "$becalm" -n 2 -o d -- sh -c ': >started'
check 'an empty name' 125 "$becalm" -n 2 -o '' -- sh -c ': >started'
mkdir ro
chmod 555 ro
chmod 755 "$scratch" .
if [ "$(id -u)" -eq 0 ]; then
	as='setpriv --reuid=65534 --regid=65534 --clear-groups'
else
	as=
fi
# shellcheck disable=SC2086 # several words
if $as test -x "$becalm"; then
	check 'a folder without the right to write' 125 $as "$becalm" -n 2 -o ro/r.jsonl -- sh -c ': >started'
	like 'ro/r.jsonl'
	like 'ermission'
else
	skip 'a folder without the right to write' "nobody may not run $becalm here"
fi
not 'nothing was started' test -e started

# A device is written to, never replaced.
if [ "$(id -u)" -eq 0 ] && mknod full c 1 7 2>/dev/null; then
	check 'a device that is full' 125 "$becalm" -n 2 -o full -- true
	like 'o space'
	ok 'is still a device' test -c full
else
	skip 'a device that is full' 'mknod needs root'
fi
check 'stdout that is full' 125 sh -c '"$0" -n 2 -o - -- true >/dev/full' "$becalm"
like 'o space'

cat >fill.sh <<'END'
mkdir -p tiny && mount -t tmpfs -o size=64k tmpfs tiny || exit 99
cp r.jsonl tiny/r.jsonl
"$1" -n 2000 -o tiny/r.jsonl -- "$2"
echo "status $?"
cmp tiny/r.jsonl r.jsonl && echo intact
ls tiny
END
if [ "$(id -u)" -eq 0 ]; then as='unshare -m'; else as='unshare -rm'; fi
run $as sh fill.sh "$becalm" "$programs/nothing"
if [ "$status" -eq 99 ] || grep -q '^unshare:' "$err"; then
	skip 'a disk that fills up' 'no tmpfs can be mounted'
else
	like '^status 125$' 'a disk that fills up ends the session'
	like 'o space' 'says why'
	like '^intact$' 'and leaves the older file alone'
fi

# Standard output.
printf '#!/bin/sh\necho "{\\"mean\\": 42}"\necho log >&2\n' >ownjson
chmod +x ownjson
check '-o - writes results to stdout' 0 "$becalm" -n 3 -o - -- ./ownjson
cp "$out" stdout.jsonl
same "$(json stdout.jsonl 'len(I)')" 3 'and nothing of the command is between them'
check '-o - and inherited output cannot be' 125 "$becalm" -n 3 -o - --output=inherit -- ./ownjson
check 'results to a closed stdout' 125 sh -c 'exec "$0" -n 2 -o - -- true >&-' "$becalm"
like 'cannot write to' 'are not lost in silence'
check 'a closed stdout' 0 sh -c 'exec "$0" -n 3 -o closed.jsonl -- ./ownjson >&-' "$becalm"
same "$(json closed.jsonl 'len(I)')" 3 'does no harm'
check 'all streams closed' 0 sh -c 'exec "$0" -n 3 -o closed.jsonl -- ./ownjson <&- >&- 2>&-' "$becalm"
same "$(json closed.jsonl 'len(I)')" 3 'neither'

# Files that are not, or not wholly, ours.
wrong() {
	check "$1" 125 "$becalm" show wrong.jsonl
	like "$2" "  says: $2"
}
: >wrong.jsonl
wrong 'an empty file' 'empty'
echo '{"mean": 3}' >wrong.jsonl
wrong 'a file of another tool' 'wrong.jsonl'
head -c 5000 /dev/urandom >wrong.jsonl
wrong 'noise' 'wrong.jsonl'
sed 's/"version":1/"version":99/; s/"version": 1/"version": 99/' r.jsonl >wrong.jsonl
wrong 'a newer version' '99.*1|1.*99'
check 'a folder' 125 "$becalm" show d
check 'an absent file' 125 "$becalm" show absent.jsonl
check 'no file' 125 "$becalm" show
sed '3s/.*/{"line":"invocation","index":NaN}/' r.jsonl >wrong.jsonl
run "$becalm" show wrong.jsonl
like 'wrong\.jsonl.*(line )?3' 'a damaged line is told with its number'
not 'and is no success in silence' test ! -s "$err"
sed 's/^{/{"future":[1,{"a":null}],/' r.jsonl >newer.jsonl
check 'unknown keys are ignored' 0 "$becalm" show newer.jsonl
cp r.jsonl crlf.jsonl && sed -i 's/$/\r/' crlf.jsonl
check 'line ends of another system' 0 "$becalm" show crlf.jsonl
check 'show to a closed stdout' 125 sh -c '"$0" show r.jsonl >&-' "$becalm"
check 'show can be told to write to a full disk' 125 sh -c '"$0" show r.jsonl >/dev/full' "$becalm"

# Owner and mode are those of any file.
(umask 027 && "$becalm" -q -n 1 -o mode.jsonl -- true)
same "$(stat -c %a mode.jsonl)" 640 'the umask counts'
if [ "$(id -u)" -eq 0 ]; then
	mkdir o && chown 65534:65534 o
	check 'under sudo results belong to the user' 0 env SUDO_UID=65534 SUDO_GID=65534 SUDO_USER=nobody \
		"$becalm" -n 2 -o o/r.jsonl -- sh -c '[ "$(id -u)" = 65534 ] && : >o/made'
	same "$(stat -c %u:%g o/r.jsonl o/made 2>/dev/null | tr '\n' ' ')" '65534:65534 65534:65534 ' \
		'and so does what the command makes'
	for uid in abc -1 4294967295 ''; do
		check "SUDO_UID='$uid'" 125 env SUDO_UID="$uid" SUDO_GID=65534 SUDO_USER=nobody "$becalm" -n 1 -- true
	done
else
	skip 'under sudo results belong to the user' 'only root can be made to look like sudo'
fi
done_testing
