# Others can vote while somebody imports into a database on a server, carries it over to a new collection, or removes
# something from it.

. "$SOURCE/tests/support/tap.sh"

QUESTIONS=10 # each gets as many votes
VOTES=1000   # ten parts
PART=100
template=
large_template=

votes() { # votes of each question, in the order of the questions
	awk -v n="$1" -v questions="$QUESTIONS" 'BEGIN {
		for (i = 0; i < n * questions; i++)
			printf "{\"question\":\"q%d\",\"shown\":[\"d1\",\"d2\"],\"chosen\":\"d1\",\"annotator\":\"a%d\"}\n", int(i / n), i
	}'
}

# Makes a database with documents, questions and a pool, as a copy of one that the first call makes.
filled() {
	if [ -z "$template" ]; then
		new_database || return 1
		awk 'BEGIN { for (i = 1; i <= 4; i++) printf "d%d\ttext %d\n", i, i }' >"$tap_folder/documents.tsv"
		awk -v n="$QUESTIONS" 'BEGIN { for (i = 0; i < n; i++) printf "q%d\tquestion %d?\n", i, i }' >questions.tsv
		awk -v n="$QUESTIONS" 'BEGIN { for (i = 0; i < n; i++) for (d = 1; d < 5; d++) printf "q%d Q0 d%d %d %d x\n", i, d, d, 9 - d }' >x.run
		must "$ASSAY" import "$url" --documents "$tap_folder/documents.tsv" --questions questions.tsv --candidates x.run
		votes $((VOTES / QUESTIONS)) >"$tap_folder/votes.jsonl"
		template=${url#*@/}
		template=${template%%\?*}
	fi
	new_database "$template" && ln -s "$tap_folder/documents.tsv" "$tap_folder/votes.jsonl" .
}

# The same with 1,200 documents more, which nothing needs: a carry to documents.tsv deletes them in two parts.
overfilled() {
	filled || return 1
	if [ -z "$large_template" ]; then
		awk 'BEGIN { for (i = 1; i <= 1200; i++) printf "e%d\tnothing of it %d\n", i, i }' >more.tsv
		must "$ASSAY" import "$url" --documents more.tsv
		large_template=${url#*@/}
		large_template=${large_template%%\?*}
	fi
	new_database "$large_template"
}

# Opens a session that holds what the statements lock until open_gate.
hold() { # statements
	mkfifo keeper
	"$tap_psql" -qXAt "$url" <keeper >kept &
	keeper=$!
	exec 8>keeper
	echo "$1" >&8
}

# Lets the import wait, in a trigger on the table, until open_gate. The condition is about NEW, or OLD.
close_gate() { # table condition [event]
	sql "CREATE FUNCTION gate() RETURNS trigger LANGUAGE plpgsql AS \$\$ BEGIN PERFORM pg_advisory_xact_lock_shared(7); RETURN coalesce(NEW, OLD); END \$\$;
		CREATE TRIGGER gate BEFORE ${3:-INSERT} ON $1 FOR EACH ROW WHEN ($2) EXECUTE FUNCTION gate()"
	hold 'SELECT pg_advisory_lock(7);'
	wait_until 1 "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted"
}

open_gate() {
	exec 8>&-
	wait "$keeper"
}

wait_until() { # value, query
	looks=0
	until [ "$(sql "$2")" = "$1" ]; do
		looks=$((looks + 1))
		[ "$looks" -lt 1000 ] || { tap_complain "$1 of $2" "$(sql "$2")"; return; }
		sleep 0.02
	done
}

# Begins a command beside the test. It must not hold the pipe of the keeper open.
begin() { # argument...
	"$ASSAY" "$@" >printed 2>&1 8>&- &
	command=$!
}

begin_until_gate() { # argument...
	begin "$@"
	wait_until 1 "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
}

begin_import() { # [option...]; without: of votes.jsonl
	[ $# -gt 0 ] || set -- --votes votes.jsonl
	begin_until_gate import "$url" "$@"
}

begin_carry() {
	begin_until_gate carry "$url" --documents documents.tsv --write
}

# Waits for the end of the command, and takes what it printed and its status for the expectations.
end() {
	wait "$command"
	tap_status=$?
	: >"$tap_folder/stdout"
	cp printed "$tap_folder/stderr"
}

# Kills the command where it waits. Then its server process ends without a commit.
kill_it() {
	kill -9 "$command"
	wait "$command" 2>/dev/null
	open_gate
	wait_until 0 "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
	sql 'DROP FUNCTION gate() CASCADE' 2>/dev/null
}

# Ends the command where it waits, as Ctrl-C does.
interrupt() { # what it prints
	kill -INT "$command"
	end
	expect_refused 1 "$1"
	open_gate
	sql 'DROP FUNCTION gate() CASCADE' 2>/dev/null
}

# Prints the questions that somebody else can vote on now.
free_questions() {
	sql 'SELECT convert_from(qid, $$UTF8$$) FROM question ORDER BY question_id FOR NO KEY UPDATE SKIP LOCKED' | tr '\n' ' '
}

expect_whole() {
	run "$ASSAY" check "$url"
	expect_status 0
}

# The gate is at the first vote on question 3, which begins the fourth part.
test_that 'an import of votes locks only the questions of its present part'
if filled; then
	close_gate answer 'NEW.answer_id > 300'
	begin_import
	expect_equal "$(free_questions)" 'q0 q1 q2 q4 q5 q6 q7 q8 q9 '
	open_gate
	end
	expect_whole
fi

test_that 'an import of votes locks all questions of a part before it adds the first vote'
if filled; then
	votes 40 >even.jsonl
	close_gate answer true
	begin_import --votes even.jsonl
	expect_equal "$(free_questions)" 'q3 q4 q5 q6 q7 q8 q9 '
	open_gate
	end
fi

test_that 'no question is locked while an import of votes makes statistics'
if filled; then
	hold 'BEGIN; LOCK TABLE document IN SHARE UPDATE EXCLUSIVE MODE;'
	wait_until 1 "SELECT count(*) FROM pg_locks WHERE mode = 'ShareUpdateExclusiveLock' AND relation = 'document'::regclass"
	begin import "$url" --votes votes.jsonl
	wait_until 1 "SELECT count(*) FROM pg_locks WHERE relation = 'document'::regclass AND NOT granted"
	expect_equal "$(free_questions)" 'q0 q1 q2 q3 q4 q5 q6 q7 q8 q9 '
	open_gate
	end
fi

test_that 'an import of votes that is killed in the middle of a part keeps the parts before it'
if filled; then
	close_gate answer 'NEW.answer_id > 240'
	begin_import
	kill_it
	expect_equal "$(sql 'SELECT count(*) FROM answer')" $((2 * PART))
	expect_whole
	run "$ASSAY" import "$url" --votes votes.jsonl
	expect_stdout_line 'votes       800 added, 200 already there'
	expect_whole
fi

test_that 'an import of votes that is killed between two parts keeps the parts before it'
if filled; then
	close_gate import 'NEW.is_continued <> 0'
	begin_import
	kill_it
	expect_equal "$(sql 'SELECT count(*) FROM answer')" "$PART"
	expect_whole
	run "$ASSAY" import "$url" --votes votes.jsonl
	expect_stdout_line 'votes       900 added, 100 already there'
	expect_whole
fi

test_that 'Ctrl-C between two parts of an import of votes says what is stored, and the same command adds the rest'
if filled; then
	close_gate import 'NEW.is_continued <> 0'
	begin_import
	interrupt 'assay: stopped; the parts of the import before that are stored; repeat the import, or undo them with --undo'
	expect_whole
	run "$ASSAY" import "$url" --votes votes.jsonl
	expect_stdout_line 'votes       900 added, 100 already there'
fi

# A carry that was stopped before its second part has deleted 1,000 of the 1,200 documents.
expect_carry_resumes() {
	expect_equal "$(sql 'SELECT count(*) FROM document')" 204
	expect_whole
	must "$ASSAY" carry "$url" --documents documents.tsv --write
	expect_equal "$(sql 'SELECT count(*) FROM document')" 4
	expect_whole
}

test_that 'Ctrl-C between two parts of a carry says what is stored, and the same command writes the rest'
if overfilled; then
	close_gate import 'NEW.is_continued <> 0'
	begin_carry
	interrupt 'assay: stopped; the parts of the carry before that are stored; repeat the command to write the rest'
	expect_carry_resumes
fi

# The gate is at the last of the documents that go, in the second part.
test_that 'a carry that is killed in the middle of a part keeps the parts before it, and the same command writes the rest'
if overfilled; then
	close_gate document "OLD.docid = 'e1200'" DELETE
	begin_carry
	kill_it
	expect_carry_resumes
fi

test_that 'votes before a faulty line are kept, and the same file adds the rest later'
if filled; then
	sed '880s/"d1"}*,"annotator"/"d3","annotator"/; 880s/"chosen":"d1"/"chosen":"d3"/' votes.jsonl >faulty.jsonl
	run "$ASSAY" import "$url" --votes faulty.jsonl
	expect_refused 1 'faulty.jsonl:880: "chosen" is' 'the parts of the import before that are stored'
	expect_equal "$(sql 'SELECT count(*) FROM answer')" 800
	expect_whole
	run "$ASSAY" import "$url" --votes votes.jsonl
	expect_stdout_line 'votes       200 added, 800 already there'
fi

# The gate is at the last question, in the second part.
test_that 'an import that replaces questions locks only those of its present part'
if filled; then
	awk -v n="$QUESTIONS" 'BEGIN { for (i = 0; i < n; i++) printf "q%d\tquestion %d?\n", i, i; for (i = 1; i <= 1200; i++) printf "r%d\tquestion %d?\n", i, i }' >questions.tsv
	must "$ASSAY" import "$url" --questions questions.tsv
	sed 's/question/Question/' questions.tsv >replaced.tsv
	close_gate question "NEW.qid = 'r1200'" UPDATE
	begin_import --questions replaced.tsv --replace
	expect_equal "$(sql 'SELECT count(*) FROM (SELECT FROM question FOR NO KEY UPDATE SKIP LOCKED) AS free')" 1000
	open_gate
	end
	expect_status 0
	expect_equal "$(sql "SELECT count(*) FROM question WHERE convert_from(text, 'UTF8') LIKE 'Question%'")" $((QUESTIONS + 1200))
	expect_whole
fi

# The gate is at the last document.
test_that 'an import that replaces texts closes ballots only when it ends'
if filled; then
	echo '{"quit":true}' | "$ASSAY" label "$url" --json --annotator eve >dealt
	sed 's/text/other/' documents.tsv >replaced.tsv
	close_gate document "NEW.docid = 'd4'" UPDATE
	begin_import --documents replaced.tsv --replace
	expect_equal "$(sql 'SELECT count(*) FROM (SELECT FROM ballot WHERE lease_until IS NOT NULL FOR NO KEY UPDATE SKIP LOCKED) AS free')" \
		"$(sql 'SELECT count(*) FROM ballot WHERE lease_until IS NOT NULL')"
	open_gate
	end
	expect_equal "$(sql 'SELECT count(*) FROM ballot WHERE lease_until IS NOT NULL')" 0
fi

test_that 'a carry that deletes documents does not wait for somebody who votes'
if filled; then
	lines more.tsv "d5${TAB}nothing of it"
	must "$ASSAY" import "$url" --documents more.tsv
	hold 'BEGIN; LOCK TABLE slot, answer IN ROW EXCLUSIVE MODE;'
	wait_until 2 "SELECT count(*) FROM pg_locks WHERE mode = 'RowExclusiveLock' AND relation IN ('slot'::regclass, 'answer'::regclass)"
	run timeout 60 "$ASSAY" carry "$url" --documents documents.tsv --write
	expect_status 0
	expect_equal "$(sql "SELECT count(*) FROM document WHERE docid = 'd5'")" 0
	open_gate
fi

# The number of an import that is rolled back is not used again. Here each import takes two numbers.
test_that 'a gap in the numbers of imports does not end a carry'
if overfilled; then
	sql 'ALTER SEQUENCE import_number INCREMENT BY 2'
	run "$ASSAY" carry "$url" --documents documents.tsv --write
	expect_status 0
	expect_stderr_lacks 'somebody else has imported'
fi

test_that 'a carry ends if somebody has imported between two parts'
if overfilled; then
	sql 'CREATE FUNCTION another() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
			INSERT INTO import (imported_at, what, last_document, last_question, last_answer) VALUES (1, $t$another$t$, 0, 0, 0);
			RETURN NEW;
		END $$;
		CREATE TRIGGER another BEFORE INSERT ON import FOR EACH ROW WHEN (NEW.is_continued <> 0) EXECUTE FUNCTION another()'
	run "$ASSAY" carry "$url" --documents documents.tsv --write
	expect_refused 1 'somebody else has imported meanwhile'
fi

# An annotator who votes locks the question, and then closes the ballot.
test_that 'a carry does not clash with somebody who votes on a document that goes'
if filled; then
	echo '{"quit":true}' | "$ASSAY" label "$url" --json --annotator eve >dealt
	question=$(sql 'SELECT question_id FROM ballot WHERE lease_until IS NOT NULL ORDER BY ballot_id LIMIT 1')
	ballot=$(sql 'SELECT ballot_id FROM ballot WHERE lease_until IS NOT NULL ORDER BY ballot_id LIMIT 1')
	lines new.tsv "n1${TAB}nothing of it"
	hold "BEGIN; SELECT FROM question WHERE question_id = $question FOR NO KEY UPDATE;"
	wait_until 1 "SELECT count(*) FROM pg_stat_activity WHERE state = 'idle in transaction'"
	begin carry "$url" --documents new.tsv --write
	wait_until 1 "SELECT count(*) FROM pg_locks WHERE locktype = 'transactionid' AND NOT granted"
	echo "UPDATE ballot SET lease_until = NULL WHERE ballot_id = $ballot; COMMIT; SELECT 'voted';" >&8
	open_gate
	end
	expect_status 0
	expect_equal "$(tail -n 1 kept)" voted
	expect_whole
fi

# --- Removing ---------------------------------------------------------------------

test_that 'a removal waits for nobody who votes on other questions'
if filled; then
	hold 'BEGIN; LOCK TABLE slot, answer IN ROW EXCLUSIVE MODE; UPDATE question SET ballots_left = ballots_left WHERE question_id = 1;'
	wait_until 1 "SELECT count(*) FROM pg_stat_activity WHERE state = 'idle in transaction'"
	run timeout 60 "$ASSAY" remove "$url" candidates q9 d4
	expect_status 0
	expect_whole
	open_gate
fi

# Deals a ballot of q9 with d4, in a transaction that goes on.
deal_in_keeper() {
	hold "BEGIN; INSERT INTO annotator (annotator_id, name) VALUES (1, 'eve');
		SELECT ballot_add(10, 1, 1, 0, 253402300799999, NULL, 1, 1, 4, NULL);"
	wait_until 1 "SELECT count(*) FROM pg_stat_activity WHERE state = 'idle in transaction'"
}

test_that 'a removal waits for a ballot that is being dealt, and then refuses to delete it'
if filled; then
	deal_in_keeper
	begin remove "$url" documents d4
	wait_until 1 "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'"
	echo 'COMMIT;' >&8
	open_gate
	end
	expect_refused 1 'eve has a ballot with it open, on question q9'
fi

test_that 'a removal that waits is in nobody'\''s way'
if filled; then
	deal_in_keeper
	begin remove "$url" documents d4
	wait_until 1 "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'"
	wait_until "$QUESTIONS" 'SELECT count(*) FROM (SELECT FROM question FOR NO KEY UPDATE SKIP LOCKED) AS free' # between two attempts
	echo 'ROLLBACK;' >&8
	open_gate
	end
	expect_status 0
	expect_whole
fi

test_that 'an annotator whose next ballot shows what is being removed gets another ballot'
if filled; then
	close_gate candidate 'OLD.document_id = 4 AND OLD.question_id = 10' DELETE
	begin_until_gate remove "$url" documents d4
	annotators=
	for annotator in eve mia; do
		echo '{"quit":true}' | "$ASSAY" label "$url" --json --annotator $annotator >$annotator 2>&1 8>&- &
		annotators="$annotators $!"
	done
	wait_until 2 "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND wait_event <> 'advisory'"
	open_gate
	# shellcheck disable=SC2086 # each word is a process
	wait "$command" $annotators
	expect_equal "$(grep -c '"ballot":' eve mia | tr '\n' ' ')" 'eve:1 mia:1 '
	expect_whole
fi

done_testing
