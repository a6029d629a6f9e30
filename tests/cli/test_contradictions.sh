# `assay contradictions`: nearly equal documents that differ in facts, and what the votes chose.
. "$SOURCE/tests/support/tap.sh"

frame='Keep the receipt of what you bought. Items must be unused and in their original box.'

# t.db: r1 and r2 differ in a number, v1 and v2 in a negation, p1 and p2 are about two pumps, o is unrelated.
collection() {
	lines d.tsv "r1${TAB}$frame You may return items within 30 days of delivery." \
		"r2${TAB}$frame You may return items within 14 days of delivery." \
		"v1${TAB}$frame The seller may refuse the return." "v2${TAB}$frame The seller may not refuse the return." \
		"o${TAB}Filters are washed once a month and dried in the sun before they are put back."
	lines d.jsonl '{"_id":"p1","title":"Infusa 300","text":"Charge the pump with its own cable. Keep it dry. Call 4711 for help."}' \
		'{"_id":"p2","title":"Infusa 310","text":"Charge the pump with its own cable. Keep it dry. Call 4712 for help."}'
	lines q.tsv "q1${TAB}how long can I return it?" "q2${TAB}may the return be refused?"
	lines r.run 'q1 Q0 r1 1 2 r' 'q1 Q0 r2 2 1 r' 'q2 Q0 v1 1 2 r' 'q2 Q0 v2 2 1 r'
	must "$ASSAY" import t.db --documents d.tsv --documents d.jsonl --questions q.tsv --candidates r.run
	must "$ASSAY" set t.db ballot_size 2
	must "$ASSAY" set t.db overlap 1
}

# Functions for tap.sh's label_by.
first() { echo "$1"; }
second() { echo "$2"; }
# These choose the first document about refusals or about returns, otherwise none.
first_of_refusals() { case $1 in v1) echo v1 ;; esac }
first_of_returns() { case $1 in r1) echo r1 ;; esac }

found() { # word...: kind, documents and words of each difference
	run "$ASSAY" contradictions t.db --format tsv "$@"
	expect_status 0
	stdout | cut -f 1,2,3,8,9 | tr '\t' ' '
}

test_that 'different numbers and negations are found, different names with --all'
prepared collection
expect_equal "$(found | sort)" 'negation v1  v2 not
number r1 30 r2 14'
run "$ASSAY" contradictions t.db --format tsv
expect_stderr_has '1 more pair has titles that name two different things; --all also lists it'
expect_equal "$(found --all | sort)" 'negation v1  v2 not
number p1 4711 p2 4712
number r1 30 r2 14'
run "$ASSAY" contradictions t.db --all
expect_no_stderr

test_that 'contradictions on which votes disagree come first'
prepared collection
expect_equal "$(found | cut -d ' ' -f 1)" 'number
negation'
label_by second 2 ann
label_by first_of_refusals 2 ben
expect_equal "$(found | cut -d ' ' -f 1)" 'negation
number'

test_that 'the votes on both documents are shown with their questions'
prepared collection
label_by second 2 ann
label_by first_of_returns 2 ben
run "$ASSAY" contradictions t.db
expect_stdout_has 'r1 and r2'
expect_stdout_has '   Votes on ballots with both: document 1: 1, document 2: 1, neither: 0. Question: q1.'
expect_stdout_has '   number    1: You may return items within [30] days of delivery.'
expect_stdout_has '             2: You may return items within [14] days of delivery.'
expect_stdout_has '   Votes on ballots with both: document 1: 0, document 2: 1, neither: 1. Question: q2.'

test_that 'a tie of both documents counts half for each'
prepared collection
lines votes.jsonl '{"question":"q1","shown":["r1","r2"],"chosen":"r1","tie":"r2","annotator":"ann"}' \
	'{"question":"q1","shown":["r2","r1"],"chosen":"r1","annotator":"ben"}'
must "$ASSAY" import t.db --votes votes.jsonl
run "$ASSAY" contradictions t.db
expect_stdout_has '   Votes on ballots with both: document 1: 1, document 2: 0, neither: 1. Question: q1.'
run "$ASSAY" contradictions t.db --format json
expect_equal "$(stdout | tr -d ' \t' | grep -o '"wins_[12]":[0-9.]*' | head -n 2 | tr '\n' ' ')" '"wins_1":1.5 "wins_2":0.5 '

test_that 'an undone vote does not count'
prepared collection
give '{"vote":1}' '{"undo":true}'
must "$ASSAY" label t.db --json --annotator ann
run "$ASSAY" contradictions t.db
expect_stdout_has '   No vote yet.'

test_that 'only the text of HTML is compared'
lines d.jsonl '{"_id":"a","text":"<h1>Setting up</h1><p>Connect the sensor to port 3.</p><p class=\"x4\">Wait until the lamp is green.</p><p>Use the screws.</p>"}' \
	'{"_id":"b","text":"<h1>Setting up</h1><div>Connect the sensor to port 4.</div><div class=\"x5\">Wait until the lamp is green.</div><div>Use the screws.</div>"}'
must "$ASSAY" import t.db --documents d.jsonl
expect_equal "$(found)" 'number a 3 b 4'

test_that 'documents with the same text count as one'
lines d.tsv "a${TAB}$frame The rent is 700 euros a month." "b${TAB}$frame The rent is 700 euros a month." \
	"c${TAB}$frame The rent is 800 euros a month."
must "$ASSAY" import t.db --documents d.tsv
expect_equal "$(found)" 'number a 700 c 800'

test_that 'if nothing is found, the command says so'
lines d.tsv "a${TAB}$frame" "b${TAB}Filters are washed once a month."
must "$ASSAY" import t.db --documents d.tsv
run "$ASSAY" contradictions t.db
expect_stdout 'nothing found'

done_testing
