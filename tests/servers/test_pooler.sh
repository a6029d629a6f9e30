#!/bin/sh
# PgBouncer in front of a server: session pooling works with its defaults; for transaction pooling the error names it.

. "$SOURCE/tests/support/tap.sh"

samples=$SOURCE/sample-data
pooler=

# Starts PgBouncer, never as root, in front of the database of $url. $pooled is its address.
start_pooler() { # pool_mode
	mkdir pooler
	chmod 777 pooler
	cat >pooler/pgbouncer.ini <<-SETTINGS
		[databases]
		* = host=$tap_server_folder port=5432
		[pgbouncer]
		listen_port = 6432
		unix_socket_dir = $PWD/pooler
		auth_type = trust
		auth_file = $PWD/pooler/users
		pool_mode = $1
		default_pool_size = 1
		logfile = $PWD/pooler/log
	SETTINGS
	echo '"assay" ""' >pooler/users
	chmod 755 "$tap_folder" .
	tap_stranger=
	[ "$(id -u)" -ne 0 ] || tap_stranger='--reuid 65534 --regid 65534 --clear-groups'
	# shellcheck disable=SC2086 # each word is an argument
	setpriv --pdeathsig TERM $tap_stranger "$(command -v pgbouncer || echo /usr/sbin/pgbouncer)" -q pooler/pgbouncer.ini 2>pooler/said &
	pooler=$!
	pooled="postgresql://assay@/test_$tap_database?host=$PWD/pooler&port=6432"
	tap_looks=0
	until [ -S pooler/.s.PGSQL.6432 ] || [ $tap_looks -eq 100 ]; do
		tap_looks=$((tap_looks + 1))
		sleep 0.1
	done
}

stop_pooler() {
	kill "$pooler"
	wait "$pooler" 2>/dev/null
	pooler=
}

label_by_pooler() {
	give '{"vote":1}' '{"vote":2}' '{"undo":true}' '{"vote":0}'
	run "$ASSAY" label "$pooled" --json --annotator maria
}

test_that 'everything works behind PgBouncer with session pooling'
if new_database; then
	start_pooler session
	must "$ASSAY" import "$pooled" "$samples"
	label_by_pooler
	expect_status 0
	label_by_pooler
	expect_status 0
	run "$ASSAY" check "$pooled"
	expect_stdout ok
	run "$ASSAY" export "$pooled" qrels
	expect_status 0
	stop_pooler
	expect_equal "$(sql 'SELECT sum(ballots_done) FROM progress')" 4
fi

test_that 'transaction pooling of PgBouncer is named in one line'
if new_database; then
	must "$ASSAY" import "$url" "$samples"
	start_pooler transaction
	for tap_try in 1 2 3; do
		label_by_pooler
		[ "$tap_status" -eq 0 ] || break
	done
	expect_refused 1 'a connection pooler in front of the server gives each transaction another connection; ask its administrator to set it to session pooling'
	stop_pooler
	run "$ASSAY" check "$url"
	expect_stdout ok
fi

done_testing
