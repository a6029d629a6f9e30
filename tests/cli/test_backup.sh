# `assay backup`: a complete, checked copy, which never replaces a more valuable file.
. "$SOURCE/tests/support/tap.sh"

database() { # name
	lines d.tsv "d1${TAB}1" "d2${TAB}2" "d3${TAB}3" "d4${TAB}4"
	lines q.tsv "q1${TAB}one?" "q2${TAB}two?"
	lines a.run 'q1 Q0 d1 1 9 a' 'q1 Q0 d2 2 8 a' 'q1 Q0 d3 3 7 a' 'q2 Q0 d2 1 9 a' 'q2 Q0 d4 2 8 a'
	must "$ASSAY" import "$1" --documents d.tsv --questions q.tsv --candidates a.run
}

answer() { # database, request...
	tap_database=$1
	shift
	give "$@"
	must "$ASSAY" label "$tap_database" --json --annotator eve
}

exports() { # database
	"$ASSAY" export "$1" qrels && "$ASSAY" export "$1" votes
}

test_that 'a backup is a database with all of its answers'
database t.db
answer t.db '{"vote":1}' '{"undo":true}' '{"vote":0}' '{"skip":"cannot tell"}'
run "$ASSAY" backup t.db copy.db
expect_status 0
expect_no_stderr
expect_stdout '3 answers, 1 vote; checked'
expect_equal "$(exports copy.db)" "$(exports t.db)"
run "$ASSAY" check copy.db
expect_stdout ok

test_that 'a backup is its owner'\''s alone, one file, and nothing is left beside it'
database t.db
chmod 666 t.db
must "$ASSAY" backup t.db copy.db
expect_equal "$(stat -c %a copy.db)" 600
expect_equal "$(ls)" "$(printf '%s\n' a.run copy.db d.tsv q.tsv t.db)"

test_that 'a backup contains what the -wal of an open session holds'
database t.db
mkfifo in
"$ASSAY" label t.db --json --annotator eve <in >out 2>&1 &
exec 3>in
printf '{"vote":1}\n' >&3
while ! grep -q '"saved"' out; do :; done
run "$ASSAY" backup t.db copy.db
expect_stdout '1 answer, 1 vote; checked'
printf '{"vote":2}\n' >&3
exec 3>&-
wait
expect_equal "$("$ASSAY" export t.db votes | wc -l) $("$ASSAY" export copy.db votes | wc -l)" '2 1'

# SQLite alone would mix the pages of that -wal into the backup.
test_that 'a backup in the place of a database that was killed is not mixed with its -wal'
database t.db
must "$ASSAY" backup t.db copy.db
mkfifo in
"$ASSAY" label t.db --json --annotator eve <in >out 2>&1 &
session=$!
exec 3>in
printf '{"vote":1}\n' >&3
while ! grep -q '"saved"' out; do :; done
kill -9 $session
wait $session 2>/dev/null
exec 3>&-
cp copy.db t.db
for arguments in 'status t.db' 'check t.db' 'export t.db votes' 'label t.db --json'; do
	# shellcheck disable=SC2086
	run "$ASSAY" $arguments
	expect_refused 1 't.db: t.db-wal belongs to another database' 'move t.db-wal away'
done
expect_same_file copy.db t.db
mkdir away && mv t.db-* away
run "$ASSAY" check t.db
expect_stdout ok
expect_equal "$("$ASSAY" export t.db votes | wc -l)" 0

test_that 'an earlier backup is replaced'
database t.db
must "$ASSAY" backup t.db copy.db
answer t.db '{"vote":1}'
run "$ASSAY" backup t.db copy.db
expect_stdout '1 answer, 1 vote; checked'
expect_equal "$("$ASSAY" export copy.db votes | wc -l)" 1

test_that 'a file with votes of its own is replaced only with --force'
database t.db
must "$ASSAY" backup t.db copy.db
answer copy.db '{"vote":1}'
cp copy.db before
run "$ASSAY" backup t.db copy.db
expect_refused 1 'copy.db: this file has an answer that t.db does not' '--force'
expect_same_file before copy.db
run "$ASSAY" backup t.db copy.db --force
expect_status 0
expect_stdout '0 answers, 0 votes; checked'

test_that 'a database of other questions is replaced only with --force'
database t.db
lines q.tsv "q9${TAB}nine?"
must "$ASSAY" import other.db --documents d.tsv --questions q.tsv
cp other.db before
run "$ASSAY" backup t.db other.db
expect_refused 1 'other.db: this file has a question that t.db does not have, q9' '--force'
expect_same_file before other.db

test_that 'a copy with judgments of its own is replaced only with --force'
database t.db
must "$ASSAY" backup t.db copy.db
lines g.qrels 'q1 0 d1 1'
must "$ASSAY" import copy.db --judgments g.qrels --as experts
run "$ASSAY" backup t.db copy.db
expect_refused 1 'copy.db: this file has an import that t.db does not have, g.qrels' '--force'
must "$ASSAY" backup t.db copy.db --force

test_that 'a copy with votes of a model is replaced only with --force'
database t.db
must "$ASSAY" judge t.db m1 'while read -r line; do echo "{\"vote\":1}"; done' --ballots 1
must "$ASSAY" backup t.db copy.db
run "$ASSAY" backup t.db copy.db
expect_status 0
must "$ASSAY" judge copy.db m1 'while read -r line; do echo "{\"vote\":1}"; done'
run "$ASSAY" backup t.db copy.db
expect_refused 1 'copy.db: this file has a vote of a model that t.db does not have, m1' '--force'

test_that 'a file that is not a database is replaced only with --force'
database t.db
lines notes 'dear diary'
run "$ASSAY" backup t.db notes
expect_refused 1 'notes: this file is not a backup' '--force'
expect_equal "$(cat notes)" 'dear diary'

test_that 'an open database is not replaced, not even with --force'
database t.db
must "$ASSAY" backup t.db copy.db
mkfifo in
"$ASSAY" label copy.db --json --annotator eve <in >out 2>&1 &
exec 3>in
while ! [ -s out ]; do :; done
run "$ASSAY" backup t.db copy.db
expect_refused 1 'is in use' 'copy.db-wal'
run "$ASSAY" backup t.db copy.db --force
expect_refused 1 'is in use' 'copy.db-wal'
printf '{"vote":1}\n' >&3
exec 3>&-
wait
expect_equal "$("$ASSAY" export copy.db votes | wc -l)" 1

test_that 'a backup cannot replace its own database or the files beside it'
database t.db
for name in t.db ./t.db; do
	run "$ASSAY" backup t.db "$name" --force
	expect_refused 2 't.db: this file belongs to the database itself'
done
run "$ASSAY" check t.db
expect_stdout ok

test_that 'a link is followed, and stays one'
database t.db
mkdir disk
must "$ASSAY" backup t.db disk/copy.db
ln -s disk/copy.db copy.db
answer t.db '{"vote":1}'
run "$ASSAY" backup t.db copy.db
expect_stdout '1 answer, 1 vote; checked'
expect_equal "$(readlink copy.db) $("$ASSAY" export disk/copy.db votes | wc -l)" 'disk/copy.db 1'

test_that 'standard output, a folder, and a folder that is not there are refused'
database t.db
mkdir folder
run "$ASSAY" backup t.db -
expect_refused 2 "'-' can't be a backup; name a file"
run "$ASSAY" backup t.db folder
expect_refused 1 'folder: not a file'
run "$ASSAY" backup t.db missing/copy.db
expect_refused 1 'no backup was made' 'missing/copy.db' 'No such file or directory'
run "$ASSAY" backup t.db
expect_refused 2 'FILE is missing'

test_that 'a damaged database does not replace an earlier backup'
database t.db
answer t.db '{"vote":1}'
must "$ASSAY" backup t.db copy.db
cp copy.db before
sqlite3 t.db 'UPDATE progress SET ballots_done = 7'
run "$ASSAY" backup t.db copy.db
expect_refused 1 'no backup was made' 't.db: 1 thing is wrong' 'assay check'
expect_same_file before copy.db

test_that 'if a backup hits the size limit, the earlier one stays and nothing else'
database t.db
must "$ASSAY" backup t.db copy.db
answer t.db '{"vote":1}'
cp copy.db before
names=$(ls)
run sh -c 'ulimit -f 100; exec "$0" backup t.db copy.db' "$ASSAY"
expect_refused 1 'no backup was made' 'copy.db.' 'the file would become larger'
expect_same_file before copy.db
expect_equal "$(ls)" "$names"

test_that 'file names are taken literally'
database "it's.db"
run "$ASSAY" backup "it's.db" "file:a 'copy'?mode=memory"
expect_stdout '0 answers, 0 votes; checked'
run "$ASSAY" check "file:a 'copy'?mode=memory"
expect_stdout ok

test_that 'a database that may only be read can be backed up'
database t.db
chmod 444 t.db
run "$ASSAY" backup t.db copy.db
expect_status 0
expect_stdout '0 answers, 0 votes; checked'

done_testing
