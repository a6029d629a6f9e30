#!/bin/sh
# Runs assay with its databases on the server of the test run, for tests of whole commands that only know files. A word
# NAME.db becomes a database on the server, which is created when it is first named. In the output it is called NAME.db
# again.
#
#   tests/support/on-server.sh WORD...
#
# $ASSAY_TEST_SERVER is the folder of the server, $ASSAY_TEST_PROGRAM assay, and $ASSAY_TEST_PSQL psql.
# $ASSAY_TEST_DATABASES is a folder of the test. Its file NAME.db has the name of the database on the server.
# The folder $ASSAY_TEST_SERVER.free has an empty file of the name of each database with assay's tables that no test
# uses now.

# A database that is imported into has assay's tables already, because to make them takes longer than most tests. Other
# databases are empty.
hold_database() { # file
	how=
	name=test_${ASSAY_TEST_DATABASES##*_}_$$
	if [ "$command" = import ]; then
		for free in "$ASSAY_TEST_SERVER.free"/*; do
			mv "$free" "$1" 2>/dev/null || continue # another test was faster
			echo "${free##*/}" >"$1"
			return
		done
		how='TEMPLATE assay_tables'
		name=assay_$name
	fi
	case $("$ASSAY_TEST_PSQL" --version) in
	*' 14.'*) ;;
	*) how="$how STRATEGY file_copy" ;; # takes half the time
	esac
	"$ASSAY_TEST_PSQL" -qX "postgresql://assay@/postgres?host=$ASSAY_TEST_SERVER" -c "CREATE DATABASE $name $how" || exit 1
	echo "$name" >"$1"
}

back=
command=$1
for word in "$@"; do
	case $word in
	*.db | *.db:*)
		file=${word%%.db*}.db # the word is a path, or a path with an annotator whose grades are meant
		held=$ASSAY_TEST_DATABASES/${file##*/}
		[ -e "$held" ] || hold_database "$held"
		read -r database <"$held"
		url="postgresql://assay@/$database?host=$ASSAY_TEST_SERVER"
		back="$back;s|$url|$file|g;s|localhost/$database|$file|g"
		word=$url${word#"$file"}
		;;
	esac
	set -- "$@" "$word"
	shift
done
[ -n "$back" ] || exec "$ASSAY_TEST_PROGRAM" "$@"

said=$ASSAY_TEST_DATABASES/said-$$
mkfifo "$said-stdout" "$said-stderr"
LC_ALL=C sed -u "$back" <"$said-stdout" &
LC_ALL=C sed -u "$back" <"$said-stderr" >&2 &
"$ASSAY_TEST_PROGRAM" "$@" >"$said-stdout" 2>"$said-stderr"
status=$?
wait
rm "$said-stdout" "$said-stderr"
exit $status
