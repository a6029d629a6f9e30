# `assay eval --with`: experts correct a model.
. "$SOURCE/tests/support/tap.sh"

# Eighty questions with one document each, which one run finds and the other does not. Experts labelled twenty of them,
# half as relevant, and the model agrees there. Of the sixty others it calls 45 relevant.
eighty_questions() {
	awk 'BEGIN {
		for (i = 1; i <= 80; i++) {
			grade = i <= 20 ? i % 2 : i <= 65
			if (i <= 20)
				print "q" i " 0 d " grade >"experts.qrels"
			print "q" i " 0 d " grade >"model.qrels"
			print "q" i " 0 other 0" >(i <= 20 ? "experts.qrels" : "model.qrels")
			print "q" i " Q0 d 1 1 x" >"found.run"
			print "q" i " Q0 other 1 1 x" >"lost.run"
		}
	}'
}

test_that 'the means follow the formula'
eighty_questions
run "$ASSAY" eval experts.qrels found.run -m P@1 --with model.qrels --format tsv
expect_status 0
# the weight: 5/19/20 ÷ (5/19/20 + 11.25/59/60); the mean: 0.5 + weight · (0.75 - 0.5)
expect_equal "$(stdout | cut -f 1-4,7,10,11)" "found${TAB}${TAB}P@1${TAB}0.7014${TAB}0.5000${TAB}0.6875${TAB}0.8055"

test_that 'the interval of both is narrower than that of experts alone'
eighty_questions
must "$ASSAY" eval experts.qrels found.run -m P@1 --with model.qrels --format tsv
expect_equal "$(stdout | awk -F '\t' '{ print ($6 - $5 < $9 - $8) }')" 1

test_that 'the sizes of both sets of labels are shown'
eighty_questions
run "$ASSAY" eval experts.qrels found.run -m P@1 --with model.qrels
expect_stderr_has 'labelled by experts and judged by model.qrels: 20 questions; judged only by the model: 60'

test_that 'questions that experts labelled only in part are pointed out'
eighty_questions
awk '$3 != "other" || $1 == "q1"' experts.qrels >part.qrels
run "$ASSAY" eval part.qrels lost.run -m P@1 --with model.qrels
expect_stderr_has 'judged among the first 1 document: lost 5 %; the others count as not relevant'

test_that 'differences from the first run are corrected, too'
eighty_questions
run "$ASSAY" eval experts.qrels lost.run found.run -m P@1 --with model.qrels --format tsv
expect_status 0
expect_equal "$(stdout | tail -n 1 | cut -f 1-4)" "found${TAB}lost${TAB}P@1${TAB}0.7014"

test_that 'questions that the model did not judge count only by the experts'\'' labels'
eighty_questions
sed -n '/^q[123] /p' model.qrels >some.qrels
run "$ASSAY" eval experts.qrels found.run -m P@1 --with some.qrels --format tsv
expect_status 0
expect_equal "$(stdout | cut -f 4-6)" "$(stdout | cut -f 7-9)"
expect_stderr_has "17 questions that some.qrels did not judge count only by the experts' labels"
stdout | cut -f 7-9 >experts
run "$ASSAY" eval experts.qrels found.run -m P@1 --with model.qrels --format tsv
expect_equal "$(cat experts)" "$(stdout | cut -f 7-9)"

# The Clopper–Pearson interval of 1 of 2 is 0.0126 to 0.9874, here with the caution of core/metric/statistics/bounds.h.
test_that 'no interval extends beyond the possible means'
lines two.qrels 'q1 0 d 1' 'q1 0 other 0' 'q2 0 d 0' 'q2 0 other 1'
lines two.run 'q1 Q0 d 1 1 x' 'q2 Q0 d 1 1 x'
lines other.run 'q1 Q0 other 1 1 x' 'q2 Q0 other 1 1 x'
run "$ASSAY" eval two.qrels two.run other.run -m P@1 --with two.qrels --format tsv
expect_status 0
expect_equal "$(stdout | cut -f 8,9 | tr '\t\n' '  ')" '0.0122 0.9878 0.0122 0.9878 -0.9757 0.9757 '

test_that 'in a database the model is a source of judgments'
lines documents.tsv "d1${TAB}one" "d2${TAB}two"
lines questions.tsv "q1${TAB}one?" "q2${TAB}two?"
lines model.qrels 'q1 0 d1 1' 'q2 0 d2 1'
lines bm25.run 'q1 Q0 d1 1 2 x' 'q1 Q0 d2 2 1 x' 'q2 Q0 d2 1 2 x'
lines votes.jsonl '{"question":"q1","shown":["d1","d2"],"chosen":"d1","annotator":"ana"}'
must "$ASSAY" import t.db --documents documents.tsv --questions questions.tsv --candidates bm25.run \
	--judgments model.qrels --as gpt
must "$ASSAY" import t.db --votes votes.jsonl
run "$ASSAY" eval t.db bm25.run -m P@1 --with gpt --format tsv
expect_status 0
expect_equal "$(stdout | cut -f 1-6,10)" "bm25${TAB}${TAB}P@1${TAB}1.0000${TAB}${TAB}${TAB}1.0000"
expect_stderr_has 'with fewer than 20 such questions the errors of gpt are unknown'

# Forty questions, ten of them with a vote; the condition in $1 on the number i says which.
ten_of_forty() {
	awk "BEGIN { for (i = 1; i <= 40; i++) {
		print \"q\" i \"\tquestion \" i >\"questions.tsv\"
		print \"q\" i \" Q0 d1 1 2 x\\nq\" i \" Q0 d2 2 1 x\" >\"bm25.run\"
		print \"q\" i \" 0 d1 1\" >\"model.qrels\"
		if ($1) print \"{\\\"question\\\":\\\"q\" i \"\\\",\\\"shown\\\":[\\\"d1\\\",\\\"d2\\\"],\\\"chosen\\\":\\\"d1\\\",\\\"annotator\\\":\\\"ana\\\"}\" >\"votes.jsonl\"
	} }"
	lines documents.tsv "d1${TAB}one" "d2${TAB}two"
	must "$ASSAY" import t.db --documents documents.tsv --questions questions.tsv --candidates bm25.run \
		--judgments model.qrels --as gpt
	must "$ASSAY" import t.db --votes votes.jsonl
}

test_that 'a remark on intervals says that only the first questions have labels'
ten_of_forty 'i <= 9 || i == 30'
for option in --interval '--with gpt'; do
	# shellcheck disable=SC2086
	run "$ASSAY" eval t.db bm25.run -m P@1 $option
	expect_stderr_has 't.db: in the order of import, the first 10 questions include 9 with labels, the other 30 questions 1; the intervals hold'
done
run "$ASSAY" eval t.db bm25.run -m P@1
expect_equal "$(stderr | grep -c 'order of import')" 0

test_that 'labels spread over the import need no such remark'
ten_of_forty 'i % 4 == 0'
run "$ASSAY" eval t.db bm25.run -m P@1 --interval
expect_equal "$(stderr | grep -c 'order of import')" 0

test_that 'an unknown model is refused with the known names'
eighty_questions
lines documents.tsv "d${TAB}one"
lines questions.tsv "q1${TAB}one?"
must "$ASSAY" import t.db --documents documents.tsv --questions questions.tsv
must "$ASSAY" import t.db --candidates found.run --skip-unknown
must "$ASSAY" import t.db --judgments experts.qrels --as experts --skip-unknown
run "$ASSAY" eval t.db found.run --judgments experts --with gpt
expect_refused 1 "t.db: nobody with the name 'gpt' has graded anything; the names are experts"

test_that 'an ambiguous name is refused with the names to write instead'
eighty_questions
lines documents.tsv "d${TAB}one" "other${TAB}two"
lines questions.tsv "q1${TAB}one?" "q2${TAB}two?"
lines votes.jsonl '{"question":"q1","shown":["d","other"],"chosen":"d","annotator":"gpt"}'
must "$ASSAY" import t.db --documents documents.tsv --questions questions.tsv
must "$ASSAY" import t.db --votes votes.jsonl
must "$ASSAY" import t.db --judgments model.qrels --as gpt --skip-unknown
run "$ASSAY" eval t.db found.run --with gpt
expect_refused 1 "t.db: 'gpt' is the name of annotator and of judgments; write annotator:gpt or judgments:gpt"
run "$ASSAY" eval t.db found.run --with judgments:gpt
expect_status 0

test_that 'a model that judged other questions is refused'
eighty_questions
lines others.qrels 'z1 0 d 1'
run "$ASSAY" eval experts.qrels found.run --with others.qrels
expect_refused 1 'found.run has no question in common with others.qrels'

test_that 'options without a corrected form are refused'
eighty_questions
run "$ASSAY" eval experts.qrels found.run --with model.qrels -q
expect_refused 2 '--per-question and --with are two different reports'
run "$ASSAY" eval experts.qrels found.run --with model.qrels --format trec_eval
expect_refused 2 'trec_eval has no lines for --with'
run "$ASSAY" eval experts.qrels found.run --with model.qrels --questions both
expect_refused 2 '--with needs all questions'

test_that 'a pipe can be read only once'
eighty_questions
give 'q1 Q0 d 1 1 x'
run "$ASSAY" eval experts.qrels - --with model.qrels
expect_refused 1 'standard input: both sides of the comparison read it, and a pipe can be read only once'

test_that "a model's judgments of texts are refused without the texts of documents"
eighty_questions
lines texts.json '{"q1":["Pull the hose off, please.","Rinse it under cold water."]}'
run "$ASSAY" eval experts.qrels found.run -m P@1 --with texts.json
expect_refused 1 'texts.json: these lists hold texts and not ids'

done_testing
