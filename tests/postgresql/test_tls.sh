#!/bin/sh
# A server with TLS: its identity is checked, and a password goes to it and nowhere else.

. "$SOURCE/tests/support/tap.sh"

command -v openssl >/dev/null || {
	test_that 'a server is reached by TLS'
	skip 'there is no openssl'
	done_testing
	exit
}

keys=${TMPDIR:-/tmp}/tls-$$
mkdir -m 755 "$keys" || exit 1
trap 'cd /; stop_server; rm -rf "$tap_folder" "$keys"' EXIT

# Makes a certificate authority with a certificate for the host `localhost`, and another authority, which the server
# does not know.
make_keys() {
	for name in ca stranger; do
		openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj "/CN=$name" -keyout "$keys/$name.key" -out "$keys/$name.crt"
	done
	openssl req -newkey rsa:2048 -nodes -subj /CN=localhost -keyout "$keys/server.key" -out "$keys/server.csr"
	echo 'subjectAltName=DNS:localhost' >"$keys/names"
	openssl x509 -req -in "$keys/server.csr" -CA "$keys/ca.crt" -CAkey "$keys/ca.key" -CAcreateserial -days 2 \
		-extfile "$keys/names" -out "$keys/server.crt"
	chmod 600 "$keys/server.key"
	[ "$(id -u)" -ne 0 ] || chown 65534 "$keys/server.key"
}
make_keys 2>"$keys/made" || {
	cat "$keys/made" >&2
	exit 1
}

# An address of this machine that only this script uses, so that no other server listens there.
address=127.$((1 + $$ / 65536 % 200)).$(($$ / 256 % 256)).$(($$ % 256))
tap_server_settings="listen_addresses=$address ssl=on ssl_cert_file=$keys/server.crt ssl_key_file=$keys/server.key
	log_statement=all log_connections=on"

# Requires TLS and a password for connections over the network.
require_tls() {
	hba=$tap_server_folder/data/pg_hba.conf
	sed '/^host/d' "$hba" >rules
	echo 'hostssl all all 127.0.0.0/8 scram-sha-256' >>rules
	cat rules >"$hba"
	sql 'SELECT pg_reload_conf()' >/dev/null
	tap_looks=0
	while sql '' "$(by_tls maria:wrong)" 2>/dev/null && [ $tap_looks -lt 1000 ]; do
		tap_looks=$((tap_looks + 1))
		sleep 0.05
	done
}

# Prints the address of the database with TLS for a user, with the right authority and host unless others are named.
by_tls() { # user [authority [host [mode]]]
	echo "postgresql://$1@${3:-localhost}/test_$tap_database?hostaddr=$address&sslmode=${4:-verify-full}&sslrootcert=$keys/${2:-ca}.crt"
}

start() {
	new_database || return 1
	lines documents.tsv "d1${TAB}one" "d2${TAB}two" "d3${TAB}three"
	lines questions.tsv "q1${TAB}one?"
	lines bm25.run 'q1 Q0 d1 1 3 x' 'q1 Q0 d2 2 2 x' 'q1 Q0 d3 3 1 x'
	must "$ASSAY" import "$url" --documents documents.tsv --questions questions.tsv --candidates bm25.run
	# Not logged, so that a password in the log can only come from assay.
	PGOPTIONS='-c log_statement=none' sql "DO \$\$ BEGIN CREATE ROLE maria LOGIN PASSWORD 'se@cret';
		EXCEPTION WHEN duplicate_object THEN NULL; END \$\$"
	must "$ASSAY" set "$url" --grant-annotator maria
	grep -q '^hostssl' "$tap_server_folder/data/pg_hba.conf" || require_tls
}

test_that 'labelling works over TLS with a server whose certificate is valid'
if start; then
	give '{"vote":1}'
	run "$ASSAY" label "$(by_tls maria:se%40cret)" --json
	expect_status 0
	expect_stdout_has '{"saved":1}'
	run "$ASSAY" relevance "$(by_tls maria:se%40cret)"
	expect_status 0
fi

test_that 'a wrong host name and an unknown certificate are refused in one line'
if start; then
	run "$ASSAY" status "$(by_tls maria:se%40cret ca elsewhere.example)"
	expect_refused 1 'elsewhere.example/test_' 'server certificate for "localhost" does not match host name "elsewhere.example"'
	run "$ASSAY" status "$(by_tls maria:se%40cret stranger)"
	expect_refused 1 'certificate verify failed'
	run "$ASSAY" status "$(by_tls maria:se%40cret none)"
	expect_refused 1 "$keys/none.crt" 'does not exist'
	run "$ASSAY" status "$(by_tls maria:se%40cret ca localhost disable)"
	expect_refused 1 'no encryption'
	run "$ASSAY" status "$(by_tls maria:wrong)"
	expect_refused 1 'password authentication failed for user "maria"; put its password into ~/.pgpass'
fi

test_that 'passwords and addresses come from the files of libpq, too'
if start; then
	PGPASSFILE=$PWD/pgpass
	PGSERVICEFILE=$PWD/services
	export PGPASSFILE PGSERVICEFILE
	echo 'localhost:*:*:maria:se@cret' >pgpass
	chmod 600 pgpass
	run "$ASSAY" status "$(by_tls maria)"
	expect_status 0
	lines services '[labels]' host=localhost "hostaddr=$address" "dbname=test_$tap_database" user=maria sslmode=verify-full \
		"sslrootcert=$keys/ca.crt"
	give '{"vote":1}'
	run "$ASSAY" label 'postgresql:///?service=labels' --json
	expect_status 0
	run "$ASSAY" status 'postgresql:///?service=tables'
	expect_refused 1 'definition of service "tables" not found'
	rm pgpass
	run "$ASSAY" status "$(by_tls maria)"
	expect_refused 1 'no password supplied'
	unset PGPASSFILE PGSERVICEFILE
fi

# Waits for the line of the ballot.
await_ballot() { # file
	tap_looks=0
	until grep -q ballot "$1" || [ $tap_looks -eq 1000 ]; do
		tap_looks=$((tap_looks + 1))
		sleep 0.05
	done
}

test_that 'a password in an address is in no process list, log or database'
if start; then
	mkfifo answers
	"$ASSAY" label "$(by_tls maria:se%40cret)" --json <answers >said 2>&1 &
	labelling=$!
	exec 3>answers
	await_ballot said
	tr '\0' '\n' <"/proc/$labelling/cmdline" >words
	expect_equal "$(grep -c 'se.*cret' words)" 0
	expect_equal "$(grep -c 'postgresql://maria@localhost' words)" 1
	expect_equal "$(tr '\0' '\n' <"/proc/$labelling/environ" | grep -c 'se.*cret')" 0
	echo '{"vote":1,"note":"seen"}' >&3
	exec 3>&-
	wait "$labelling"
	expect_equal "$?" 0
	expect_equal "$(grep -c 'se.*cret' said)" 0
	expect_equal "$(grep -c 'INSERT INTO answer' "$tap_server_folder/server.log" | sed 's/[1-9][0-9]*/some/')" some
	expect_equal "$(grep -c 'se@cret\|se%40cret' "$tap_server_folder/server.log")" 0
	"${tap_psql%psql}pg_dump" -d "$url" >dump 2>&1
	expect_equal "$(grep -c seen dump | sed 's/[1-9]/some/'), $(grep -c 'se@cret\|se%40cret' dump)" 'some, 0'
fi

done_testing
