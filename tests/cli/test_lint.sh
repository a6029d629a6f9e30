# `assay lint`: each kind of finding, and ground truth without findings.
. "$SOURCE/tests/support/tap.sh"

# A collection without findings: t.db, and its judgments t.qrels.
collection() {
	lines d.tsv "d1${TAB}cut the split end off with a knife and warm the hose in hot water" "d2${TAB}filters are washed once a month" \
		"d3${TAB}the fan is loud when its wheel is dirty" "d4${TAB}prices of spare parts"
	lines q.tsv "q1${TAB}why does my hose leak?" "q2${TAB}what makes the fan so loud at night?"
	lines t.qrels 'q1 0 d1 2' 'q1 0 d2 0' 'q2 0 d3 1'
}

make_collection() {
	must "$ASSAY" import t.db --documents d.tsv --questions q.tsv
}

lint() { # word...
	run "$ASSAY" lint t.qrels --collection t.db "$@"
}

# Compares the rows of the table: kind, id, other.
expect_findings() { # rows
	expect_status "$([ -n "$1" ] && echo 3 || echo 0)"
	expect_equal "$(stdout | cut -f 1-3 | tr '\t' ' ' | sed 's/ *$//')" "$1"
}

test_that 'a sound collection has no findings'
collection
make_collection
lint
expect_status 0
expect_stdout 'nothing found'
expect_no_stderr

test_that 'a kind of finding that needs texts is refused without them'
collection
make_collection
run "$ASSAY" lint t.qrels --only leak
expect_refused 2 '--only leak: this kind of finding needs questions and documents'
run "$ASSAY" lint t.qrels --only no-relevant
expect_status 0
lint --only leak
expect_status 0
lint --only leak --except leak
expect_refused 2 '--only and --except leave nothing to look for'

test_that 'without votes a remark says so and names the judgments to check'
collection
must "$ASSAY" import c.db --documents d.tsv --questions q.tsv
run "$ASSAY" lint c.db
expect_status 0
expect_stderr_has 'c.db: no question has a vote yet: only questions and documents were checked'
lines j.qrels 'q1 0 d1 1'
must "$ASSAY" import c.db --judgments j.qrels --as gold
run "$ASSAY" lint c.db
expect_stderr_has 'only questions and documents were checked; --judgments NAME checks the judgments of gold'

test_that 'a question that repeats another in other case and signs is found'
collection
echo "q3${TAB}Why does my hose leak" >>q.tsv
make_collection
lint --format tsv
expect_findings 'duplicate q3 q1'

test_that 'a question that shares nearly all words with another is found'
collection
echo "q3${TAB}what makes the fan so loud at midnight, night?" >>q.tsv
make_collection
lint --format tsv
expect_findings 'near-duplicate q3 q2'
expect_stdout_has '0.89 of the words'

# The third question resembles only the second, which resembles the first.
test_that 'a chain of similar questions is found link by link'
collection
same='cordless rinsing gasket nozzle impeller strainer solenoid thermostat'
lines q.tsv "q1${TAB}$same water filter" "q2${TAB}$same water hose" "q3${TAB}$same motor hose"
for i in 4 5 6 7 8; do echo "q$i${TAB}water filter hose motor of machine $i, where do they go?" >>q.tsv; done
make_collection
lint --format tsv --only near-duplicate
expect_stdout_has "near-duplicate${TAB}q2${TAB}q1${TAB}" "near-duplicate${TAB}q3${TAB}q2${TAB}"

test_that 'of many questions with nearly the same words each is named once'
collection
awk 'BEGIN { for (i = 3; i < 2600; i++) printf "q%d\thow do I reset the filter of my machine when it does not start again after x%d\n", i, i }' >>q.tsv
make_collection
lint --format tsv --only near-duplicate
expect_equal "$(stdout | grep -c "^near-duplicate${TAB}")" 2596
expect_equal "$(stdout | cut -f 3 | sort -u | grep q)" q3

test_that 'questions that share half of their words are not near duplicates'
collection
echo "q3${TAB}what makes the fan so dirty in the end?" >>q.tsv
make_collection
lint --format tsv
expect_findings ''

test_that 'remains of a template are found'
collection
printf 'q%s\t%s\n' 3 'question1' 4 'Questions' 5 'Here are 5 questions about hoses:' 6 'What is {question}?' \
	7 'A question about a test of hoses' >>q.tsv
make_collection
lint --format tsv
expect_findings 'template q3
template q4
template q5
template q6'

test_that 'questions with hardly a word are found, except codes'
collection
printf 'q%s\t%s\n' 3 '?!' 4 'a' 5 'E10' >>q.tsv
make_collection
lint --format tsv
expect_findings 'short q3
short q4'

test_that 'a question that is copied from its document'
collection
echo "q3${TAB}Do you cut the split end off with a knife and warm the hose?" >>q.tsv
echo 'q3 0 d1 1' >>t.qrels
echo 'q3 0 d4 0' >>t.qrels
make_collection
lint --format tsv
expect_findings 'leak q3 d1'
expect_stdout_has 'of its '

test_that 'words of a question in an irrelevant document are not a leak'
collection
echo "q3${TAB}Do you cut the split end off with a knife and warm the hose?" >>q.tsv
printf 'q3 0 d1 0\nq3 0 d4 1\n' >>t.qrels
make_collection
lint --format tsv
expect_findings ''

test_that 'judgments of what is in no collection'
collection
printf 'q1 0 d9 1\nq9 0 d1 1\n' >>t.qrels
make_collection
lint --format tsv
expect_findings 'unknown-question q9
unknown-document q1 d9'

test_that 'a question without a relevant document'
collection
printf 'q3\twhat does it cost?\n' >>q.tsv
printf 'q3 0 d4 0\nq3 0 d2 -1\n' >>t.qrels
make_collection
lint --format tsv
expect_findings 'no-relevant q3'

test_that 'documents of one text with different grades'
collection
printf 'e%s\t%s\n' 1 'Filters are  washed once a month' 2 'FILTERS are washed, once a month.' >>d.tsv
printf 'q1 0 e1 1\nq1 0 e2 0\n' >>t.qrels
make_collection
lint --format tsv
expect_findings 'twins q1 e1'
expect_stdout_has 'grade 1, and of d2 0'

test_that 'votes of somebody who tried the program are found'
collection
lines a.run 'q1 Q0 d1 1 9 a' 'q1 Q0 d2 2 8 a' 'q1 Q0 d3 3 7 a'
must "$ASSAY" import t.db --documents d.tsv --questions q.tsv --candidates a.run
give '{"vote":1}'
must "$ASSAY" label t.db --json --annotator Test2
run "$ASSAY" lint t.db --format tsv
expect_findings 'test-votes Test2'
expect_stdout_has '1 vote'

test_that 'kinds can be chosen, and left out'
collection
printf 'q%s\t%s\n' 3 'question1' 4 'x' >>q.tsv
make_collection
lint --format tsv --only short
expect_findings 'short q4'
lint --format tsv --except short --except template
expect_findings ''
lint --only shrt
expect_refused 2 'duplicate' "not 'shrt'"

test_that 'people see the counts first'
collection
printf 'q%s\t%s\n' 3 'question1' 4 'question2' >>q.tsv
make_collection
lint
expect_status 3
expect_equal "$(stdout | sed -n 2p)" '       2  template  questions that a program left unfinished or refused to write'

test_that 'a file is checked without a database, and a remark says so'
collection
echo 'q3 0 d4 0' >>t.qrels
run "$ASSAY" lint t.qrels --format tsv
expect_findings 'no-relevant q3'
expect_stderr_has 'only the judgments' '--collection DB'

test_that '--collection is refused for a database'
collection
make_collection
run "$ASSAY" lint t.db --collection t.db
expect_refused 2 '--collection goes with qrels'

test_that 'the questions of a database without votes are checked'
collection
echo "q3${TAB}Why does my hose leak" >>q.tsv
make_collection
run "$ASSAY" lint t.db --format tsv
expect_findings 'duplicate q3 q1'

# Sends interrupts until the program has ended. The first one asks it to stop, which these computations do not notice.
test_that 'a second Ctrl-C ends a check that the first one does not stop'
awk 'BEGIN { for (i = 0; i < 100000; i++) printf "{\"_id\": \"q%d\", \"text\": \"Why does valve %d of hose %d leak\"}\n", i, i, 7 * i }' >questions.jsonl
run "$ASSAY" import t.db --questions questions.jsonl
"$ASSAY" lint t.db >/dev/null 2>err &
while kill -INT $! 2>/dev/null; do :; done
wait $!
expect_equal "status $?" 'status 130'

done_testing
