# `assay fuse`: makes one run from several.
. "$SOURCE/tests/support/tap.sh"

golden=$SOURCE/tests/golden/fusion

# Prints the lines whose scores differ by more than 1e-9 from those that fusion.py computed from the definitions, and
# how many lines there are.
differences() { # method, normalisation, fused run
	awk -v method="$1" -v norm="$2" '
		FNR == NR { if ($1 == method && $2 == norm) expected[$3 " " $4] = $5; next }
		{ n++; difference = $5 - expected[$1 " " $3]; largest = $5 < 0 ? -$5 : $5 }
		!(($1 " " $3) in expected) || difference * difference > 1e-18 * (1 + largest * largest) { print }
		END { for (pair in expected) left++; if (n != left) print n, "lines, not", left }
	' "$golden/expected.tsv" "$3"
}

fuse_golden() { # name, option...
	out=$1
	shift
	must "$ASSAY" fuse "$golden/bm25.run" "$golden/dense.run" "$golden/cross.run" "$@" -o "$out"
}

for method in rrf isr borda; do
	test_that "$method: the scores that the definition gives"
	fuse_golden fused.run --method $method
	expect_equal "$(differences $method - fused.run)" ''
done

for method in combsum combmnz; do
	for norm in min-max z-score rank none; do
		test_that "$method of $norm: the scores that the definition gives"
		fuse_golden fused.run --method $method --norm $norm
		expect_equal "$(differences $method $norm fused.run)" ''
	done
done

test_that 'documents are sorted by score, then by higher docid, with ranks and tag'
lines a.run 'q2 Q0 d1 1 9 a' 'q1 Q0 d1 1 9 a' 'q1 Q0 d2 2 8 a'
lines b.run 'q1 Q0 d2 1 9 b' 'q1 Q0 d1 2 8 b' 'q3 Q0 d1 1 9 b'
run "$ASSAY" fuse a.run b.run --method isr
expect_stdout 'q2 Q0 d1 1 1 isr
q1 Q0 d2 1 2.5 isr
q1 Q0 d1 2 2.5 isr
q3 Q0 d1 1 1 isr'
expect_stderr_has 'assay: a.run answers 2 of 3 questions' 'assay: b.run answers 2 of 3 questions' \
	'assay: 4 documents for 3 questions'

test_that 'the order of the runs changes no score'
must "$ASSAY" fuse "$golden/cross.run" "$golden/dense.run" "$golden/bm25.run" --method combsum -o turned.run
fuse_golden fused.run --method combsum
sort turned.run >turned
sort fused.run >fused
expect_same_file turned fused

test_that 'pool and fuse use the same fusion'
lines d.tsv "d1${TAB}one" "d2${TAB}two" "d3${TAB}three" "d4${TAB}four"
lines q.tsv "q1${TAB}which?"
lines a.run 'q1 Q0 d1 1 9 a' 'q1 Q0 d2 2 8 a' 'q1 Q0 d3 3 7 a'
lines b.run 'q1 Q0 d4 1 9 b' 'q1 Q0 d3 2 8 b' 'q1 Q0 d2 3 7 b'
must "$ASSAY" import t.db --documents d.tsv --questions q.tsv
must "$ASSAY" pool t.db a.run b.run --size 3
run "$ASSAY" fuse a.run b.run --depth 3
expect_equal "$(stdout | cut -d ' ' -f 3 | sort)" "$("$ASSAY" relevance t.db --format tsv | cut -f 2 | sort)"

two_runs() {
	lines a.run 'q1 Q0 d1 1 9 a' 'q1 Q0 d2 2 8 a'
	lines b.run 'q1 Q0 d2 1 9 b' 'q1 Q0 d3 2 8 b'
}

test_that '--k, --depth and --tag'
two_runs
run "$ASSAY" fuse a.run b.run --k 0 --depth 1 --tag both
expect_stdout 'q1 Q0 d2 1 1.5 both'

test_that 'runs of any kind, packed or not, and standard input'
printf '{"q1": {"d1": 3, "d2": 1}}' | gzip >j.json.gz
run sh -c 'printf "qid,docid,score\r\nq1,d1,4\r\nq1,d2,1\r\n" | "$1" fuse j.json.gz - --method combsum' sh "$ASSAY"
expect_stdout 'q1 Q0 d1 1 2 combsum
q1 Q0 d2 2 0 combsum'

test_that 'the greatest scores there are make finite ones'
lines a.run 'q1 Q0 d1 1 1e308 a' 'q1 Q0 d2 2 -1e308 a'
lines b.run 'q1 Q0 d1 1 1.5e308 b' 'q1 Q0 d2 2 -1.5e308 b'
run "$ASSAY" fuse a.run b.run --method combsum
expect_stdout 'q1 Q0 d1 1 2 combsum
q1 Q0 d2 2 0 combsum'
run "$ASSAY" fuse a.run b.run --method combsum --norm z-score
expect_stdout 'q1 Q0 d1 1 2 combsum
q1 Q0 d2 2 -2 combsum'
must "$ASSAY" fuse a.run b.run --method combsum --norm none -o sum.run
lines truth 'q1 0 d1 1'
run "$ASSAY" eval truth sum.run -m RR --format tsv
expect_stdout "RR${TAB}1.0000"

test_that 'scores that rise as distances do are refused'
two_runs
lines a.run 'q1 Q0 d1 1 0.1 a' 'q1 Q0 d2 2 0.4 a'
run "$ASSAY" fuse a.run b.run
expect_refused 1 'a.run: the scores rise where the ranks do, like distances, but the highest would count as the best'

test_that 'a fault in a run is reported with its line, and nothing is written'
two_runs
lines a.run 'q1 Q0 d1 1 9 a' 'q1 Q0 d2 2 eight a'
run "$ASSAY" fuse b.run a.run -o fused.run
expect_refused 1 "a.run:2: the score 'eight'"
expect_missing fused.run

test_that 'a question whose lines would be comments is refused'
lines a.json '{"#1":{"d1":3},"q2":{"d1":3}}'
cp a.json b.json
run "$ASSAY" fuse a.json b.json -o fused.run
expect_refused 1 "question '#1': its lines in a run would be comments, because the id begins with #; give the question another id"
expect_missing fused.run

test_that 'wrong calls'
two_runs
run "$ASSAY" fuse
expect_refused 2 'which runs?'
run "$ASSAY" fuse a.run
expect_refused 2 'which run?'
run "$ASSAY" fuse a.run b.run ./a.run
expect_refused 1 './a.run is the same file as a.run'
run "$ASSAY" fuse a.run b.run -o ./b.run
expect_refused 2 './b.run: the command reads this file, so it does not overwrite it; name another file'
run "$ASSAY" fuse a.run b.run --norm rank
expect_refused 2 '--norm is for scores, but --method rrf uses ranks; leave out --norm'
run "$ASSAY" fuse a.run b.run --method borda --k 3
expect_refused 2 '--k needs --method rrf'
run "$ASSAY" fuse a.run b.run --method best
expect_refused 2 '--method is rrf, combsum, combmnz, isr or borda'
run "$ASSAY" fuse a.run b.run --tag 'two words'
expect_refused 2 'a tag must be one word'

# 1 / (60 + rank) for a's best chunk and for b in both runs, once each.
test_that '--by-document and --keep-best: documents are fused by their best entries'
lines one.run 'q Q0 a#1 1 9 x' 'q Q0 a#2 2 8 x' 'q Q0 b#1 3 7 x'
lines two.json '{"q": {"b#2": 5, "b#3": 4, "a#1": 3}}'
run "$ASSAY" fuse one.run two.json --by-document '#' --tag f
expect_equal "$(stdout | cut -d ' ' -f 1-4)" 'q Q0 b 1
q Q0 a 2'
expect_equal "$(stdout | awk '{ printf "%.6f\n", $5 }' | sort -u)" 0.032522
lines twice.run 'q Q0 a 1 9 x' 'q Q0 b 2 8 x' 'q Q0 a 3 7 x'
run "$ASSAY" fuse twice.run one.run --by-document '#' --tag f
expect_status 0
run "$ASSAY" fuse twice.run two.json
expect_refused 1 'document a is already under question q in line 1'
run "$ASSAY" fuse twice.run two.json --keep-best --tag f
expect_stdout_has 'q Q0 a 2 0.016393'

test_that 'questions named by their texts are written with %20, and found again'
lines one.json '{"how to reset": {"a": 2, "b": 1}}'
lines two.json '{"how to reset": {"a": 3, "c": 1}}'
run "$ASSAY" fuse one.json two.json --tag f -o fused.run
expect_status 0
expect_equal "$(cut -d ' ' -f 1-3 fused.run | head -n 1)" 'how%20to%20reset Q0 a'
lines truth.json '{"how to reset": {"a": 1}}'
run "$ASSAY" eval truth.json fused.run -m RR --format tsv
expect_stdout "RR${TAB}1.0000"

test_that '--hits and --score name the fields of runs'
lines two.json '{"p": {"c": 1}}'
lines found.csv 'query,id,similarity' 'q,a,0.5' 'q,b,0.25'
run "$ASSAY" fuse found.csv two.json
expect_refused 1 'if "id" names the retrieved documents, say --hits id'
run "$ASSAY" fuse found.csv two.json --hits id --score similarity --depth 1 --tag f
expect_status 0
expect_stdout_has 'q Q0 a 1'
run "$ASSAY" rbo found.csv found.csv --hits id --score similarity --format tsv
expect_stdout "found${TAB}1.0000${TAB}1${TAB}1"

done_testing
