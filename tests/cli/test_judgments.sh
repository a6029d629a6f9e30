# Judgments of named sources: `assay import --judgments` stores them separately and never mixes them with the votes.
. "$SOURCE/tests/support/tap.sh"

small_files() {
	lines documents.tsv "d1${TAB}Press the two grey buttons." "d2${TAB}Rinse the filter." "d3${TAB}Turn it off first."
	lines questions.tsv "q1${TAB}How does the hose come off?" "q2${TAB}Why is it so loud?"
	lines gold.qrels 'q1 0 d1 2' 'q1 0 d2 0' 'q2 0 d3 1'
}

import_small() {
	small_files
	must "$ASSAY" import t.db --documents documents.tsv --questions questions.tsv
}

judged() { # name: prints the exported judgments of a source
	"$ASSAY" export t.db qrels --judgments "$1" 2>/dev/null
}

test_that 'judgments are counted, listed by source, and no candidates'
small_files
run "$ASSAY" import t.db --documents documents.tsv --questions questions.tsv --judgments gold.qrels --as gold
expect_status 0
expect_stdout_line 'candidates  0 added' 'judgments   3 added'
run "$ASSAY" status t.db
expect_stdout_line 'judgments   3 of gold, on 2 questions'
must "$ASSAY" status t.db --format json
expect_equal "$(stdout | tr -d '[:space:]' | grep -o '"judgments":\[[^]]*\]')" \
	'"judgments":[{"source":"gold","judgments":3,"questions":2}]'
run "$ASSAY" check t.db
expect_stdout ok

test_that 'qrels are recognised by their content as judgments'
prepared import_small
run "$ASSAY" import t.db gold.qrels
expect_status 0
expect_stdout_line 'gold.qrels  judgments (TREC), 3 lines' 'judgments   3 added'

test_that 'without a name the source is called by its file'
prepared import_small
must "$ASSAY" import t.db --judgments gold.qrels
run "$ASSAY" status t.db
expect_stdout_line 'judgments   3 of gold.qrels, on 2 questions'

test_that 'imported judgments are exported unchanged'
prepared import_small
lines model.qrels 'q1 0 d1 0.25' 'q1 0 d2 -1' 'q2 0 d3 3'
must "$ASSAY" import t.db --judgments model.qrels --as model
expect_equal "$(judged model)" 'q1 0 d1 0.25
q1 0 d2 -1.00
q2 0 d3 3.00'

test_that 'grades of different sources are kept apart'
prepared import_small
lines model.qrels 'q1 0 d1 0'
must "$ASSAY" import t.db --judgments gold.qrels --as gold --judgments gold.qrels
must "$ASSAY" import t.db --judgments model.qrels --as model
expect_equal "$(judged gold)" 'q1 0 d1 2
q1 0 d2 0
q2 0 d3 1'
expect_equal "$(judged model)" 'q1 0 d1 0'

test_that 'a grade is exported with all of its decimals'
prepared import_small
lines fine.qrels 'q1 0 d1 0.125' 'q1 0 d2 2'
must "$ASSAY" import t.db --judgments fine.qrels --as fine
expect_equal "$(judged fine)" 'q1 0 d1 0.125
q1 0 d2 2.000'

test_that 'the same judgments again add nothing'
prepared import_small
must "$ASSAY" import t.db --judgments gold.qrels --as gold
run "$ASSAY" import t.db --judgments gold.qrels --as gold
expect_status 0
expect_stdout_line 'judgments   0 added, 3 already there'

test_that 'a different grade is refused with both grades, and nothing is imported'
prepared import_small
must "$ASSAY" import t.db --judgments gold.qrels --as gold
lines other.qrels 'q2 0 d1 1' 'q1 0 d1 1'
run "$ASSAY" import t.db --judgments other.qrels --as gold
expect_refused 1 "other.qrels: document 'd1' has grade 1 under question 'q1', and 'gold' gave it 2 before" --replace
expect_equal "$(judged gold | wc -l | tr -d ' ')" 3

test_that '--replace replaces a grade'
prepared import_small
must "$ASSAY" import t.db --judgments gold.qrels --as gold
lines other.qrels 'q1 0 d1 1'
run "$ASSAY" import t.db --judgments other.qrels --as gold --replace
expect_stdout_line 'judgments   0 added, 1 replaced'
expect_equal "$(judged gold | head -n 1)" 'q1 0 d1 1'

test_that 'unknown ids are refused by name'
prepared import_small
lines far.qrels 'q1 0 d1 1' 'q1 0 d8 1' 'q9 0 d1 1'
run "$ASSAY" import t.db --judgments far.qrels --as far
expect_refused 1 'far.qrels: 2 judgments' "document 'd8', question 'q9'" --skip-unknown

test_that 'unknown ids are left out with --skip-unknown, and counted'
prepared import_small
lines far.qrels 'q1 0 d1 1' 'q1 0 d8 1' 'q9 0 d1 1'
run "$ASSAY" import t.db --judgments far.qrels --as far --skip-unknown
expect_status 0
expect_stdout_line 'judgments   1 added'
expect_stderr_has '2 rows left out' "document 'd8', question 'q9'"

test_that '--pool makes candidates of documents judged above 0'
prepared import_small
run "$ASSAY" import t.db --judgments gold.qrels --as gold --pool
expect_stdout_line 'candidates  2 added' 'questions left without candidates: 0'
run "$ASSAY" label t.db --json --annotator eve
expect_stdout_has '"docid":"d1"'

test_that 'with --pool documents of one grade share a rank, after all higher grades'
prepared import_small
lines gold.qrels 'q1 0 d1 1' 'q1 0 d2 3' 'q1 0 d3 1' 'q2 0 d1 2'
must "$ASSAY" import t.db --judgments gold.qrels --as gold --pool
must "$ASSAY" set t.db blind 0
give q
must "$ASSAY" label t.db --plain --annotator ann
expect_equal "$(stdout | sed -n 's/^(docid \(.*\))$/\1/p' | sort)" 'd1, from gold 2
d2, from gold 1
d3, from gold 2'

test_that 'votes and judgments do not affect each other'
prepared import_small
lines bm25.run 'q1 Q0 d1 1 2 x' 'q1 Q0 d2 2 1 x'
must "$ASSAY" import t.db --candidates bm25.run
lines against.qrels 'q1 0 d1 0' 'q1 0 d2 5'
prefer_d1() { echo d1; }
label_by prefer_d1
before=$("$ASSAY" export t.db qrels 2>/dev/null)
must "$ASSAY" import t.db --judgments against.qrels --as model
expect_equal "$("$ASSAY" export t.db qrels 2>/dev/null)" "$before"
run "$ASSAY" check t.db
expect_stdout ok

# --- Without grades --------------------------------------------------------------

test_that 'a table without grades counts as grade 1, with a remark'
prepared import_small
lines truth.csv 'question,course,document' 'q1,"a, b",d1' 'q2,x,d3'
run "$ASSAY" import t.db --judgments truth.csv --as course
expect_status 0
expect_stderr_has 'truth.csv: no grades in it (a column or field `grade`); each judgment counts as grade 1'
expect_equal "$(judged course)" 'q1 0 d1 1
q2 0 d3 1'

test_that 'two columns are pairs of grade 1'
prepared import_small
lines pairs.txt 'q1 d1' '' 'q2 d3'
must "$ASSAY" import t.db --judgments pairs.txt --as pairs
expect_equal "$(judged pairs)" 'q1 0 d1 1
q2 0 d3 1'

test_that 'a line that is not a pair is reported'
prepared import_small
lines pairs.txt 'q1 d1' 'q2 d3 1'
run "$ASSAY" import t.db --judgments pairs.txt
expect_refused 1 'pairs.txt:2: this is not a qid and a docid like the lines before'

test_that 'the same pair twice is one judgment'
prepared import_small
lines pairs.txt 'q1 d1' 'q2 d3' 'q1 d1'
run "$ASSAY" import t.db --judgments pairs.txt
expect_stdout_line 'judgments   2 added'

test_that 'questions can be named by their texts if there are no grades'
prepared import_small
lines truth.csv 'question,course,document' 'How does the hose come off?,a,d1' '"Why is it so loud?",a,d3' 'q1,a,d2'
must "$ASSAY" import t.db --judgments truth.csv --as course
expect_equal "$(judged course)" 'q1 0 d1 1
q1 0 d2 1
q2 0 d3 1'

test_that 'questions of a file with grades can be named by their texts'
prepared import_small
lines truth.csv 'question,doc_id,grade' 'How does the hose come off?,d1,2' 'How does the hose come off?,d1,2' 'q2,d3,0'
must "$ASSAY" import t.db --judgments truth.csv --as table
expect_equal "$(judged table)" 'q1 0 d1 2
q2 0 d3 0'
lines truth.jsonl '{"query": "Why is it so loud?", "doc_id": "d3", "relevance": 1}'
must "$ASSAY" import t.db --judgments truth.jsonl --as records
expect_equal "$(judged records)" 'q2 0 d3 1'
lines truth.jsonl '{"question": "q1", "relevant_docs": ["d1", "d2"]}' '{"question": "Why is it so loud?", "relevant_docs": ["d3"]}'
must "$ASSAY" import t.db --judgments truth.jsonl --as lists
expect_equal "$(judged lists)" 'q1 0 d1 1
q1 0 d2 1
q2 0 d3 1'

test_that 'a document with two grades under a question is refused'
prepared import_small
lines truth.csv 'question,doc_id,grade' 'How does the hose come off?,d1,2' 'How does the hose come off?,d1,1'
run "$ASSAY" import t.db --judgments truth.csv
expect_refused 1 'truth.csv:3: document d1 is already under question q1 in line 2'

test_that 'an empty grade among grades is not a judgment'
prepared import_small
lines truth.jsonl '{"question": "q1", "doc_id": "d1"}' '{"question": "q2", "doc_id": "d3", "grade": 1}'
run "$ASSAY" import t.db --judgments truth.jsonl --as records
expect_stdout_line 'judgments   1 added'
expect_stderr_has '1 document without a grade left out: nobody has judged it'
lines truth.csv 'qid,docid,rating' 'q1,d1,' 'q1,d2,3'
run "$ASSAY" import t.db --judgments truth.csv --as table
expect_stderr_has '1 document without a grade left out: nobody has judged it'
expect_equal "$(judged table)" 'q1 0 d2 3'

test_that 'an unknown text of a question is refused, and so is an ambiguous one'
prepared import_small
lines truth.csv 'question,document' 'Who are you?,d1'
run "$ASSAY" import t.db --judgments truth.csv
expect_refused 1 "truth.csv: 1 judgment names what is not in the database (question 'Who are you?')"
lines twice.tsv "q8${TAB}Same?" "q9${TAB}Same?"
must "$ASSAY" import t.db --questions twice.tsv
lines truth.csv 'question,document' 'Same?,d1'
run "$ASSAY" import t.db --judgments truth.csv
expect_refused 1 "truth.csv: several questions have the text 'Same?'"
run "$ASSAY" import t.db truth.csv
expect_status 1
expect_stderr_has "truth.csv:2: several questions have the text 'Same?'; use their ids"

test_that 'a header with a grade is read by it'
prepared import_small
lines truth.csv 'qid,docid,grade' 'q1,d1,3'
must "$ASSAY" import t.db --judgments truth.csv --as graded
expect_equal "$(judged graded)" 'q1 0 d1 3'

# --- Judgments as the truth ------------------------------------------------------

test_that 'runs are scored against the judgments of a source, as against its qrels'
prepared import_small
lines bm25.run 'q1 Q0 d1 1 2 x' 'q1 Q0 d2 2 1 x' 'q2 Q0 d1 1 2 x' 'q2 Q0 d3 2 1 x'
must "$ASSAY" import t.db --judgments gold.qrels --as gold
must "$ASSAY" eval gold.qrels bm25.run --format tsv
expected=$(stdout)
run "$ASSAY" eval t.db bm25.run --judgments gold --format tsv
expect_stdout "$expected"
expect_stderr_has 'the scores use the judgments of gold, on 2 questions'

test_that 'runs are compared by the judgments of a source'
prepared import_small
lines a.run 'q1 Q0 d1 1 2 x' 'q2 Q0 d3 1 2 x'
lines b.run 'q1 Q0 d2 1 2 x' 'q2 Q0 d1 1 2 x'
must "$ASSAY" import t.db --judgments gold.qrels --as gold
must "$ASSAY" compare gold.qrels a.run b.run --format tsv
expected=$(stdout)
run "$ASSAY" compare t.db a.run b.run --judgments gold --format tsv
expect_stdout "$expected"

test_that 'a source that is not there is an error that names those that are'
prepared import_small
must "$ASSAY" import t.db --judgments gold.qrels --as gold
run "$ASSAY" export t.db qrels --judgments golf
expect_refused 1 "no judgments of 'golf'" 'the sources are gold'

test_that 'a qrels file has no sources'
small_files
lines bm25.run 'q1 Q0 d1 1 2 x'
run "$ASSAY" eval gold.qrels bm25.run --judgments gold
expect_refused 2 'gold.qrels: not a database' --judgments

test_that '--grading applies to votes only'
prepared import_small
must "$ASSAY" import t.db --judgments gold.qrels --as gold
run "$ASSAY" export t.db qrels --judgments gold --grading best
expect_refused 2 '--grading is for votes'

test_that '--as and --pool apply to judgments only'
prepared import_small
run "$ASSAY" import t.db --questions questions.tsv --as gold
expect_refused 2 '--as is for judgments'
run "$ASSAY" import t.db --questions questions.tsv --pool
expect_refused 2 '--pool is for judgments'

done_testing
