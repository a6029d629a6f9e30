#!/bin/sh
# The primary of two servers is killed while many vote, again and again: what was acknowledged is there, once.
# KILLS is how often; the last lines of `make check-server` are the figures.

. "$SOURCE/tests/support/tap.sh"
. "$SOURCE/tests/support/annotators.sh"

kills=${KILLS:-20}
folder=$TMPDIR/pair
address="postgresql://assay@/labels?host=$folder/a,$folder/b&target_session_attrs=read-write&connect_timeout=2"

on() { # server, statements
	sql "$2" "postgresql://assay@/${3:-postgres}?host=$folder/$1"
}

until_it_is() { # what, server, statement
	tap_looks=0
	until [ "$(on "$2" "$3" 2>/dev/null)" = "$1" ]; do
		tap_looks=$((tap_looks + 1))
		if [ $tap_looks -eq 1200 ]; then
			tap_complain "$3 is $1 within a minute" "$(on "$2" "$3" 2>&1)"
			return 1
		fi
		sleep 0.05
	done
}

begin_server() { # server, word of postgresql.sh...
	name=$1
	shift
	sh "$SOURCE/tests/support/postgresql.sh" "$folder/$name" "$@" wal_retrieve_retry_interval=200ms &
	eval "server_$name=\$!"
}

# All of its processes at once, as a machine that loses its power.
kill_server() { # server
	eval "killed=\$server_$1"
	# shellcheck disable=SC2046 # a word each
	kill -KILL "$killed" $(ps -o pid= --ppid "$killed")
	wait "$killed" 2>/dev/null
}

# From now on the primary answers no COMMIT before the standby has it.
begin_standby() { # server, primary
	rm -rf "${folder:?}/$1"
	begin_server "$1" --following "$folder/$2"
	until_it_is 1 "$2" "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'" &&
		on "$2" "ALTER SYSTEM SET synchronous_standby_names = '*'" && on "$2" 'SELECT pg_reload_conf()' >/dev/null &&
		until_it_is 1 "$2" "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"
}

test_that "$kills times the primary is killed while eight vote, and no vote is lost or doubled"
if tap_psql=$(sh "$SOURCE/tests/support/postgresql.sh" --programs 2>/dev/null)/psql; then
	mkdir -m 755 "$folder"
	begin_server a
	until_it_is 1 a 'SELECT 1' && on a 'CREATE DATABASE labels'
	import_for_many "$address"
	begin_standby b a
	primary=a standby=b
	begin_labelling 8 "$address"
	wait_for_votes 50
	killed_so_often=0
	while [ $killed_so_often -lt "$kills" ] && [ ! -s "$tap_folder/findings" ]; do
		kill_server $primary
		on $standby 'SELECT pg_promote()' >/dev/null
		set -- $standby $primary
		primary=$1 standby=$2
		wait_for_votes 20
		begin_standby $standby $primary
		wait_for_votes 20
		killed_so_often=$((killed_so_often + 1))
	done
	expect_equal $killed_so_often "$kills"
	end_labelling
	expect_every_vote_once "$address"
	# Who has waited long has said so, and nobody anything else.
	expect_equal "$(cat said.* | grep -v '^assay: waiting for localhost/labels: ' | sort -u)" ''
	kill_server a
	kill_server b
else
	skip 'there is no PostgreSQL'
fi

done_testing
