. "$SOURCE/tests/support/tap.sh"

# Twelve questions of two courses, with one ballot each. The last one has no candidates.
database() {
	: >q.jsonl
	: >a.run
	for i in 01 02 03 04 05 06 07 08 09 10 11 12; do
		echo "{\"id\":\"q$i\",\"text\":\"question $i?\",\"course\":\"c$((${i#0} % 3 / 2))\"}" >>q.jsonl
		[ $i = 12 ] || printf '%s\n' "q$i Q0 d1 1 9 a" "q$i Q0 d2 2 8 a" >>a.run
	done
	lines d.tsv "d1${TAB}1" "d2${TAB}2"
	must "$ASSAY" import t.db --documents d.tsv --questions q.jsonl --candidates a.run
}

dealt() { # prints the qids in the order in which eve is asked; all are answered with the first document
	yes '{"vote":1}' | head -n 40 >answers
	"$ASSAY" label t.db --json --annotator eve --seed 1 <answers |
		sed -n 's/.*"question":{"qid":"\(q[0-9]*\)".*/\1/p' | uniq | tr '\n' ' '
}

by_name='q01 q02 q03 q04 q05 q06 q07 q08 q09 q10 q11 '

test_that 'questions are dealt in a random order, all of them once'
prepared database
order=$(dealt)
expect_equal "$(printf '%s\n' $order | sort | tr '\n' ' ')" "$by_name"
expect_equal "$([ "$order" = "$by_name" ] || echo another)" another

test_that 'the same files give the same order, whatever the seed of the ballots'
of_files 'it removes one'
database
first=$(dealt)
rm t.db*
database
expect_equal "$(dealt)" "$first"

test_that 'another seed gives another order'
of_files 'it removes one'
database
first=$(dealt)
rm t.db*
database
must "$ASSAY" set t.db seed 2
expect_equal "$([ "$(dealt)" = "$first" ] || echo another)" another

test_that 'order import deals as the file has them'
prepared database
must "$ASSAY" set t.db order import
expect_equal "$(dealt)" "$by_name"

test_that 'later questions are placed in between without changing the order of others'
of_files 'it removes one'
database
first=$(dealt)
rm t.db*
sed '1,4!d' q.jsonl >some.jsonl
sed '1,8!d' a.run >some.run
must "$ASSAY" import t.db --documents d.tsv --questions some.jsonl --candidates some.run
must "$ASSAY" import t.db --questions q.jsonl --candidates a.run
expect_equal "$(dealt)" "$first"

test_that 'strata: the beginning of the order has equal parts of each value'
prepared database
must "$ASSAY" set t.db strata course
order=$(dealt)
of_c1=$(printf '%s\n' $order | head -n 6 | grep -c -e q02 -e q05 -e q08 -e q11)
expect_equal "$of_c1" 2

test_that 'status shows how much of each stratum is labelled'
prepared database
must "$ASSAY" set t.db order import
must "$ASSAY" set t.db strata course
give '{"vote":1}' '{"vote":1}' '{"vote":0}'
run "$ASSAY" label t.db --json --annotator eve
run "$ASSAY" status t.db
expect_stdout_line 'labelled    course: c0 2 of 7, c1 1 of 4'
run "$ASSAY" status t.db --format json
expect_equal "$(stdout | tr -d ' \t\n' | sed 's/.*"strata":\(\[[^]]*]\).*/\1/')" \
	'[{"value":"c0","labelled":2,"questions":7},{"value":"c1","labelled":1,"questions":4}]'

test_that 'live scores show how much of each stratum is labelled'
prepared database
must "$ASSAY" set t.db order import
must "$ASSAY" set t.db strata course
give '{"vote":1}'
run "$ASSAY" label t.db --json --annotator eve --run a.run -m Judged@2
expect_stdout_has '"scores":{"a":{"Judged@2":1}},"strata":[{"value":"c0","labelled":1,"questions":7},{"value":"c1","labelled":0,"questions":4}]'
give m
run "$ASSAY" label t.db --plain --annotator eve --run a.run
expect_stdout_line 'labelled course: c0 1 of 7, c1 0 of 4'

test_that 'status forecasts the ballots left under balanced dealing'
prepared database
give '{"vote":1}' '{"vote":1}' '{"vote":0}'
run "$ASSAY" label t.db --json --annotator eve
run "$ASSAY" status t.db
expect_stdout_line 'forecast    8 ballots; minutes: not known yet, after 3 votes'
run "$ASSAY" status t.db --format json
expect_equal "$(stdout | tr -d ' \t\n' | sed 's/.*"ballots":{\("expected"[^}]*\)}.*/\1/')" '"expected":8,"low":8,"high":8'

test_that 'from ten votes on every face shows the remaining time'
prepared database
give '{"vote":1}' '{"vote":1}' '{"vote":0}' '{"vote":1}' '{"vote":1}' '{"vote":1}' '{"vote":1}' '{"vote":0}' '{"vote":1}' '{"vote":1}'
run "$ASSAY" label t.db --json --annotator eve
expect_stdout_has '"progress":{"done":9,"total":11}}'
expect_stdout_has '"progress":{"done":10,"total":11,"forecast":{"questions_ended":0,"ballots":{"expected":1,"low":1,"high":1},"hours":'
run "$ASSAY" status t.db
expect_stdout_line 'forecast    1 ballot, under a minute'
give 1
run "$ASSAY" label t.db --plain --annotator bob
expect_stdout_line 'Left: 1 ballot, under a minute'

test_that 'an unknown field for strata is refused with the known fields'
prepared database
run "$ASSAY" set t.db strata colour
expect_status 2
expect_stderr_has "there is no field 'colour'; the fields are course (12 questions)"

test_that 'a sample is the first questions of the order, as status and the end show'
prepared database
must "$ASSAY" set t.db sample 4
first=$(dealt)
expect_equal "$(printf '%s\n' $first | wc -l)" 4
run "$ASSAY" status t.db
expect_stdout_line 'questions   12: 4 done, 0 begun, 0 untouched, 7 not in the sample, 1 without candidates (q12)'
expect_stdout_line 'ballots     4 done, 0 left'
give
run "$ASSAY" label t.db --plain --annotator eve
expect_stdout_line 'Everything is done: 4 of 4. Thank you.'
expect_stdout_line '7 questions are not in the sample; `assay set DB sample N` makes the sample larger.'

test_that 'a larger sample continues the smaller one'
of_files 'it removes one'
database
must "$ASSAY" set t.db sample 4
first=$(dealt)
must "$ASSAY" set t.db sample all
rest=$(dealt)
rm t.db*
database
expect_equal "$first$rest" "$(dealt)"
run "$ASSAY" check t.db
expect_stdout_line 'ok'

test_that 'goto to a question outside the sample is refused with the reason'
prepared database
must "$ASSAY" set t.db order import
must "$ASSAY" set t.db sample 4
give '{"goto":"q07"}'
run "$ASSAY" label t.db --json --annotator eve
expect_stdout_has 'this question is not in the sample; the setting `sample` says how many questions are labelled'

test_that 'a labelled question outside the sample keeps its labels, but is not done'
prepared database
must "$ASSAY" set t.db order import
give '{"vote":1}'
run "$ASSAY" label t.db --json --annotator eve
give '{"goto":"q09"}' '{"vote":1}'
run "$ASSAY" label t.db --json --annotator eve
must "$ASSAY" set t.db sample 4
run "$ASSAY" status t.db
expect_stdout_line 'questions   12: 1 done, 0 begun, 3 untouched, 7 not in the sample, 1 without candidates (q12)'
run "$ASSAY" export t.db qrels
expect_equal "$(stdout | cut -d ' ' -f 1 | uniq | tr '\n' ' ')" 'q01 q09 '

test_that 'a sample is a number or all'
prepared database
run "$ASSAY" set t.db sample some
expect_status 2
expect_stderr_has "sample is a number of questions from 1 on, or all, not 'some'"

test_that 'many questions, put together in several steps, all get places and ballots'
lines d.tsv "d1${TAB}1" "d2${TAB}2" "d3${TAB}3"
awk 'BEGIN { for (q = 1; q <= 2001; q++) print "q" q "\tquestion " q "?" }' >q.tsv
awk 'BEGIN { for (q = 1; q <= 2001; q++) for (d = 1; d <= 3; d++) print "q" q, "Q0", "d" d, d, 9 - d, "x" }' >x.run
must "$ASSAY" import t.db --documents d.tsv --questions q.tsv --candidates x.run
run "$ASSAY" check t.db
expect_stdout ok
must "$ASSAY" set t.db ballot_size 2
run "$ASSAY" check t.db
expect_stdout ok

done_testing
