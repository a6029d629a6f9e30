# `assay eval`: the sample runs compared with scores by another program, all formats and options, and a database as the
# truth.
. "$SOURCE/tests/support/tap.sh"

data=$SOURCE/sample-data
reference=$SOURCE/tests/support/reference-scores.awk

sample() { # option...: evaluates the three sample runs
	run "$ASSAY" eval "$data/judgments.qrels" "$data/porter.run" "$data/plain.run" "$data/titles.run" "$@"
}

expected() { tail -n +2 "$data/expected-scores.tsv"; }

# The two questions of the measures' worked examples. In Q0, D0 (or D1) is tied with D2.
tie_files() {
	lines truth.qrels 'Q0 0 D0 0' 'Q0 0 D1 0' 'Q0 0 D2 1' 'Q1 0 D0 2' 'Q1 0 D1 1' 'Q1 0 D2 0'
	lines a.run 'Q0 Q0 D0 1 1 a' 'Q0 Q0 D1 2 0.4 a' 'Q0 Q0 D2 3 1 a' \
		'Q1 Q0 D0 1 2 a' 'Q1 Q0 D1 2 0 a' 'Q1 Q0 D2 3 0 a'
}

# A run that answers only one of two questions, and that one well.
half_files() {
	lines truth.qrels 'q1 0 d1 1' 'q2 0 d2 1'
	lines half.run 'q1 Q0 d1 1 5 a' 'q9 Q0 d1 1 5 a'
}

# --- The sample data -------------------------------------------------------

test_that 'tsv: run, measure and value of several runs, as the reference has them'
sample --format tsv --precision 6
expect_status 0
expect_no_stderr
expect_stdout "$(expected)"

test_that 'csv: the same with a header'
sample --format csv --precision 6
expect_equal "$(stdout | tr ',' '\t' | tr -d '\r')" "$(cat "$data/expected-scores.tsv")"

test_that 'json: an array of the same'
sample --format json --precision 6
expect_equal "$(stdout | tr -d ' \t\n' | sed 's/^\[{//; s/}\]$//; s/},{/\n/g' |
	sed 's/"run":"\(.*\)","measure":"\(.*\)","value":\(.*\)/\1\t\2\t\3/')" "$(expected)"

test_that 'table: a row per run, a column per measure'
sample --precision 6
expect_equal "$(stdout | tr -d '*' | awk 'NR == 1 { for (i = 2; i <= NF; i++) name[i] = $i; next }
	{ for (i = 2; name[i] != "answered"; i++) printf "%s\t%s\t%s\n", $1, name[i], $i }')" "$(expected)"

test_that 'table: a star marks the best mean of a measure, unless all runs have it'
sample --precision 6
expect_equal "$(stdout | awk 'NR == 1 { for (i = 2; i <= NF; i++) name[i] = $i; next }
	{ for (i = 2; i <= NF; i++) if ($i ~ /\*$/) print name[i], $1 }' | sort)" \
	"$(expected | awk '{ if (!($2 in best) || $3 > best[$2]) best[$2] = $3
	                     if (!($2 in worst) || $3 < worst[$2]) worst[$2] = $3
	                     value[$2, $1] = $3; run[$1] }
	END { for (m in best) for (r in run) if (best[m] > worst[m] && value[m, r] == best[m]) print m, r }' | sort)"

test_that 'four digits are the default'
sample --format tsv
expect_equal "$(stdout)" "$(expected | awk -F '\t' '{ printf "%s\t%s\t%.4f\n", $1, $2, $3 }')"

test_that 'one run in tsv: measure and value alone'
run "$ASSAY" eval "$data/judgments.qrels" "$data/plain.run" --format tsv --precision 6
expect_equal "$(stdout)" "$(expected | sed -n 's/^plain\t//p')"

test_that '-q: each question as the reference has it, and the means under "all"'
run "$ASSAY" eval "$data/judgments.qrels" "$data/porter.run" -q --format tsv --precision 17
stdout >got
LC_ALL=C awk -v per_question=1 -f "$reference" "$data/judgments.qrels" "$data/porter.run" >wanted
expect_equal "$(cut -f 1,2 got)" "$(cut -f 1,2 wanted)"
expect_equal "$(paste got wanted | awk -F '\t' '$3 - $6 > 1e-9 || $6 - $3 > 1e-9')" ''
expect_equal "$(wc -l <got | tr -d ' ')" $(((48 + 1) * 8))

test_that '-q in json names run, question, measure and value'
half_files
run "$ASSAY" eval truth.qrels half.run -q -m P@1 --format json --precision 1
expect_equal "$(stdout | tr -d ' \t\n')" \
	'[{"run":"half","qid":"q1","measure":"P@1","value":1.0},{"run":"half","qid":"q2","measure":"P@1","value":0.0},{"run":"half","qid":"all","measure":"P@1","value":0.5}]'

test_that '-q for people: a row per question, the means at the end'
half_files
run "$ASSAY" eval truth.qrels half.run --per-question -m P@1,RR --precision 2
expect_equal "$(stdout | tr -s ' ')" 'run qid P@1 RR answered
half q1 1.00 1.00
half q2 0.00 0.00
half all 0.50 0.50 1 of 2'

# --- Measures --------------------------------------------------------------

test_that 'without -m: the eight default measures'
run "$ASSAY" eval "$data/judgments.qrels" "$data/plain.run" --format tsv
expect_equal "$(stdout | cut -f 1 | tr '\n' ' ')" 'nDCG@10 RR@10 Success@5 P@5 R@10 F1@5 AP Judged@10 '

test_that '-m takes lists, several times, in the order given'
run "$ASSAY" eval "$data/judgments.qrels" "$data/plain.run" -m AP,P@5 -m nDCG@10 --format tsv --precision 6
expect_stdout "AP${TAB}0.518906
P@5${TAB}0.333333
nDCG@10${TAB}0.676036"

test_that 'measures have aliases, and the output has their own names'
run "$ASSAY" eval "$data/judgments.qrels" "$data/plain.run" -m MRR@10,map,ndcg_cut_10 --format tsv --precision 6
expect_stdout "RR@10${TAB}0.817708
AP${TAB}0.518906
nDCG@10${TAB}0.676036"

test_that 'counts are sums, in tsv with a point, as ir_measures prints them'
run "$ASSAY" eval "$data/judgments.qrels" "$data/plain.run" -m NumQ,NumRet --format tsv
expect_stdout "NumQ${TAB}48.0000
NumRet${TAB}$(wc -l <"$data/plain.run" | tr -d ' ').0000"

# --- Parts of a run --------------------------------------------------------

# Splits the plain run into three parts by question: plain-0.run to plain-2.run.
parts() {
	awk '!($1 in part) { part[$1] = n++ % 3 } { print >("plain-" part[$1] ".run") }' "$data/plain.run"
}

test_that '--run: the files are one run of this name'
parts
must "$ASSAY" eval "$data/judgments.qrels" "$data/plain.run" --format csv --precision 17
stdout >whole.csv
run "$ASSAY" eval "$data/judgments.qrels" --run plain plain-0.run plain-1.run plain-2.run --format csv --precision 17
expect_status 0
expect_no_stderr
expect_equal "$(stdout)" "$(cat whole.csv)"

test_that '--run: the parts may split the lines of a question'
head -n 470 "$data/plain.run" >first.run
tail -n +471 "$data/plain.run" >second.run
run "$ASSAY" eval "$data/judgments.qrels" --run plain second.run first.run --format tsv --precision 6
expect_stdout "$(expected | sed -n 's/^plain	//p')"

test_that '--run: a document in two parts is refused'
parts
run "$ASSAY" eval "$data/judgments.qrels" --run plain plain-0.run plain-1.run plain-0.run
expect_refused 1 'plain-0.run and the other files of the run: document ' 'is in two files; remove it from one of them, or add --keep-best to count the best entry'

test_that '--run and --with are refused together'
run "$ASSAY" eval "$data/judgments.qrels" "$data/plain.run" --run plain --with gpt
expect_refused 2 '--with takes runs of one file each; leave out --run'

test_that 'parts that are scored apart add up to the means of the whole'
parts
must "$ASSAY" eval "$data/judgments.qrels" "$data/plain.run" --format tsv --precision 12
stdout | sort >whole.tsv
for part in 0 1 2; do
	must "$ASSAY" eval "$data/judgments.qrels" "plain-$part.run" -q --questions both --format tsv --precision 17
	stdout >"plain-$part.tsv"
done
questions=$(cut -d ' ' -f 1 "$data/judgments.qrels" | sort -u | wc -l)
expect_equal "$(awk -v n="$questions" '$1 != "all" { sum[$2] += $3 }
	END { for (m in sum) printf "%s\t%.12f\n", m, sum[m] / n }' plain-?.tsv | sort)" "$(cat whole.tsv)"

# --- Ties, questions -------------------------------------------------------
# By hand: in Q0 only D2 is relevant, and D0 and D2 have the same score.

for rule in docid-desc:1.0000 docid-asc:0.5000 input:0.5000; do
	test_that "--ties ${rule%:*}"
	tie_files
	run "$ASSAY" eval truth.qrels a.run -m RR -q --format tsv --ties "${rule%:*}"
	expect_stdout_line "Q0${TAB}RR${TAB}${rule#*:}"
done

test_that '--ties input follows the lines, not the ids'
tie_files
lines a.run 'Q0 Q0 D2 1 1 a' 'Q0 Q0 D0 2 1 a'
run "$ASSAY" eval truth.qrels a.run -m RR -q --format tsv --ties input
expect_stdout_line "Q0${TAB}RR${TAB}1.0000"

test_that '--scores float32 makes scores the same that single precision cannot tell apart'
lines truth.qrels 'q1 0 a 1'
lines a.run 'q1 Q0 a 1 16777217 t' 'q1 Q0 b 2 16777216 t'
run "$ASSAY" eval truth.qrels a.run -m RR --format tsv
expect_stdout "RR${TAB}1.0000"
run "$ASSAY" eval truth.qrels a.run -m RR --format tsv --scores float32
expect_stdout "RR${TAB}0.5000"

test_that 'without --ties the larger docid comes first'
tie_files
run "$ASSAY" eval truth.qrels a.run -m RR -q --format tsv
expect_stdout_line "Q0${TAB}RR${TAB}1.0000"

test_that 'a question without an answer counts 0, and a remark says so'
half_files
run "$ASSAY" eval truth.qrels half.run -m RR --format tsv
expect_stdout "RR${TAB}0.5000"
expect_stderr_has 'assay: half answers 1 of 2 questions; the other questions count 0'

test_that '--questions both leaves such questions out, and a remark says so'
half_files
run "$ASSAY" eval truth.qrels half.run -m RR --format tsv --questions both
expect_stdout "RR${TAB}1.0000"
expect_stderr_has 'assay: half answers 1 of 2 questions; the other questions are left out'

unknown_files() {
	lines truth.qrels 'q1 0 d1 1' 'q2 0 d1 1' 'q3 0 d1 1'
	lines all.run 'q1 Q0 d1 1 5 a' 'q2 Q0 d1 1 5 a' 'q3 Q0 d1 1 5 a' 'q4 Q0 d1 1 5 a'
	lines renamed.run 'q02 Q0 d1 1 5 a' 'q1 Q0 d1 1 5 a' 'q03 Q0 d1 1 5 a' 'q02 Q0 d2 1 4 a'
	lines renamed.json '{"q02": {"d1": 5}, "q1": {"d1": 5}, "q03": {"d1": 5}}'
}

for command in 'eval truth.qrels' 'compare truth.qrels all.run'; do
	for run in renamed.run renamed.json; do
		test_that "${command%% *}: questions of a run ($run) that the truth does not know are counted"
		unknown_files
		# shellcheck disable=SC2086 # the command is words
		run "$ASSAY" $command $run -m RR
		expect_status 0
		expect_equal "$(stderr | grep 'of its questions')" \
			"assay: renamed: 2 of its questions are not in truth.qrels, such as 'q02'; were they renamed?"
	done
done

test_that 'questions without labels need no remark if all labelled ones are answered'
unknown_files
run "$ASSAY" eval truth.qrels all.run -m RR
expect_no_stderr

test_that 'a database also knows questions without votes'
lines docs.tsv "d1${TAB}one" "d2${TAB}two"
lines questions.tsv "q1${TAB}one?" "q2${TAB}two?" "q3${TAB}three?"
lines labels.qrels 'q1 0 d1 1' 'q2 0 d1 1'
lines some.run 'q1 Q0 d1 1 5 a' 'q3 Q0 d1 1 5 a' 'q9 Q0 d1 1 5 a'
must "$ASSAY" import t.db --documents docs.tsv --questions questions.tsv --judgments labels.qrels --as gold
run "$ASSAY" eval t.db some.run --judgments gold -m RR
expect_stderr_has "some: 1 of its questions is not in t.db, such as 'q9'"

# --- Files -----------------------------------------------------------------

test_that 'a run is called by its file, without folder and ending'
half_files
mkdir runs
cp half.run runs/bm25.run.txt
run "$ASSAY" eval truth.qrels runs/bm25.run.txt -m RR --format csv
expect_stdout_has 'bm25,RR,0.5000'

test_that 'a run is called by the name of its file, whatever kind its ending says'
half_files
for ending in csv tsv; do
	lines "$ending.run.$ending" 'qid,docid,score' 'q1,d2,2' 'q1,d1,1'
done
lines json.json '{"q1":{"d2":2,"d1":1}}'
run "$ASSAY" eval truth.qrels csv.run.csv tsv.run.tsv json.json -m RR --format tsv
expect_equal "$(stdout | cut -f 1 | tr '\n' ' ')" 'csv tsv json '

test_that 'runs that differ by their endings alone are called by their paths'
half_files
lines half.csv 'qid,docid,score' 'q1,d2,2' 'q1,d1,1'
run "$ASSAY" eval truth.qrels half.run half.csv -m RR --format tsv
expect_equal "$(stdout | cut -f 1 | tr '\n' ' ')" 'half.run half.csv '

test_that 'runs with the same name are called by their paths'
half_files
mkdir a b
cp half.run a/x.run
cp half.run b/x.run
run "$ASSAY" eval truth.qrels a/x.run b/x.run -m RR --format tsv
expect_stdout "a/x.run${TAB}RR${TAB}0.5000
b/x.run${TAB}RR${TAB}0.5000"

test_that 'qrels come down a pipe'
half_files
give 'q1 0 d1 1'
run "$ASSAY" eval - half.run -m RR --format tsv
expect_stdout "RR${TAB}1.0000"

test_that 'a run comes down a pipe'
half_files
give 'q1 Q0 d1 1 5 a' 'q2 Q0 d2 1 5 a'
run "$ASSAY" eval truth.qrels - -m RR --format tsv
expect_stdout "RR${TAB}1.0000"

test_that 'columns may be parted by tabs, lines end in CRLF, and more columns follow'
printf 'q1\t0\td1\t1\r\n\r\nq2 \t 0 d2 1\r\n' >truth.qrels
printf 'q1\tQ0\td1\t1\t5\ta\tmore\r\nq2   Q0 d2 1 5 a\r\n' >a.run
run "$ASSAY" eval truth.qrels a.run -m RR --format tsv
expect_stdout "RR${TAB}1.0000"

test_that 'a third column without ranks counts as scores, with one remark per file'
lines truth.qrels 'q1 0 d1 1' 'q2 0 d2 1'
lines a.run 'q1 d1 2.5' 'q1 d3 1.5' 'q2 d2 9' 'q2 d3 8'
lines ranks.run 'q1 d1 1' 'q1 d3 2' 'q2 d2 1' 'q2 d3 2'
run "$ASSAY" eval truth.qrels a.run ranks.run -m RR --format tsv
expect_stdout "a${TAB}RR${TAB}1.0000
ranks${TAB}RR${TAB}1.0000"
expect_equal "$(stderr | grep -c 'a.run: the third column does not hold ranks')" 1
expect_equal "$(stderr | grep -c 'ranks.run')" 0

test_that 'for a rising third column a remark suggests distances'
lines truth.qrels 'q1 0 d1 1'
lines distances.run 'q1 d1 0.1' 'q1 d2 0.2'
run "$ASSAY" eval truth.qrels distances.run -m RR --format tsv
expect_stdout "RR${TAB}0.5000"
expect_stderr_has 'assay: distances.run: the third column does not hold ranks (whole numbers that rise with each line of a question)' \
	'they rise line by line: if they are distances, negate them'

test_that 'for rising scores with a name a remark suggests distances, too'
lines truth.qrels 'q1 0 d1 1'
lines distances.csv 'query_id,doc_id,score' 'q1,d1,0.1' 'q1,d2,0.2' 'q1,d3,0.3' 'q1,d4,0.4' 'q1,d5,0.5'
run "$ASSAY" eval truth.qrels distances.csv -m RR --format tsv
expect_stdout "RR${TAB}0.2000"
expect_stderr_has 'assay: distances.csv: the scores rise line by line, so the last document of each question counts as the best; if they are distances, negate them, or name the field distance'
sed -i 1s/score/distance/ distances.csv
run "$ASSAY" eval truth.qrels distances.csv -m RR --format tsv
expect_stdout "RR${TAB}1.0000"
expect_no_stderr

# The path has over a thousand bytes.
test_that 'a remark is whole, however long the path in it is'
deep=$(for letter in a b c d e; do printf '%0200d/' 0 | tr 0 $letter; done)
mkdir -p "$deep"
lines "${deep}equal.run" 'q1 Q0 d1 1 1 a' 'q1 Q0 d2 2 1 a' 'q1 Q0 d3 3 1 a'
lines one.qrels 'q1 0 d1 1'
run "$ASSAY" eval one.qrels "${deep}equal.run"
expect_stderr_has 'documents higher scores'

test_that 'for swapped ranks and scores a remark names the columns to swap'
lines truth.qrels 'q1 0 d1 1'
lines swapped.run 'q1 Q0 d1 0.9 1 x' 'q1 Q0 d2 0.8 2 x'
run "$ASSAY" eval truth.qrels swapped.run -m RR --format tsv
expect_stdout "RR${TAB}0.5000"
expect_stderr_has 'assay: swapped.run: the ranks fall and are not whole numbers, the scores are whole numbers and rise, so the last document of each question counts as the best; swap the two columns'

test_that 'a docid of TREC that holds a blank is refused, and its rank not taken for the score'
lines truth.qrels 'q1 0 d1 1'
lines blanks.run 'q1 Q0 d1 v2.md 1 0.9 x' 'q1 Q0 d2 v2.md 2 0.8 x'
run "$ASSAY" eval truth.qrels blanks.run -m RR
expect_refused 1 "blanks.run:1: the rank 'v2.md' is not a number, but a rank and a score follow it: the docid seems to be 'd1 v2.md', and a blank ends a column" "the docid seems to be 'd1 v2.md'" 'write blanks as %20, here and in the documents'

test_that 'one bad line does not turn a run of ranks upside down'
lines truth.qrels 'q1 0 d1 1'
awk 'BEGIN { for (q = 1; q <= 300; q++) for (r = 1; r <= 4; r++) print "q" q, "d" r, r }' >ranks.run
echo 'q300 d9 3' >>ranks.run
bad='assay: ranks.run:1201: the rank 3 follows 4 and does not rise'
run "$ASSAY" eval truth.qrels ranks.run -m RR
expect_status 1
expect_stderr_has "$bad"
lines other.run 'q1 Q0 d1 1 2 x'
run "$ASSAY" compare truth.qrels other.run ranks.run -m RR
expect_status 1
expect_stderr_has "$bad"

test_that 'ranks that are not in order are refused, and not taken for scores'
lines truth.qrels 'q1 0 d1 1'
lines ranks.run 'q1 d2 2' 'q1 d1 1' 'q1 d3 3'
run "$ASSAY" eval truth.qrels ranks.run -m RR
expect_status 1
expect_stderr_has 'assay: ranks.run: the third column holds all ranks of the 3 lines of question q1, but not in order; sort the lines by question and rank'

test_that 'scores that contradict their ranks count, with one remark per file'
lines truth.qrels 'q1 0 d1 1'
lines distances.run 'q1 Q0 d1 1 0.1 x' 'q1 Q0 d2 2 0.2 x'
lines zeros.run 'q1 Q0 d1 1 0 x' 'q1 Q0 d2 2 0 x'
lines fine.run 'q1 Q0 d1 1 2 x' 'q1 Q0 d2 2 1 x'
run "$ASSAY" eval truth.qrels distances.run zeros.run fine.run -m RR --format tsv
expect_stdout "distances${TAB}RR${TAB}0.5000
zeros${TAB}RR${TAB}0.5000
fine${TAB}RR${TAB}1.0000"
expect_stderr_has 'assay: distances.run: the scores rise with the ranks, and the highest score counts as the best' 'if they are distances, negate them' \
	'assay: zeros.run: documents with different ranks have equal scores, and ranks do not count'
expect_equal "$(stderr | wc -l | tr -d ' ')" 2

test_that 'a remark points out scores with too few digits'
lines truth.qrels 'q1 0 d01 1' 'q1 0 d98 1'
seq -w 1 20 | awk '{ print "q1 Q0 d" $1, NR, NR < 3 ? 0.9 : 0.1, "t" }' >tied.run
run "$ASSAY" eval truth.qrels tied.run -m RR
expect_stderr_has 'tied.run: at least a tenth of the first lines have the same score as the rank before, and ranks do not count: equal scores are ordered by docid unless --ties says otherwise' \
	'ordered by docid unless --ties says otherwise'
seq -w 1 20 | awk '{ print "q1 Q0 d" (99 - $1), NR, NR < 3 ? 0.9 : 0.1, "t" }' >tied.run
run "$ASSAY" eval truth.qrels tied.run -m RR
expect_status 0
expect_stderr_lacks 'the score of the rank'

test_that 'a remark points out tables and objects with equal scores'
lines truth.qrels 'q1 0 a 1'
lines same.csv qid,docid,score,distance q1,a,0.5,10 q1,b,0.5,21 q2,a,0.5,3
lines same.json '{"q1": {"a": 0.5, "b": 0.5}}'
for same in same.csv same.json; do
	run "$ASSAY" eval truth.qrels $same -m RR
	expect_stderr_has "$same: all scores of a question are equal, so docids decide the order"
done

test_that 'runs of the sample data have no doubtful scores'
run "$ASSAY" eval "$data/judgments.qrels" "$data/plain.run" "$data/porter.run" "$data/titles.run" -m RR
expect_stderr_lacks 'score of the rank' 'all equal'

# --- A database as the truth -----------------------------------------------

database() { # of three questions, the first of which is labelled: d1 is right
	lines d.tsv "d1${TAB}1" "d2${TAB}2"
	lines q.tsv "q1${TAB}one?" "q2${TAB}two?" "q3${TAB}three?"
	lines a.run 'q1 Q0 d2 1 9 a' 'q1 Q0 d1 2 8 a' 'q2 Q0 d1 1 9 a'
	must "$ASSAY" import t.db --documents d.tsv --questions q.tsv --candidates a.run
	label_by the_first 1
}

the_first() { echo d1; }

test_that 'a database judges by its questions with a vote, and a remark says so'
prepared database
run "$ASSAY" eval t.db a.run -m RR,NumQ --format tsv
expect_status 0
expect_stdout "RR${TAB}0.5000
NumQ${TAB}1.0000"
expect_stderr_has 'assay: t.db: the scores use the 1 of 3 questions that have a vote, and 1 vote'

ten_questions() { # with a pool of 2 each, which gives one ballot, or of 4, which gives four
	rm -f q.tsv a.run t.db
	for question in 0 1 2 3 4 5 6 7 8 9; do
		echo "q$question${TAB}question $question?" >>q.tsv
		for document in $(seq "$1"); do
			echo "q$question Q0 d$document $document $((9 - document)) a" >>a.run
		done
	done
	lines d.tsv "d1${TAB}1" "d2${TAB}2" "d3${TAB}3" "d4${TAB}4"
	must "$ASSAY" import t.db --documents d.tsv --questions q.tsv --candidates a.run
}

vote_first() { # that many times
	give "$(yes '{"vote":1}' | head -n "$1")"
	must "$ASSAY" label t.db --json --annotator eve
}

test_that 'from ten questions on a remark says that documents were shown too seldom'
ten_questions 2
vote_first 9
run "$ASSAY" eval t.db a.run
expect_stderr_lacks 'on average'
vote_first 1
run "$ASSAY" eval t.db a.run
expect_stderr_has 't.db: each labelled document was shown 1.0 times on average. Below 2, scores are too low'
ten_questions 4
vote_first 40
run "$ASSAY" eval t.db a.run
expect_stderr_has 'and 40 votes'
expect_stderr_lacks 'on average'

test_that "without -m the database's own measures are used"
prepared database
must "$ASSAY" set t.db measures 'RR,P@1'
run "$ASSAY" eval t.db a.run --format tsv
expect_stdout "RR${TAB}0.5000
P@1${TAB}0.0000"

test_that "-m goes before the database's own measures"
prepared database
must "$ASSAY" set t.db measures 'RR,P@1'
run "$ASSAY" eval t.db a.run -m R@2 --format tsv
expect_stdout "R@2${TAB}1.0000"

# --- Warnings of compare ----------------------------------------------------

# The next three runs rank in the same way, but the labels know different parts of them.
holes_files() {
	lines truth.qrels 'q1 0 d1 1' 'q1 0 d2 0' 'q1 0 d3 0' 'q1 0 d4 0' 'q1 0 d5 0'
	lines full.run 'q1 Q0 d1 1 5 a' 'q1 Q0 d2 2 4 a' 'q1 Q0 d3 3 3 a' 'q1 Q0 d4 4 2 a' 'q1 Q0 d5 5 1 a'
	lines most.run 'q1 Q0 d1 1 5 a' 'q1 Q0 d2 2 4 a' 'q1 Q0 d3 3 3 a' 'q1 Q0 d4 4 2 a' 'q1 Q0 e5 5 1 a'
	lines few.run 'q1 Q0 e1 1 5 a' 'q1 Q0 e2 2 4 a' 'q1 Q0 e3 3 3 a' 'q1 Q0 d4 4 2 a' 'q1 Q0 d1 5 1 a'
}

test_that 'compare says how much of baseline and run is judged, in every format'
holes_files
for format in table json csv; do
	run "$ASSAY" compare truth.qrels full.run few.run -m AP --format $format
	expect_status 0
	expect_stderr_has \
		'assay: judged among the first 10 documents: full 100 %, few 40 %; the others count as not relevant'
done

test_that 'with --judged-only the remark does not say that unjudged documents count'
holes_files
run "$ASSAY" eval truth.qrels full.run few.run -m AP --judged-only
expect_status 0
expect_stderr_has 'assay: judged among the first 10 documents: full 100 %, few 40 %; the others are removed'

test_that 'compare says that one of two well-judged runs is judged less'
holes_files
run "$ASSAY" compare truth.qrels full.run most.run -m AP
expect_stderr_has 'judged among the first 10 documents: full 100 %, most 80 %;'

# By hand: b has its relevant document at rank 2, and unjudged documents that might be relevant at ranks 1 and 3.
test_that 'compare says what the difference could be if unjudged documents were relevant'
lines truth.qrels 'q1 0 d1 1' 'q1 0 d2 0'
lines a.run 'q1 Q0 d1 1 9 a' 'q1 Q0 d2 2 8 a'
lines b.run 'q1 Q0 x1 1 9 b' 'q1 Q0 d1 2 8 b' 'q1 Q0 x2 3 7 b'
run "$ASSAY" compare truth.qrels a.run b.run -m RR@5
expect_stderr_has 'assay: RR@5 of b - a: 0.0000 if all unjudged documents among the first 10 were relevant at grade 1,' \
	'0.0000 if only the unjudged documents that only b has were relevant, -0.5000 if only those that only a has' '-0.5000 if only those that only a has were relevant'
lines graded.qrels 'q1 0 d1 1' 'q1 0 d2 4'
run "$ASSAY" compare graded.qrels a.run b.run -m RR@5
expect_stderr_has 'among the first 10 were relevant at grade 4,'

test_that 'compare looks as deep as its first measure'
holes_files
run "$ASSAY" compare truth.qrels full.run most.run -m P@4,AP
expect_no_stderr

test_that 'compare needs no remark on judged runs'
run "$ASSAY" compare "$data/judgments.qrels" "$data/porter.run" "$data/plain.run"
expect_status 0
expect_no_stderr

# --- Documents that the truth does not know ----------------------------------

# Renames every second document of porter.run.
half_renamed() { # prefix, ending
	awk -v prefix="$1" -v ending="$2" '!($3 in is_odd) { is_odd[$3] = n++ % 2 }
		is_odd[$3] { $3 = prefix $3 ending } { print }' "$data/porter.run" >half.run
}

# Prints how many of the first ten documents of each question of half.run are in no label, and how many first ones there
# are.
count_unknown() {
	sort -s -k1,1 -k5,5gr -k3,3r half.run |
		awk 'NR == FNR { known[$3]; next } ++rank[$1] <= 10 { n++; unknown += !($3 in known) }
			END { print unknown " of its " n " documents in the top 10" }' "$data/judgments.qrels" -
}

test_that 'compare points out a run with renamed documents'
half_renamed x ''
run "$ASSAY" compare "$data/judgments.qrels" "$data/porter.run" half.run -m nDCG@10
expect_status 0
expect_stderr_has "assay: half: $(count_unknown) are not in any label" 'were they renamed?'

test_that 'compare points out a baseline with renamed documents'
half_renamed x ''
run "$ASSAY" compare "$data/judgments.qrels" half.run "$data/porter.run" -m nDCG@10 --format csv
expect_stderr_has "assay: half: $(count_unknown) are not in any label"

test_that 'eval points out docids that look unlike every judged one'
half_renamed '' '#1'
run "$ASSAY" eval "$data/judgments.qrels" half.run --format tsv
expect_stderr_has "assay: half: $(count_unknown) are not in any label" "#1'; were they renamed?"

test_that 'compare refuses docids unlike every judged one unless --insist is given'
half_renamed '' '#1'
run "$ASSAY" compare "$data/judgments.qrels" "$data/porter.run" half.run -m nDCG@10
expect_refused 1 'half.run: ' "$(count_unknown) are not in any label" "#1'" '--insist'

test_that 'compare --insist compares a renamed run and still asks'
half_renamed '' '#1'
run "$ASSAY" compare "$data/judgments.qrels" "$data/porter.run" half.run -m nDCG@10 --insist
expect_status 0
expect_stderr_has "assay: half: $(count_unknown) are not in any label" 'were they renamed?'

# As in MS MARCO: one judged document per question, and many retrieved ones.
sparse_files() {
	seq 1 20 | awk '{ print "q" $1, 0, "d" $1, 1 }' >truth.qrels
	for run in a b; do
		seq 1 20 | awk -v run=$run -v seed=$run '{
			print "q" $1, "Q0", "d" $1, 1, 99, run
			for (i = 2; i <= 10; i++) print "q" $1, "Q0", "d" (run == "a" ? 1000 : 5000) + 10 * $1 + i, i, 99 - i, run
		}' >$run.run
	done
}

test_that 'sparse labels do not make runs look renamed'
sparse_files
run "$ASSAY" compare truth.qrels a.run b.run -m RR@10
expect_stderr_has 'assay: judged among the first 10 documents: a 10 %, b 10 %; the others count as not relevant'
expect_equal "$(stderr | grep -c renamed)" 0

for command in 'eval truth.qrels' 'compare truth.qrels a.run'; do
	test_that "${command%% *}: a run of which no document is known is refused"
	sparse_files
	awk '{ $3 = "doc-" $3; print }' a.run >other.run
	# shellcheck disable=SC2086 # the command is words
	run "$ASSAY" $command other.run
	expect_refused 1 'other.run: ' 'documents in the top 10 are not in any label' \
		"such as 'doc-d1'" 'renamed'
done

test_that 'a few unknown documents do not prove that a run was renamed'
lines truth.qrels 'q1 0 d1 1'
lines a.run 'q1 Q0 d2 1 1 a'
run "$ASSAY" eval truth.qrels a.run -m RR --format tsv
expect_stdout "RR${TAB}0.0000"

pool_database() { # of twelve documents, of which one is judged
	seq 1 12 | awk -v OFS="$TAB" '{ print "d" $1, "text " $1 }' >d.tsv
	lines q.tsv "q1${TAB}one?"
	lines pool.run 'q1 Q0 d1 1 9 a'
	must "$ASSAY" import t.db --documents d.tsv --questions q.tsv --candidates pool.run
	label_by the_first
	seq 1 10 | awk '{ print "q1 Q0 d" $1, $1, 99 - $1, "a" }' >a.run
}

test_that 'a database also knows documents without judgments'
prepared pool_database
run "$ASSAY" eval t.db a.run -m RR --format tsv
expect_stdout "RR${TAB}1.0000"
expect_equal "$(stderr | grep -c renamed)" 0

test_that 'a database points out a tenth of documents that it lacks'
prepared pool_database
sed 's/d10 /e10 /' a.run >b.run
run "$ASSAY" eval t.db b.run -m RR --format tsv
expect_stderr_has "assay: b: 1 of its 10 documents in the top 10 are not in t.db, such as 'e10'; were they renamed?"

test_that 'compare refuses a run if the database lacks three tenths of its documents'
prepared pool_database
sed 's/ d\([89]\|10\) / e\1 /' a.run >b.run
run "$ASSAY" compare t.db a.run b.run -m RR
expect_refused 1 'b.run: 3 of its 10 documents' 'are not in t.db' '--insist'

test_that 'a run of which no document is in the database is refused'
prepared pool_database
sed 's/ d/ e/' a.run >b.run
run "$ASSAY" eval t.db b.run -m RR --format tsv
expect_refused 1 'b.run: ' 'all 10 of its 10 documents in the top 10 are not in t.db' "such as 'e1'"

test_that 'a database also refuses a run of a few documents that it lacks'
prepared pool_database
lines b.run 'q1 Q0 doc1 1 9 b' 'q1 Q0 doc2 2 8 b'
run "$ASSAY" eval t.db b.run -m RR --format tsv
expect_refused 1 'b.run: ' 'all 2 of its 2 documents in the top 10 are not in t.db' "such as 'doc1'"

# --- Files that do not belong together -----------------------------------------

for command in 'eval truth.qrels' 'compare truth.qrels good.run'; do
	for kind in trec json; do
		test_that "${command%% *}: a run ($kind) of other questions is refused"
		lines truth.qrels 'x1 0 d1 1' 'x2 0 d1 1'
		lines good.run 'x1 Q0 d1 1 5 a'
		lines trec.run 'q01 Q0 d1 1 5 a' 'q02 Q0 d1 1 5 a'
		lines json.run '{"q01": {"d1": 5}, "q02": {"d1": 5}}'
		# shellcheck disable=SC2086 # the command is words
		run "$ASSAY" $command $kind.run
		expect_refused 1 "$kind.run has" 'no question in common with truth.qrels' "'x1'" "'q01'"
	done
done

few_files() { # the second run answers one question of three, and that well
	lines truth.qrels 'q1 0 d1 1' 'q2 0 d1 1' 'q3 0 d1 1'
	lines all.run 'q1 Q0 d1 1 5 a' 'q2 Q0 d1 1 5 a' 'q3 Q0 d1 1 5 a'
	lines one.run 'q1 Q0 d1 1 5 a'
}

for command in 'eval truth.qrels' 'compare truth.qrels all.run'; do
	test_that "${command%% *}: a remark points out a run with less than half of the answers"
	few_files
	# shellcheck disable=SC2086 # the command is words
	run "$ASSAY" $command one.run -m RR
	expect_status 0
	expect_equal "$(stderr)" \
		'assay: one answers only 1 of 3 questions; the other questions count 0, which decides the scores; --questions both leaves them out'

	test_that "${command%% *}: the remark is adapted to --questions both"
	few_files
	# shellcheck disable=SC2086 # the command is words
	run "$ASSAY" $command one.run -m RR --questions both
	expect_equal "$(stderr)" \
		'assay: one answers only 1 of 3 questions; the other questions are left out, so few questions are left'
done

test_that 'eval: runs scored on different questions have no best run'
few_files
lines half.run 'q1 Q0 d1 1 5 a' 'q2 Q0 x 1 5 a' 'q2 Q0 d1 2 4 a'
run "$ASSAY" eval truth.qrels one.run half.run -m RR --questions both
expect_stdout_lacks '*'
expect_stderr_has 'so no run is marked as the best'
run "$ASSAY" eval truth.qrels one.run half.run -m RR
expect_stdout_has 'half  0.5000*'

# 0.1 + 0.2 + 0.3 differs from 0.3 + 0.2 + 0.1 in floating point.
test_that 'eval: means that differ only by rounding are both the best'
for q in 1 2 3; do
	for d in a b c; do echo "q$q 0 $d 1"; done
done >truth.qrels
lines low.run 'q1 Q0 a 1 5 low'
lines up.run 'q1 Q0 a 1 5 up' 'q2 Q0 a 1 5 up' 'q2 Q0 b 2 4 up' 'q3 Q0 a 1 5 up' 'q3 Q0 b 2 4 up' 'q3 Q0 c 3 3 up'
sed 's/q1/q4/; s/q3/q1/; s/q4/q3/; s/up/down/' up.run >down.run
run "$ASSAY" eval truth.qrels up.run down.run low.run -m P@10
expect_stdout_has 'up    0.2000*' 'down  0.2000*'

# Prints the last two columns of the row of RR: p, and p corrected for the number of comparisons.
test_that 'compare: measures of judged shares do not change the corrected p'
p_of() { # measures
	must "$ASSAY" compare "$data/judgments.qrels" "$data/porter.run" "$data/titles.run" -m "$1" --format csv
	stdout | tr -d '\r' | awk -F, '$2 == "RR" { print $(NF - 1), $NF }'
}
expect_equal "$(p_of RR,Judged@10,Holes@5,Unjudged@5)" "$(p_of RR)"

test_that 'compare: for a measure like Holes the smaller value wins'
lines truth.qrels 'q1 0 d1 1' 'q2 0 d1 1' 'q3 0 d1 1'
lines base.run 'q1 Q0 d1 1 5 a' 'q1 Q0 x 2 4 a' 'q2 Q0 d1 1 5 a' 'q2 Q0 y 2 4 a' 'q3 Q0 d1 1 5 a'
lines other.run 'q1 Q0 d1 1 5 a' 'q2 Q0 d1 1 5 a' 'q3 Q0 d1 1 5 a' 'q3 Q0 x 2 4 a'
run "$ASSAY" compare truth.qrels base.run other.run -m Holes@5,Judged@5 --format csv
wins=$(stdout | tr -d '\r' | awk -F, 'NR > 1 { print $2, $5, $8, $9, $10 }')
expect_equal "$wins" 'Holes@5 -0.1667 2 0 1
Judged@5 0.1667 2 0 1'
run "$ASSAY" compare truth.qrels base.run other.run -m Holes@5
expect_stdout_has 'gained and lost most by Holes@5 (lower is better), and the ranks'
expect_equal "$(stdout | awk '/^other +q/ { print $2, $5 }')" 'q1 -0.5000
q2 -0.5000
q3 0.5000'

test_that 'compare --questions both: two runs that answer different questions are refused'
few_files
lines two.run 'q2 Q0 d1 1 5 a'
run "$ASSAY" compare truth.qrels one.run two.run --questions both
expect_refused 1 'two.run: ' 'none of the questions of one.run' 'count 0'

test_that 'compare: the same file twice is refused, by whatever name'
few_files
ln -s one.run link.run
for twice in 'one.run one.run' 'one.run all.run ./one.run' 'all.run one.run link.run'; do
	# shellcheck disable=SC2086 # the runs are words
	run "$ASSAY" compare truth.qrels $twice
	expect_refused 1 'the same file as' 'one.run' 'name different runs'
done

test_that 'compare: a copy counts as another file and has no difference'
few_files
cp all.run copy.run
run "$ASSAY" compare truth.qrels all.run copy.run -m RR --format csv
expect_stdout_has 'copy,RR,1.0000,1.0000,0.0000'

test_that 'compare: qrels without a relevant document are refused'
few_files
lines truth.qrels 'q1 0 d1 0' 'q2 0 d1 -1'
run "$ASSAY" compare truth.qrels all.run one.run
expect_refused 1 'truth.qrels: ' 'no document is relevant' 'nothing to compare'

test_that 'eval: a remark points out qrels without a relevant document'
few_files
lines truth.qrels 'q1 0 d1 0' 'q2 0 d1 -1'
run "$ASSAY" eval truth.qrels all.run -m RR --format tsv
expect_stdout "RR${TAB}0.0000"
expect_equal "$(stderr)" \
	'assay: truth.qrels: no document has a grade above 0, so no document is relevant and the scores mean nothing'

test_that 'eval, compare: a remark points out measures without a relevant grade'
few_files
lines truth.qrels 'q1 0 d1 0.75' 'q2 0 d1 0.5'
run "$ASSAY" eval truth.qrels all.run -m RR,nDCG@10 --format tsv
expect_equal "$(stderr)" \
	'assay: truth.qrels: no grade reaches 1, the lowest relevant grade of RR, so it means nothing; set rel= in the measure'
run "$ASSAY" compare truth.qrels all.run one.run -m nDCG@10,RR,AP
expect_stderr_has 'no grade reaches 1, the lowest relevant grade of RR and others, so they mean nothing'
run "$ASSAY" eval truth.qrels all.run -m 'RR(rel=0.5)' --format tsv
expect_equal "$(stderr)" ''

test_that 'eval, compare: a remark points out low grades that do not count as relevant'
few_files
lines truth.qrels 'q1 0 d1 1' 'q1 0 d2 0.4' 'q1 0 d3 0' 'q2 0 d1 0.5'
run "$ASSAY" eval truth.qrels all.run -m 'nDCG@10,P@5,P(rel=0.1)@5' --format tsv
expect_equal "$(stderr | grep -F 'above 0')" \
	'assay: truth.qrels: 2 of 3 grades above 0 are below 1, the lowest relevant grade of P@5; set rel= in the measure to change it'
run "$ASSAY" compare truth.qrels all.run one.run -m nDCG@10,RR,AP
expect_stderr_has '2 of 3 grades above 0 are below 1, the lowest relevant grade of RR and others'
run "$ASSAY" gate truth.qrels all.run one.run -m AP --insist
expect_stderr_has '2 of 3 grades above 0 are below 1, the lowest relevant grade of AP'

test_that 'eval: low grades need no remark if the measures set rel or use grades'
few_files
lines truth.qrels 'q1 0 d1 1' 'q1 0 d2 0.4' 'q2 0 d1 0.5'
run "$ASSAY" eval truth.qrels all.run -m 'nDCG@10,RR(rel=1),AP(rel=0.4)' --format tsv
expect_stderr_lacks 'above 0'
lines truth.qrels 'q1 0 d1 1' 'q1 0 d2 -1' 'q2 0 d1 2' 'q2 0 d2 0'
run "$ASSAY" eval truth.qrels all.run -m RR,AP --format tsv
expect_stderr_lacks 'above 0'

test_that 'a run truncated while it is read may cause an error, but never a crash'
awk 'BEGIN { for (q = 1; q <= 400; q++) for (d = 1; d <= 1000; d++) print "q" q, "Q0", "document-" d, d, 1000 - d, "tag" }' >long.run
awk 'BEGIN { for (q = 1; q <= 400; q++) print "q" q, 0, "document-7", 1 }' >long.qrels
crashed=
for pause in 2 4 6 8 10 12 14 16; do
	cp long.run cut.run
	"$ASSAY" eval long.qrels cut.run >/dev/null 2>&1 &
	head -c "${pause}0000000" /dev/zero >/dev/null
	: >cut.run
	wait $!
	[ $? -le 1 ] || crashed="$crashed $pause"
done
expect_equal "$crashed" ''

test_that 'of very many questions a random sample is checked for unknown docids'
seq 1 6000 | awk '{ print "q" $1 "\tquestion " $1 > "q.tsv"; print "q" $1, "0 d1 1" > "t.qrels"; print "q" $1, "Q0 e1 1 9 a" > "b.run"
	print "q" $1, "Q0 d1 2 8 a" > "b.run" }'
lines d.tsv "d1${TAB}one"
must "$ASSAY" import t.db --documents d.tsv --questions q.tsv
must "$ASSAY" import t.db --judgments t.qrels --as gold
run "$ASSAY" eval t.db b.run --judgments gold -m RR --format tsv
expect_stdout "RR${TAB}0.5000"
expect_stderr_has 'b: 1000 of its 2000 documents in the top 10 in 1000 questions drawn at random are not in t.db'

# --- Parts of a run that count --------------------------------------------------

# Of six documents, the third, fifth and sixth are relevant, and the second is unjudged.
deep_files() {
	lines truth.qrels 'q 0 a 0' 'q 0 c 1' 'q 0 d 0' 'q 0 e 1' 'q 0 f 1'
	lines deep.run 'q Q0 a 1 9 r' 'q Q0 b 2 8 r' 'q Q0 c 3 7 r' 'q Q0 d 4 6 r' 'q Q0 e 5 5 r' 'q Q0 f 6 4 r'
}

test_that '--depth: the first documents count, as if no others had been retrieved'
deep_files
run "$ASSAY" eval truth.qrels deep.run -m NumRet,NumRelRet,AP,SetP,P@5 --depth 4 --format tsv
head -n 4 deep.run >cut.run
expect_stdout "$("$ASSAY" eval truth.qrels cut.run -m NumRet,NumRelRet,AP,SetP,P@5 --format tsv 2>err)"
expect_stdout_has "NumRet${TAB}4.0000" "AP${TAB}0.1111"
run "$ASSAY" eval truth.qrels deep.run -m relstring_10 -q --depth 4 --format tsv
expect_stdout "q${TAB}relstring@10${TAB}'0-10'"
run "$ASSAY" eval truth.qrels deep.run --depth 0
expect_refused 2 'depth'

test_that '--judged-only: without the documents that are not judged, and by the names of the measures'
deep_files
run "$ASSAY" eval truth.qrels deep.run -m 'RR,P(judged_only=False)@3,NumRet' --judged-only --format tsv
expect_stdout "RR(judged_only=True)${TAB}0.5000
P(judged_only=False)@3${TAB}0.3333
NumRet(judged_only=True)${TAB}5.0000"

test_that "--judged-only with trec_eval's lines: by trec_eval's names, as its -J prints them"
deep_files
run "$ASSAY" eval truth.qrels deep.run -m 'RR,P(judged_only=False)@3,NumRet' --judged-only --format trec_eval
expect_stdout "recip_rank            ${TAB}all${TAB}0.5000
P(judged_only=False)@3${TAB}all${TAB}0.3333
num_ret               ${TAB}all${TAB}5"

test_that 'names of measures with blanks, and measures with blanks between them in one word'
half_files
for name in 'Hit Rate@5' 'HR@5' 'hit-rate@5' 'hit_rate @ 5' 'HITRATE@5'; do
	run "$ASSAY" measures "$name" --format csv
	expect_stdout_has 'Success'
done
lines truth.qrels 'q1 0 a 2' 'q1 0 b 1'
lines a.run 'q1 Q0 a 1 9 r' 'q1 Q0 b 2 8 r' 'q1 Q0 c 3 7 r'
run "$ASSAY" eval truth.qrels a.run -m 'Hit Rate@5 , P(rel=2)@2  Average Precision,R@1 RR' --format tsv
expect_refused 2 "measure 'P(rel=2)@2  Average Precision'"
run "$ASSAY" eval truth.qrels a.run -m 'Hit Rate@5 , P(rel=2)@2  AP,R@1 RR' --format tsv
expect_stdout "Success@5${TAB}1.0000
P(rel=2)@2${TAB}0.5000
AP${TAB}1.0000
R@1${TAB}0.5000
RR${TAB}1.0000"

# --- Grades in words --------------------------------------------------------------

words_files() {
	lines b.run 'q1 Q0 d1 1 3 r' 'q1 Q0 d3 2 2 r'
	printf 'id\tquery_id\tproduct_id\tlabel\n0\tq1\td1\tExact\n1\tq1\td3\tIrrelevant\n' >wands.csv
	lines esci.csv query_id,product_id,esci_label q1,d1,exact q1,d3,Irrelevant
	lines words.qrels 'q1 0 d1 Exact' 'q1 0 d3 irrelevant'
	lines words.json '{"q1": {"d1": "Exact", "d3": "Irrelevant"}}'
	lines words.jsonl '{"query_id": "q1", "doc_id": "d1", "label": "Exact"}' '{"query_id": "q1", "doc_id": "d3", "label": "Irrelevant"}'
}

test_that '--grades maps words to numbers in every format; the error suggests it'
words_files
for file in wands.csv esci.csv words.qrels words.json words.jsonl; do
	run "$ASSAY" eval $file b.run -m RR,NumRel,Judged@2 --grades Exact=2,Partial=1,Irrelevant=0 --format tsv
	expect_stdout "RR${TAB}1.0000
NumRel${TAB}1.0000
Judged@2${TAB}1.0000"
	run "$ASSAY" eval $file b.run -m 'RR(rel=2)' -m 'RR(rel=3)' --grades Exact=2,Irrelevant=-1 --format tsv
	expect_stdout "RR(rel=2)${TAB}1.0000
RR(rel=3)${TAB}0.0000"
	run "$ASSAY" eval $file b.run -m RR
	expect_refused 1 "$file" 'is not a finite number' '--grades Exact=2,Partial=1'
	run "$ASSAY" eval $file b.run -m RR --grades Other=1
	expect_refused 1 "$file" 'is not a finite number'
done

test_that 'true is 1 and false is 0; an empty grade is not a judgment'
lines b.run 'q1 Q0 d3 1 3 r' 'q1 Q0 d1 2 2 r'
lines true.jsonl '{"query_id":"q1","doc_id":"d1","relevant":true}' '{"query_id":"q1","doc_id":"d3","relevant":false}'
lines true.csv query_id,doc_id,relevant q1,d1,True q1,d3,False q1,d4,
for file in true.jsonl true.csv; do
	run "$ASSAY" eval $file b.run -m RR,NumRel,Judged@2 --format tsv
	expect_stdout "RR${TAB}0.5000
NumRel${TAB}1.0000
Judged@2${TAB}1.0000"
done
lines empty.csv query_id,doc_id,relevant q1,d1,2 q1,d3,
run "$ASSAY" eval empty.csv b.run -m Judged@2 --format tsv
expect_stdout "Judged@2${TAB}0.5000"

test_that '--grades with a malformed list'
words_files
for list in '' Exact Exact= =1 Exact=x Exact=nan 'Exact=1,,Partial=2'; do
	run "$ASSAY" eval wands.csv b.run --grades "$list"
	expect_refused 2 '--grades'
done
run "$ASSAY" eval wands.csv b.run --grades Exact=1,EXACT=2
expect_refused 2 "--grades has 'EXACT' twice"

test_that 'import --grades stores the mapped grades'
words_files
lines documents.jsonl '{"id": "d1", "text": "one"}' '{"id": "d3", "text": "three"}'
lines questions.jsonl '{"id": "q1", "text": "which?"}'
must "$ASSAY" import t.db documents.jsonl questions.jsonl --judgments wands.csv --as gold --grades Exact=2,Irrelevant=0
run "$ASSAY" export t.db qrels --judgments gold
expect_stdout 'q1 0 d1 2
q1 0 d3 0'

# --- Ties -------------------------------------------------------------------------

# D0 and D2 have the same score, and only D2 is relevant. With docid-desc D2 is first.
tied_files() {
	lines truth.qrels 'Q0 0 D2 1' 'Q1 0 D0 1'
	lines tied.run 'Q0 Q0 D0 1 1 r' 'Q0 Q0 D2 2 1 r' 'Q0 Q0 D1 3 0.5 r' 'Q1 Q0 D0 1 3 r'
	lines tied.json '{"Q0": {"D1": 0.5, "D0": 1, "D2": 1}, "Q1": {"D0": 3}}'
	lines mixed.run 'Q0 Q0 D1 1 0.5 r' 'Q1 Q0 D0 1 3 r' 'Q0 Q0 D2 1 1 r' 'Q0 Q0 D0 1 1 r'
}

test_that 'a remark points out a mean that depends on the order of ties'
tied_files
for run in tied.run tied.json; do
	run "$ASSAY" eval truth.qrels $run -m RR@1,R@3,NumRet --format tsv
	expect_stdout "RR@1${TAB}1.0000
R@3${TAB}1.0000
NumRet${TAB}4.0000"
	expect_stderr_has 'documents with equal scores decide these means; with the opposite order: ' ' RR@1 0.5000; see --ties'
	run "$ASSAY" eval truth.qrels $run -m RR --ties docid-asc --format tsv # Q0: rank 2
	expect_stdout "RR${TAB}0.7500"
	expect_stderr_has ' RR 1.0000; see --ties'
	run "$ASSAY" eval truth.qrels $run -m R@2,nDCG@10 --ties average --format tsv # nDCG of Q0: the mean of 1 and 1 / log2(3)
	expect_stdout "R@2${TAB}1.0000
nDCG@10${TAB}0.9077"
	expect_stderr_lacks 'equal scores'
done

test_that 'ties that change no printed digit need no remark'
lines truth.qrels 'q 0 a 1' 'q 0 b 1' 'q 0 z 0'
lines a.run 'q Q0 a 1 5 r' 'q Q0 b 2 5 r' 'q Q0 x 3 4 r' 'q Q0 y 4 4 r'
run "$ASSAY" eval truth.qrels a.run -m nDCG,RR,P@2
expect_stderr_lacks 'equal scores'
tied_files
run "$ASSAY" eval truth.qrels tied.run -m nDCG,Judged@1 --precision 0 # 1 and 0.8
expect_stderr_lacks 'equal scores'

test_that '--ties average names the measures that it does not support'
tied_files
for measure in RR AP Success@5 'P(judged_only=True)@5' ERR F1@5; do
	run "$ASSAY" eval truth.qrels tied.run -m "nDCG,$measure" --ties average
	expect_refused 2 "$measure can't be averaged over ties" '--ties average works with sums over documents'
done
run "$ASSAY" eval truth.qrels tied.run -m nDCG --ties average --depth 5
expect_refused 2 '--depth cuts off at a rank'
run "$ASSAY" rbo tied.run mixed.run --ties average
expect_refused 2 'docid-desc, docid-asc or input'
run "$ASSAY" compare truth.qrels tied.run tied.json -m nDCG --ties average --format csv
expect_stdout_has '0.9077,0.9077'
expect_stderr_lacks 'if all unjudged documents' # with averaged ties they have no single rank
run "$ASSAY" compare truth.qrels tied.run tied.json -m nDCG --format csv
expect_stderr_has 'if all unjudged documents'

# --- Empty runs -----------------------------------------------------------------

test_that 'a run without documents is refused, or scores 0 with --allow-empty'
lines truth.qrels 'q1 0 a 1' 'q2 0 b 1'
lines one.run 'q1 Q0 a 1 1 x'
: >blank.run
lines empty.json '{}'
lines comments.run '# nothing was found'
for empty in blank.run empty.json comments.run; do
	run "$ASSAY" eval truth.qrels "$empty" one.run -m RR
	expect_refused 1 "$empty: this run has no document; check the search that wrote it, or score it as 0 with \`assay eval --allow-empty\`"
	run "$ASSAY" eval truth.qrels "$empty" one.run -m RR,NumRel,Judged@5 --allow-empty --format csv
	expect_status 0
	expect_equal "$(stdout | tr -d '\r' | cut -d , -f 3 | tr '\n' ' ')" 'value 0.0000 2 0.0000 0.5000 2 0.5000 '
	expect_stderr_has "$empty: this run has no document, so it scores 0"
	run "$ASSAY" eval truth.qrels "$empty" -m RR --allow-empty
	expect_stderr_lacks 'judged among the first'
	run "$ASSAY" eval truth.qrels "$empty" --allow-empty --questions both
	expect_refused 1 "$empty: this run has no document; only --questions all can score it"
	run "$ASSAY" compare truth.qrels "$empty" one.run -m RR
	expect_refused 1 "$empty: this run has no document"
done

# --- Texts --------------------------------------------------------------------

# As in trec_eval's relstring: one character for each of the first retrieved documents.
relstring_files() {
	lines truth.qrels 'q1 0 a 0' 'q1 0 b 2' 'q1 0 c 12' 'q1 0 d -1' 'q1 0 e 1' 'q2 0 a 1'
	lines a.run 'q1 Q0 c 1 9 a' 'q1 Q0 x 2 8 a' 'q1 Q0 b 3 7 a' 'q1 Q0 d 4 6 a' 'q1 Q0 a 5 5 a' 'q1 Q0 e 6 4 a'
}

test_that 'relstring: the grades of each question as a text, without a mean'
relstring_files
run "$ASSAY" eval truth.qrels a.run -m relstring_5,NumRel -q --format tsv
expect_stdout "q1${TAB}relstring@5${TAB}'>-2.0'
q1${TAB}NumRel${TAB}3.0000
q2${TAB}relstring@5${TAB}''
q2${TAB}NumRel${TAB}1.0000
all${TAB}NumRel${TAB}4.0000"
run "$ASSAY" eval truth.qrels a.run -m relstring -q --format trec_eval --questions both
expect_stdout "relstring_10          ${TAB}q1${TAB}'>-2.01'"
run "$ASSAY" eval truth.qrels a.run -m relstring,RR -q
expect_stdout_has "q1       '>-2.01'  1.0000" 'all                0.5000'

test_that 'runid: the tag of the run, once, or the name of its file'
lines truth.qrels 'q1 0 a 1' 'q2 0 a 1'
lines a.run 'q1 Q0 a 1 9 mine'
lines ranks.tsv "q1${TAB}a${TAB}1" "q1${TAB}b${TAB}2"
run "$ASSAY" eval truth.qrels a.run -m RR,runid -q --questions both --format trec_eval
expect_stdout "recip_rank            ${TAB}q1${TAB}1.0000
recip_rank            ${TAB}all${TAB}1.0000
runid                 ${TAB}all${TAB}mine"
run "$ASSAY" eval truth.qrels a.run ranks.tsv -m runid --format tsv
expect_stdout "a${TAB}runid${TAB}mine
ranks${TAB}runid${TAB}ranks"
run "$ASSAY" eval truth.qrels a.run -m runid,NumQ -q
expect_stdout_has 'q1             1' 'all   mine     2'
run "$ASSAY" eval truth.qrels a.run -m runid --interval
expect_refused 2 'runid is a text'

test_that 'a text is neither averaged nor compared'
relstring_files
run "$ASSAY" eval truth.qrels a.run -m relstring
expect_refused 2 'relstring is a text for each question; assay eval --per-question prints it'
lines b.run 'q1 Q0 a 1 9 b'
run "$ASSAY" compare truth.qrels a.run b.run -m relstring
expect_refused 2 'relstring is a text'

# --- Standard deviations ------------------------------------------------------

test_that '--interval: one question has no interval, whatever its value'
lines one.qrels 'q1 0 a 1'
lines one.run 'q1 Q0 b 1 1 x'
run "$ASSAY" eval one.qrels one.run -m nDCG@10,Success@5 --interval --format tsv
expect_status 0
expect_stdout "one${TAB}nDCG@10${TAB}0.0000${TAB}${TAB}${TAB}${TAB}1
one${TAB}Success@5${TAB}0.0000${TAB}${TAB}${TAB}${TAB}1"

test_that '--interval: the standard deviation of the values, with one less than their number'
lines truth.qrels 'q1 0 d1 1' 'q2 0 d1 1' 'q3 0 d1 1'
lines a.run 'q1 Q0 d1 1 5 a' 'q2 Q0 d2 1 5 a' 'q3 Q0 d1 1 5 a'
run "$ASSAY" eval truth.qrels a.run -m RR --interval --format csv # for 1, 0 and 1: the square root of 1/3
expect_equal "$(stdout | tr -d '\r' | tail -n 1 | cut -d , -f 6,7)" 0.5774,3

# As in trec_eval -Z: (0.5 - 0.3) / 0.1 and (0 - 0.2) / 0.4, whose mean is 0.75. The RR of q2 is its mean, with
# deviation 0.
reference_files() {
	lines truth.qrels 'q1 0 a 1' 'q1 0 b 0' 'q2 0 a 1'
	lines a.run 'q1 Q0 c 1 9 r' 'q1 Q0 a 2 8 r' 'q2 Q0 z 1 9 r'
	lines reference.txt '# qid measure mean deviation' 'q1 map 0.3 0.1' "q2${TAB}AP${TAB}0.2${TAB}0.4" '' \
		'q1 recip_rank 0.25 0.5' 'q2 recip_rank 0 0' 'q9 map 1 1' 'q1 other 1 1'
}

test_that '--zscores: deviations from the mean of other runs, and their mean'
reference_files
run "$ASSAY" eval truth.qrels a.run -m AP,RR --zscores reference.txt -q --format tsv
expect_stdout "q1${TAB}ZAP${TAB}2.0000
q1${TAB}ZRR${TAB}0.5000
q2${TAB}ZAP${TAB}-0.5000
q2${TAB}ZRR${TAB}0.0000
all${TAB}ZAP${TAB}0.7500
all${TAB}ZRR${TAB}0.2500"
expect_stderr_has 'the values are z-scores by reference.txt'

test_that '--zscores: counts are added up; --judged-only needs no other lines'
reference_files
# (2 - 1) / 2 and (1 - 3) / 1; judged documents: one and none.
printf '%s\n' 'q1 num_ret 1 2' 'q2 num_ret 3 1' >>reference.txt
run "$ASSAY" eval truth.qrels a.run -m NumRet --zscores reference.txt --format csv
expect_equal "$(stdout | tr -d '\r' | tail -n 1)" 'a,ZNumRet,-1.5000'
run "$ASSAY" eval truth.qrels a.run -m NumRet --zscores reference.txt --judged-only --format trec_eval
expect_stdout "Znum_ret               ${TAB}all${TAB}-3.0000"

test_that '--zscores: measures without lines, and geometric means, are left out by name'
reference_files
printf '%s\n' 'q1 gm_map 1 2' 'q2 gm_map 3 1' >>reference.txt
run "$ASSAY" eval truth.qrels a.run -m AP,GMAP,YAAP,runid --zscores reference.txt --format trec_eval
expect_stdout "Zmap                   ${TAB}all${TAB}0.7500
runid                 ${TAB}all${TAB}r"
expect_stderr_has 'left out, because reference.txt has no means and deviations for their z-scores: GMAP, YAAP'
run "$ASSAY" eval truth.qrels a.run -m YAAP --zscores reference.txt
expect_refused 1 'reference.txt: it has none of the measures asked for: YAAP'

test_that '--zscores: missing means, zero deviations and malformed lines are refused'
reference_files
printf '%s\n' 'q2 P_5 1 1' >>reference.txt
run "$ASSAY" eval truth.qrels a.run -m AP,P@5 --zscores reference.txt
expect_refused 1 "reference.txt: there is no P@5 of question 'q1'"
lines reference.txt 'q1 map 0.3 0'
run "$ASSAY" eval truth.qrels a.run -m AP --zscores reference.txt
expect_refused 1 "reference.txt:1: the deviation is 0 and run a is not at the mean, so AP of question 'q1' has no z-score"
lines reference.txt 'q1 map 0.3 0.1' 'q1 AP 0.3 0.1'
run "$ASSAY" eval truth.qrels a.run -m AP --zscores reference.txt
expect_refused 1 "reference.txt:2: AP of question 'q1' is already in line 1"
for line in 'q1 map 0.3' 'q1 map 0.3 -1' 'q1 map 0.3 0.1 2' 'q1 map x 1'; do
	lines reference.txt "$line"
	run "$ASSAY" eval truth.qrels a.run -m AP --zscores reference.txt
	expect_refused 1 'reference.txt:1: this line does not have a qid, a measure, a mean and a standard deviation'
done
run "$ASSAY" eval truth.qrels a.run -m AP --zscores reference.txt --interval
expect_refused 2 '--interval has no z-scores'

# One relevant document was found, two were retrieved.
test_that 'SetP(relative=True) of ir_measures is SetRelP, also with other parameters'
lines truth.qrels 'q1 0 a 2'
lines a.run 'q1 Q0 a 1 9 r' 'q1 Q0 b 2 8 r'
run "$ASSAY" eval truth.qrels a.run -m 'SetP(relative=True),SetP(rel=2,relative=True),SetP(relative=False)' --format tsv
expect_stdout "SetRelP${TAB}1.0000
SetRelP(rel=2)${TAB}1.0000
SetP${TAB}0.5000"

test_that 'tsv has the names of ir_measures'
lines truth.qrels 'q1 0 a 2' 'q1 0 b 1'
lines a.run 'q1 Q0 a 1 9 r' 'q1 Q0 b 2 8 r'
run "$ASSAY" eval truth.qrels a.run -m 'num_rel_ret,NumRelRet(rel=2),MRR' --format tsv
expect_stdout "NumRet(rel=1)${TAB}2.0000
NumRet(rel=2)${TAB}1.0000
RR${TAB}1.0000"
run "$ASSAY" eval truth.qrels a.run -m num_rel_ret --format csv
expect_stdout_has NumRelRet

# --- Names ------------------------------------------------------------------

# Prints the rows of the manual's table: name, tab, the first measure that it means, and "and N more" if it means
# several.
names_in_manual() {
	awk '/^\.Ss Names of other tools/ { on = 1 } on && /^\.El/ { exit } on && /^\.It Ql/ {
		sub(/^\.It Ql /, ""); sub(/ Ta Ql /, "\t"); sub(/ No /, " "); print }' "$SOURCE/man/assay.1.in"
}

test_that "each name in the manual's table of other tools' names is taken, and means what the table says"
half_files
names_in_manual >names
wrong=
while IFS=$TAB read -r name meaning; do
	each=
	[ "$name" = relstring_10 ] && each=-q # for each question separately; half.run answers one
	"$ASSAY" eval truth.qrels half.run -m "$name" --questions both $each --format tsv >out 2>err
	[ -n "$each" ] && cut -f 2- out >of_one && mv of_one out
	others=$(($(wc -l <out) - 1))
	got=$(head -n 1 out | cut -f 1)
	[ "$meaning" = NumRelRet ] && got=${got#"NumRet(rel=1)"}$meaning # tsv has ir_measures' name
	[ "$others" -gt 0 ] && got="$got and $others more"
	[ "$got" = "$meaning" ] || wrong="$wrong $name: $got;"
done <names
expect_equal "$wrong" ''
expect_equal "$([ "$(wc -l <names)" -gt 150 ] && echo many)" many

test_that 'assay measures knows each of these names, and shows the measures that it means, each once'
names_in_manual >names
wrong=
while IFS=$TAB read -r name meaning; do
	meaning=${meaning%% *}
	shown=$("$ASSAY" measures "$name" --format tsv 2>&1 | cut -f 1)
	[ "$(echo "$shown" | head -n 1)" = "${meaning%%[@(]*}" ] || wrong="$wrong $name: $shown;"
done <names
expect_equal "$wrong" ''
run "$ASSAY" measures map_cut,set P_5 --format tsv
expect_equal "$(stdout | cut -f 1 | tr '\n' ' ')" 'AP NumQ NumRet NumRel NumRelRet Utility SetP SetRelP SetR SetAP SetF P '

# --- Subtopics ---------------------------------------------------------------

# Two of three documents are about the same subtopic.
subtopic_files() {
	lines diverse.qrels 'q fruit d1 2' 'q fruit d2 1' 'q firm d3 1'
	lines a.run 'q Q0 d1 1 9 a' 'q Q0 d2 2 8 a' 'q Q0 d3 3 7 a'
}

test_that 'subtopic measures use the second column, other measures the highest grade'
subtopic_files
run "$ASSAY" eval diverse.qrels a.run -m StRecall@1,StRecall@3,P_IA@3,NumRel,DCG@1 --format tsv
expect_stdout "StRecall@1${TAB}0.5000
StRecall@3${TAB}1.0000
P_IA@3${TAB}0.5000
NumRel${TAB}3.0000
DCG@1${TAB}2.0000"
expect_no_stderr

test_that 'a remark asks whether a constant second column holds subtopics'
half_files
run "$ASSAY" eval truth.qrels half.run -m StRecall@1 --format tsv
expect_stderr_has 'assay: truth.qrels: no question has two subtopics; does the second column hold subtopics?'

test_that 'preferences are not subtopics: one group is as good as two'
lines prefs.txt 'q1 g s a 2' 'q1 g s b 1'
lines a.run 'q1 Q0 a 1 9 r' 'q1 Q0 b 2 8 r'
run "$ASSAY" eval prefs.txt a.run -m prefs_simp --format tsv
expect_stdout "prefs_simp${TAB}1.0000"
expect_no_stderr

test_that 'votes have no subtopics'
prepared database
run "$ASSAY" eval t.db a.run -m StRecall@1
expect_refused 1 'StRecall@1 is a measure of subtopics' 't.db'
run "$ASSAY" set t.db measures StRecall@1
expect_refused 2 'StRecall is a measure of subtopics; live scores can only have measures of grades'

test_that 'if two lists could be the truth, eval takes neither'
lines two.jsonl '{"question":"A hose?","relevant":["p1"],"expected":["p3"]}'
lines run.json '{"question":"A hose?","hits":["p1","p3"]}'
run "$ASSAY" eval two.jsonl run.json -m RR
expect_refused 1 'two.jsonl:1: "relevant" and "expected" could both be the truth; choose one with --truth FIELD'
run "$ASSAY" eval two.jsonl run.json -m RR --truth expected --format tsv
expect_stdout "RR${TAB}0.5000"
lines two.jsonl '{"question":"A hose?","relevant":["p1"],"expected":["p1"]}'
run "$ASSAY" eval two.jsonl run.json -m RR --format tsv
expect_stdout "RR${TAB}1.0000"

done_testing
