#!/bin/sh
# A PostgreSQL server for one test.
#
#   sh tests/support/postgresql.sh FOLDER [--following FOLDER] [NAME=VALUE]...
#
# Makes a cluster in FOLDER, which must not exist yet, and becomes its server, with these settings. Its superuser
# `assay` needs no password. It listens only on a socket in FOLDER. It never runs as root. It is shut down when its
# parent ends, for whatever reason; if that fails, it ends within a minute after its folder was deleted. Its shared
# memory lies in FOLDER, too: in /dev/shm it would remain after the server is killed. The data does not survive a power
# cut.
#
# With --following the server is a standby of the server in that folder. It has no standby of its own after it is
# promoted. If tests/run.sh names a folder in $ASSAY_TEST_CLUSTERS, the cluster is a copy of the cluster in it.
#
#   sh tests/support/postgresql.sh --programs
#
# prints the folder with the programs of the newest PostgreSQL. The exit status is 1 if there is none.

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
	# shellcheck disable=SC2086 # each word is an argument
	setpriv --pdeathsig QUIT $stranger "$@" >made.log 2>&1 || {
		cat made.log >&2
		exit 1
	}
}
# The first test of a run makes the cluster; all others copy it, which takes a tenth of the work.
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
kill -0 "$PPID" 2>/dev/null || exit 1 # the parent has already ended
# shellcheck disable=SC2086
exec setpriv --pdeathsig QUIT $stranger "$programs/postgres" -D data -p 5432 -c listen_addresses= \
	-c "unix_socket_directories=$folder" -c dynamic_shared_memory_type=mmap -c fsync=off -c full_page_writes=off \
	-c max_connections=300 "$@" >server.log 2>&1
