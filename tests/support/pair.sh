# pair.sh - two servers in $folder, one a synchronous standby of the other. Source it after tap.sh.
#
#   begin_pair && import_for_many "$address"
#   change_primary
#   begin_standby $standby $primary
#   kill_server a; kill_server b
#
# $primary and $standby are their names, a and b. $address leads to the database `labels` on the server that accepts
# writes.

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

begin_server() { # server, argument of postgresql.sh...
	name=$1
	shift
	sh "$SOURCE/tests/support/postgresql.sh" "$folder/$name" "$@" wal_retrieve_retry_interval=200ms &
	eval "server_$name=\$!"
}

# Kills all processes of the server at once, like a power failure. One of them may have ended by itself by then.
kill_server() { # server
	eval "killed=\$server_$1"
	# shellcheck disable=SC2046 # each word is an argument
	kill -KILL "$killed" $(ps -o pid= --ppid "$killed") 2>/dev/null
	wait "$killed" 2>/dev/null
}

# From now on the primary confirms a COMMIT only when the standby has it.
begin_standby() { # server, primary
	rm -rf "${folder:?}/$1"
	begin_server "$1" --following "$folder/$2"
	until_it_is 1 "$2" "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'" &&
		on "$2" "ALTER SYSTEM SET synchronous_standby_names = '*'" && on "$2" 'SELECT pg_reload_conf()' >/dev/null &&
		until_it_is 1 "$2" "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"
}

# Starts both servers, with an empty database. Returns false if there is no PostgreSQL.
begin_pair() {
	tap_psql=$(sh "$SOURCE/tests/support/postgresql.sh" --programs 2>/dev/null)/psql || return 1
	mkdir -m 755 "$folder"
	primary=a standby=b
	begin_server a
	until_it_is 1 a 'SELECT 1' && on a 'CREATE DATABASE labels'
	begin_standby b a
}

# Kills the primary and promotes the standby.
change_primary() {
	kill_server $primary
	on $standby 'SELECT pg_promote()' >/dev/null
	set -- $standby $primary
	primary=$1 standby=$2
}
