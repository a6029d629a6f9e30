# A large import into an existing file is committed in parts, so that others can vote in between. For the user it is one
# import.
. "$SOURCE/tests/support/tap.sh"

FEW=2500 # documents or votes, which are three parts

documents() { # text, number: as many lines
	awk -v text="$1" -v n="$2" 'BEGIN { for (i = 1; i <= n; i++) printf "d%d\t%s %d\n", i, text, i }'
}

new_database() {
	documents old "${1:-$FEW}" >old.tsv
	lines questions.tsv "q1${TAB}How does the hose come off?"
	lines bm25.run 'q1 Q0 d1 1 9.5 x' 'q1 Q0 d2 2 8.5 x' 'q1 Q0 d3 3 7.5 x' 'q1 Q0 d4 4 6.5 x'
	must "$ASSAY" import t.db --documents old.tsv --questions questions.tsv --candidates bm25.run
}

texts() { sqlite3 t.db 'SELECT docid, text FROM document ORDER BY document_id'; }
parts() { sqlite3 t.db 'SELECT count(*) FROM import'; }

test_that 'an import that makes the database is one transaction'
new_database
expect_equal "$(parts)" 1

test_that 'a small import is one part'
new_database 10
documents new 10 >new.tsv
must "$ASSAY" import t.db --documents new.tsv --replace
expect_equal "$(parts)" 2

test_that 'a large import is written in parts, but counted and undone as one'
new_database
texts >before
documents new "$FEW" >new.tsv
lines more.tsv "e1${TAB}one more"
run "$ASSAY" import t.db --documents new.tsv more.tsv --replace
expect_stdout_line "documents   1 added, $FEW replaced"
expect_equal "$(parts)" 4
run "$ASSAY" import t.db --undo
expect_stdout_line 'undone: the import of new.tsv, more.tsv' 'documents   1 deleted' "texts       $FEW as they were before"
texts >after
expect_same_file before after
expect_equal "$(parts)" 1
run "$ASSAY" check t.db
expect_status 0

test_that 'parts that add nothing leave nothing to undo'
new_database
run "$ASSAY" import t.db --documents old.tsv
expect_stdout_line "documents   0 added, $FEW already there"
expect_equal "$(parts)" 1

test_that 'undo restores documents that came twice in parts of one import'
new_database
texts >before
documents new "$FEW" >new.tsv
documents newer "$FEW" >newer.tsv
must "$ASSAY" import t.db --documents new.tsv newer.tsv --replace
must "$ASSAY" import t.db --undo
texts >after
expect_same_file before after

test_that 'an import that fails in a later part leaves the database as it was'
new_database
texts >before
documents other "$FEW" | sed 's/^d/e/' >other.tsv
lines bad.tsv "d9${TAB}another text"
run "$ASSAY" import t.db --documents other.tsv bad.tsv
expect_refused 1 "bad.tsv:1: document 'd9' has other content than in t.db"
expect_stderr_lacks 'the parts of the import'
texts >after
expect_same_file before after
expect_equal "$(parts)" 1

test_that 'an import that fails after a part with only sources restores the sources'
new_database
awk -v n="$FEW" 'BEGIN { for (i = 1; i <= n; i++) printf "q1 Q0 d%d %d %d x\n", i, i, n - i }' >all.run
must "$ASSAY" import t.db --candidates all.run --depth "$FEW"
sources() { sqlite3 t.db 'SELECT count(*), count(DISTINCT source) FROM candidate_source'; }
sources >before
cp all.run second.run
cp all.run third.run
lines unknown.run 'q1 Q0 nowhere 1 5 x'
run "$ASSAY" import t.db --candidates second.run third.run unknown.run --depth "$FEW"
expect_refused 1 'unknown.run: 1 candidate names what is not in the database'
expect_stderr_lacks 'the parts of the import'
sources >after
expect_same_file before after

test_that 'votes before a faulty line are kept, and the same file adds the rest later'
new_database
awk -v n="$FEW" 'BEGIN {
	for (i = 1; i <= n; i++)
		printf "{\"question\":\"q1\",\"shown\":[\"d1\",\"d2\"],\"chosen\":\"d%d\",\"annotator\":\"a%d\"}\n", i == 2200 ? 3 : 1, i
}' >votes.jsonl
run "$ASSAY" import t.db --votes votes.jsonl
expect_refused 1 'votes.jsonl:2200: "chosen" is' 'the parts of the import before that are stored'
expect_equal "$(sqlite3 t.db 'SELECT count(*) FROM answer')" 2000
expect_equal "$(parts)" 9 # of 250 votes each, and the one that made the database
run "$ASSAY" check t.db
expect_status 0
sed 's/"d3"/"d2"/' votes.jsonl >right.jsonl
run "$ASSAY" import t.db --votes right.jsonl
expect_stdout_line 'votes       500 added, 2000 already there'

test_that 'an import resumes where a killed one stopped'
new_database
texts >before
documents new "$FEW" >new.tsv
must "$ASSAY" import t.db --documents new.tsv --replace
texts >whole
sqlite3 t.db "DELETE FROM replaced_document WHERE import_id = (SELECT max(import_id) FROM import);
	DELETE FROM import WHERE import_id = (SELECT max(import_id) FROM import);
	UPDATE document SET text = 'old' || substr(text, 4) WHERE document_id > 2000"
run "$ASSAY" import t.db --documents new.tsv --replace
expect_stdout_line 'documents   0 added, 500 replaced, 2000 already there'
texts >after
expect_same_file whole after
must "$ASSAY" import t.db --undo
must "$ASSAY" import t.db --undo
texts >after
expect_same_file before after

done_testing
