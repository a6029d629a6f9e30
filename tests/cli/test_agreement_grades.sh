# How much two sets of grades agree: qrels files, databases, and annotators or sources in them.
. "$SOURCE/tests/support/tap.sh"

# Sixteen documents of two questions. Their coefficients were computed from the definitions, see
# tests/unit/test_agreement.c.
two_files() {
	lines a.qrels 'q1 0 a 0' 'q1 0 b 0' 'q1 0 c 1' 'q1 0 d 1' 'q1 0 e 3' 'q1 0 f 3' 'q1 0 g 0' 'q1 0 h 1' \
		'q2 0 a 3' 'q2 0 b 0' 'q2 0 c 1' 'q2 0 d 1' 'q2 0 e 0' 'q2 0 f 3' 'q2 0 g 0' 'q2 0 h 1'
	lines b.qrels 'q1 0 a 0' 'q1 0 b 1' 'q1 0 c 1' 'q1 0 d 3' 'q1 0 e 3' 'q1 0 f 1' 'q1 0 g 0' 'q1 0 h 0' \
		'q2 0 a 3' 'q2 0 b 1' 'q2 0 c 1' 'q2 0 d 1' 'q2 0 e 0' 'q2 0 f 0' 'q2 0 g 0' 'q2 0 h 3'
}

# Ana and ben saw the same two ballots and agree on the first. gold is a source of judgments.
database() {
	lines documents.tsv "d1${TAB}one" "d2${TAB}two" "d3${TAB}three"
	lines questions.tsv "q1${TAB}one?" "q2${TAB}two?"
	lines bm25.run 'q1 Q0 d1 1 3 x' 'q1 Q0 d2 2 2 x' 'q2 Q0 d1 1 2 x' 'q2 Q0 d3 2 1 x'
	lines votes.jsonl '{"question":"q1","shown":["d1","d2"],"chosen":"d1","annotator":"ana"}' \
		'{"question":"q1","shown":["d2","d1"],"chosen":"d1","annotator":"ben"}' \
		'{"question":"q2","shown":["d1","d3"],"chosen":"d1","annotator":"ana"}' \
		'{"question":"q2","shown":["d1","d3"],"chosen":"d3","annotator":"ben"}'
	lines gold.qrels 'q1 0 d1 3' 'q1 0 d2 0' 'q2 0 d1 3'
	must "$ASSAY" import t.db --documents documents.tsv --questions questions.tsv --candidates bm25.run \
		--judgments gold.qrels --as gold
	must "$ASSAY" import t.db --votes votes.jsonl
}

values() { stdout | awk -F '\t' '{ print $1, $2 }'; }

test_that 'the coefficients follow their definitions'
two_files
run "$ASSAY" agreement a.qrels b.qrels --format tsv --precision 6
expect_status 0
expect_equal "$(values)" 'agreement 0.562500
kappa 0.333333
kappa_quadratic 0.448276
kappa_relevant 0.466667
alpha 0.354167
alpha_ordinal 0.509167
AC1 0.348837
AUC 0.800000
pairs_agree 0.595238
pairs_tie 0.261905
pairs_against 0.142857
over_rating 0.250000
under_rating 0.187500'

test_that 'people read who was compared, on how much'
two_files
run "$ASSAY" agreement a.qrels b.qrels
expect_status 0
expect_stdout_line 'A: a.qrels' 'B: b.qrels' 'both graded: 16 documents of 2 questions'

test_that 'an alpha below .67 is called tentative, one below .45 a warning'
two_files
run "$ASSAY" agreement a.qrels b.qrels
expect_stderr_has 'alpha_ordinal 0.51 is below 0.67: conclusions from either alone are tentative'
lines b.qrels 'q1 0 a 3' 'q1 0 b 3' 'q1 0 c 0' 'q1 0 d 0' 'q2 0 a 0' 'q2 0 b 1'
run "$ASSAY" agreement a.qrels b.qrels
expect_stderr_has 'is below 0.45: A and B understand their grades'

test_that 'full agreement needs no remark'
two_files
run "$ASSAY" agreement a.qrels a.qrels
expect_status 0
expect_no_stderr

test_that 'two different scales are pointed out'
two_files
sed 's/3$/1/' a.qrels >binary.qrels
run "$ASSAY" agreement binary.qrels b.qrels
expect_stderr_has 'A grades up to 1, B up to 3: if these are two different scales'

test_that '--relevant has a grade for each of two scales'
two_files
awk '{ print $1, $2, $3, ($4 >= 1) }' a.qrels >binary.qrels
awk '{ print $1, $2, $3, ($4 >= 3) }' b.qrels >strict.qrels
must "$ASSAY" agreement binary.qrels strict.qrels --format tsv
kappa=$(stdout | awk '$1 == "kappa_relevant"')
run "$ASSAY" agreement binary.qrels b.qrels --relevant 1,3 --format tsv
expect_equal "$(stdout | awk '$1 == "kappa_relevant"')" "$kappa"
run "$ASSAY" agreement t.db --grades --relevant 1,3
expect_refused 2 '--relevant takes one grade for a whole database'

test_that 'two scales in a database are pointed out, with their owners'
prepared database
lines binary.qrels 'q1 0 d1 1' 'q1 0 d2 0'
must "$ASSAY" import t.db --judgments binary.qrels --as binary
run "$ASSAY" agreement t.db --grades
expect_stderr_has 'the highest grades differ (ana 3, ben 3, binary 1, gold 3)'

test_that 'json has both, the numbers and the intervals'
two_files
must "$ASSAY" agreement a.qrels b.qrels --format json
expect_equal "$(stdout | tr -d '[:space:]' | head -c 105)" \
	'{"a":"a.qrels","b":"b.qrels","questions":2,"documents":16,"resamples":1000,"seed":1,"coefficients":[{"coe'

for format in csv markdown; do
	test_that "$format is a table"
	two_files
	run "$ASSAY" agreement a.qrels b.qrels --format $format
	expect_status 0
	expect_stdout_has kappa_quadratic
done

test_that 'runs are ranked by both, and the agreement of the rankings is shown'
two_files
lines good.run 'q1 Q0 e 1 3 x' 'q1 Q0 f 2 2 x' 'q2 Q0 a 1 3 x' 'q2 Q0 f 2 2 x'
lines bad.run 'q1 Q0 a 1 3 x' 'q1 Q0 d 2 2 x' 'q2 Q0 h 1 3 x' 'q2 Q0 b 2 2 x'
run "$ASSAY" agreement a.qrels b.qrels --runs good.run bad.run -m P@2 --format tsv
expect_status 0
# by a: good 1 and 1, bad 0.5 and 0.5; by b: good 1 and 0.5, bad 0.5 and 1, so equal; with q1 alone as by a, with q2
# alone reversed
expect_stdout_line "tau${TAB}P@2${TAB}${TAB}${TAB}" "rank_change${TAB}P@2${TAB}0.500${TAB}${TAB}"
run "$ASSAY" agreement a.qrels b.qrels --runs good.run bad.run -m P@2
expect_stdout_has 'good  P@2      1.000  0.750' 'bad   P@2      0.500  0.750'

test_that '--disagreements does not overwrite a file that is read'
two_files
cp a.qrels before
run "$ASSAY" agreement a.qrels b.qrels --disagreements a.qrels
expect_refused 2 'a.qrels: the command reads this file, so it does not overwrite it; name another file'
expect_same_file a.qrels before

test_that '--disagreements writes a run, the largest differences first'
two_files
run "$ASSAY" agreement a.qrels b.qrels --disagreements disagreements.run
expect_status 0
expect_equal "$(cat disagreements.run)" 'q1 Q0 d 1 2 disagreement
q1 Q0 f 2 2 disagreement
q1 Q0 b 3 1 disagreement
q1 Q0 h 4 1 disagreement
q2 Q0 f 1 3 disagreement
q2 Q0 h 2 2 disagreement
q2 Q0 b 3 1 disagreement'
expect_stderr_has '7 of 16 documents are graded differently'

test_that 'a pool accepts that run'
prepared database
must "$ASSAY" agreement t.db:ben t.db:gold --disagreements apart.run
expect_equal "$(cat apart.run)" 'q2 Q0 d1 1 3 disagreement'
run "$ASSAY" pool t.db apart.run
expect_status 0

test_that 'an annotator is compared by their votes alone'
prepared database
run "$ASSAY" agreement t.db:ana t.db:ben
expect_status 0
expect_stdout_line 'A: t.db:ana' 'both graded: 4 documents of 2 questions'
run "$ASSAY" agreement t.db:ana t.db:ben --format tsv
expect_equal "$(values | head -n 1)" 'agreement 0.500'

test_that 'a suggested command quotes names from a database'
prepared database
lines more.jsonl '{"question":"q1","shown":["d1","d2"],"chosen":"d1","annotator":"ann; touch pwned"}'
must "$ASSAY" import t.db --votes more.jsonl
run "$ASSAY" agreement t.db 't.db:ann; touch pwned'
expect_stderr_has " qrels --without 'ann; touch pwned' | assay agreement - 't.db:ann; touch pwned'\` leaves these votes out"

test_that 'labels that contain an annotator'\''s own votes are pointed out'
prepared database
for two in 't.db t.db:ben' 't.db:ben t.db' 't.db t.db:annotator:ben'; do
	# shellcheck disable=SC2086 # two words
	run "$ASSAY" agreement $two
	expect_status 0
	who=$(printf '%s\n' $two | grep :)
	expect_stderr_has 'the labels of t.db contain the votes of ben, so the agreement is too high' \
		" qrels --without ben | assay agreement - '$who'\` leaves these votes out"
done
"$ASSAY" export t.db qrels --without ben 2>err >others.qrels
run "$ASSAY" agreement others.qrels t.db:ben
expect_status 0
expect_stderr_lacks 'the votes of'
for two in 't.db:ana t.db:ben' 't.db t.db:gold' 't.db t.db' 'gold.qrels t.db:ana'; do
	# shellcheck disable=SC2086 # two words
	run "$ASSAY" agreement $two
	expect_stderr_lacks 'the votes of'
done

test_that 'labels, sources and files are compared alike'
prepared database
run "$ASSAY" agreement t.db gold.qrels
expect_stdout_line 'both graded: 3 documents of 2 questions'
run "$ASSAY" agreement t.db:gold gold.qrels --format tsv
expect_equal "$(values | head -n 1)" 'agreement 1.000'

test_that 'a database alone compares all its raters in pairs'
prepared database
run "$ASSAY" agreement t.db --grades --format tsv
expect_status 0
expect_equal "$(stdout | cut -f 1-5,10)" "ana${TAB}ben${TAB}2${TAB}4${TAB}0.500${TAB}poor
ana${TAB}gold${TAB}2${TAB}3${TAB}1.000${TAB}
ben${TAB}gold${TAB}2${TAB}3${TAB}0.667${TAB}poor"

test_that '--per-question compares each question'
prepared database
run "$ASSAY" agreement t.db --grades --per-question --format tsv
expect_status 0
expect_equal "$(stdout | cut -f 1-5 | head -n 3)" "ana${TAB}ben${TAB}q1${TAB}2${TAB}1.000
ana${TAB}ben${TAB}q2${TAB}2${TAB}0.000
ana${TAB}ben${TAB}all${TAB}4${TAB}0.500"

test_that 'an ambiguous name is refused with the names to write instead'
prepared database
lines more.qrels 'q1 0 d1 1'
must "$ASSAY" import t.db --judgments more.qrels --as ana
run "$ASSAY" agreement t.db:ana t.db:ben
expect_refused 1 "'ana' is the name of annotator and of judgments; write t.db:annotator:ana or t.db:judgments:ana"
run "$ASSAY" agreement t.db:judgments:ana t.db:annotator:ana
expect_status 0

test_that 'a file whose name has a colon is that file'
two_files
cp a.qrels 'b.qrels:x'
run "$ASSAY" agreement a.qrels b.qrels:x
expect_status 0
expect_stdout_line 'both graded: 16 documents of 2 questions'

test_that 'an unknown name is refused with the known names'
prepared database
run "$ASSAY" agreement t.db:eve t.db:ben
expect_refused 1 "t.db: nobody with the name 'eve' has graded anything; the names are ana, ben, gold"

test_that 'nothing in common is an error'
two_files
lines c.qrels 'q1 0 z 1'
run "$ASSAY" agreement a.qrels c.qrels
expect_refused 1 'a.qrels and c.qrels have no graded document in common'

test_that 'there is an interval from ten questions on'
two_files
# Eight copies of the two questions, and one or two more.
for copy in 1 2 3 4; do
	for file in a b; do sed "s/^q/q$copy/" $file.qrels >>many-$file.qrels; done
done
for file in a b; do
	{ cat many-$file.qrels && sed -n 's/^q1/q51/p' $file.qrels; } >nine-$file.qrels
	{ cat many-$file.qrels && sed 's/^q/q5/' $file.qrels; } >ten-$file.qrels
done
run "$ASSAY" agreement nine-a.qrels nine-b.qrels --format csv
expect_status 0
expect_equal "$(stdout | tr -d '\r' | sed 1d | grep -c '.*,[0-9.]*,,$')" 13
run "$ASSAY" agreement ten-a.qrels ten-b.qrels --format csv
expect_equal "$(stdout | tr -d '\r' | sed 1d | grep -c '.*,[0-9.]*,,$')" 0

test_that 'rates cannot be used as grades'
awk 'BEGIN { for (i = 0; i < 150; i++) print "q1 0 d" i " " i / 150 }' >rates.qrels
run "$ASSAY" agreement rates.qrels rates.qrels
expect_refused 1 'more than 100 different grades' '--grading levels'

test_that 'a database without grades is refused'
prepared database
lines documents.tsv "d1${TAB}one"
lines questions.tsv "q1${TAB}one?"
must "$ASSAY" import u.db --documents documents.tsv --questions questions.tsv
run "$ASSAY" agreement u.db --grades
expect_refused 1 'u.db: nobody has graded anything; agreement needs two raters'

test_that 'a run of other questions is refused'
two_files
lines other.run 'q7 Q0 a 1 3 x'
run "$ASSAY" agreement a.qrels b.qrels --runs other.run
expect_refused 1 'other.run has no question in common with a.qrels'

test_that 'options that do not fit the call are refused'
two_files
run "$ASSAY" agreement t.db --grades --disagreements x.run
expect_refused 2 '--disagreements is only for two raters: assay agreement A B'
run "$ASSAY" agreement t.db --runs x.run
expect_refused 2 '--runs is only for two raters: assay agreement A B'
run "$ASSAY" agreement t.db --grades --questions 3
expect_refused 2 '--questions is only for shared ballots: assay agreement DB'
run "$ASSAY" agreement t.db --per-question
expect_refused 2 '--per-question is only for a database: assay agreement DB --grades'
run "$ASSAY" agreement a.qrels b.qrels --grades
expect_refused 2 '--grades is only for a database: assay agreement DB --grades'
run "$ASSAY" agreement a.qrels b.qrels --per-question
expect_refused 2 '--per-question is only for a database: assay agreement DB --grades'
run "$ASSAY" agreement a.qrels b.qrels -m P@5
expect_refused 2 '--measures needs runs; name some with --runs'
run "$ASSAY" agreement a.qrels b.qrels --relevant much
expect_refused 2 "--relevant is a grade, a number, or two as in 1,2, not 'much'"

test_that 'for a name without its database the error shows how to write it'
run "$ASSAY" agreement ann ben
expect_refused 1 'ann: there is no such file; check the path, or name an annotator behind the database: DB:ann'

done_testing
