#!/bin/sh
# Three nodes of Patroni with etcd. The leader's node is killed, including Patroni, while many annotators vote, and
# another node becomes the leader. Each acknowledged answer must be there exactly once. The last lines of `make
# check-server` are the figures.

. "$SOURCE/tests/support/tap.sh"
. "$SOURCE/tests/support/annotators.sh"

folder=$TMPDIR/patroni

as_stranger=
[ "$(id -u)" -ne 0 ] || as_stranger='--reuid 65534 --regid 65534 --clear-groups'

# Starts a process that ends with the script, however the script ends.
begin() { # name, command...
	name=$1
	shift
	# shellcheck disable=SC2086 # each word is an argument
	setpriv --pdeathsig TERM $as_stranger "$@" >"$tap_folder/$name.log" 2>&1 &
	eval "process_$name=\$!"
}

# Prints ports on which nobody listens.
find_ports() { # number
	python3 -c 'import socket, sys
sockets = [socket.socket() for _ in range(int(sys.argv[1]))]
for s in sockets: s.bind(("127.0.0.1", 0))
print(*[s.getsockname()[1] for s in sockets])' "$1"
}

begin_etcd() {
	begin etcd etcd --data-dir "$folder/etcd" --unsafe-no-fsync \
		--listen-client-urls "http://127.0.0.1:$etcd_port" --advertise-client-urls "http://127.0.0.1:$etcd_port" \
		--listen-peer-urls "http://127.0.0.1:$peer_port" --initial-advertise-peer-urls "http://127.0.0.1:$peer_port" \
		--initial-cluster "default=http://127.0.0.1:$peer_port"
}

begin_node() { # number, port, port of its REST API
	mkdir "$folder/$1"
	cat >"$folder/$1.yml" <<-END
		scope: assay
		name: node$1
		restapi: {listen: '127.0.0.1:$3', connect_address: '127.0.0.1:$3'}
		etcd3: {host: '127.0.0.1:$etcd_port'}
		bootstrap:
		  dcs:
		    ttl: 20
		    loop_wait: 2
		    retry_timeout: 5
		    synchronous_mode: true
		    synchronous_mode_strict: true
		    postgresql:
		      parameters: {max_connections: 100, wal_retrieve_retry_interval: 200ms}
		  initdb: [{encoding: UTF8}, {locale: C}, {auth-local: trust}, {auth-host: trust}, no-sync]
		postgresql:
		  listen: '127.0.0.1:$2'
		  connect_address: '127.0.0.1:$2'
		  data_dir: $folder/$1/data
		  bin_dir: $programs
		  pgpass: $folder/$1/pgpass
		  remove_data_directory_on_diverged_timelines: true
		  parameters: {unix_socket_directories: '$folder/$1', dynamic_shared_memory_type: mmap, fsync: 'off', full_page_writes: 'off'}
		  pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust']
		  authentication:
		    superuser: {username: assay, password: none}
		    replication: {username: assay, password: none}
	END
	[ "$(id -u)" -ne 0 ] || chown -R 65534 "$folder/$1" "$folder/$1.yml"
	begin "node_$1" patroni "$folder/$1.yml"
}

on() { # node, statements
	eval "port=\$port_$1"
	sql "$2" "postgresql://assay@/postgres?host=$folder/$1&port=$port&connect_timeout=2"
}

# Sets $leader to the number of the node that leads and has a synchronous standby. Returns false if there is none now.
find_leader() {
	for leader in 1 2 3; do
		[ "$(on $leader "SELECT count(*) FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')" 2>/dev/null)" = 1 ] && return
	done
	false
}

wait_until() { # what, nodes whose logs tell, command...
	awaited=$1 telling=$2
	shift 2
	tap_looks=0
	until "$@"; do
		tap_looks=$((tap_looks + 1))
		if [ $tap_looks -eq 600 ]; then
			# shellcheck disable=SC2086 # each file is an argument
			tap_complain "$awaited within two minutes" "$(tail -n 3 "$tap_folder"/node_$telling.log)"
			return 1
		fi
		sleep 0.2
	done
}

# The leader may lose its standby again a moment later, while Patroni names another one. So read $leader afterwards, and
# do not search for the leader again.
until_there_is_a_leader() {
	wait_until 'a leader with a synchronous standby' '[123]' find_leader
}

knows_database() { # node, name
	[ "$(on "$1" "SELECT 1 FROM pg_database WHERE datname = '$2'" 2>/dev/null)" = 1 ]
}

# Creates a database and waits until each node has it: standbys get it later, and a connection that names several hosts
# ends at the first one that does not know the database.
create_database() { # name
	on "$leader" "CREATE DATABASE $1"
	for node in 1 2 3; do
		wait_until "database $1 on node $node" $node knows_database $node "$1" || return 1
	done
}

# Kills PostgreSQL and Patroni at once, like a power failure.
kill_node() { # number
	server=$(head -n 1 "$folder/$1/data/postmaster.pid")
	eval "patroni=\$process_node_$1"
	# shellcheck disable=SC2046 # each word is an argument
	kill -KILL "$patroni" "$server" $(ps -o pid= --ppid "$server") 2>/dev/null
	wait "$patroni" 2>/dev/null
}

end_node() { # number
	eval "patroni=\$process_node_$1"
	kill "$patroni" 2>/dev/null && wait "$patroni" 2>/dev/null
}

test_that "no vote is lost or doubled if Patroni's leader is killed while eight vote"
if ! programs=$(sh "$SOURCE/tests/support/postgresql.sh" --programs 2>/dev/null); then
	skip 'there is no PostgreSQL'
elif ! command -v patroni >/dev/null || ! command -v etcd >/dev/null; then
	skip 'there is no Patroni, or no etcd'
else
	tap_psql=$programs/psql
	mkdir -m 755 "$folder"
	mkdir "$folder/etcd"
	chmod 700 "$folder/etcd"
	[ -z "$as_stranger" ] || chown 65534 "$folder" "$folder/etcd"
	cd "$folder" || exit 1 # all processes may read this folder
	# shellcheck disable=SC2046 # each word is an argument
	set -- $(find_ports 8)
	etcd_port=$1 peer_port=$2 port_1=$3 port_2=$4 port_3=$5
	address="postgresql://assay@/labels?host=$folder/1,$folder/2,$folder/3&port=$port_1,$port_2,$port_3&target_session_attrs=read-write&connect_timeout=2"
	begin_etcd
	begin_node 1 "$port_1" "$6"
	begin_node 2 "$port_2" "$7"
	begin_node 3 "$port_3" "$8"
	if until_there_is_a_leader && create_database labels; then
		first=$leader
		import_for_many "$address"
		begin_labelling 8 "$address"
		wait_for_votes 50
		kill_node "$first"
		wait_for_votes 50
		until_there_is_a_leader && expect_equal "$([ "$leader" != "$first" ] && echo 'another one leads')" 'another one leads'
		wait_for_votes 50
		end_labelling
		expect_every_vote_once "$address"
		expect_only_waits
	fi
	for node in 1 2 3; do end_node $node; done
	kill "$process_etcd"
	wait "$process_etcd" 2>/dev/null
fi

done_testing
