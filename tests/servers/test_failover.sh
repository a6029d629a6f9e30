#!/bin/sh
# The primary of two servers is killed again and again while many annotators vote. Each acknowledged answer must be
# there exactly once. $KILLS is how often; the last lines of `make check-server` are the figures.

. "$SOURCE/tests/support/tap.sh"
. "$SOURCE/tests/support/annotators.sh"
. "$SOURCE/tests/support/pair.sh"

kills=${KILLS:-20}

test_that "no vote is lost or doubled in $kills kills of the primary while eight vote"
if begin_pair; then
	import_for_many "$address"
	begin_labelling 8 "$address"
	wait_for_votes 50
	killed_so_often=0
	while [ $killed_so_often -lt "$kills" ] && [ ! -s "$tap_folder/findings" ]; do
		change_primary
		wait_for_votes 20
		begin_standby $standby $primary
		wait_for_votes 20
		killed_so_often=$((killed_so_often + 1))
	done
	expect_equal $killed_so_often "$kills"
	end_labelling
	expect_every_vote_once "$address"
	expect_only_waits
	kill_server a
	kill_server b
else
	skip 'there is no PostgreSQL'
fi

done_testing
