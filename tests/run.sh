#!/bin/sh
# Runs test programs and scripts, which speak TAP, and sums up their results.
#
#   sh tests/run.sh BUILD TEST...
#
# BUILD is the folder of the variant; scripts find the program in $ASSAY. A TEST with "server:" before its path runs
# with its databases on a PostgreSQL, shared by all such tests, instead of files. Without PostgreSQL it is skipped.
# $JOBS tests run at once: by default one more than there are processors, because some wait. A test that ends before it has run all that it planned
# counts as failed. A skipped test counts as neither passed nor failed, and its reason is shown. The last line is "N
# passed, N failed", with ", N skipped" if there are any. The exit status is 1 if any failed. With TORTURE in the
# environment tests try more and run one at a time, and their figures ("# figure: ...") are printed before the last
# line.
#
# Each line ends with the processor seconds of the test, without those of the shared server. The slowest tests are named
# at the end. They are kept in $BUILD/tests/seconds, so that the next run can start with the longest.
#
# Tests find only the programs that `make check` installs (tests/support/programs.sh), and those of the groups of
# packages in $TOOLS.

# Prints the seconds of the children from the output of `times`, such as "1m2.34s 0m0.56s".
of_children() { # file
	sed -n '2s/[ms]/ /gp' "$1" | awk '{ printf "%.1f", $1 * 60 + $2 + $3 * 60 + $4 }'
}

# Runs one test in a folder of its own and reports the result.
if [ "$1" = --one ]; then
	test=$2
	given=$2
	mine=$(mktemp -d "$work/XXXXXX")
	chmod 711 "$mine"
	mkdir "$mine/scratch"
	HOME=$mine/scratch # so that tests neither read nor write the user's own preferences
	TMPDIR=$mine/scratch
	export HOME TMPDIR
	name=${test#server:}
	name=${name#"$build"/}
	if [ "${test#server:}" != "$test" ]; then
		name="$name, on a server"
		[ -d "$work/server" ] && test=${test#server:} && export ASSAY_TEST_SERVER="$work/server"
	fi
	read -r began _ </proc/uptime
	case $test in
	server:*) echo '1..1' && echo 'ok 1 - all of it # SKIP there is no PostgreSQL' ;;
	*.sh) sh "$test" ;;
	*) "$test" ;;
	esac >"$mine/out" 2>&1 </dev/null
	status=$?
	times >"$mine/times"
	read -r ended _ </proc/uptime
	seconds=$(of_children "$mine/times")
	# cmocka reports a skipped test as "not ok"; its reason is in the line before (skip_because).
	sed -i '/^# skipped: /{ s///; h; d; }; /^not ok [0-9]* # SKIP /{ G; s/^not ok \([0-9]*\) # SKIP \(.*\)\n\(.*\)/ok \1 - \2 # SKIP \3/; }' "$mine/out"
	skipped=$(grep -c '^ok .* # SKIP ' "$mine/out")
	passed=$(($(grep -c '^ok ' "$mine/out") - skipped))
	failed=$(grep -c '^not ok ' "$mine/out")
	planned=$(sed -n 's/^1\.\.\([0-9][0-9]*\)$/\1/p' "$mine/out" | awk '{ sum += $1 } END { print sum + 0 }')
	if [ "$((passed + failed + skipped))" -lt "$planned" ] || [ "$planned" -eq 0 ] || { [ $status -ne 0 ] && [ "$failed" -eq 0 ]; }; then
		echo "# ended with status $status after $((passed + failed)) of $planned tests" >>"$mine/out"
		failed=$((failed + 1))
	fi
	if grep -q "^$test: [0-9]*: .*: not found\$" "$mine/out"; then # a misspelled command of the script checks nothing
		failed=$((failed + 1))
	fi
	{
		if [ "$failed" -gt 0 ]; then
			printf 'FAILED  %-44s %4d passed, %d failed\n' "$name" "$passed" "$failed"
			grep -a -v '^ok ' "$mine/out" | sed 's/^/    /'
		else
			printf 'ok      %-44s %4d %8s s\n' "$name" "$passed" "$seconds"
		fi
		sed -n 's/^ok [0-9]* - \(.*\) # SKIP \(.*\)/        skipped: \1 (\2)/p' "$mine/out"
		if [ "$failed" -gt 0 ]; then
			variant=${build#build/}
			[ "$variant" != dev ] || variant=
			echo "    again: make test T=$(echo "$given" | sed "s|$build/||; s|tests/||; s|\.sh\$||")${variant:+ VARIANT=$variant}"
		fi
	} >"$mine/said"
	sed -n 's/^# figure: //p' "$mine/out" >>"$work/figures"
	echo "$passed $failed $skipped" >>"$work/counts"
	echo "$began $ended $seconds $given" | awk '{ printf "%.1f %s %s\n", $2 - $1, $3, $4 }' >>"$work/seconds"
	flock "$work/counts" cat "$mine/said" # as a whole, not mixed with the output of other tests
	rm -rf "$mine"
	exit 0
fi

build=$1
shift
ASSAY=$(pwd)/$build/assay
SOURCE=$(pwd)
export build ASSAY SOURCE
export CMOCKA_MESSAGE_OUTPUT=TAP LC_ALL=C.UTF-8
# handle_sigill names the line of undefined behaviour, which is a trap. Less freed memory is quarantined than by default,
# because each page of it costs time. malloc_context_size stays as it is: with two callers, programs on a busy machine
# sometimes end with a leak of pthread_getattr_np, which only the sanitizer calls.
export ASAN_OPTIONS=detect_leaks=1:abort_on_error=1:handle_sigill=1:quarantine_size_mb=2
umask 022 # tests of other umasks set them themselves
unset NO_COLOR XDG_CONFIG_HOME XDG_STATE_HOME XDG_DATA_HOME
# shellcheck disable=SC2046 # each word is an argument
unset $(env | sed -n 's/^\(PG[A-Z]*\)=.*/\1/p') # PGSERVICE, PGOPTIONS: so that the user's own server is not used


# Use memory if it has room for the databases of servers. A test creates and deletes hundreds of files for each
# database. On ext4 half of a server's work on them is the search for an inode that was not used in the last seconds.
room_in_memory() { # folder
	[ "$(df -Pk "$1" 2>/dev/null | awk 'NR == 2 { print ($4 > 3 * 1024 * 1024) }')" = 1 ] || return
	trial=$(mktemp "$1/XXXXXX") || return
	printf '#!/bin/sh\n' >"$trial"
	chmod +x "$trial"
	"$trial" 2>/dev/null # in a container, programs in /dev/shm may not be executable
	set -- $?
	rm "$trial"
	return "$1"
}
if [ -z "${TMPDIR:-}" ] && room_in_memory /dev/shm; then
	work=$(mktemp -d /dev/shm/assay.XXXXXX)
else
	work=$(mktemp -d)
fi
export work ASSAY_TEST_CLUSTERS="$work"
chmod 711 "$work" # for tests of what another user may do
server=
stop_server() {
	[ -z "$server" ] || { kill -QUIT "$server"; wait "$server"; }
	server=
}
trap 'stop_server; rm -rf "$work"' EXIT
trap 'exit 1' INT TERM # do not go on with the next test
: >"$work/counts"
: >"$work/figures"
: >"$work/seconds"

# shellcheck disable=SC2086 # each word is an argument
PATH=$(sh tests/support/programs.sh "$work/programs" build check ${TOOLS:-}) || exit 1
export PATH

start_server() {
	programs=$(sh tests/support/postgresql.sh --programs 2>/dev/null) || return 0
	sh tests/support/postgresql.sh "$work/server" autovacuum_naptime=15 wal_level=minimal max_wal_senders=0 &
	server=$!
	until "$programs/pg_isready" -q -h "$work/server"; do
		kill -0 "$server" || exit 1
		sleep 0.05
	done
	make_tables
}

# Makes a database with assay's tables and no rows, of which tests make copies (on-server.sh, recycled.c).
make_tables() {
	mkdir "$work/server.free"
	tables="postgresql://assay@/assay_tables?host=$work/server"
	printf 'd1\tone\n' >"$work/documents.tsv"
	"$programs/psql" -qX "postgresql://assay@/postgres?host=$work/server" -c 'CREATE DATABASE assay_tables' &&
		"$ASSAY" import "$tables" --documents "$work/documents.tsv" >/dev/null &&
		"$programs/psql" -qX -v ON_ERROR_STOP=1 "$tables" -c 'DELETE FROM document; DELETE FROM import; DELETE FROM event' \
			-f tests/support/recycled.sql -c "SELECT recycled.keep('nothing')" >/dev/null || exit 1
}
case " $* " in
*' server:'*) start_server ;;
esac

[ -z "${TORTURE:-}" ] || JOBS=1
longest_first() { # test...
	[ -e "$build/tests/seconds" ] || {
		printf '%s\n' "$@"
		return
	}
	printf '%s\n' "$@" | awk 'NR == FNR { took[$3] = $1; next } { print ($1 in took) ? took[$1] : 1000, $1 }' "$build/tests/seconds" - |
		sort -s -k 1,1 -g -r | cut -d ' ' -f 2
}
longest_first "$@" | xargs -P "${JOBS:-$(($(nproc) + 1))}" -n 1 sh "$0" --one

if [ $# -gt 10 ]; then
	times >"$work/before"
	stop_server
	times >"$work/after"
	mkdir -p "$build/tests"
	touch "$build/tests/seconds"
	awk '!seen[$3]++' "$work/seconds" "$build/tests/seconds" >"$work/all-seconds"
	cp "$work/all-seconds" "$build/tests/seconds"
	sort -k 2,2 -g -r "$work/seconds" | awk -v before="$(of_children "$work/before")" -v after="$(of_children "$work/after")" '
		NR <= 10 { slowest = slowest sprintf("    %6.1f s, in %5.1f s  %s\n", $2, $1, $3) }
		{ sum += $2 }
		END {
			server = after - before > 1 ? sprintf(", %.0f s of the server that all share", after - before) : ""
			printf "%.0f s of processor time%s; the slowest:\n%s", sum, server, slowest
		}'
fi
[ -z "${TORTURE:-}" ] || cat "$work/figures"
awk -v tests=$# '
	{ passed += $1; failed += $2; skipped += $3 }
	END {
		failed += tests - NR # tests without a result
		print passed + 0 " passed, " failed + 0 " failed" (skipped ? ", " skipped " skipped" : "")
		exit failed > 0
	}' "$work/counts"
