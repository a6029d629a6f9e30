#!/bin/sh
# A database on a server: commands have the same effects and output as for a file.

. "$SOURCE/tests/support/tap.sh"
. "$SOURCE/tests/support/annotators.sh"

samples=$SOURCE/sample-data

fill() { # database
	must "$ASSAY" import "$1" --documents "$samples/documents.jsonl" --questions "$samples/questions.jsonl" \
		--candidates "$samples/plain.run"
}

# Runs the same command on both. Effects and output must be the same, except for the name of the database and times:
# votes of a few milliseconds are fast (less than a third of the median) by chance. On a server a session takes the
# number of its next ballot in advance; if it never deals that ballot, the number stays unused.
on_both() { # command word...
	command=$1
	shift
	for database in labels.db "$url"; do
		[ "$database" = labels.db ] && kind=file || kind=server
		[ ! -e answers ] || tap_stdin=$PWD/answers
		run "$ASSAY" "$command" "$database" "$@"
		expect_status 0
		cat "$tap_folder/stdout" "$tap_folder/stderr" |
			sed "s|$database|NAME|g; s|^{\"ballot\":[0-9]*|{\"ballot\":N|; s|^{\"saved\":[0-9]*|{\"saved\":N|; s|^{\"undone\":[0-9]*|{\"undone\":N|; s|localhost/test_[0-9]*|NAME|g; s|\"hours\":[0-9.e+nul-]*||; s|about .* per hour||
				s|^\(eve\|mia\)$TAB\([0-9]*\)$TAB[^$TAB]*$TAB[^$TAB]*|\1$TAB\2|; s|fast\(, \)\{0,1\}||" >said.$kind
	done
	expect_same_file said.file said.server
	rm -f said.file said.server
}

test_that 'import, labelling and export on a server give the same as in a file'
if new_database; then
	fill labels.db
	fill "$url"
	for n in 1 2 3 4 5 6; do
		printf '%s\n' '{"vote":1}' '{"vote":3}' '{"skip":"later"}' '{"vote":0}' '{"undo":true}' '{"vote":2}'
	done >answers
	on_both set overlap 1
	on_both label --json --annotator eve --seed 7
	on_both label --json --annotator mia --seed 8
	rm answers
	on_both import --candidates "$samples/porter.run" --judgments "$samples/judgments.qrels"
	on_both check
	on_both set
	on_both set dealing adaptive
	on_both set estimator luce
	on_both relevance --format tsv
	on_both relevance --without eve
	on_both agreement
	on_both annotators --format tsv
	for what in qrels relevance preferences passages triples quepid; do
		on_both export "$what"
	done
	on_both eval "$samples/plain.run" "$samples/porter.run"
	on_both compare "$samples/plain.run" "$samples/porter.run"
	on_both coverage "$samples/questions.jsonl"
	on_both lint
	on_both report "$samples/plain.run" "$samples/porter.run" -o page.html
	on_both pool "$samples/titles.run" --depth 3
	on_both pool --merge-identical
	on_both pool --split-identical
	on_both carry --documents "$samples/documents.jsonl"
	on_both import --undo
	head -n 100 "$samples/documents.jsonl" >fewer.jsonl
	on_both carry --documents fewer.jsonl --write
	on_both status
	on_both check
fi

test_that 'simultaneous imports and annotators of a new database lose nothing'
if new_database; then
	for n in 1 2 3; do
		"$ASSAY" import "$url" --documents "$samples/documents.jsonl" --questions "$samples/questions.jsonl" \
			--candidates "$samples/plain.run" >import.$n 2>&1 &
		importing="${importing:-} $!"
	done
	# shellcheck disable=SC2086 # each word is an argument
	wait $importing
	expect_equal "$(grep -h '^documents' import.? | sort)" 'documents   0 added, 211 already there
documents   0 added, 211 already there
documents   211 added'
	for n in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
		echo '{"vote":1}'
	done >answers
	for n in 1 2 3 4; do
		"$ASSAY" label "$url" --json --annotator "annotator-$n" <answers >label.$n 2>&1 &
		labelling="${labelling:-} $!"
	done
	# shellcheck disable=SC2086
	wait $labelling
	expect_equal "$(sql 'SELECT count(*) FROM answer')" 80
	run "$ASSAY" check "$url"
	expect_stdout ok
fi

test_that 'only the owner can repair sums and triggers, and no vote is lost'
if new_database; then
	fill "$url"
	sql "DO \$\$ BEGIN CREATE ROLE paula LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END \$\$"
	must "$ASSAY" set "$url" --grant-lead paula
	give '{"vote":1}' '{"vote":2}'
	must "$ASSAY" label "$url" --json
	sql 'DROP TRIGGER answer_is_given ON answer; DROP FUNCTION addition_add; UPDATE progress SET ballots_done = 0'
	run "$ASSAY" check "$url"
	expect_status 1
	expect_stderr_has 'the owner of the database repairs what follows from the votes with `assay check ADDRESS --repair`'
	run "$ASSAY" check "$(url_as paula)" --repair
	expect_refused 1 'a database on a server is repaired only by the owner of the database and its tables, and you are not the owner'
	run "$ASSAY" check "$url" --repair
	expect_status 0
	expect_stdout ok
	expect_stderr_has 'mended: '
	run "$ASSAY" check "$url"
	expect_stdout ok
	expect_equal "$(sql 'SELECT sum(ballots_done) FROM progress') $(sql 'SELECT count(*) FROM answer')" '2 2'
	give '{"vote":1}'
	must "$ASSAY" label "$(url_as paula)" --json
	run "$ASSAY" check "$url"
	expect_stdout ok
	expect_equal "$(sql 'SELECT sum(ballots_done) FROM progress')" 3
fi

test_that 'commands that need a file are refused and name the alternative'
if new_database; then
	fill labels.db
	fill "$url"
	run "$ASSAY" backup "$url" copy.db
	expect_refused 1 'this database is on a server; back it up there with pg_dump'
	expect_missing copy.db
	run "$ASSAY" set "$url" journal votes.jsonl
	expect_refused 1 'a journal; back up'
	expect_missing votes.jsonl
fi

test_that 'an id that is too long for a server is refused with its file and line'
if new_database; then
	id=$(printf '%02001d' 7)
	lines documents.tsv "d1${TAB}one" "$id${TAB}long"
	lines questions.tsv "q1${TAB}one?" "$id${TAB}long?"
	run "$ASSAY" import "$url" --documents documents.tsv
	expect_refused 1 "documents.tsv:2: docid '0000" "…' is 2001 bytes long; on a server an id is at most 2,000 bytes long"
	run "$ASSAY" import "$url" --questions questions.tsv
	expect_refused 1 "questions.tsv:2: qid '0000" "…' is 2001 bytes long; on a server an id is at most 2,000 bytes long"
fi

# A sum that was changed past the triggers must be found; then it is restored.
is_found_by_all() { # words table column row
	sql "SET session_replication_role = replica; UPDATE $2 SET $3 = $3 + 1 WHERE $4"
	while read -r words; do
		# shellcheck disable=SC2086 # each word is an argument
		run "$ASSAY" ${words%% *} "$url" ${words#* }
		expect_refused 1 "$1"
	done <<-'COMMANDS'
		status --
		relevance --
		annotators --
		agreement --
		lint --
		export qrels
		export relevance
		export preferences
		export triples
		export quepid
		eval samples/plain.run
		compare samples/plain.run samples/porter.run
		report -o page.html
	COMMANDS
	expect_missing page.html
	sql "SET session_replication_role = replica; UPDATE $2 SET $3 = $3 - 1 WHERE $4"
}

test_that 'every command that prints sums finds a sum that the votes contradict'
if new_database; then
	fill "$url"
	for who in eve mia; do
		give '{"vote":1}' '{"vote":2}' '{"vote":0}'
		must "$ASSAY" label "$url" --json --annotator $who
	done
	ln -s "$samples" samples # the words below may have no blanks
	is_found_by_all 'question q01: ' question none_votes 'question_id = 1'
	is_found_by_all 'progress: 7 ballots done' progress ballots_done 'progress_id = 1'
	is_found_by_all ' left are stored, ' question ballots_left 'question_id = 1'
	run "$ASSAY" check "$url"
	expect_stdout ok
fi

test_that 'a wait for the standby is reported, and its votes are saved afterwards'
if new_database; then
	import_for_many "$url"
	begin_labelling 1 "$url"
	wait_for_votes 5
	sql "ALTER SYSTEM SET synchronous_standby_names = 'nobody'"
	sql 'SELECT pg_reload_conf()' >/dev/null
	tap_looks=0
	until [ "$(grep -l 'standby' said.* | wc -l)" = 1 ] || [ $tap_looks -eq 1200 ]; do
		tap_looks=$((tap_looks + 1))
		sleep 0.05
	done
	sql 'ALTER SYSTEM RESET synchronous_standby_names'
	sql 'SELECT pg_reload_conf()' >/dev/null
	wait_for_votes 5
	end_labelling
	expect_every_vote_once "$url"
	expect_equal "$(sort -u said.*)" "assay: waiting for the standby of localhost/test_$tap_database …"
fi

test_that 'a password in an address reaches the server and appears in no message'
if new_database; then
	sql "CREATE ROLE maria LOGIN PASSWORD 'se@cret'"
	run "$ASSAY" status "postgresql://maria:se%40cret@${url#*@}"
	expect_refused 1 'the database is empty'
	run "$ASSAY" eval "postgresql://nobody:se%40cret@${url#*@}" "$samples/plain.run"
	expect_refused 1 'role "nobody" does not exist'
	run "$ASSAY" status "postgresql://nobody@${url#*@}&password=secret"
	expect_refused 1 'role "nobody" does not exist'
	run "$ASSAY" merge merged.db "postgresql://a:secret@host/a" "postgresql://b:secret@host/b"
	expect_refused 2 '~/.pgpass'
fi

# From now on maria needs her password. The server reads its rules again a moment after the request.
require_password() {
	hba=$tap_server_folder/data/pg_hba.conf
	{ echo 'local all maria scram-sha-256' && cat "$hba"; } >hba
	cat hba >"$hba"
	sql 'SELECT pg_reload_conf()' >/dev/null
	tap_looks=0
	while (unset PGPASSWORD && sql '' "$(url_as maria)") 2>/dev/null && [ $tap_looks -lt 1000 ]; do
		tap_looks=$((tap_looks + 1))
		sleep 0.05
	done
}

test_that 'programs that assay starts do not get the password of an address'
if new_database; then
	lines documents.tsv "d1${TAB}one" "d2${TAB}two" "d3${TAB}three"
	lines questions.tsv "q1${TAB}one?"
	lines bm25.run 'q1 Q0 d1 1 3 x' 'q1 Q0 d2 2 2 x' 'q1 Q0 d3 3 1 x'
	must "$ASSAY" import "$url" --documents documents.tsv --questions questions.tsv --candidates bm25.run
	sql 'GRANT ALL ON ALL TABLES IN SCHEMA public TO maria; GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO maria'
	require_password
	run "$ASSAY" status "$(url_as maria)"
	expect_refused 1 'no password supplied'
	# shellcheck disable=SC2016 # expanded by the judge's shell
	judge='env >seen; while read -r line; do case $line in *\"ballot\":*) echo "{\"vote\":1}" ;; esac; done'
	run "$ASSAY" judge "$(url_as maria:se%40cret)" gpt "$judge" --repeats 0
	expect_stderr_has 'the answers are kept'
	expect_equal "$(grep -c ^PATH= seen)" 1
	expect_equal "$(grep -c 'se.*cret' seen)" 0
fi

test_that 'a refused login says why and what to do'
if new_database; then
	sql 'CREATE ROLE ina LOGIN'
	sql "ALTER DATABASE test_$tap_database CONNECTION LIMIT 0"
	run "$ASSAY" status "$(url_as ina)"
	expect_refused 1 "no connection to the server: too many connections for database \"test_$tap_database\"; try again when"
	sql "ALTER DATABASE test_$tap_database CONNECTION LIMIT -1"
	sql 'ALTER ROLE ina NOLOGIN'
	run "$ASSAY" status "$(url_as ina)"
	expect_refused 1 'no connection to the server: role "ina" is not permitted to log in; ask its administrator for access'
	run "$ASSAY" status "postgresql://assay@/missing?host=/nowhere,$tap_server_folder"
	expect_refused 1 'database "missing" does not exist; ask its administrator for a database of this name'
fi

test_that 'a suggested command has the address as typed, without the password'
if new_database; then
	fill "$url"
	run "$ASSAY" relevance "$(printf %s "$url" | sed 's|//assay@|//assay:secret@|')" --question missing
	expect_refused 1 "there is no question 'missing'; \`assay relevance $url\` lists them"
fi

test_that 'if there is nothing to label yet, the suggested command has the address'
if new_database; then
	must "$ASSAY" import "$url" --documents "$samples/documents.jsonl"
	run "$ASSAY" label "$url" --annotator ann --json
	expect_stdout "{\"done\":true,\"warning\":\"there is no question yet: import some with \`assay import $url --questions FILE\`\"}"
	must "$ASSAY" import "$url" --questions "$samples/questions.jsonl"
	run "$ASSAY" label "$url" --annotator ann --json
	expect_stdout "{\"done\":true,\"warning\":\"no question has candidates yet: \`assay pool $url --search\` finds some, \`assay pool $url RUN\` takes the documents of a run\"}"
fi

test_that 'an unreachable server is named'
run "$ASSAY" status 'postgresql://maria:secret@localhost:1/labels'
expect_refused 1 'localhost/labels: no connection to the server: '
expect_equal "$(stderr | grep -c secret)" 0

done_testing
