#!/bin/sh
# Runs assay with its databases on the server of the test run, for tests of whole commands that only know files. A word
# NAME.db becomes a database on the server, which is created when it is first named. In the output it is called NAME.db
# again.
#
#   tests/support/on-server.sh WORD...
#
# $ASSAY_TEST_SERVER is the folder of the server, $ASSAY_TEST_PROGRAM assay, and $ASSAY_TEST_PSQL psql.
# $ASSAY_TEST_DATABASES is a folder of the test with one file for each database that was created. The name of this
# folder is the prefix of the names of these databases on the server.

make_database() { # name
	case $("$ASSAY_TEST_PSQL" --version) in
	*' 14.'*) how= ;;
	*) how='STRATEGY file_copy' ;; # takes half the time
	esac
	"$ASSAY_TEST_PSQL" -qX "postgresql://assay@/postgres?host=$ASSAY_TEST_SERVER" -c "CREATE DATABASE $1 $how"
}

prefix=$(basename "$ASSAY_TEST_DATABASES" | tr -c 'a-zA-Z0-9\n' _ | tr 'A-Z' 'a-z')
back=
folder=$(mktemp -d "$ASSAY_TEST_DATABASES/said.XXXXXX") || exit 1
trap 'rm -rf "$folder"' EXIT

n=$#
for word in "$@"; do
	case $word in
	*.db | *.db:*)
		file=${word%%.db*}.db # the word is a path, or a path with an annotator whose grades are meant
		name=$(basename "$file" .db)
		database=${prefix}_$(printf %s "$name" | tr -c 'a-z0-9' _)
		if [ ! -e "$ASSAY_TEST_DATABASES/$database" ]; then
			: >"$ASSAY_TEST_DATABASES/$database"
			make_database "$database" || exit 1
		fi
		url="postgresql://assay@/$database?host=$ASSAY_TEST_SERVER"
		back="$back;s|$url|$file|g;s|localhost/$database|$file|g"
		word=$url${word#"$file"}
		;;
	esac
	set -- "$@" "$word"
done
shift "$n"

mkfifo "$folder/stdout" "$folder/stderr"
LC_ALL=C sed -u "$back" <"$folder/stdout" &
LC_ALL=C sed -u "$back" <"$folder/stderr" >&2 &
"$ASSAY_TEST_PROGRAM" "$@" >"$folder/stdout" 2>"$folder/stderr"
status=$?
wait
exit $status
