#!/bin/sh
# A PostgreSQL server of a test's own.
#
#   sh tests/support/postgresql.sh FOLDER [--following FOLDER] [NAME=VALUE]...
#
# Makes a cluster in FOLDER, which must not be there yet, and becomes its server: a superuser `assay`
# who needs no password, on a socket in FOLDER and at no other address, with these settings too. It never
# runs as root, and is shut down when its parent ends, however that comes about; should that fail, it
# ends within a minute after its folder is gone. What its processes share lies in FOLDER too, since in /dev/shm it
# would stay behind a server that is killed. Nothing of it survives a power cut. With --following it is a standby of
# the server in that folder, and has none of its own when it is promoted. Where tests/run.sh names a folder in
# $ASSAY_TEST_CLUSTERS, the cluster is a copy of the one there.
#
#   sh tests/support/postgresql.sh --programs
#
# prints the folder of the newest PostgreSQL's programs; status 1 when there is none.

programs=$(ls -d /usr/lib/postgresql/*/bin/initdb 2>/dev/null | sort -V | tail -n 1)
programs=${programs:-$(command -v initdb)} || {
	echo 'there is no PostgreSQL' >&2
	exit 1
}
programs=$(dirname "$(readlink -f "$programs")")
[ "$1" != --programs ] || {
	echo "$programs"
	exit 0
}

folder=$1
shift
primary=
if [ "${1:-}" = --following ]; then
	primary=$2
	shift 2
fi
count=$#
for setting in "$@"; do
	set -- "$@" -c "$setting"
done
shift "$count"

mkdir -m 755 "$folder" || exit 1
stranger=
if [ "$(id -u)" -eq 0 ]; then
	chown 65534 "$folder" || exit 1
	stranger='--reuid 65534 --regid 65534 --clear-groups'
fi
cd "$folder" || exit 1
make_cluster() { # command...
	# shellcheck disable=SC2086 # a word each
	setpriv --pdeathsig QUIT $stranger "$@" >made.log 2>&1 || {
		cat made.log >&2
		exit 1
	}
}
# Clusters of one run are copies of the one that its first test makes: a tenth of the work.
copy_cluster() { # folder of the run
	(
		flock 9
		[ -d "$1/cluster" ] || {
			new_cluster && mv data "$1/cluster"
		}
	) 9>"$1/cluster.lock" && cp -a "$1/cluster" data
}
new_cluster() {
	make_cluster "$programs/initdb" -D data -U assay -A trust -E UTF8 --locale=C --no-sync
}
if [ -n "$primary" ]; then
	make_cluster "$programs/pg_basebackup" -D data -h "$primary" -U assay -R -c fast --no-sync
	sed -i '/^synchronous_standby_names/d' data/postgresql.auto.conf
elif [ -n "${ASSAY_TEST_CLUSTERS:-}" ]; then
	copy_cluster "$ASSAY_TEST_CLUSTERS" || exit 1
else
	new_cluster
fi
kill -0 "$PPID" 2>/dev/null || exit 1 # gone meanwhile
# shellcheck disable=SC2086
exec setpriv --pdeathsig QUIT $stranger "$programs/postgres" -D data -p 5432 -c listen_addresses= \
	-c "unix_socket_directories=$folder" -c dynamic_shared_memory_type=mmap -c fsync=off -c full_page_writes=off \
	-c max_connections=300 "$@" >server.log 2>&1
