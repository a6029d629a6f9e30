#!/bin/sh
# Commands that only read work on a standby, which refuses all writes.

. "$SOURCE/tests/support/tap.sh"
. "$SOURCE/tests/support/pair.sh"

XDG_CACHE_HOME=$tap_folder/cache
export XDG_CACHE_HOME

replica="postgresql://assay@/labels?host=$folder/b"

test_that 'a standby serves all reading commands alike and refuses writing ones'
if begin_pair; then
	cp -R "$SOURCE"/sample-data/. .
	must "$ASSAY" import "$address" .
	give '{"vote":1}' '{"vote":2}' '{"vote":0}'
	must "$ASSAY" label "$address" --json --annotator ana
	until_it_is "$(on a 'SELECT pg_current_wal_lsn()')" b 'SELECT pg_last_wal_replay_lsn()'
	run_file=$(find . -name '*.run' | sort | head -n 1)
	for call in 'status' 'check' 'export DB qrels' 'export DB votes' "eval DB $run_file" "report DB $run_file" \
		'annotators' 'relevance' 'lint' 'log' 'set' 'search DB hose'; do
		case $call in *DB*) ;; *) call="$call DB" ;; esac
		for database in "$address" "$replica"; do
			# shellcheck disable=SC2046,SC2086 # each word is an argument
			run "$ASSAY" ${call%%DB*} "$database" ${call#*DB}
			expect_status 0
			# Removes the address, and the minute of a report, because the next minute may have begun.
			sed 's/?host=[^ ]*//; s/ on [0-9-]* [0-9:]* UTC\.</ now.</' "$tap_folder/stdout" | cksum
		done >sums
		expect_equal "$call: $(sort -u sums | wc -l)" "$call: 1"
	done
	run timeout 20 "$ASSAY" set "$replica" impressions 5
	expect_refused 1 'name the primary in the address'
	kill_server a
	kill_server b
else
	skip 'there is no PostgreSQL'
fi

done_testing
