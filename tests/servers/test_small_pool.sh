#!/bin/sh
# Twenty annotators vote on a pool so small that they constantly conflict. Nobody notices that, and each vote counts
# once.

. "$SOURCE/tests/support/tap.sh"
. "$SOURCE/tests/support/annotators.sh"

votes=200

test_that "$votes votes of twenty annotators on four questions each count once"
if new_database; then
	awk 'BEGIN { for (d = 1; d <= 12; d++) print "d" d "\tdocument " d }' >documents.tsv
	awk 'BEGIN { for (q = 1; q <= 4; q++) print "q" q "\tquestion " q "?" }' >questions.tsv
	awk 'BEGIN { for (q = 1; q <= 4; q++) for (d = 1; d <= 12; d++) print "q" q, "Q0", "d" d, d, 20 - d, "x" }' >first.run
	must "$ASSAY" import "$url" --documents documents.tsv --questions questions.tsv --candidates first.run
	must "$ASSAY" set "$url" impressions 100
	begin_labelling 20 "$url"
	wait_for_votes $votes
	end_labelling
	expect_every_vote_once "$url"
	expect_equal "$(cat said.*)" ''
	deadlocks=$(sql 'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()')
	echo "# figure: the server ended $deadlocks transactions that were in each other's way"
fi

done_testing
