. "$SOURCE/tests/support/tap.sh"

# Sixteen questions with pools of four; d1 answers each. good.run ranks it first, bad.run last.
database() {
	: >q.tsv
	: >good.run
	: >bad.run
	for q in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do
		printf 'q%s\tquestion %s?\n' $q $q >>q.tsv
		for d in 1 2 3 4; do
			echo "q$q Q0 d$d 1 $((9 - d)) x" >>good.run
			echo "q$q Q0 d$d 1 $d x" >>bad.run
		done
	done
	lines d.tsv "d1${TAB}1" "d2${TAB}2" "d3${TAB}3" "d4${TAB}4"
	must "$ASSAY" import t.db --documents d.tsv --questions q.tsv --candidates good.run
}

decide() { # runs...: eve chooses d1 wherever it is, one session per ballot
	: >answers
	while :; do
		"$ASSAY" label t.db --json --annotator eve --seed 1 --decide "$@" <answers >said
		grep -q '^{"done":true' said && break
		slot=$(tail -n 1 said | grep -o '"slot":[0-9],"docid":"d1"' | cut -c 8)
		echo "{\"vote\":${slot:-0}}" >answers
	done
}

test_that 'the session ends when the better run is known'
prepared database
decide bad.run good.run -m RR
expect_equal "$(tail -n 1 said | sed 's/\(:0\.9\)[0-9]*,/\1,/')" \
	'{"done":true,"decision":{"run":"good","baseline":"bad","measure":"RR","better_probability":0.9,"is_made":true}}'

test_that 'each vote is answered with the present probability'
prepared database
give '{"vote":1}'
run "$ASSAY" label t.db --json --annotator eve --decide bad.run good.run -m RR
expect_stdout_has '"decision":{"run":"good","baseline":"bad","measure":"RR","better_probability":0.'
expect_stdout_has '"scores":{"bad":{"RR":'

test_that 'plain: the probability appears below each vote'
prepared database
give 1
run "$ASSAY" label t.db --plain --annotator eve --decide bad.run good.run -m RR
expect_stdout_has 'good better than bad in RR: '

test_that 'equal runs need no vote and get no winner'
prepared database
cp good.run same.run
run "$ASSAY" label t.db --plain --annotator eve --decide good.run same.run -m RR </dev/null
expect_stdout_line "The budget is too small to tell which run is better: same better than good in RR: 50 %."

test_that '--decide takes two runs'
prepared database
run "$ASSAY" label t.db --json --annotator eve --decide good.run
expect_refused 2 '--decide takes two runs: assay label t.db --decide A.run B.run'

test_that 'a second operand without --decide is refused'
prepared database
run "$ASSAY" label t.db good.run --json --annotator eve
expect_refused 2 "'good.run' is one argument too many; did you mean --run good.run?"

test_that 'a run cannot be compared with itself'
prepared database
run "$ASSAY" label t.db --json --decide good.run ./good.run
expect_refused 1 './good.run is the same file as good.run; name different runs'

test_that 'a missing run is named'
prepared database
run "$ASSAY" label t.db --json --annotator eve --decide good.run none.run
expect_refused 1 'none.run'

done_testing
