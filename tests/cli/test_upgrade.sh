# Files made by another version of assay: `assay upgrade` brings them up to date, or the next write does if their tables
# are the same.
. "$SOURCE/tests/support/tap.sh"

next=$(dirname "$ASSAY")/tests/upgrade/next       # its tables have version 2
patched=$(dirname "$ASSAY")/tests/upgrade/patched # it has another trigger and another view
older='made by an older assay (schema 1, this assay has 2); upgrade it with `assay upgrade t.db`'

# Makes t.db with some votes, a journal and a baseline, with this program.
project() { # program
	lines d.tsv "d1${TAB}1" "d2${TAB}2" "d3${TAB}3" "d4${TAB}4"
	lines q.tsv "q1${TAB}one?" "q2${TAB}two?"
	for question in 1 2; do
		for document in 1 2 3 4; do echo "q$question Q0 d$document $document $((9 - document)) a"; done
	done >a.run
	must "$1" import t.db --documents d.tsv --questions q.tsv --candidates a.run
	must "$1" set t.db journal votes.jsonl
	give '{"vote":1}' '{"vote":2,"note":"why"}' '{"skip":"later"}'
	must "$1" label t.db --json --annotator eve
}

exports() { # program, database
	"$1" export "$2" votes 2>&1 && "$1" export "$2" qrels 2>&1
}

content() { # database
	sqlite3 "$1" .dump | grep -v "INTO event VALUES.*'upgrade "
}

test_that 'every command names the upgrade of an older file and leaves it unchanged'
project "$ASSAY"
content t.db >before
for command in 'status t.db' 'label t.db --json' 'export t.db qrels' 'import t.db --documents d.tsv' 'check t.db' 'check t.db --repair' \
	'set t.db' 'set t.db impressions 3' 'backup t.db copy.db' 'merge merged.db t.db t.db' 'copy t.db other.db' 'eval t.db a.run'; do
	# shellcheck disable=SC2086 # each word is an argument
	run "$next" $command
	expect_refused 1 "$older"
done
content t.db >after
expect_same_file before after
expect_equal "$(ls ./*.db*)" ./t.db

test_that 'an upgrade keeps a copy of the old file and loses nothing'
project "$ASSAY"
exports "$ASSAY" t.db >before
chmod 640 t.db
run "$next" upgrade t.db
expect_status 0
expect_no_stderr
expect_stdout 't.db: upgraded from schema 1 to 2; the old file is kept as t.db.version-1'
exports "$next" t.db >after
expect_same_file before after
run "$next" check t.db
expect_stdout ok
expect_equal "$(sqlite3 t.db 'SELECT group_concat(DISTINCT hue) FROM question')" red
expect_equal "$(stat -c %a t.db.version-1)" 640
exports "$ASSAY" t.db.version-1 >after
expect_same_file before after
give '{"vote":3}'
run "$next" label t.db --json --annotator eve
expect_stdout_has '"saved"'
run "$next" upgrade t.db
expect_stdout 't.db: up to date (schema 2)'
for command in status upgrade; do
	run "$ASSAY" $command t.db
	expect_refused 1 'made by a newer assay (schema 2, this assay knows 1); update this assay'
done

test_that 'an upgraded file has the tables of a new one'
project "$ASSAY"
must "$next" upgrade t.db
must "$next" import new.db --documents d.tsv
schema() { sqlite3 "$1" "SELECT type, name, sql FROM sqlite_schema ORDER BY type, name; SELECT made_of FROM assay_schema; PRAGMA user_version"; }
schema t.db >said
schema new.db >wanted
expect_same_file said wanted

test_that 'a dry run prints the SQL of the upgrade and changes nothing'
project "$ASSAY"
cp t.db other.db
content t.db >before
run "$next" upgrade t.db --dry-run
expect_status 0
stdout >upgrade.sql
content t.db >after
expect_same_file before after
expect_equal "$(ls ./*.db*)" "$(printf '%s\n' ./other.db ./t.db)"
sqlite3 -bail other.db <upgrade.sql
must "$next" upgrade t.db
content t.db >done
content other.db >by_hand
expect_same_file done by_hand
run "$next" check other.db
expect_stdout ok
run "$next" upgrade t.db --dry-run
expect_stdout 't.db: up to date (schema 2)'

test_that 'a failed upgrade leaves the file unchanged and no copy'
project "$ASSAY"
sqlite3 t.db 'CREATE TABLE colour (mine)'
content t.db >before
run "$next" upgrade t.db
expect_refused 1 'the database could not be upgraded, and is unchanged: ' 'table colour already exists'
content t.db >after
expect_same_file before after
expect_missing t.db.version-1

test_that 'without a copy there is no upgrade, and a copy overwrites no file'
project "$ASSAY"
content t.db >before
mkdir t.db.version-1.part
run "$next" upgrade t.db
expect_refused 1 'no copy of the database could be kept, so it was not upgraded'
content t.db >after
expect_same_file before after
rmdir t.db.version-1.part
echo mine >t.db.version-1
run "$next" upgrade t.db
expect_stdout_has 'kept as t.db.version-1.2'
expect_equal "$(cat t.db.version-1)" mine

test_that 'of several simultaneous upgrades only one does the work'
project "$ASSAY"
for n in 1 2 3; do "$next" upgrade t.db >"out.$n" 2>&1 & done
wait
# Who waited long was told so.
expect_equal "$(cat out.* | grep -v '^assay: waiting for another program that writes' | sort)" 't.db: up to date (schema 2)
t.db: up to date (schema 2)
t.db: upgraded from schema 1 to 2; the old file is kept as t.db.version-1'
run "$next" check t.db
expect_stdout ok

test_that 'an open session of the older assay saves nothing after the upgrade'
project "$ASSAY"
mkfifo in
"$ASSAY" label t.db --json --annotator max <in >out 2>&1 &
exec 3>in
printf '{"vote":1}\n' >&3
while ! grep -q '"saved"' out; do :; done
must "$next" upgrade t.db
exports "$next" t.db >before
printf '{"vote":2}\n' >&3
exec 3>&-
wait
expect_equal "$(grep -c 'a newer assay has upgraded the database meanwhile; this was not saved' out)" 1
exports "$next" t.db >after
expect_same_file before after

test_that 'triggers and views of another assay are updated by a write, not by a read'
project "$patched"
exports "$patched" t.db >before
run "$ASSAY" status t.db
expect_status 0
expect_no_stderr
run "$ASSAY" set t.db impressions 3
expect_status 0
expect_stderr_has 't.db: updated for this assay: triggers, views'
run "$ASSAY" check t.db
expect_stdout ok
expect_equal "$(sqlite3 t.db "SELECT count(*) FROM sqlite_schema WHERE name = 'setting_is_seen'")" 0
exports "$ASSAY" t.db >after
expect_same_file before after
run "$ASSAY" set t.db impressions 4
expect_no_stderr
run "$patched" upgrade t.db
expect_stdout 't.db: updated: triggers, views'
expect_equal "$(ls ./*.db*)" ./t.db

test_that 'another view is updated before anything is read through it'
project "$ASSAY"
sqlite3 t.db "DROP VIEW pooled_candidate; CREATE VIEW pooled_candidate AS SELECT * FROM candidate WHERE false;
	UPDATE assay_schema SET made_of = replace(made_of, 'views=', 'views=0')"
run "$ASSAY" status t.db
expect_refused 1 't.db: another version of assay has made its views; upgrade it with `assay upgrade t.db`'
run "$ASSAY" upgrade t.db
expect_stdout 't.db: updated: views'
run "$ASSAY" status t.db
expect_stdout_has 'candidates  8'

test_that 'an earlier assay does not replace triggers of a later one'
project "$patched"
sqlite3 t.db "UPDATE assay_schema SET made_of = replace(made_of, 'assay=1.', 'assay=10.')"
run "$ASSAY" label t.db --json
expect_refused 1 't.db: assay 10.' ' has made its triggers, views; update this assay'

test_that 'different tables of the same version are refused'
project "$ASSAY"
sqlite3 t.db "ALTER TABLE annotator ADD COLUMN age INTEGER; UPDATE assay_schema SET made_of = replace(made_of, 'tables=', 'tables=0')"
for command in 'status t.db' 'label t.db --json' 'upgrade t.db'; do
	# shellcheck disable=SC2086 # each word is an argument
	run "$ASSAY" $command
	expect_refused 1 't.db: its tables differ from those of this assay, although both have version 1; use the assay 1.' ' that made them'
done

test_that 'a missing trigger of this assay is reported as damage'
project "$ASSAY"
sqlite3 t.db 'DROP TRIGGER answer_is_never_deleted'
run "$ASSAY" label t.db --json
expect_refused 1 'the file is damaged: the trigger answer_is_never_deleted is missing' 'check t.db --repair'

test_that 'a setting of a newer assay is not reported as damage'
project "$ASSAY"
sqlite3 t.db "INSERT INTO setting VALUES ('colour', 'red')"
for command in 'status t.db' 'label t.db --json' 'export t.db qrels'; do
	# shellcheck disable=SC2086 # each word is an argument
	run "$ASSAY" $command
	expect_refused 1 "t.db: a newer assay has set 'colour', and this assay has no such setting; update this assay"
done

test_that 'the journal and the baseline of an older assay are read'
project "$ASSAY"
exports "$ASSAY" t.db >before
must "$ASSAY" gate t.db a.run --save baseline.tsv
must "$next" import new.db --documents d.tsv --questions q.tsv --candidates a.run --votes votes.jsonl
exports "$next" new.db >after
expect_same_file before after
must "$next" upgrade t.db
run "$next" gate t.db baseline.tsv a.run
expect_stdout_has 'not worse'

done_testing
