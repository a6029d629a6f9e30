# `assay rbo`: the mean over questions, questions that one run does not answer, and what is refused. The values of
# single questions are in tests/unit/test_rank_overlap.c.
. "$SOURCE/tests/support/tap.sh"

# With a persistence of 0.5, q1 is 0.875. q2 is the same in both; q3 and q4 are in one run each.
run_files() {
	lines first.run 'q1 Q0 a 1 9 x' 'q1 Q0 b 2 8 x' 'q1 Q0 c 3 7 x' 'q2 Q0 a 1 9 x' 'q3 Q0 a 1 9 x'
	lines other.run 'q4 Q0 a 1 9 y' 'q2 Q0 a 1 1 y' 'q1 Q0 a 1 3 y' 'q1 Q0 c 2 2 y' 'q1 Q0 b 3 1 y'
}

test_that 'the mean over the questions that either run answers'
run_files
run "$ASSAY" rbo first.run other.run first.run -p 0.5 --format csv
expect_equal "$(stdout | tr -d '\r')" 'run,rbo,shared,questions
other,0.4688,2,4
first,1.0000,3,3'
expect_no_stderr

test_that '-q: each question, by its qid, then the mean'
run_files
run "$ASSAY" rbo first.run other.run --persistence .5 -q --format tsv --precision 3
expect_equal "$(stdout | cut -f 1-3)" "other${TAB}q1${TAB}0.875
other${TAB}q2${TAB}1.000
other${TAB}q3${TAB}0.000
other${TAB}q4${TAB}0.000
other${TAB}all${TAB}0.469"

test_that 'a persistence outside 0 to 1 and a single run are refused'
run_files
run "$ASSAY" rbo first.run other.run -p 1
expect_refused 2 "--persistence is a number between 0 and 1, not '1'"
run "$ASSAY" rbo first.run
expect_refused 2 'RUN'

test_that 'a file that is not a run is refused'
run_files
lines wrong.run 'one two'
run "$ASSAY" rbo first.run wrong.run
expect_refused 1 'wrong.run'

done_testing
