#!/bin/sh
# Rights on a server: a user who has them labels there as in a file; what needs more rights is refused in one line.

. "$SOURCE/tests/support/tap.sh"

samples=$SOURCE/sample-data

fill() { # database
	must "$ASSAY" import "$1" --documents "$samples/documents.jsonl" --questions "$samples/questions.jsonl" \
		--candidates "$samples/plain.run" --judgments "$samples/judgments.qrels"
}

filled= # the database that all projects are copies of

# Makes a filled database with rights for ben, maria and ida, who label, and for anna, who is a lead.
new_project() {
	[ -n "$filled" ] || {
		new_database || return 1
		fill "$url"
		filled=test_$tap_database
	}
	new_database "$filled"
	for tap_role in anna ben ida maria sam; do
		sql "DO \$\$ BEGIN CREATE ROLE $tap_role LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END \$\$"
	done
	must "$ASSAY" set "$url" --grant-annotator ben --grant-annotator maria --grant-annotator ida --grant-lead anna
}

test_that 'rights can be given, listed, changed and revoked repeatedly'
if new_project; then
	expect_stdout 'name   rights
anna   lead
ben    annotator
ida    annotator
maria  annotator'
	run "$ASSAY" set "$url" --grant-annotator ben
	expect_status 0
	run "$ASSAY" set "$url" --grant-lead ben --revoke maria --revoke ida --format tsv
	expect_stdout "anna${TAB}lead
ben${TAB}lead"
	run "$ASSAY" set "$url" --revoke maria
	expect_status 0
	run "$ASSAY" set "$url" --rights --format tsv
	expect_stdout_line "ben${TAB}lead"
	run "$ASSAY" label "$(url_as maria)" --json
	expect_refused 1 'permission denied for database'
	run "$ASSAY" status "$(url_as sam)"
	expect_refused 1 'permission denied for database'
fi

test_that 'the log names the real user, and only leads can read it'
if new_project; then
	must "$ASSAY" set "$(url_as anna)" impressions 3
	sql "INSERT INTO event (at, who, what) VALUES (0, 'ben', 'set')" "$(url_as anna)"
	must "$ASSAY" set "postgresql://assay:s3cret@${url#*@}" impressions 4
	run "$ASSAY" log "$(url_as anna)" --format tsv
	expect_equal "$(stdout | cut -f 2 | tr '\n' ' ')" 'anna assay assay anna assay '
	expect_stdout_lacks s3cret
	run "$ASSAY" log "$(url_as ben)"
	expect_refused 1 "the log needs a lead's rights"
fi

test_that 'each schema of a database is a project with its own rights'
if new_project; then
	schema='options=-csearch_path%3D%22Second%22'
	sql 'CREATE SCHEMA "Second"'
	fill "$url&$schema"
	run "$ASSAY" set "$url&$schema" --grant-annotator sam --format tsv
	expect_stdout "sam${TAB}annotator"
	run "$ASSAY" set "$url" --rights --format tsv
	expect_stdout_lacks sam
	run "$ASSAY" label "$(url_as sam)&$schema" --json
	expect_status 0
	run "$ASSAY" label "$(url_as maria)" --json
	expect_status 0
	run "$ASSAY" label "$(url_as sam)" --json
	expect_refused 1 'permission denied for table'
	run "$ASSAY" label "$(url_as maria)&$schema" --json
	expect_refused 1 "not in this user's search_path" # without rights, the schema is invisible
	must "$ASSAY" set "$url" --revoke maria
	must "$ASSAY" set "$url&$schema" --grant-lead maria
	run "$ASSAY" log "$(url_as maria)&$schema"
	expect_status 0
	run "$ASSAY" log "$(url_as maria)"
	expect_refused 1 'permission denied'
fi

test_that 'rights in a schema do not apply to a database of a similar name'
if new_project; then
	schema='options=-csearch_path%3Dsecond'
	sql 'CREATE SCHEMA second'
	fill "$url&$schema"
	for other in "test_${tap_database}_second" "test_$tap_database.second"; do
		sql "CREATE DATABASE \"$other\""
		other_url="postgresql://assay@/$other?host=$tap_server_folder"
		fill "$other_url"
		must "$ASSAY" set "$other_url" --grant-lead sam
		run "$ASSAY" set "$url&$schema" --rights --format tsv
		expect_stdout_lacks sam
		run "$ASSAY" log "$(url_as sam)&$schema"
		expect_refused 1 'permission denied for database'
	done
fi

test_that 'a schema with a dot in its name is refused, because roles are named with one'
if new_database; then
	schema='options=-csearch_path%3D%22a.b%22'
	sql 'CREATE SCHEMA "a.b"'
	fill "$url&$schema"
	run "$ASSAY" set "$url&$schema" --grant-annotator sam
	expect_refused 1 'the name of the schema "a.b" has a dot'
fi

test_that 'a role may have quotes and spaces in its name'
if new_project; then
	sql 'CREATE ROLE "O'\''Neill \; DROP" LOGIN'
	run "$ASSAY" set "$url" --grant-annotator "O'Neill \\; DROP" --format tsv
	expect_stdout_line "O'Neill \\; DROP${TAB}annotator"
fi

test_that 'rights can be given in a database of another encoding'
if new_database; then
	sql 'CREATE ROLE lea LOGIN'
	sql "CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1'"
	url="postgresql://assay@/latin?host=$tap_server_folder"
	fill "$url"
	run "$ASSAY" set "$url" --grant-annotator lea --format tsv
	expect_stdout_line "lea${TAB}annotator"
fi

test_that 'a refused change of rights says why and changes nothing'
if new_project; then
	run "$ASSAY" set "$url" --grant-annotator sam --grant-annotator kim
	expect_refused 1 "there is no role kim; ask the server's administrator to run: CREATE ROLE kim LOGIN PASSWORD"
	run "$ASSAY" set "$url" --grant-annotator assay
	expect_refused 1 'assay may already do everything here'
	run "$ASSAY" set "$(url_as anna)" --grant-annotator sam
	expect_refused 1 'rights are given only by the owner of the database and its tables'
	run "$ASSAY" set "$(url_as maria)" --grant-lead maria
	expect_refused 1 'rights are given only by the owner of the database and its tables'
	run "$ASSAY" set "$url" --revoke kim
	expect_refused 1 'there is no role kim'
	run "$ASSAY" set "$url" guide --grant-lead sam
	expect_refused 2 "rights are not a setting: leave out 'guide'"
	run "$ASSAY" set "$url" --rights --format tsv
	expect_stdout_lacks sam
	fill labels.db
	run "$ASSAY" set labels.db --grant-annotator sam
	expect_refused 1 'labels.db: rights exist only on a server'
fi

test_that 'rights that a role would keep anyway are not revoked, and assay says why'
if new_project; then
	sql "DO \$\$ BEGIN CREATE ROLE nurses; CREATE ROLE tess LOGIN IN ROLE nurses; EXCEPTION WHEN duplicate_object THEN NULL; END \$\$"
	must "$ASSAY" set "$url" --grant-annotator nurses --grant-annotator tess
	run "$ASSAY" set "$url" --revoke tess
	expect_refused 1 'tess also has rights as a member of nurses; revoke the rights there, or remove tess from that role'
	run "$ASSAY" set "$url" --rights --format tsv
	expect_stdout_line "tess${TAB}annotator"
	run "$ASSAY" set "$url" --revoke assay
	expect_refused 1 'assay may do everything here, so no rights can be taken away'
	must "$ASSAY" set "$url" --revoke nurses --revoke tess
	run "$ASSAY" label "$(url_as tess)" --json
	expect_refused 1 'permission denied for database'
fi

test_that 'an owner who may not create roles is shown the statements to run'
if new_database; then
	sql "CREATE ROLE olga LOGIN"
	sql "ALTER DATABASE test_$tap_database OWNER TO olga"
	fill "$(url_as olga)"
	sql 'CREATE ROLE paul LOGIN'
	run "$ASSAY" set "$(url_as olga)" --grant-annotator paul
	expect_refused 1 "CREATE ROLE test_${tap_database}_annotator; GRANT test_${tap_database}_annotator TO olga WITH ADMIN OPTION"
	sql "CREATE ROLE test_${tap_database}_annotator; GRANT test_${tap_database}_annotator TO olga WITH ADMIN OPTION;
	     CREATE ROLE test_${tap_database}_lead; GRANT test_${tap_database}_lead TO olga WITH ADMIN OPTION"
	run "$ASSAY" set "$(url_as olga)" --grant-annotator paul --format tsv
	expect_stdout "paul${TAB}annotator"
	give '{"vote":1}'
	run "$ASSAY" label "$(url_as paul)" --json
	expect_status 0
fi

test_that 'neither annotators nor leads can answer under another name'
if new_project; then
	run "$ASSAY" label "$(url_as maria)" --json --annotator ben
	expect_refused 2 "you are 'maria' there, and can answer only under this name"
	run "$ASSAY" label "$(url_as anna)" --json --annotator ben
	expect_refused 2 "you are 'anna' there, and can answer only under this name"
	run "$ASSAY" label "$(url_as maria)" --json --annotator maria
	expect_status 0
	give '{"vote":1}'
	run "$ASSAY" label "$(url_as ben)" --json
	expect_status 0
	expect_equal "$(sql "SELECT encode(name, 'escape') FROM answer JOIN annotator USING (annotator_id)")" ben
fi

# Leaves out times, and the numbers of ballots: a session on a server reserves the next one, which it may not need.
without_numbers() {
	sed 's|"hours":[0-9.e+nul-]*||; s/"\(ballot\|saved\|undone\)":[0-9]*//'
}

# Labels in the file under a name and on the server with a login. Both must show the same.
labels_the_same() { # annotator seed [option...]
	tap_who=$1
	tap_seed=$2
	shift 2
	tap_stdin=$PWD/answers
	run "$ASSAY" label labels.db --json --annotator "$tap_who" --seed "$tap_seed" "$@"
	expect_status 0
	without_numbers <"$tap_folder/stdout" >said.file
	tap_stdin=$PWD/answers
	run "$ASSAY" label "$(url_as "$tap_who")" --json --seed "$tap_seed" "$@"
	expect_status 0
	without_numbers <"$tap_folder/stdout" >said.server
	expect_same_file said.file said.server
}

# Changes a setting in both.
set_both() { # key value
	must "$ASSAY" set labels.db "$1" "$2"
	must "$ASSAY" set "$url" "$1" "$2"
}

# Writes the same nine answers so often.
make_answers() { # times
	: >answers
	tap_times=$1
	while [ "$tap_times" -gt 0 ]; do
		tap_times=$((tap_times - 1))
		printf '%s\n' '{"vote":1}' '{"vote":3,"note":"why"}' '{"skip":"later"}' '{"vote":0}' '{"undo":true}' '{"redo":true}' \
			'{"undo":true}' '{"vote":2}' '{"skip":"cannot tell"}' >>answers
	done
}

test_that 'annotators see the same as in a file, whatever others answered'
if new_project; then
	fill labels.db
	make_answers 2
	set_both overlap 0.4x3
	set_both repeats 0.2
	labels_the_same anna 7 --run "$samples/plain.run"
	set_both gold anna
	set_both practice anna
	labels_the_same ben 11
	make_answers 12 # repeats come only after enough ballots
	labels_the_same maria 12 --run "$samples/plain.run"
	make_answers 2
	labels_the_same ida 13
	expect_equal "$(sql "SELECT count(DISTINCT control) FROM answer")" 2
	set_both dealing adaptive
	set_both estimator luce
	labels_the_same ben 41 --run "$samples/plain.run"
	labels_the_same maria 42 --decide "$samples/plain.run" "$samples/porter.run"
	run "$ASSAY" check "$url"
	expect_stdout ok
	run "$ASSAY" check "$(url_as anna)"
	expect_stdout ok
fi

# An annotator and the owner of the database must get the same output.
says_the_same() { # command word...
	tap_word=$1
	shift
	run "$ASSAY" "$tap_word" "$(url_as maria)" "$@"
	expect_status 0
	stdout >said.annotator
	run "$ASSAY" "$tap_word" "$url" "$@"
	stdout >said.owner
	expect_same_file said.annotator said.owner
}

test_that 'annotators can read sums and anonymous votes as in a file'
if new_project; then
	make_answers 1
	for who in maria ben anna; do
		tap_stdin=$PWD/answers
		must "$ASSAY" label "$(url_as $who)" --json
	done
	says_the_same relevance --format tsv
	says_the_same export qrels
	says_the_same export relevance
	says_the_same export preferences
	says_the_same export triples
	says_the_same export dpo
	says_the_same export quepid
	says_the_same coverage "$samples/questions.jsonl"
	says_the_same set
	run "$ASSAY" eval "$(url_as maria)" "$samples/plain.run" --format tsv
	expect_status 0
	stdout >said.annotator
	must "$ASSAY" eval "$url" "$samples/plain.run" --format tsv
	stdout >said.owner
	expect_same_file said.annotator said.owner
	run "$ASSAY" status "$(url_as maria)"
	expect_status 0
	expect_stderr_has 'only leads see the figures of each annotator'
	stdout >said.annotator
	must "$ASSAY" status "$url"
	stdout | sed '/^$/,$d' >said.owner
	expect_same_file said.annotator said.owner
fi

test_that 'commands that need a lead'\''s rights refuse annotators in one line'
if new_project; then
	make_answers 1
	must "$ASSAY" set "$url" overlap 0.5
	for who in maria ben anna; do
		tap_stdin=$PWD/answers
		must "$ASSAY" label "$(url_as $who)" --json
	done
	maria=$(url_as maria) anna=$(url_as anna)
	ln -s "$samples" samples # the words below may have no blanks
	while read -r words; do
		# shellcheck disable=SC2086 # each word is an argument
		run "$ASSAY" ${words%% *} "$maria" ${words#* }
		expect_refused 1 "needs a lead's rights"
	done <<-'COMMANDS'
		check --
		annotators --
		agreement --
		export votes
		export passages
		relevance --without ben
		status --without ben
		status --format tsv
		report -o page.html
		label --adjudicate --plain
		label --lead --plain
		lint --
		judge gpt true
	COMMANDS
	must "$ASSAY" set "$url" estimator luce
	must "$ASSAY" set "$url" reliability on
	run "$ASSAY" relevance "$maria"
	expect_refused 1 "the setting \`reliability\`, which weighs annotators, needs a lead's rights"
	must "$ASSAY" relevance "$anna"
	must "$ASSAY" set "$url" reliability off
	while read -r words; do
		# shellcheck disable=SC2086
		run "$ASSAY" ${words%% *} "$maria" ${words#* }
		expect_refused 1 'you have no right to do that; a lead has this right, and the owner of the database grants rights'
	done <<-COMMANDS
		set impressions 3
		import --documents samples/documents.jsonl
		import --candidates samples/porter.run
		pool samples/titles.run --depth 3
		remove documents home-app-release-history
	COMMANDS
	while read -r words; do
		# shellcheck disable=SC2086
		run "$ASSAY" ${words%% *} "$anna" ${words#* }
		expect_status 0
	done <<-COMMANDS
		check --
		annotators --
		agreement --
		export votes
		export passages
		relevance --without ben
		status --format tsv
		report -o page.html
		lint --
		set impressions 3
		import --candidates samples/porter.run
		pool samples/titles.run --depth 3
		import --undo
	COMMANDS
	run "$ASSAY" check "$anna"
	expect_stdout ok
fi

test_that 'advisory locks of other users keep nobody waiting'
if new_project; then
	"$tap_psql" -qXAt "$(url_as maria)" -c "SELECT pg_advisory_lock(id), pg_sleep(600) FROM (
		SELECT 'document'::regclass::oid::bigint AS id UNION ALL SELECT hashtext('assay')) AS known" >psql.out 2>&1 &
	tap_holder=$!
	tap_looks=0
	until [ "$(sql "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'")" -ge 1 ] || [ $tap_looks -eq 300 ]; do
		tap_looks=$((tap_looks + 1))
		sleep 0.1
	done
	must "$ASSAY" import "$url" --candidates "$samples/porter.run"
	must "$ASSAY" set "$url" impressions 3
	give '{"vote":1}'
	must "$ASSAY" label "$(url_as ben)" --json
	kill $tap_holder
	wait $tap_holder
	expect_equal "$(sql 'SELECT count(*) FROM answer')" 1
fi

# Prints what eve's psql answers, one line for each statement: an SQLSTATE, or ok. All go through one connection.
try_as_eve() { # statements, one per line after the expected answer
	{
		echo "SELECT min(question_id) AS q FROM any_ballot \\gset"
		echo "SELECT min(document_id) AS d1, max(document_id) AS d2 FROM candidate WHERE question_id = :q \\gset"
		sed 's/^[^ ]* //; s/$/ \\echo tried/' "$1"
	} | "$tap_psql" -qXAt -v VERBOSITY=sqlstate -v now="$(date +%s)000" "$(url_as eve)" 2>&1 |
		awk 'BEGIN { state = "ok" } /^ERROR:/ { state = $2 } $0 == "tried" { print state; state = "ok" }'
}

votes_of_all() {
	for who in eve ben maria; do
		give '{"vote":1}' '{"vote":2}' '{"vote":0}'
		run "$ASSAY" label "$(url_as $who)" --json
		expect_equal "$who $(grep -c '^{"saved":' "$tap_folder/stdout")" "$who 3"
	done
}

test_that 'an annotator with psql does no harm, and reads nothing that tells looking at the answers of each annotator'
if new_project; then
	sql "DO \$\$ BEGIN CREATE ROLE eve LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END \$\$"
	must "$ASSAY" set "$url" --grant-annotator eve
	votes_of_all
	cat >hostile <<-'STATEMENTS'
		42501 UPDATE question SET ballots_left = 9223372036854775807;
		42501 UPDATE question SET ballots_left = -9223372036854775807 WHERE question_id = 1;
		42501 UPDATE candidate SET prior = 0;
		42501 UPDATE annotator SET name = 'ben2';
		42501 INSERT INTO ballot (question_id, deal, annotator_id, dealt_at) SELECT question_id, 9223372036854775807, own_annotator(), 0 FROM question;
		42501 INSERT INTO ballot (ballot_id, question_id, deal, annotator_id, dealt_at) SELECT g + 100, 1, g, own_annotator(), 0 FROM generate_series(1, 2000) AS g;
		42501 INSERT INTO slot (ballot_id, position, document_id) VALUES (1, 3, 1);
		42501 INSERT INTO answer (uuid, ballot_id, annotator_id, position, given_at, elapsed_ms) VALUES ('x', 1, own_annotator(), 1, 0, 0);
		42501 DELETE FROM note_draft;
		42501 TRUNCATE answer;
		42501 SELECT nextval('ballot_ballot_id_seq');
		42501 SELECT setval('answer_answer_id_seq', 9223372036854775807);
		ok SELECT count((next_numbers()).next_ballot) FROM generate_series(1, 10000);
		ok SELECT count((next_numbers()).next_answer) FROM generate_series(1, 10000);
		40001 SELECT ballot_add(:q, 9223372036854775807, own_annotator(), :now, :now, NULL, (next_numbers()).next_ballot, :d1, NULL, NULL);
		40001 SELECT ballot_add(:q, (SELECT max(deal) + 2 FROM any_ballot WHERE question_id = :q), own_annotator(), :now, :now, NULL, (next_numbers()).next_ballot, :d1, NULL, NULL);
		40001 SELECT ballot_add(:q, (SELECT max(deal) + 1 FROM any_ballot WHERE question_id = :q), own_annotator(), :now, :now, NULL, (next_numbers()).next_ballot + 500, :d1, NULL, NULL);
		42501 SELECT ballot_add(:q, (SELECT max(deal) + 1 FROM any_ballot WHERE question_id = :q), 1000, :now, :now, NULL, (next_numbers()).next_ballot, :d1, NULL, NULL);
		40001 SELECT ballot_add(:q, (SELECT max(deal) + 1 FROM any_ballot WHERE question_id = :q), own_annotator(), :now, :now, NULL, (next_numbers()).next_ballot, (SELECT min(document_id) FROM document WHERE document_id NOT IN (SELECT document_id FROM candidate WHERE question_id = :q)), NULL, NULL);
		40001 SELECT ballot_add(:q, (SELECT max(deal) + 1 FROM any_ballot WHERE question_id = :q), own_annotator(), :now, :now, NULL, (next_numbers()).next_ballot, :d1, :d1, NULL);
		42501 SELECT ballot_add(:q, (SELECT max(deal) + 1 FROM any_ballot WHERE question_id = :q), own_annotator(), :now, :now, NULL, (next_numbers()).next_ballot, :d1, NULL, :d2);
		40001 SELECT ballot_add(1000, 1, own_annotator(), :now, :now, NULL, (next_numbers()).next_ballot, 1, 2, 3);
		AS001 SELECT ballot_add(:q, (SELECT max(deal) + 1 FROM any_ballot WHERE question_id = :q), own_annotator(), 0, :now, NULL, (next_numbers()).next_ballot, :d1, :d2, NULL);
		42501 DO $$ BEGIN FOR i IN 1..200 LOOP PERFORM ballot_add(question_id, deal + 1, own_annotator(), server_time(), server_time() + 100000, NULL, (next_numbers()).next_ballot, (SELECT min(document_id) FROM candidate WHERE candidate.question_id = newest.question_id), NULL, NULL) FROM any_ballot AS newest ORDER BY question_id, deal DESC LIMIT 1; END LOOP; END $$;
		ok SELECT ballot_add(:q, (SELECT max(deal) + 1 FROM any_ballot WHERE question_id = :q), own_annotator(), :now, 9223372036854775807, NULL, (next_numbers()).next_ballot, :d1, :d2, NULL);
		42501 SELECT answer_add((next_numbers()).next_answer, '01890000-0000-7000-8000-000000000001', (SELECT max(ballot_id) FROM any_ballot WHERE annotator_id > 1000), own_annotator(), 1, NULL, :now, 5, NULL, NULL, NULL, NULL, -1, 0);
		42501 SELECT answer_add((next_numbers()).next_answer, '01890000-0000-7000-8000-000000000001', max(ballot_id), own_annotator() + 1, 1, NULL, :now, 5, NULL, NULL, NULL, NULL, -1, 0) FROM ballot;
		42501 SELECT answer_add((next_numbers()).next_answer, '01890000-0000-7000-8000-000000000001', max(ballot_id), own_annotator(), 1, NULL, :now, 4611686018427387904, NULL, NULL, NULL, NULL, -1, 0) FROM ballot;
		42501 SELECT answer_add((next_numbers()).next_answer, '01890000-0000-7000-8000-000000000001', max(ballot_id), own_annotator(), 1, NULL, :now, 5, NULL, NULL, NULL, NULL, 9223372036854775807, 0) FROM ballot;
		42501 SELECT answer_add((next_numbers()).next_answer, '01890000-0000-7000-8000-000000000001', max(ballot_id), own_annotator(), 1, NULL, :now, 5, NULL, NULL, NULL, NULL, NULL, NULL) FROM ballot;
		42501 SELECT answer_add((next_numbers()).next_answer, '01890000-0000-7000-8000-000000000001', max(ballot_id), own_annotator(), 1, NULL, :now, 5, NULL, 'x', 9223372036854775807, NULL, -1, 0) FROM ballot;
		42501 SELECT answer_add((next_numbers()).next_answer, '01890000-0000-7000-8000-000000000001', max(ballot_id), own_annotator(), 1, NULL, :now, 5, CAST(repeat('x', 1000000) AS BYTEA), NULL, NULL, NULL, -1, 0) FROM ballot;
		42501 SELECT answer_add((next_numbers()).next_answer, 'no uuid', max(ballot_id), own_annotator(), 1, NULL, :now, 5, NULL, NULL, NULL, NULL, -1, 0) FROM ballot;
		AS001 SELECT answer_add((next_numbers()).next_answer, '01890000-0000-7000-8000-000000000001', max(ballot_id), own_annotator(), 1, NULL, 253402300799999, 5, NULL, NULL, NULL, NULL, -1, 0) FROM ballot;
		23503 SELECT answer_add((next_numbers()).next_answer, '01890000-0000-7000-8000-000000000001', max(ballot_id), own_annotator(), 3, NULL, :now, 5, NULL, NULL, NULL, NULL, -1, 0) FROM ballot;
		40001 SELECT answer_add((next_numbers()).next_answer + 1000, '01890000-0000-7000-8000-000000000001', max(ballot_id), own_annotator(), 1, NULL, :now, 5, NULL, NULL, NULL, NULL, -1, 0) FROM ballot;
		40001 SELECT answer_add((next_numbers()).next_answer, '01890000-0000-7000-8000-000000000001', min(ballot_id), own_annotator(), 1, NULL, :now, 5, NULL, NULL, NULL, NULL, -1, 0) FROM ballot;
		42501 SELECT answer_withdraw(max(answer_id) + 1, :now, :now) FROM answer;
		42501 SELECT answer_withdraw(max(answer_id), :now, NULL) FROM answer;
		42501 SELECT answer_return(max(ballot_id), :now, :now) FROM any_ballot WHERE annotator_id > 1000;
		ok SELECT ballot_lease(max(ballot_id), NULL) FROM any_ballot WHERE annotator_id > 1000;
		42501 SELECT ballot_end_leases(own_annotator() + 1, 0);
		ok SELECT ballot_end_stray_leases(0, 0);
		42501 SELECT question_set_ballots_left(:q, 0);
		42501 SELECT settle_at_target(:q);
		42501 SELECT addition_add(max(answer_id) + 1, 'note', 'x', 0) FROM answer;
		42501 SELECT addition_add(max(answer_id), 'note', CAST(repeat('x', 1000000) AS BYTEA), 0) FROM answer;
		42501 SELECT addition_add(max(answer_id), 'evidence', 'x', 9223372036854775807) FROM answer;
		42501 SELECT addition_add(max(answer_id), 'second', '', 5) FROM answer;
		42501 SELECT addition_add(min(answer_id), 'second', 'x', 5) FROM answer;
		42501 SELECT addition_add(min(answer_id), 'second', '', 0) FROM answer;
		42501 SELECT addition_add(min(answer_id), 'second', '', 1) FROM answer;
		42501 SELECT addition_add(min(answer_id), 'second', '', 4) FROM answer;
		42501 SELECT addition_add(min(answer_id), 'second', '', 7) FROM answer;
		42501 SELECT addition_add(min(answer_id) + 1, 'second', '', 4) FROM answer WHERE annotator_id = own_annotator();
		42501 SELECT addition_add(min(answer_id), 'second', '', 9223372036854775807) FROM answer;
		42501 SELECT addition_add(min(answer_id), 'second', '', NULL) FROM answer;
		ok SELECT addition_add(min(answer_id), 'second', '', 5) FROM answer;
		42501 SELECT addition_add(min(answer_id), 'second', '', 2) FROM answer;
		42501 SELECT addition_add(min(answer_id), 'second', '', -1) FROM answer;
		42501 SELECT note_draft_put(max(ballot_id), 'x') FROM any_ballot WHERE annotator_id > 1000;
		42501 SELECT evidence_draft_remove(max(ballot_id)) FROM any_ballot WHERE annotator_id > 1000;
		42501 SELECT annotator_add('ben2');
		42501 SELECT 1 FROM question FOR UPDATE;
		42501 SELECT 1 FROM ballot FOR KEY SHARE;
		42501 SELECT 1 FROM any_ballot FOR SHARE;
		42501 DO $$ BEGIN LOCK TABLE note_draft IN ACCESS EXCLUSIVE MODE; END $$;
		42501 DO $$ BEGIN LOCK TABLE document IN ACCESS SHARE MODE; END $$;
		42501 DO $$ BEGIN LOCK TABLE any_answer IN ACCESS EXCLUSIVE MODE; END $$;
		42501 SELECT xmin FROM question;
		42501 SELECT ctid FROM slot;
		42501 SELECT xmax, cmin FROM candidate;
		42501 SELECT changed FROM question;
		42501 SELECT * FROM question;
		42501 SELECT changed_questions(1, 1);
		42501 SELECT seal_of(1);
		42501 SELECT seal FROM change_seal;
		42501 SELECT count(*) FROM withdrawal;
		42703 SELECT dealt_at FROM any_ballot;
		42703 SELECT elapsed_ms FROM any_answer;
		42703 SELECT elapsed_ms FROM ordered_answer;
		42501 CREATE TEMP TABLE ballot (ballot_id BIGINT);
		42501 SELECT give_rights('eve', true);
		42501 ALTER TABLE answer DISABLE TRIGGER ALL;
		42501 SET session_replication_role = replica;
	STATEMENTS
	try_as_eve hostile >became
	sed 's/ .*//' hostile >meant
	paste -d ' ' became hostile | awk '$1 != $2' >otherwise
	expect_equal "$(cat otherwise)" ''
	expect_equal "$(wc -l <became) tried" "$(wc -l <hostile) tried"
	expect_equal "$(sql "SELECT last_value < 1000 FROM ballot_ballot_id_seq") $(sql "SELECT last_value < 100 FROM answer_answer_id_seq")" 't t'
	expect_equal "$(sql "SELECT max(lease_until) <= (extract(epoch FROM now()) * 1000) + 3600000 FROM ballot")" t
	expect_equal "$(sql "SELECT string_agg(DISTINCT answer_id::text, ' ') FROM answer WHERE withdrawn_at IS NOT NULL")" ''
	votes_of_all
	# The statements that SECURITY.md recommends to administrators.
	sql "$(sed -n 's/^    \(REVOKE\|GRANT\) EXECUTE/\1 EXECUTE/p' "$SOURCE/SECURITY.md")"
	printf '%s\n' '42501 SELECT count(*) FROM pg_locks;' '42501 SELECT count(*) FROM pg_stat_activity;' >hostile
	expect_equal "$(try_as_eve hostile)" '42501
42501'
	votes_of_all
	must "$ASSAY" set "$url" impressions 4
	must "$ASSAY" status "$(url_as maria)"
	run "$ASSAY" check "$url"
	expect_stdout ok
fi

done_testing
