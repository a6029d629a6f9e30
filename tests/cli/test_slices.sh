# Slices, weights and failures: `assay eval` by fields of the questions, and why a question fails.
. "$SOURCE/tests/support/tap.sh"

data=$SOURCE/sample-data
reference=$SOURCE/tests/support/reference-scores.awk

# A database of the sample data whose questions have a course and a number. One of three courses has six questions, and
# two questions have no course.
make_database() {
	awk '{
		course = NR <= 15 ? "vacuum" : NR <= 40 ? "washer" : NR <= 46 ? "kettle" : ""
		fields = "\"asked\": " NR % 7 (course != "" ? ", \"course\": \"" course "\"" : "")
		sub(/}$/, ", " fields "}")
		print
	}' "$data/questions.jsonl" >questions.jsonl
	must "$ASSAY" import t.db --documents "$data/documents.jsonl" --questions questions.jsonl \
		--judgments "$data/judgments.qrels" --as gold
}

# Prints qid, nDCG@10 and number of each question, computed by another program.
reference_values() { # run
	LC_ALL=C awk -v per_question=1 -f "$reference" "$data/judgments.qrels" "$data/$1.run" |
		awk -F '\t' '$2 == "nDCG@10" && $1 != "all" { print $1, $3, ++n }'
}

by_course() { # option...
	run "$ASSAY" eval t.db --judgments gold "$data/porter.run" --by course -m nDCG@10 "$@"
}

# --- Slices ----------------------------------------------------------------

test_that '--by: the means of each slice, and of all, as the reference has them'
prepared make_database
by_course --format tsv --precision 6
expect_equal "$(stdout)" "$(reference_values porter | awk '
	{ all += $2; slice = $3 <= 15 ? "vacuum" : $3 <= 40 ? "washer" : $3 <= 46 ? "kettle" : "(none)"
	  sum[slice] += $2; n[slice]++ }
	END { split("kettle vacuum washer (none)", order, " ")
	      for (i = 1; i <= 4; i++) printf "%s\t%d\tnDCG@10\t%.6f\n", order[i], n[order[i]], sum[order[i]] / n[order[i]]
	      printf "all\t%d\tnDCG@10\t%.6f\n", NR, all / NR }')"

test_that '--by for people: a row per slice, with the number of answered questions'
prepared make_database
sed '/^q01 /d' "$data/porter.run" >some.run
run "$ASSAY" eval t.db --judgments gold some.run --by course -m P@5
expect_equal "$(stdout | tr -s ' ' | cut -d ' ' -f 1,2,4-)" 'run course answered
some kettle 6 of 6
some vacuum 14 of 15
some washer 25 of 25
some (none) 2 of 2
some all 47 of 48'

test_that 'no run is marked as best on fewer than ten questions, and a remark says so'
prepared make_database
run "$ASSAY" eval t.db --judgments gold "$data/porter.run" "$data/plain.run" --by course -m nDCG@10
expect_equal "$(stdout | awk '$3 ~ /\*$/ { print $2 }' | sort)" 'all
vacuum
washer'
expect_stderr_has '2 of 4 slices by course (kettle, (none)) have fewer than 10 questions, too few for a verdict'

test_that '--by and --interval: the interval of a slice uses only its questions'
prepared make_database
run "$ASSAY" eval t.db --judgments gold "$data/porter.run" --by course --interval -m nDCG@10,Success@1 --format tsv
expect_status 0
slice=$(stdout | awk -F '\t' '$2 == "washer" { print $3, $4, $5, $6, $7 }')
whole=$(stdout | awk -F '\t' '$2 == "all" { print $3, $4, $5, $6, $7 }')
sed -n '16,40s/.*"_id": *"\([^"]*\)".*/\1/p' "$data/questions.jsonl" >washer
awk 'NR == FNR { is[$1]; next } $1 in is' washer "$data/judgments.qrels" >washer.qrels
run "$ASSAY" eval washer.qrels "$data/porter.run" --interval -m nDCG@10,Success@1 --format tsv
expect_equal "$slice" "$(stdout | awk -F '\t' '{ print $2, $3, $4, $5, $6 }')"
run "$ASSAY" eval "$data/judgments.qrels" "$data/porter.run" --interval -m nDCG@10,Success@1 --format tsv
expect_equal "$whole" "$(stdout | awk -F '\t' '{ print $2, $3, $4, $5, $6 }')"

test_that '--by and --interval: fewer than ten questions have no interval'
prepared make_database
run "$ASSAY" eval t.db --judgments gold "$data/porter.run" --by course --interval -m nDCG@10 --format csv
expect_equal "$(stdout | tr -d '\r' | awk -F , '$2 == "kettle" { print ($4 > 0), $5 $6, $8 }')" '1  6'
expect_stderr_has 'fewer than 10 questions, too few for a verdict'

test_that '--by, --interval and --weight: the weighted mean of each slice'
prepared make_database
run "$ASSAY" eval t.db --judgments gold "$data/porter.run" --weight asked --by course -m nDCG@10 --format tsv --precision 6
means=$(stdout | cut -f 1,4)
run "$ASSAY" eval t.db --judgments gold "$data/porter.run" --weight asked --by course -m nDCG@10 --format tsv --precision 6 --interval
expect_equal "$(stdout | cut -f 2,4)" "$means"

test_that 'a slice without a question that takes part has no means'
prepared make_database
awk '$1 > "q46"' "$data/porter.run" >last.run
run "$ASSAY" eval t.db --judgments gold last.run --by course -m P@5 --questions both --format csv
expect_stdout_line "$(printf 'last,kettle,6,P@5,\r')"

test_that 'json has slice and questions'
prepared make_database
by_course --format json --precision 1
expect_stdout_has '"slice"' '"questions":'

test_that 'a field that no question has is refused, with those there are'
prepared make_database
run "$ASSAY" eval t.db --judgments gold "$data/porter.run" --by curse
expect_refused 2 "t.db: there is no field 'curse'; the fields are" 'course (46 questions)'

test_that 'a field that only documents have is refused'
prepared make_database
run "$ASSAY" eval t.db --judgments gold "$data/porter.run" --by product
expect_refused 2 "t.db: documents have a field 'product', but no question has it"

test_that 'qrels have no fields'
run "$ASSAY" eval "$data/judgments.qrels" "$data/porter.run" --by course
expect_refused 2 "not a database" 'course'

for other in --per-question --failures '--format trec_eval'; do
	test_that "--by and $other are two different reports"
	# shellcheck disable=SC2086
	run "$ASSAY" eval "$data/judgments.qrels" "$data/porter.run" --by course $other
	expect_refused 2 --by
done

# --- Weights ---------------------------------------------------------------

test_that '--weight: the weighted mean of the reference'
prepared make_database
run "$ASSAY" eval t.db --judgments gold "$data/porter.run" --weight asked -m nDCG@10 --format tsv --precision 6
expect_equal "$(stdout)" "$(reference_values porter |
	awk '{ sum += $2 * ($3 % 7); all += $3 % 7 } END { printf "nDCG@10\t%.6f\n", sum / all }')"
expect_stderr_has "the means are weighted by the questions' asked"

test_that '--weight and --by: the weighted mean of each slice'
prepared make_database
run "$ASSAY" eval t.db --judgments gold "$data/porter.run" --weight asked --by course -m nDCG@10 --format tsv --precision 6
expect_stdout_line "$(reference_values porter | awk '$3 <= 15 { sum += $2 * ($3 % 7); all += $3 % 7 }
	END { printf "vacuum\t15\tnDCG@10\t%.6f\n", sum / all }')"

test_that '--weight: equal differences leave no doubt, whatever the weights'
lines documents.tsv "a${TAB}The hose" "b${TAB}The filter"
for q in $(seq 12); do
	echo "{\"id\": \"q$q\", \"text\": \"What is $q?\", \"asked\": $q}" >>questions.jsonl
	echo "q$q 0 a 1" >>gold.qrels
	printf '%s\n' "q$q Q0 a 1 2 first" "q$q Q0 b 2 1 first" >>first.run
	printf '%s\n' "q$q Q0 b 1 2 second" "q$q Q0 a 2 1 second" >>second.run
done
must "$ASSAY" import t.db --documents documents.tsv --questions questions.jsonl --judgments gold.qrels --as gold
run "$ASSAY" compare t.db --judgments gold first.run second.run -m RR --weight asked --format json
expect_equal "$(stdout | grep -o '"\(difference\|low\|high\)":	-[0-9.]*' | head -n 3 | tr '\n' ' ')" \
	'"difference":	-0.5000 "low":	-0.5000 "high":	-0.5000 '
# By hand: one additional question of the largest weight, 12/6.5, may lose 0.5 more than the mean, and 0.025^(1/12) is
# 0.7354: -0.5 - 0.5 * 1.8462 * 0.2646 = -0.7442.
run "$ASSAY" gate t.db --judgments gold first.run second.run -m RR --weight asked --margin 0.75
expect_status 0
run "$ASSAY" gate t.db --judgments gold first.run second.run -m RR --weight asked --margin 0.74
expect_status 4
run "$ASSAY" plan t.db --judgments gold first.run second.run -m RR --weight asked --format tsv
expect_stdout_has "RR${TAB}12${TAB}0.0000${TAB}"

test_that 'counts are not weighted'
prepared make_database
run "$ASSAY" eval t.db --judgments gold "$data/porter.run" --weight asked -m NumQ --format tsv
expect_stdout "NumQ${TAB}48.0000"

test_that '--weight does not change how much is judged'
prepared make_database
run "$ASSAY" eval t.db --judgments gold "$data/porter.run" -m nDCG@10
judged=$(stderr)
run "$ASSAY" eval t.db --judgments gold "$data/porter.run" -m nDCG@10 --weight asked
expect_equal "$(stderr | grep -v weighted)" "$judged"

test_that 'a question without a weight is refused by name'
prepared make_database
lines more.jsonl '{"id": "q49", "text": "What is it?"}'
lines more.qrels 'q49 0 DOC 1'
sed "s/DOC/$(head -n 1 "$data/judgments.qrels" | cut -d ' ' -f 3)/" more.qrels >one.qrels
must "$ASSAY" import t.db --questions more.jsonl --judgments one.qrels --as gold
run "$ASSAY" eval t.db --judgments gold "$data/porter.run" --weight asked
expect_refused 1 "t.db: question 'q49' has no field 'asked' with its weight"

test_that 'a weight that is not a number is refused with its value'
prepared make_database
run "$ASSAY" eval t.db --judgments gold "$data/porter.run" --weight course
expect_refused 1 "t.db: question 'q01' has the value 'vacuum' in 'course'; a weight is a number from 0 to 1e15"

test_that 'weights that are all 0 are refused'
prepared make_database
sed 's/"asked": [0-9]*/"asked": 0/' questions.jsonl >zero.jsonl
must "$ASSAY" import t.db --questions zero.jsonl --replace
run "$ASSAY" eval t.db --judgments gold "$data/porter.run" --weight asked
expect_refused 1 "t.db: all questions have the weight 0 in 'asked'"

# --- Compared --------------------------------------------------------------

compare_runs() { # option...
	run "$ASSAY" compare t.db --judgments gold "$data/plain.run" "$data/porter.run" -m nDCG@10 --format csv "$@"
}

test_that 'compare --by: the whole as without it, then each slice as compared alone'
prepared make_database
compare_runs
whole=$(stdout | sed -n '2s/^porter,//p')
compare_runs --by course
expect_stdout_line "porter,all,48,$whole"
awk '$1 >= "q16" && $1 <= "q40"' "$data/judgments.qrels" >washer.qrels
must "$ASSAY" compare washer.qrels "$data/plain.run" "$data/porter.run" -m nDCG@10 --format csv
washer=$(stdout | sed -n '2s/^porter,//p' | cut -d , -f 1-9)
compare_runs --by course
expect_stdout_has "porter,washer,25,$washer"

test_that 'a slice of fewer than ten questions has neither interval nor p'
prepared make_database
compare_runs --by course
expect_equal "$(stdout | tr -d '\r' | sed -n 's/^porter,kettle,6,nDCG@10,//p' | cut -d , -f 4,5,9-11)" ',,,,'
expect_stderr_has 'too few for a verdict'

test_that 'p is corrected for the number of slices, but not for the whole'
prepared make_database
compare_runs --by course
expect_equal "$(stdout | tr -d '\r' | awk -F , '$2 == "all" { print $15 == $14 }
	$2 == "vacuum" || $2 == "washer" { p[++n] = $14; holm[n] = $15 }
	END { low = p[1] < p[2] ? 1 : 2; print n, (2 * p[low] - holm[low]) ^ 2 < 1e-11 }')" '1
2 1'

test_that 'compare --weight: the difference of the weighted means'
prepared make_database
compare_runs --weight asked --precision 6
expect_equal "$(stdout | tr -d '\r' | sed -n '2p' | cut -d , -f 5)" "$(
	reference_values plain >plain.values
	reference_values porter | paste -d ' ' - plain.values |
		awk '{ sum += ($2 - $5) * ($3 % 7); all += $3 % 7 } END { printf "%.6f", sum / all }'
)"

test_that 'compare --weight: a question of weight 2 counts as two questions'
lines documents.jsonl '{"id": "d1", "text": "a"}' '{"id": "d2", "text": "b"}'
for q in 1 2 3 4; do
	echo "{\"id\": \"q$q\", \"text\": \"what is $q?\", \"asked\": $((q == 1 ? 2 : 1))}" >>questions.jsonl
	echo "q$q 0 d1 1" >>truth.qrels
	echo "q$q Q0 d$((q == 4 ? 1 : 2)) 1 1 a" >>a.run
	echo "q$q Q0 d$((q == 4 ? 2 : 1)) 1 1 b" >>b.run
done
must "$ASSAY" import t.db --documents documents.jsonl --questions questions.jsonl --judgments truth.qrels --as gold
# Of the sixteen sums ±2 ±1 ±1 ±1, eight are at least as large as 2 + 1 + 1 - 1 = 3: both of 5 and six of 3.
run "$ASSAY" compare t.db --judgments gold a.run b.run -m P@1 --weight asked --format csv
expect_equal "$(stdout | tr -d '\r' | sed -n '2p' | cut -d , -f 3,4,5,12)" '0.2000,0.8000,0.6000,0.500000'

# --- Failures --------------------------------------------------------------

# By hand: each of five questions fails in a different way, or not at all, in the first two documents.
failure_files() {
	lines truth.qrels 'found 0 d1 1' 'missing 0 d1 1' 'ranking 0 d1 1' 'ranking 0 d2 0' 'ranking 0 d3 0' \
		'holes 0 d1 1' 'hopeless 0 d1 0' 'missing 0 d2 0' 'missing 0 d3 0'
	lines a.run 'found Q0 d2 1 9 a' 'found Q0 d1 2 8 a' 'missing Q0 d2 1 9 a' 'missing Q0 d3 2 8 a' \
		'ranking Q0 d2 1 9 a' 'ranking Q0 d3 2 8 a' 'ranking Q0 d1 3 7 a' 'holes Q0 d8 1 9 a' \
		'holes Q0 d9 2 8 a' 'holes Q0 d1 3 7 a' 'hopeless Q0 d1 1 9 a'
}

test_that '--failures: the counts first, then the questions that fail, by kind'
failure_files
run "$ASSAY" eval truth.qrels a.run --failures -m nDCG@2 --precision 1
expect_equal "$(stdout | tr -s ' ')" 'Questions, by the relevant documents among the first 2:

run found missing ranking holes unanswerable
a 1 1 1 1 1

run qid failure first_relevant judged
a missing missing 1.0
a ranking ranking 3 1.0
a holes holes 3 0.0
a hopeless unanswerable 1.0'

test_that '--failures for programs: every question'
failure_files
run "$ASSAY" eval truth.qrels a.run --failures -m nDCG@2 --format tsv --precision 1
expect_stdout "a${TAB}found${TAB}found${TAB}2${TAB}0.5
a${TAB}missing${TAB}missing${TAB}${TAB}1.0
a${TAB}ranking${TAB}ranking${TAB}3${TAB}1.0
a${TAB}holes${TAB}holes${TAB}3${TAB}0.0
a${TAB}hopeless${TAB}unanswerable${TAB}${TAB}1.0"

test_that '--failures in json: depth, runs and questions'
failure_files
run "$ASSAY" eval truth.qrels a.run --failures -m nDCG@2 --format json
expect_equal "$(stdout | tr -d ' \t\n' | cut -c 1-93)" \
	'{"depth":2,"runs":[{"run":"a","found":1,"missing":1,"ranking":1,"holes":1,"unanswerable":1}],'

test_that 'without a cutoff the first ten documents are examined'
failure_files
run "$ASSAY" eval truth.qrels a.run --failures -m AP
expect_stdout_has 'among the first 10:' 'a        3'

test_that 'a remark says that labels without a 0 show no holes'
lines truth.qrels 'q1 0 d1 1'
lines a.run 'q1 Q0 d8 1 9 a' 'q1 Q0 d9 2 8 a'
run "$ASSAY" eval truth.qrels a.run --failures --format tsv
expect_equal "$(stdout | cut -f 3)" missing
expect_stderr_has 'no label has a grade for not relevant'

test_that 'a question without an answer is missing'
failure_files
sed '/^holes/d' a.run >b.run
run "$ASSAY" eval truth.qrels b.run --failures -m nDCG@2 --format tsv
expect_stdout_has "b${TAB}holes${TAB}missing"

done_testing
