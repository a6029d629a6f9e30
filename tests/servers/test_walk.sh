#!/bin/sh
# Two laptops and a server are labelled separately and then merged; the primary is killed in between. In whatever order
# they are merged, before and after, the exports are the same.

. "$SOURCE/tests/support/tap.sh"
. "$SOURCE/tests/support/pair.sh"

answer() { # database, annotator, seed, request...
	labelled=$1 annotator=$2 seed=$3
	shift 3
	give "$@"
	must "$ASSAY" label "$labelled" --json --annotator "$annotator" --seed "$seed"
}

exports() { # database
	for what in votes qrels relevance preferences; do
		must "$ASSAY" export "$1" $what
		stdout
	done
}

merged() { # database...
	rm -f merged.db
	must "$ASSAY" merge merged.db "$@"
	must "$ASSAY" check merged.db
	exports merged.db
}

# Creates an empty database on the primary and prints its address. The standby replays a COMMIT after the primary has
# confirmed it, and libpq asks no other host when one says that there is no such database.
another_database() { # name
	on $primary "CREATE DATABASE $1" && until_it_is 1 $standby "SELECT count(*) FROM pg_database WHERE datname = '$1'"
	echo "postgresql://assay@/$1?${address#*\?}"
}

test_that 'two laptops and a server with a killed primary merge alike in any order'
if begin_pair; then
	must "$ASSAY" import ana.db "$SOURCE/sample-data"
	must "$ASSAY" copy ana.db "$address"
	cp ana.db ben.db
	answer ana.db ana 1 '{"vote":1,"note":"on the train"}' '{"vote":2}' '{"vote":0}' '{"skip":"later"}' '{"vote":1}'
	answer ben.db ben 2 '{"vote":3}' '{"vote":1}' '{"undo":true}' '{"vote":2}'
	answer "$address" eva 3 '{"vote":1}' '{"vote":2}' '{"vote":1}' '{"undo":true}'
	answer "$address" kim 4 '{"vote":2}' '{"vote":1,"note":"at the office"}'
	wanted=$(merged ana.db ben.db "$address")
	cp merged.db before.db
	change_primary
	expect_equal "$(merged "$address" ben.db ana.db)" "$wanted"
	begin_standby $standby $primary
	all=$(another_database together)
	must "$ASSAY" merge "$all" ben.db "$address" ana.db
	expect_equal "$(exports "$all")" "$wanted"
	answer ana.db ana 5 '{"vote":2}' '{"vote":1}'
	answer "$address" kim 6 '{"undo":true}' '{"vote":3}'
	wanted=$(merged before.db ana.db ben.db "$address")
	expect_equal "$(echo "$wanted" | grep -c '"uuid"')" 16
	change_primary
	expect_equal "$(merged "$address" "$all" ana.db)" "$wanted"
	expect_equal "$(merged ana.db "$address" ben.db)" "$wanted"
	must "$ASSAY" check "$address"
	kill_server a
	kill_server b
else
	skip 'there is no PostgreSQL'
fi

done_testing
