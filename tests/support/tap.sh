# tap.sh - tests of whole commands in plain shell, with results in TAP.
#
#   . "$SOURCE/tests/support/tap.sh"
#
#   test_that 'import counts what it added'
#   lines documents.tsv 'd1	a hose' 'd2	a filter'
#   run "$ASSAY" import new.db --documents documents.tsv
#   expect_status 0
#   expect_stdout_line 'documents   2 added'
#
#   done_testing
#
# $ASSAY is the program, $SOURCE the repository. Each test begins in a new, empty folder below $TMPDIR and ends at the
# next test_that or at done_testing. It passes if all its expectations hold; it must have at least one. Lines that begin
# with "# " show which expectations failed. A test that cannot run, because it lacks a right or a tool, calls `skip`; it
# then counts neither as passed nor as failed.
#
# If tests/run.sh puts the databases on a server, $ASSAY is tests/support/on-server.sh. A test about files then first
# calls `of_files 'why'` and is left out of that run.

set -u
LC_ALL=C.UTF-8
export LC_ALL

TAB='	'
TAP_LINE_END='
'
tap_folder=$(mktemp -d "${TMPDIR:-/tmp}/tap.XXXXXX") || exit 1
tap_server= # process id of the script's PostgreSQL
tap_server_settings= # its settings: words NAME=VALUE
tap_database=0
trap 'cd /; stop_server; rm -rf "$tap_folder"' EXIT
trap 'exit 1' INT TERM # do not go on with the next command

tap_name=
tap_number=0
tap_expected=0 # number of expectations in this test
tap_stdin=/dev/null

# --- A test ----------------------------------------------------------------

test_that() { # name
	tap_finish
	tap_name=$1
	tap_number=$((tap_number + 1))
	tap_expected=0
	tap_skipped=
	tap_command='(nothing was run)'
	tap_status=
	: >"$tap_folder/findings"
	: >"$tap_folder/stdout"
	: >"$tap_folder/stderr"
	mkdir "$tap_folder/$tap_number"
	cd "$tap_folder/$tap_number" || exit 1
	[ -z "${ASSAY_TEST_SERVER:-}" ] || put_on_server
}

done_testing() {
	tap_finish
	for tap_named in $tap_keeping; do
		give_back "$tap_named"
	done
	echo "1..$tap_number"
}

tap_finish() {
	[ -n "$tap_name" ] || return 0
	[ -z "${ASSAY_TEST_SERVER:-}" ] || drop_databases
	[ "$tap_expected" -gt 0 ] || [ -n "$tap_skipped" ] || echo '# the test expects nothing' >>"$tap_folder/findings"
	if [ -n "$tap_of_files" ]; then
		rm -rf "${tap_folder:?}/$tap_number"
		tap_number=$((tap_number - 1))
		return
	fi
	if [ -s "$tap_folder/findings" ]; then
		echo "not ok $tap_number - $tap_name"
		cat "$tap_folder/findings"
	elif [ -n "$tap_skipped" ]; then
		echo "ok $tap_number - $tap_name # SKIP $tap_skipped"
	else
		echo "ok $tap_number - $tap_name"
	fi
	cd "$tap_folder" || exit 1
	rm -rf "${tap_folder:?}/$tap_number"
	tap_name=
}

skip() { # reason
	tap_skipped=$1
}

# --- A run on a server ------------------------------------------------------

tap_of_files=
tap_keeping= # databases on the server
if [ -n "${ASSAY_TEST_SERVER:-}" ]; then
	export ASSAY_TEST_PROGRAM="$ASSAY" ASSAY_TEST_DATABASES="$tap_folder/on_server_$$"
	ASSAY_TEST_PSQL=$(sh "$SOURCE/tests/support/postgresql.sh" --programs)/psql
	export ASSAY_TEST_PSQL
fi

put_on_server() {
	ASSAY=$SOURCE/tests/support/on-server.sh
	tap_of_files=
	mkdir "$ASSAY_TEST_DATABASES"
}

# Databases with assay's tables are emptied for the next test, others are dropped. A database that keeps what was
# prepared stays with the script.
drop_databases() {
	for tap_held in "$ASSAY_TEST_DATABASES"/*.db; do
		[ -e "$tap_held" ] || continue
		read -r tap_named <"$tap_held"
		case " $tap_keeping " in
		*" $tap_named "*) ;;
		*) give_back "$tap_named" ;;
		esac
	done
	rm -rf "$ASSAY_TEST_DATABASES"
}

give_back() { # database
	case $1 in
	assay_*) tap_emptied=$(on_server "$1" "SELECT recycled.put_back('nothing')") ;;
	*) tap_emptied= ;;
	esac
	if [ "$tap_emptied" = nothing ]; then
		: >"$ASSAY_TEST_SERVER.free/$1"
	else
		on_server postgres "DROP DATABASE $1 WITH (FORCE)"
	fi
}

# Keeps what a function has put into t.db, if there is a server and no other database.
keep_on_server() { # function
	[ -n "${ASSAY_TEST_SERVER:-}" ] || return 0
	set -- "$1" "$ASSAY_TEST_DATABASES"/*.db
	[ "$#" -eq 2 ] && [ -e "$ASSAY_TEST_DATABASES/t.db" ] || return
	read -r tap_named <"$2"
	case $tap_named in assay_*) ;; *) return 1 ;; esac
	on_server "$tap_named" "SELECT recycled.keep('$1 $$')" >/dev/null
	tap_keeping="$tap_keeping $tap_named"
	echo "$tap_named" >"$tap_folder/prepared-$1.database"
}

put_back_on_server() { # function
	[ -n "${ASSAY_TEST_SERVER:-}" ] || return
	read -r tap_named <"$tap_folder/prepared-$1.database"
	if [ "$(on_server "$tap_named" "SELECT recycled.put_back('$1 $$')")" = "$1 $$" ]; then
		echo "$tap_named" >"$ASSAY_TEST_DATABASES/t.db"
	else
		"$1"
	fi
}

on_server() { # database, statement
	"$ASSAY_TEST_PSQL" -qXAt "postgresql://assay@/$1?host=$ASSAY_TEST_SERVER" -c "$2"
}

of_files() { # why
	[ -z "${ASSAY_TEST_SERVER:-}" ] || {
		ASSAY=$ASSAY_TEST_PROGRAM
		tap_of_files=yes
	}
}

# --- A server ---------------------------------------------------------------

# Sets $url to a new, empty database on the script's own PostgreSQL (tests/support/postgresql.sh), or to a copy of
# another one, for the superuser `assay`. Without PostgreSQL it skips the test, so write `if new_database; then`. The
# first call in a script starts the server with $tap_server_settings.
new_database() { # [database to copy]
	[ -n "$tap_server" ] || start_server || {
		skip 'there is no PostgreSQL'
		return 1
	}
	tap_database=$((tap_database + 1))
	url="postgresql://assay@/postgres?host=$tap_server_folder"
	sql "CREATE DATABASE test_$tap_database TEMPLATE ${1:-template1} $tap_strategy" || exit 1
	url="postgresql://assay@/test_$tap_database?host=$tap_server_folder"
}

# Prints the URL of the same database for another user.
url_as() { # user
	echo "postgresql://$1@${url#*@}"
}

# Executes statements in $url or in another database. Prints one line per row, with | between the values.
sql() { # statements [url]
	"$tap_psql" -qXAt -v ON_ERROR_STOP=1 "${2:-$url}" -c "$1"
}

start_server() {
	tap_psql=$(sh "$SOURCE/tests/support/postgresql.sh" --programs 2>/dev/null)/psql || return 1
	tap_server_folder=${TMPDIR:-/tmp}/postgresql-$$
	# shellcheck disable=SC2086 # each word is an argument
	sh "$SOURCE/tests/support/postgresql.sh" "$tap_server_folder" $tap_server_settings &
	tap_server=$!
	tap_looks=0
	# Copied files take half the time of a copy by way of the server's log. PostgreSQL 14 always copies files.
	until tap_strategy=$(sql "SELECT 'STRATEGY file_copy' WHERE current_setting('server_version_num')::INT >= 150000" \
		"postgresql://assay@/postgres?host=$tap_server_folder" 2>"$tap_folder/stderr"); do
		tap_looks=$((tap_looks + 1))
		if [ $tap_looks -eq 1000 ] || ! kill -0 "$tap_server"; then
			cat "$tap_folder/stderr" >&2
			exit 1
		fi
		sleep 0.05
	done
}

stop_server() {
	[ -n "$tap_server" ] || return 0
	kill -QUIT "$tap_server"
	wait "$tap_server"
	rm -rf "$tap_server_folder"
}

# --- Actions ---------------------------------------------------------------

lines() { # file, line...: writes the lines into the file
	tap_file=$1
	shift
	printf '%s\n' "$@" >"$tap_file"
}

# Sets the lines that the next `run` reads from its standard input.
give() {
	tap_stdin=$tap_folder/stdin
	: >"$tap_stdin"
	[ $# -eq 0 ] || printf '%s\n' "$@" >"$tap_stdin"
}

run() { # command...
	tap_command=$*
	"$@" <"$tap_stdin" >"$tap_folder/stdout" 2>"$tap_folder/stderr"
	tap_status=$?
	tap_stdin=/dev/null
}

# Begins a test with the files that a function makes. It is called once in a script, and each test gets copies of its
# files.
prepared() { # function
	tap_copy=$tap_folder/prepared-$1
	if [ ! -d "$tap_copy" ]; then
		"$1"
		[ -s "$tap_folder/findings" ] || ! keep_on_server "$1" || cp -a . "$tap_copy"
	else
		cp -a "$tap_copy/." .
		put_back_on_server "$1"
	fi
}

# Print what the last `run` wrote, for checks that no expect_ function makes.
stdout() { cat "$tap_folder/stdout"; }
stderr() { cat "$tap_folder/stderr"; }

# Runs a step that must succeed for the test to make sense, but that is not what it tests.
must() { # command...
	run "$@"
	[ "$tap_status" -eq 0 ] || tap_complain 'status 0' "status $tap_status: $(stderr)"
}

# --- Expectations ----------------------------------------------------------
# The functions below read the files directly: stdout or stderr in a command substitution would cost one more process.

tap_complain() { # expected, got
	{
		echo "# command:  $tap_command"
		printf '%s\n' "$1" | sed '1s/^/# expected: /; 2,$s/^/#           /'
		printf '%s\n' "$2" | head -n 30 | sed '1s/^/# got:      /; 2,$s/^/#           /'
	} >>"$tap_folder/findings"
}

expect_status() { # number
	tap_expected=$((tap_expected + 1))
	[ "$tap_status" = "$1" ] || tap_complain "status $1" "status $tap_status: $(stderr)"
}

# Two texts are equal. If they do not come from a command, they must say what they are.
expect_equal() { # got, expected
	tap_expected=$((tap_expected + 1))
	[ "$1" = "$2" ] || tap_complain "$2" "$1"
}

expect_stdout() { # the whole text, without its last line end
	expect_equal "$(cat "$tap_folder/stdout")" "$1"
}

expect_stdout_line() { # line...: each must be a whole line of the output
	for tap_line in "$@"; do
		tap_expected=$((tap_expected + 1))
		grep -qxF -e "$tap_line" "$tap_folder/stdout" || tap_complain "the line $tap_line" "$(stdout)"
	done
}

# grep would treat a text of several lines as alternatives. Here such a text is never found.
tap_has() { # text file
	case $1 in
	*"$TAP_LINE_END"*) return 1 ;;
	*) grep -qF -e "$1" "$2" ;;
	esac
}

expect_stdout_has() { # text...: each must occur in some line
	for tap_text in "$@"; do
		tap_expected=$((tap_expected + 1))
		tap_has "$tap_text" "$tap_folder/stdout" || tap_complain "... $tap_text ..." "$(stdout)"
	done
}

expect_stdout_lacks() { # text...
	for tap_text in "$@"; do
		tap_expected=$((tap_expected + 1))
		! grep -qF -e "$tap_text" "$tap_folder/stdout" || tap_complain "no $tap_text" "$(stdout)"
	done
}

expect_stderr_has() { # text...
	for tap_text in "$@"; do
		tap_expected=$((tap_expected + 1))
		tap_has "$tap_text" "$tap_folder/stderr" || tap_complain "on stderr ... $tap_text ..." "$(stderr)"
	done
}

expect_stderr_lacks() { # text...
	for tap_text in "$@"; do
		tap_expected=$((tap_expected + 1))
		! grep -qF -e "$tap_text" "$tap_folder/stderr" || tap_complain "no $tap_text on stderr" "$(stderr)"
	done
}

expect_no_stderr() {
	expect_equal "$(cat "$tap_folder/stderr")" ''
}

# The command refused: it has this status, writes nothing to stdout, and writes one line to stderr that starts with
# "assay: " and contains each of the texts (file, line, what is wrong, what to do).
expect_refused() { # status, text...
	expect_status "$1"
	shift
	tap_expected=$((tap_expected + 1))
	[ ! -s "$tap_folder/stdout" ] || tap_complain 'nothing on stdout' "$(stdout)"
	{
		IFS= read -r tap_refusal
		! IFS= read -r tap_more && [ -z "$tap_more" ] || tap_complain 'one line on stderr' "$(stderr)"
	} <"$tap_folder/stderr"
	for tap_text in 'assay: ' "$@"; do
		case $tap_refusal in
		'assay: '*"${tap_text#assay: }"*) ;;
		*) tap_complain "on stderr ... $tap_text ..." "$(stderr)" ;;
		esac
	done
}

expect_same_file() { # file, file
	tap_expected=$((tap_expected + 1))
	cmp -s "$1" "$2" || tap_complain "$2 to be byte for byte $1" "$(cmp "$1" "$2" 2>&1)"
}

expect_missing() { # path...
	for tap_path in "$@"; do
		tap_expected=$((tap_expected + 1))
		[ ! -e "$tap_path" ] || tap_complain "no $tap_path" "$(ls -l "$tap_path")"
	done
}

# --- Ballots ---------------------------------------------------------------

# Prints the docids of the ballots that standard input has as JSON lines: one line per ballot, in the order of the
# slots.
docids() {
	awk '/^\{"ballot":/ {
		line = ""
		for (rest = $0; match(rest, /"docid":"[^"]*"/); rest = substr(rest, RSTART + RLENGTH))
			line = line (line == "" ? "" : " ") substr(rest, RSTART + 9, RLENGTH - 10)
		print line
	}'
}

# Prints the candidates of the first ballot of t.db, each with what put it into the pool.
origins() {
	must "$ASSAY" set t.db blind 0
	give q
	must "$ASSAY" label t.db --plain --annotator eve
	stdout | sed -n 's/^(docid \(.*\))$/\1/p' | sort
}

# Labels t.db as eve, or as the named annotator: all remaining ballots, or `number` ballots, in one session. The function
# gets the docids of a ballot, sorted, and prints the one it prefers, or nothing for "none".
label_by() { # function [number [annotator]]
	tap_command="label_by $*"
	mkfifo "$tap_folder/votes"
	{
		"$ASSAY" label t.db --json --annotator "${3:-eve}" <"$tap_folder/votes" 2>"$tap_folder/stderr" ||
			tap_complain 'status 0' "status $?: $(stderr)"
	} | {
		exec 3>"$tap_folder/votes"
		tap_left=${2:-1000}
		while IFS= read -r tap_line; do
			case $tap_line in
			'{"ballot":'*) if [ "$tap_left" -gt 0 ]; then vote_by "$1"; else echo '{"quit":true}'; fi >&3 ;;
			'{"error":'*) tap_complain 'an accepted vote' "$tap_line" ;;
			esac
		done
	}
	rm "$tap_folder/votes"
}

# Prints the vote for the ballot in $tap_line.
vote_by() { # function
	tap_left=$((tap_left - 1))
	tap_slots=$(printf '%s\n' "$tap_line" | docids)
	# shellcheck disable=SC2046,SC2086 # the docids are words
	tap_winner=$("$1" $(printf '%s\n' $tap_slots | sort))
	tap_vote=0
	tap_slot=0
	for tap_docid in $tap_slots; do
		tap_slot=$((tap_slot + 1))
		[ "$tap_docid" != "$tap_winner" ] || tap_vote=$tap_slot
	done
	echo "{\"vote\":$tap_vote}"
}
