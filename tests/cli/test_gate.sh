# `assay gate`: three verdicts and their exit statuses, saved baselines, formats, and the cost of a verdict. `assay
# plan` estimates that cost before anything is labelled.
. "$SOURCE/tests/support/tap.sh"

data=$SOURCE/sample-data

# Forty questions with one relevant document each. A run finds it first (RR 1), second (RR 0.5) or not at all (RR 0):
# one letter per question, 1, 2 or 0.
make_truth() {
	for q in $(seq 10 49); do echo "q$q 0 good 1" && echo "q$q 0 bad 0"; done >truth.qrels
}

make_run() { # name, letters
	echo "$2" | sed 's/./&\n/g' | awk -v run="$1" 'NF {
		q = 9 + NR
		if ($1 == 1) print "q" q, "Q0 good 1 2", run
		if ($1 != 1 || NR % 2) print "q" q, "Q0 bad 1 1", run
		if ($1 == 2) print "q" q, "Q0 good 2 0.5", run
	}' >"$1.run"
}

gate_files() {
	make_truth
	make_run base 1111111111111111111111111111111111111111
	make_run alike 1111111111111111111111111111111111111111
	make_run same 1111111111111111111111111111111111111112
	make_run poor 2222222222222222222222222222211111111111
	make_run even 1111111111111111111111111111111112222222
}

gate() { # operand or option...
	run "$ASSAY" gate truth.qrels "$@"
}

# --- The three ends --------------------------------------------------------
# One of 40 differences is -0.5, so the mean is -0.0125 and the deviation 0.0791. With one additional question that is
# lost completely, 40,000 Bayesian bootstraps (Python) have 2.5 % of their means below -0.1039; with one that is won,
# 2.5 % above 0.0799.

test_that 'not worse: exit status 0'
gate_files
gate base.run same.run -m RR --margin 0.11
expect_status 0
expect_stdout_has 'not worse: same against base: RR -0.0125, 95 % interval -0.10' 'on 40 questions: the interval does not reach below -0.11' \
	'are each wrong at most once in 40 verdicts'

test_that 'worse: exit status 3'
gate_files
gate base.run poor.run -m RR --margin 0.05
expect_status 3
expect_stdout_has 'worse: poor against base: RR -0.3625' 'the interval lies below 0, and reaches below -0.05'

test_that 'worse, with no margin: the interval lies below 0'
gate_files
gate base.run poor.run -m RR --margin 0
expect_status 3
expect_equal "$(stdout | sed -n '1s/.*: //p')" 'the interval lies below 0'

test_that 'cannot tell: exit status 4, with the number of further questions needed'
gate_files
gate base.run same.run -m RR --margin 0.02
expect_status 4
expect_stdout_has 'cannot tell: same against base: RR -0.0125' 'more questions would tell'

# By hand: with 514 questions the interval ends 0.0127 above the mean: 1/514 for one additional question that is won,
# 1.96 standard errors of the mean with that question, and 0.84 standard errors of bad luck; with 400 it is 0.0146. To
# -0.02 it takes more.
test_that 'the questions needed follow from the test that needs the fewest'
gate_files
gate base.run same.run -m RR --margin 0.02 --format tsv
expect_equal "$(stdout | cut -f 9 | awk '{ print ($1 >= 460 && $1 <= 490) ? "460 to 490" : $1 }')" '460 to 490'

test_that '--looks keeps the error rate over several verdicts with a wider interval'
gate_files
gate base.run same.run -m RR --margin 0.11 --looks 20
expect_status 4
expect_stdout_has 'RR -0.0125, 99.75 % interval -0.1' 'Over 20 verdicts together, the chance of any wrong "not worse" is at most 1 in 40'
gate base.run same.run -m RR --margin 0.2 --looks 20
expect_status 0
gate base.run same.run -m RR --margin 0.11 --looks 20 --format json
expect_stdout_has '"looks":	20' '"promise":	"Over 20 verdicts'
gate base.run same.run --looks 0
expect_refused 2 '--looks'

test_that 'a measure without a greatest value gets a remark on its interval'
gate_files
gate base.run poor.run -m RR,DCG@10
expect_stdout_has 'DCG@10 has no greatest value, so its interval assumes that no difference is larger than the largest one here'
gate base.run alike.run -m DCG@10 --margin 5
expect_status 4
expect_stdout_has 'the two runs differ on none of the questions, which says nothing about other questions'

test_that 'a run that is worse by less than the margin is not worse'
gate_files
gate base.run poor.run -m RR --margin 0.5
expect_status 0

test_that 'with fewer than ten questions there is no verdict'
gate_files
head -n 18 truth.qrels >few.qrels
run "$ASSAY" gate few.qrels base.run poor.run -m RR
expect_status 4
expect_stdout_has 'on 9 questions: fewer than 10 questions are too few for a verdict; at least 1 more question must be labelled'
head -n 2 truth.qrels >one.qrels
for format in table markdown json junit; do
	run "$ASSAY" gate one.qrels base.run poor.run -m RR --format $format
	expect_stdout_has 'on 1 question: fewer than 10 questions are too few for a verdict; at least 9 more questions must be labelled'
done
run "$ASSAY" gate one.qrels base.run poor.run -m RR --format tsv
expect_equal "$(stdout | cut -f 8,9)" "cannot tell${TAB}9"

test_that 'a copy of the baseline is recognised'
gate_files
cp base.run copy.run
run "$ASSAY" gate truth.qrels base.run copy.run -m RR
expect_status 0
expect_stdout_has 'not worse: copy against base' 'the run is the same as the baseline, byte for byte'
expect_stderr_has 'copy: the same as base, byte for byte; did you mean another run?'
run "$ASSAY" gate truth.qrels base.run even.run -m RR
expect_equal "$(stderr | grep -c 'byte for byte')" 0

# 1 - 0.025^(1/40) is 0.0881, and (1 - 0.02)^n is 0.025 for n = 182.6.
test_that 'for a run with equal scores, gate says how many questions may still differ'
gate_files
gate base.run alike.run -m RR
expect_status 4
expect_stdout_has 'on 40 questions: the two runs differ on none of the questions; the runs may still differ on up to 8.8 % of questions like these; about 14' \
	'more questions would tell'
gate base.run alike.run -m RR --margin 0.09
expect_status 0
gate base.run alike.run -m RR --margin 0
expect_status 4

test_that 'one of forty questions lost does not prove that few are lost'
gate_files
gate base.run same.run -m Success@1 --margin 0.1
expect_status 4

test_that 'of several measures all must pass'
gate_files
gate base.run poor.run -m RR@10,R@10 --margin 0.09 --format tsv
expect_status 3
expect_equal "$(stdout | cut -f 1,8)" "RR@10${TAB}worse
R@10${TAB}not worse"

test_that 'without -m the measure is nDCG@10'
gate_files
gate base.run poor.run --format tsv
expect_equal "$(stdout | cut -f 1)" 'nDCG@10'

# --- Formats ---------------------------------------------------------------

test_that 'markdown: the verdict, then a table'
gate_files
gate base.run poor.run -m RR --format markdown --precision 2
expect_equal "$(stdout | sed -n '1s/:.*//p; 3,5p' | sed 's/-0\.4[0-9]* | -0\.[23][0-9]* |/LOW | HIGH |/')" '**worse**
| measure | questions | baseline | value | difference | low | high | verdict | more_questions |
| --- | --: | --: | --: | --: | --: | --: | --- | --: |
| RR | 40 | 1.00 | 0.64 | -0.36 | LOW | HIGH | worse |  |'

test_that 'markdown escapes the name of a run'
gate_files
cp poor.run '<b>*poor*.run'
gate base.run '<b>*poor*.run' -m RR --format markdown
expect_stdout_has '\<b>\*poor\* against base'

test_that 'json has the verdict and what it takes'
gate_files
gate base.run same.run -m RR --format json
expect_status 4
expect_stdout_has '"verdict":	"cannot tell"' '"more_questions":	4' '"more_ballots":	null' '"margin":	0.02'

test_that 'junit: one case per measure, and each one not passed is a failure'
gate_files
gate base.run poor.run -m RR@10,R@10 --margin 0.09 --format junit
expect_status 3
expect_stdout_has '<testsuite name="assay gate" tests="2" failures="1">' \
	'<testcase classname="assay gate" name="RR@10"><failure type="worse" message="RR@10 -0.3625' \
	'<testcase classname="assay gate" name="R@10"><system-out>R@10'

test_that 'junit is XML, whatever a slice is called'
make_labels_database() {
	lines documents.jsonl '{"id": "good", "text": "a"}' '{"id": "bad", "text": "b"}'
	for q in $(seq 10 49); do
		echo "{\"id\": \"q$q\", \"text\": \"what is $q?\", \"kind\": \"a<&\\\"b\"}"
	done >questions.jsonl
	must "$ASSAY" import t.db --documents documents.jsonl --questions questions.jsonl --judgments truth.qrels --as gold
}
gate_files
make_labels_database
run "$ASSAY" gate t.db --judgments gold base.run poor.run -m RR --by kind --format junit
expect_stdout_has 'name="RR kind=a&lt;&amp;&quot;b"><system-out>' 'failures="1"'

test_that '--by: each slice has a verdict, and the whole decides'
gate_files
make_labels_database
run "$ASSAY" gate t.db --judgments gold base.run poor.run -m RR --by kind --format tsv
expect_status 3
expect_equal "$(stdout | cut -f 1,3)" "all${TAB}40
a<&\"b${TAB}40"

# --- Saved baselines -------------------------------------------------------

test_that 'a baseline whose run has a name in other than UTF-8 can be read again'
gate_files
name=$(printf 'b\377.run')
cp base.run "$name"
must "$ASSAY" gate truth.qrels "$name" --save base.jsonl
run "$ASSAY" gate truth.qrels base.jsonl base.run
expect_status 0

test_that '--save keeps the scores of the baseline, and these replace the run'
gate_files
run "$ASSAY" gate truth.qrels base.run poor.run -m RR,P@1 --format tsv
expected=$(stdout)
gate base.run --save base.jsonl -m RR,P@1
expect_status 0
expect_stdout ''
gate base.jsonl poor.run --format tsv
expect_status 3
expect_stdout "$expected"
expect_no_stderr

test_that 'a saved baseline holds the MD5 of its run'
gate_files
must "$ASSAY" gate truth.qrels base.run --save base.jsonl
expect_equal "$(sed -n '1s/.*"run_md5":"\([0-9a-f]*\)".*/\1/p' base.jsonl)" "$(md5sum <base.run | cut -d ' ' -f 1)"

test_that 'the order of labels does not matter'
gate_files
must "$ASSAY" gate truth.qrels base.run --save base.jsonl
sort -r truth.qrels >other.qrels
run "$ASSAY" gate other.qrels base.jsonl poor.run
expect_status 3
expect_no_stderr

test_that 'changed labels are named and not blamed on the run'
gate_files
must "$ASSAY" gate truth.qrels base.run --save base.jsonl -m RR
# Now the other document is the relevant one for thirty questions, so that the same run would have lost much.
awk '$1 < "q40" && $3 == "good" { $4 = 0 } $1 < "q40" && $3 == "bad" { $4 = 1 } { print }' truth.qrels >new.qrels
run "$ASSAY" gate new.qrels base.jsonl base.run -m RR
expect_status 0
expect_stdout_has 'RR +0.0000' 'on 10 questions'
expect_stderr_has 'the labels have changed since base.jsonl was saved: other labels in 30 of its 40 questions'

test_that 'new and removed questions are named'
gate_files
must "$ASSAY" gate truth.qrels base.run --save base.jsonl -m RR
sed 's/^q10 /q50 /' truth.qrels >new.qrels
run "$ASSAY" gate new.qrels base.jsonl base.run
expect_stderr_has "other labels in 0 of its 40 questions, no labels now in 1, such as 'q10'; of the 40 questions with labels now, the 39 with unchanged labels are compared"

test_that 'a baseline without any unchanged labels is refused'
gate_files
must "$ASSAY" gate truth.qrels base.run --save base.jsonl
sed 's/^q/p/' truth.qrels >new.qrels
sed 's/^q/p/' base.run >new.run
run "$ASSAY" gate new.qrels base.jsonl new.run
expect_refused 1 'base.jsonl: no question still has the labels that it was saved with'

test_that 'the run that was saved is recognised'
gate_files
must "$ASSAY" gate truth.qrels base.run --save base.jsonl
cp base.run copy.run
gate base.jsonl copy.run
expect_status 0
expect_stderr_has 'copy.run: this is the run of which base.jsonl has the saved scores'

test_that 'a saved baseline in the wrong place is refused with the right order'
gate_files
must "$ASSAY" gate truth.qrels base.run --save base.jsonl
for words in 'truth.qrels base.run base.jsonl' 'base.jsonl truth.qrels base.run'; do
	# shellcheck disable=SC2086 # files
	run "$ASSAY" gate $words
	expect_refused 2 'base.jsonl: a saved baseline; the order is QRELS|DB BASELINE RUN'
done

test_that '--save does not overwrite the files that the command reads'
gate_files
for file in truth.qrels base.run; do
	cp "$file" before
	run "$ASSAY" gate truth.qrels base.run --save "$file"
	expect_refused 2 "$file: the command reads this file, so it does not overwrite it; name another file"
	expect_same_file "$file" before
done

test_that 'with a saved baseline no remark suggests an option that it refuses'
gate_files
grep '^q1' base.run >few.run
must "$ASSAY" gate truth.qrels base.run -m RR --save base.jsonl
gate base.run few.run -m RR
expect_stderr_has '--questions both leaves them out'
gate base.jsonl few.run -m RR
expect_stderr_has 'the other questions count 0, which decides the scores'
expect_stderr_lacks '--questions'

test_that 'measures, ties or questions other than the saved ones are refused'
gate_files
must "$ASSAY" gate truth.qrels base.run --save base.jsonl -m RR,AP
gate base.jsonl poor.run -m RR,P@5
expect_refused 1 'base.jsonl: it was saved with RR,AP, without P@5'
gate base.jsonl poor.run --ties input
expect_refused 1 'base.jsonl: it was saved with --ties docid-desc'
gate base.jsonl poor.run --questions both
expect_refused 1 'base.jsonl: it was saved with --questions all'

test_that 'a saved baseline keeps the precision of the scores'
lines truth.qrels 'q1 0 a 1' 'q1 0 b 0'
lines base.run 'q1 Q0 a 1 0.10000000002 t' 'q1 Q0 b 2 0.10000000001 t'
must "$ASSAY" gate truth.qrels base.run --save base.jsonl -m RR --scores float32
gate base.jsonl base.run --format tsv
expect_equal "$(stdout | cut -f 1,3,4)" "RR${TAB}0.5000${TAB}0.5000"
gate base.jsonl base.run --scores float64
expect_refused 1 'base.jsonl: it was saved with --scores float32'
sed '1s/"scores":"float32",//' base.jsonl >exact.jsonl
gate exact.jsonl base.run
expect_refused 1 'exact.jsonl: it was changed after it was saved'

test_that 'a subset of the saved measures is accepted'
gate_files
must "$ASSAY" gate truth.qrels base.run --save base.jsonl -m RR,AP
gate base.jsonl poor.run -m map --format tsv
expect_equal "$(stdout | cut -f 1,3)" "AP${TAB}1.0000"

test_that 'a damaged baseline is refused with its line'
gate_files
must "$ASSAY" gate truth.qrels base.run --save base.jsonl
sed '3s/"labels_md5":"./"labels_md5":"/' base.jsonl >short.jsonl
gate short.jsonl poor.run
expect_refused 1 'short.jsonl:3: this line is not from `assay gate --save`'
sed '2p' base.jsonl >twice.jsonl
gate twice.jsonl poor.run
expect_refused 1 'twice.jsonl:3: this line is not from `assay gate --save`'
head -n 1 base.jsonl >empty.jsonl
gate empty.jsonl poor.run
expect_refused 1 'empty.jsonl: it has no question'
sed '1s/"version":2/"version":3/' base.jsonl >later.jsonl
gate later.jsonl poor.run
expect_refused 1 'later.jsonl:1: this line is not from `assay gate --save`'
{ head -n 1 base.jsonl && sed -n 2p base.jsonl | head -c 20; } >cut.jsonl
gate cut.jsonl poor.run
expect_refused 1 'cut.jsonl:2: not JSON'

test_that 'a saved baseline with missing lines or changed values is refused'
gate_files
must "$ASSAY" gate truth.qrels base.run --save base.jsonl -m RR
head -n 21 base.jsonl >half.jsonl
gate half.jsonl poor.run
expect_refused 1 'half.jsonl: it holds 20 of the 40 questions that were saved; save it again with `assay gate --save`'
sed '5s/"RR":1/"RR":0.5/' base.jsonl >changed.jsonl
gate changed.jsonl poor.run
expect_refused 1 'changed.jsonl: it was changed after it was saved'
sed '1s/docid-desc/docid-asc/' base.jsonl >ties.jsonl
gate ties.jsonl poor.run
expect_status 1

test_that 'a saved baseline cannot be saved again'
gate_files
must "$ASSAY" gate truth.qrels base.run --save base.jsonl
gate base.jsonl --save again.jsonl
expect_refused 2 'base.jsonl: it is already a saved baseline'
expect_missing again.jsonl

test_that '--save does not write over a database'
gate_files
make_labels_database
gate base.run --save t.db
expect_refused 2 't.db: this is a database'

test_that 'a run from a pipe is judged, and not saved'
gate_files
run sh -c 'cat poor.run | "$ASSAY" gate truth.qrels base.run - -m RR'
expect_status 3
run sh -c 'cat base.run | "$ASSAY" gate truth.qrels - --save base.jsonl'
expect_refused 1 'standard input: assay can save only the scores of a file'

# --- The cost of a verdict -------------------------------------------------

# A database whose votes agree with truth.qrels: one ballot per question. Each took 36 seconds, so a hundred take an
# hour.
votes_database() {
	lines documents.jsonl '{"id": "good", "text": "a"}' '{"id": "bad", "text": "b"}'
	for q in $(seq 10 49); do
		echo "{\"id\": \"q$q\", \"text\": \"what is $q?\"}" >>questions.jsonl
		echo "q$q Q0 good 1 2 a" >>pool.run
		echo "q$q Q0 bad 2 1 a" >>pool.run
		second=$(((q - 9) * 36))
		printf '{"question":"q%d","shown":["good","bad"],"chosen":"good","annotator":"ann","elapsed_ms":36000,"time":"2026-11-21T20:%02d:%02d.000Z"}\n' \
			$q $((second / 60)) $((second % 60)) >>votes.jsonl
	done
	must "$ASSAY" import t.db --documents documents.jsonl --questions questions.jsonl --candidates pool.run
	must "$ASSAY" set t.db impressions 1
}

test_that 'for votes, gate says how many ballots more questions take, and how long'
gate_files
votes_database
must "$ASSAY" import t.db --votes votes.jsonl
run "$ASSAY" gate t.db base.run same.run -m RR --margin 0.02
expect_status 4
expect_equal "$(stdout | sed -n '1s/.*about \([0-9]*\) more questions would tell, \([0-9]*\) ballots, \(.*\) at \(.*\)/\1 \2 \3 \4/p' |
	awk '{ print $1 == $2, $3, $4, $5, $6, $7, $8, $9 }')" '1 about 4.7 h 36 s a ballot;'

test_that 'gate and plan say if the database has too few questions without a vote'
gate_files
votes_database
must "$ASSAY" import t.db --votes votes.jsonl
run "$ASSAY" gate t.db base.run same.run -m RR --margin 0.02
expect_stdout_has 'at 36 s a ballot; questions without votes: 0; import more questions'
run "$ASSAY" plan t.db base.run same.run -m RR
expect_stderr_has 'questions without votes: 0; import more questions'

# Ten of the 40 questions are asked, with one ballot each. This gives the cost of more questions; 30 are outside the
# sample.
test_that 'ballots per question and missing questions are counted within the sample'
gate_files
votes_database
must "$ASSAY" set t.db sample 10
awk '{ print $1, $2, $3, $4, ($1 ~ /[02468]$/) == ($3 == "good") ? 2 : 1, "even" }' pool.run >even.run
awk '{ print $1, $2, $3, $4, ($1 ~ /[02468]$/) == ($3 == "good") ? 1 : 2, "odd" }' pool.run >odd.run
# shellcheck disable=SC2046
give $(seq 10 | sed 's/.*/{"vote":1}/')
must "$ASSAY" label t.db --json --annotator eve --seed 1
run "$ASSAY" gate t.db even.run odd.run -m RR --margin 0.02
expect_status 4
expect_equal "$(stdout | sed -n '1s/.*about \([0-9]*\) more questions would tell, \([0-9]*\) ballots.*/\1 \2/p' |
	awk '{ print $1 == $2 }')" 1
expect_stdout_has "questions without votes: 0, and 30 more outside the sample (\`assay set t.db sample all\`)"
run "$ASSAY" plan t.db even.run odd.run -m RR
expect_stderr_has 'questions without votes: 0, and 30 more outside the sample'

# Eight pools of four, three impressions each: four ballots per question.
pools_of_four() {
	lines d.tsv "a${TAB}1" "b${TAB}2" "c${TAB}3" "d${TAB}4"
	for q in 1 2 3 4 5 6 7 8; do
		printf 'q%s\twhat is %s?\n' $q $q >>q.tsv
		for d in a b c d; do
			echo "q$q Q0 $d 1 1 a" >>pool.run
		done
	done
	must "$ASSAY" import t.db --documents d.tsv --questions q.tsv --candidates pool.run
	must "$ASSAY" set t.db impressions 3
	# shellcheck disable=SC2046
	give $(seq 32 | sed 's/.*/{"vote":1}/')
	must "$ASSAY" label t.db --json --annotator eve
}

ballots_a_question() {
	run "$ASSAY" plan t.db --difference 0.05 --format tsv
	stdout | awk '{ print $8 / $7 }'
}

test_that 'ballots per question leave out labelled questions outside the sample'
pools_of_four
expect_equal "$(ballots_a_question)" 4
must "$ASSAY" set t.db sample 2
expect_equal "$(ballots_a_question)" 4
expect_equal "$(stdout | cut -f 2)" 8
expect_stderr_has 'questions without votes: 0; import more questions'
run "$ASSAY" status t.db
expect_stdout_has 'power       8 questions with votes are enough to detect'
run "$ASSAY" status t.db --without eve
expect_stdout_lacks 'power'

test_that 'ballots per question follow the present settings'
pools_of_four
must "$ASSAY" set t.db impressions 1
expect_equal "$(ballots_a_question)" 2
must "$ASSAY" set t.db dealing adaptive
must "$ASSAY" set t.db confidence 1
must "$ASSAY" set t.db budget 3
expect_equal "$(ballots_a_question)" 3

# --- plan ------------------------------------------------------------------
# By hand: eight of 40 differences are -0.5, so the mean is -0.1 and the variance 40/39 (0.25 0.2 - 0.01) = 0.0410, and
# (t(0.025) + t(0.2)) / sqrt(40) = (2.0227 + 0.8510) / 6.3246 = 0.45437 deviations can be detected.

test_that 'plan: the smallest difference that the labels show, and what smaller ones take'
make_truth
make_run base 1111111111111111111111111111111111111111
make_run eight 1111111111111111111111111111111122222222
run "$ASSAY" plan truth.qrels base.run eight.run -m RR --difference 0.05 --difference 0.1 --format csv
expect_status 0
# (1.96 + 0.8416)^2 0.2025^2 / 0.05^2 = 128.7, and two more because of Student's tails; for 0.1 it is 32.2 and two.
expect_stdout "$(printf '%s\r\n' 'run,measure,questions,deviation,smallest,difference,needed_questions,more_questions,more_ballots,more_minutes' \
	'eight,RR,40,0.2025,0.0920,0.0500,131,91,,' 'eight,RR,40,0.2025,0.0920,0.1000,35,0,,')"

test_that 'plan: for a single run its own deviation is assumed'
gate_files
run "$ASSAY" plan truth.qrels even.run -m RR --difference 0.05 --format tsv
expect_equal "$(stdout | cut -f 4)" "$(awk 'BEGIN { p = 7 / 40; printf "%.4f", sqrt(0.25 * p * (1 - p) * 40 / 39) }')"
expect_stderr_has 'even is the only run: assay assumes that another run differs from it as much as its own values vary'

test_that 'plan: without a run it states its assumption'
make_truth
run "$ASSAY" plan truth.qrels --difference 0.05 --format tsv
expect_equal "$(stdout | cut -f 1-3,6)" "nDCG@10${TAB}40${TAB}0.2000${TAB}128"
expect_stderr_has '0.2 between questions, which is usual'

test_that 'plan: --deviation and --power are taken'
make_truth
run "$ASSAY" plan truth.qrels --difference 0.1 --deviation 0.2 --power 0.9 --format tsv
# (1.96 + 1.2816)^2 / 0.5^2 = 42.03, and two or three more.
expect_equal "$(stdout | cut -f 6 | awk '{ print $1 == 44 || $1 == 45 }')" 1
expect_no_stderr

# 128 ballots at 25 s are 53 minutes.
test_that 'plan: a database without a vote can be planned for'
prepared votes_database
run "$ASSAY" plan t.db --difference 0.05 --format tsv
expect_equal "$(stdout | cut -f 2,4,6-9)" "0${TAB}${TAB}128${TAB}128${TAB}128${TAB}53"
run "$ASSAY" plan t.db --difference 0.05
expect_stdout_has 'at an assumed 25 s a ballot, because fewer than ten votes have a known time.'
expect_stdout_lacks 'seconds a ballot'

# 88 ballots at 36 s are 53 minutes.
test_that 'plan: ballots and minutes are those of the missing questions'
prepared votes_database
must "$ASSAY" import t.db --votes votes.jsonl
run "$ASSAY" plan t.db --difference 0.05 --format tsv
expect_equal "$(stdout | cut -f 2,6-9)" "40${TAB}128${TAB}88${TAB}88${TAB}53"

# Of the newest 50 votes 40 took 36 s.
test_that 'plan: the time of a ballot is measured for each annotator who has ten votes'
prepared votes_database
head -10 votes.jsonl | sed 's/"ann"/"bob"/; s/36000/12000/' >bob.jsonl
head -9 votes.jsonl | sed 's/"ann"/"cem"/; s/36000/1000/' >cem.jsonl
must "$ASSAY" import t.db --votes bob.jsonl
must "$ASSAY" import t.db --votes cem.jsonl
must "$ASSAY" import t.db --votes votes.jsonl
run "$ASSAY" plan t.db --difference 0.05
expect_stdout_has 'The minutes are those of all annotators together, at 36 s a ballot, the median of the newest votes.'
expect_equal "$(stdout | sed -n '/^annotator /,$p' | sed '1,/^ann /{/^ann /!d;}' | tr -s ' ' | tr '\n' ';')" \
	'ann 40 36.0 own votes;bob 10 12.0 own votes;cem 9 36.0 votes of all annotators;'

test_that 'plan: each run against the first, and each slice'
gate_files
make_labels_database
run "$ASSAY" plan t.db --judgments gold base.run poor.run even.run -m RR,AP --by kind --difference 0.05 --format tsv
expect_equal "$(stdout | awk -F '\t' '{ print $1, $2, $3 }')" 'poor all RR
poor all AP
poor a<&"b RR
poor a<&"b AP
even all RR
even all AP
even a<&"b RR
even a<&"b AP'

test_that 'plan: more than a million questions are not shown'
make_truth
run "$ASSAY" plan truth.qrels --difference 0.0001 --format csv
expect_stdout_has '0.0001,,,,'

for option in '--difference 0' '--difference x' '--deviation -1'; do
	test_that "plan: $option is refused"
	make_truth
	# shellcheck disable=SC2086
	run "$ASSAY" plan truth.qrels $option
	expect_refused 2 "${option% *} is a number above 0"
done

for power in 1 0.49 0.01 -1 x; do
	test_that "plan: --power $power is refused: below a half a difference is missed more often than seen"
	make_truth
	run "$ASSAY" plan truth.qrels --power "$power"
	expect_refused 2 "--power is a number from 0.5 and below 1, as in 0.8, not '$power'"
done

test_that 'plan: without -m a few different measures are used, all of them of merit'
gate_files
run "$ASSAY" plan truth.qrels base.run poor.run --difference 0.05 --format tsv
expect_equal "$(stdout | cut -f 2)" 'nDCG@10
RR@10
R@10'

test_that 'plan: measures need a run'
make_truth
run "$ASSAY" plan truth.qrels -m AP
expect_refused 2 'measures, slices and weights need a run'

test_that 'status says which difference the labels can detect'
prepared votes_database
must "$ASSAY" import t.db --votes votes.jsonl
run "$ASSAY" status t.db
# (2.0227 + 0.8510) 0.2 / sqrt(40)
expect_stdout_line 'power       40 questions with votes are enough to detect a difference of 0.091 in nDCG@10 (80 % power, at a deviation of 0.2; `assay plan DB RUN RUN` uses the deviation of your runs)'
run "$ASSAY" status t.db --format json
expect_stdout_has '"smallest_difference":	0.0908'

# --- Wrong calls -----------------------------------------------------------

test_that 'a run whose documents were renamed is refused, unless one insists'
awk 'NR % 2 { $3 = $3 "#1" } { print }' "$data/porter.run" >half.run
run "$ASSAY" gate "$data/judgments.qrels" "$data/porter.run" half.run
expect_refused 1 'half.run: ' 'are not in any label' '--insist'
run "$ASSAY" gate "$data/judgments.qrels" "$data/porter.run" half.run --insist
expect_status 3

test_that 'a missing run is refused'
gate_files
gate base.run
expect_refused 2 'RUN is missing'

for margin in -0.1 x ''; do
	test_that "--margin '$margin' is refused"
	gate_files
	gate base.run poor.run --margin "$margin"
	expect_refused 2 "--margin is a number from 0, as in 0.02, not '$margin'"
done

test_that 'a margin that no run can miss is refused, except for gains above 1'
gate_files
gate base.run poor.run -m RR --margin 2
expect_refused 2 '--margin 2: RR is between 0 and 1, so no run can be worse by that much'
gate base.run poor.run -m DCG@10 --margin 2
expect_status 0
run "$ASSAY" report truth.qrels base.run poor.run --baseline base.run --margin 1 -m RR
expect_refused 2 '--margin 1: RR is between 0 and 1'

test_that 'the same run twice is refused'
gate_files
gate base.run base.run
expect_refused 1 'base.run is the same file as'

test_that 'a count is refused as a measure of merit'
gate_files
gate base.run poor.run -m NumRet
expect_refused 2 'NumRet is a count'

test_that 'a measure of which less is better gives no verdict'
gate_files
gate base.run poor.run -m Holes@10
expect_refused 2 'Holes@10: lower values are better'

test_that 'grades that never reach the measure'\''s relevant grade are refused'
gate_files
gate base.run poor.run -m 'AP(rel=2)'
expect_refused 1 'truth.qrels: no grade reaches 2, the lowest relevant grade of AP(rel=2)'

test_that 'labels without a relevant document are refused'
gate_files
sed 's/1$/0/' truth.qrels >none.qrels
run "$ASSAY" gate none.qrels base.run poor.run
expect_refused 1 'none.qrels: no document has a grade above 0, so no document is relevant'

done_testing
