# `assay log`: who changed a database, how and when.
. "$SOURCE/tests/support/tap.sh"

project() {
	lines d.tsv "d1${TAB}1" "d2${TAB}2" "d3${TAB}3"
	lines q.tsv "q1${TAB}one?" "q2${TAB}two?"
	lines a.run 'q1 Q0 d1 1 9 a' 'q1 Q0 d2 2 8 a' 'q1 Q0 d3 3 7 a' 'q2 Q0 d1 1 9 a' 'q2 Q0 d2 2 8 a'
	must "$ASSAY" import t.db --documents d.tsv --questions q.tsv --candidates a.run
}

# Prints what was done, one line each.
log_of() { # database
	"$ASSAY" log "$1" --format tsv | cut -f 3 | sed 's/postgresql:[^ ]*/t.db/'
}

test_that 'each command that changed something has a row, and no other command'
prepared project
must "$ASSAY" set t.db
must "$ASSAY" set t.db impressions 3
run "$ASSAY" set t.db impressions many
expect_status 2
must "$ASSAY" import t.db --candidates a.run --dry-run
lines bad.run 'q1 Q0 nobody 1 9 b'
run "$ASSAY" import t.db --candidates bad.run
expect_status 1
give '{"vote":1}' '{"undo":true}'
must "$ASSAY" label t.db --json --annotator eve
must "$ASSAY" status t.db
must "$ASSAY" check t.db
must "$ASSAY" remove t.db questions q2
expect_equal "$(log_of t.db)" 'import t.db --documents d.tsv --questions q.tsv --candidates a.run
set t.db impressions 3
remove t.db questions q2'

test_that 'a row tells the time and who it was'
prepared project
run "$ASSAY" log t.db --format tsv
expect_equal "$(stdout | grep -cE "^20[0-9]{2}-[0-9]{2}-[0-9]{2} [0-9:]{8} UTC$TAB(assay|$(id -un))${TAB}import ")" 1
run "$ASSAY" log t.db
expect_stdout_has 'time                     who'

test_that 'a copy keeps the log, and a merge joins the logs, each event once'
prepared project
must "$ASSAY" copy t.db other.db
must "$ASSAY" set t.db impressions 3
must "$ASSAY" set other.db impressions 3
must "$ASSAY" merge merged.db t.db other.db
expect_equal "$("$ASSAY" log merged.db --format tsv | cut -f 3 | sed 's/ .*//' | tr '\n' ' ')" 'import copy set set merge '
run "$ASSAY" check merged.db
expect_stdout ok

test_that 'a long call is cut off between two characters'
prepared project
mkdir ü
lines ü/q.tsv "q1${TAB}one?"
must "$ASSAY" import t.db --questions "$(printf 'ü/../%.0s' $(seq 300))ü/q.tsv"
"$ASSAY" log t.db --format tsv | tail -n 1 | cut -f 3 >said
expect_equal "$(tail -c 4 said)" '…'
expect_equal "$(iconv -f UTF-8 -t UTF-8 said | wc -c)" "$(wc -c <said)"

test_that 'a repair is in the log'
of_files 'the tables of a file are damaged'
project
sqlite3 t.db 'UPDATE progress SET ballots_left = 7'
run "$ASSAY" check t.db --repair
expect_equal "$(log_of t.db | tail -n 1)" 'check t.db --repair'

done_testing
