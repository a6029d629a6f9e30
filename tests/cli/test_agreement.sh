# How much annotators agree on the same ballots.
. "$SOURCE/tests/support/tap.sh"

# Ana and ben answered the same three ballots and agree on two of them. Cem answered one of them, differently from both.
database() {
	lines documents.tsv "d1${TAB}one" "d2${TAB}two" "d3${TAB}three"
	lines questions.tsv "q1${TAB}one?" "q2${TAB}two?" "q3${TAB}three?"
	lines bm25.run 'q1 Q0 d1 1 3 x' 'q1 Q0 d2 2 2 x' 'q1 Q0 d3 3 1 x' 'q2 Q0 d1 1 3 x' 'q2 Q0 d2 2 2 x' 'q2 Q0 d3 3 1 x' \
		'q3 Q0 d1 1 3 x' 'q3 Q0 d2 2 2 x'
	lines votes.jsonl '{"question":"q1","shown":["d1","d2","d3"],"chosen":"d1","annotator":"ana"}' \
		'{"question":"q1","shown":["d3","d2","d1"],"chosen":"d1","annotator":"ben"}' \
		'{"question":"q1","shown":["d2","d1","d3"],"chosen":null,"annotator":"cem"}' \
		'{"question":"q2","shown":["d1","d3","d2"],"chosen":"d1","annotator":"ana"}' \
		'{"question":"q2","shown":["d1","d3","d2"],"chosen":"d3","annotator":"ben"}' \
		'{"question":"q3","shown":["d1","d2"],"chosen":null,"annotator":"ana"}' \
		'{"question":"q3","shown":["d2","d1"],"chosen":null,"annotator":"ben"}'
	must "$ASSAY" import t.db --documents documents.tsv --questions questions.tsv --candidates bm25.run
	must "$ASSAY" import t.db --votes votes.jsonl
}

test_that 'programs get all, pairs and questions in one table'
prepared database
run "$ASSAY" agreement t.db --format tsv
expect_status 0
expect_equal "$(stdout | cut -f 1-6)" "all${TAB}${TAB}${TAB}${TAB}3${TAB}0.444
pair${TAB}ana${TAB}ben${TAB}${TAB}3${TAB}0.667
pair${TAB}ana${TAB}cem${TAB}${TAB}1${TAB}0.000
pair${TAB}ben${TAB}cem${TAB}${TAB}1${TAB}0.000
question${TAB}${TAB}${TAB}q2${TAB}1${TAB}0.000
question${TAB}${TAB}${TAB}q1${TAB}1${TAB}0.333
question${TAB}${TAB}${TAB}q3${TAB}1${TAB}1.000"

test_that 'people read how much was compared, and the parts'
prepared database
run "$ASSAY" agreement t.db
expect_stdout_line 'ballots that two or more annotators answered: 3, on 3 questions' 'Pair by pair' \
	'Question by question, the worst first'

test_that 'an alpha below .45 is a warning'
prepared database
run "$ASSAY" agreement t.db
expect_stderr_has 'is below 0.45: the annotators understand relevance differently'

test_that '--questions limits the list of questions'
prepared database
run "$ASSAY" agreement t.db --questions 1 --format csv
expect_equal "$(stdout | grep -c question,)" 1
run "$ASSAY" agreement t.db --questions 0
expect_equal "$(stdout | grep -c 'Question by question')" 0

test_that 'the same seed gives the same intervals'
prepared database
must "$ASSAY" agreement t.db --format csv --seed 5
stdout >first
must "$ASSAY" agreement t.db --format csv --seed 5
expect_equal "$(stdout)" "$(cat first)"

# On q1 ana's answer is a tie, which leaves ben and cem. On q3 a tie leaves only ben.
test_that 'ties are left out, and a remark says how many'
prepared database
sed '1s/"chosen":"d1"/"chosen":"d1","tie":"d2"/; 6s/"chosen":null/"chosen":"d1","tie":"d2"/' votes.jsonl >tied.jsonl
must "$ASSAY" import tied.db --documents documents.tsv --questions questions.tsv --candidates bm25.run
must "$ASSAY" import tied.db --votes tied.jsonl
run "$ASSAY" agreement tied.db --format tsv
expect_stderr_has '2 ties on shared ballots are left out; a tie neither agrees nor disagrees'
expect_equal "$(stdout | cut -f 1-6)" "all${TAB}${TAB}${TAB}${TAB}2${TAB}0.000
pair${TAB}ana${TAB}ben${TAB}${TAB}1${TAB}0.000
pair${TAB}ben${TAB}cem${TAB}${TAB}1${TAB}0.000
question${TAB}${TAB}${TAB}q1${TAB}1${TAB}0.000
question${TAB}${TAB}${TAB}q2${TAB}1${TAB}0.000"

test_that 'json has a row each'
prepared database
run "$ASSAY" agreement t.db --format json
expect_stdout_has "\"scope\":${TAB}\"pair\""

test_that 'without a ballot that two annotators answered, assay says how to get some'
lines documents.tsv "d1${TAB}one"
must "$ASSAY" import t.db --documents documents.tsv
run "$ASSAY" agreement t.db
expect_refused 1 "t.db: no two annotators have answered the same ballot; \`assay set t.db overlap 0.1\` gives a tenth of the ballots to two"
must "$ASSAY" set t.db overlap 0.3
run "$ASSAY" agreement t.db
expect_refused 1 't.db: no two annotators have answered the same ballot yet; 30 % of the ballots go to several annotators'

# Chooses the document with the smallest id, so that both annotators agree whatever the slots are.
least() {
	printf '%s\n' "$@" | sort | head -n 1
}

test_that 'agreement compares the ballots that the setting overlap gives to two'
lines documents.tsv "d1${TAB}one" "d2${TAB}two" "d3${TAB}three" "d4${TAB}four" "d5${TAB}five"
lines questions.tsv "q1${TAB}one?"
lines bm25.run 'q1 Q0 d1 1 5 x' 'q1 Q0 d2 2 4 x' 'q1 Q0 d3 3 3 x' 'q1 Q0 d4 4 2 x' 'q1 Q0 d5 5 1 x'
must "$ASSAY" import t.db --documents documents.tsv --questions questions.tsv --candidates bm25.run
must "$ASSAY" set t.db overlap 1
label_by least 5 ana
label_by least 5 ben
run "$ASSAY" agreement t.db --format tsv
expect_equal "$(stdout | head -n 1 | cut -f 5,6,9)" "5${TAB}1.000${TAB}1.000"

test_that '--adjudicate asks only about ballots on which others disagree'
prepared database
must "$ASSAY" label t.db --json --adjudicate --annotator judge </dev/null
expect_stdout_has '"qid":"q1"'
must "$ASSAY" label t.db --plain --adjudicate --annotator judge </dev/null
expect_stdout_has 'Ballots left to judge: 2'
give '{"vote":1}' '{"vote":1}'
must "$ASSAY" label t.db --json --adjudicate --annotator judge
expect_stdout_has '{"done":true}'
run "$ASSAY" agreement t.db --format tsv
expect_equal "$(stdout | head -n 1 | cut -f 5)" 3
must "$ASSAY" label t.db --plain --adjudicate --annotator judge </dev/null
expect_stdout_has 'You have judged everything that annotators disagree on.'

test_that 'the name of a judge is required'
prepared database
run "$ASSAY" label t.db --json --adjudicate
expect_refused 2 '--adjudicate needs a judge; name yourself with --annotator NAME'

done_testing
