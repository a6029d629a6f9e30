# Others can vote while somebody imports into a database on a server, or carries it over to a new collection.

. "$SOURCE/tests/support/tap.sh"

QUESTIONS=10 # each gets as many votes
VOTES=2500   # ten parts
PART=250

votes() { # votes of each question, in the order of the questions
	awk -v n="$1" -v questions="$QUESTIONS" 'BEGIN {
		for (i = 0; i < n * questions; i++)
			printf "{\"question\":\"q%d\",\"shown\":[\"d1\",\"d2\"],\"chosen\":\"d1\",\"annotator\":\"a%d\"}\n", int(i / n), i
	}'
}

fill() {
	awk 'BEGIN { for (i = 1; i <= 4; i++) printf "d%d\ttext %d\n", i, i }' >documents.tsv
	awk -v n="$QUESTIONS" 'BEGIN { for (i = 0; i < n; i++) printf "q%d\tquestion %d?\n", i, i }' >questions.tsv
	awk -v n="$QUESTIONS" 'BEGIN { for (i = 0; i < n; i++) for (d = 1; d < 5; d++) printf "q%d Q0 d%d %d %d x\n", i, d, d, 9 - d }' >x.run
	must "$ASSAY" import "$url" --documents documents.tsv --questions questions.tsv --candidates x.run
	votes $((VOTES / QUESTIONS)) >votes.jsonl
}

# Opens a session that holds what the statements lock until open_gate.
hold() { # statements
	mkfifo keeper
	"$tap_psql" -qXAt "$url" <keeper >kept &
	keeper=$!
	exec 8>keeper
	echo "$1" >&8
}

# Lets the import wait, in a trigger on the table, until open_gate. The condition is about NEW.
close_gate() { # table condition [event]
	sql "CREATE FUNCTION gate() RETURNS trigger LANGUAGE plpgsql AS \$\$ BEGIN PERFORM pg_advisory_xact_lock_shared(7); RETURN NEW; END \$\$;
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

# Begins an import that waits at the gate. It must not hold the pipe of the keeper open.
begin_import() { # [option...]; without: of votes.jsonl
	[ $# -gt 0 ] || set -- --votes votes.jsonl
	"$ASSAY" import "$url" "$@" >imported 2>&1 8>&- &
	importer=$!
	wait_until 1 "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
}

# Kills the import where it waits. Then its server process ends without a commit.
kill_import() {
	kill -9 "$importer"
	wait "$importer" 2>/dev/null
	open_gate
	wait_until 0 "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
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
if new_database; then
	fill
	close_gate answer 'NEW.answer_id > 750'
	begin_import
	expect_equal "$(free_questions)" 'q0 q1 q2 q4 q5 q6 q7 q8 q9 '
	open_gate
	wait "$importer"
	expect_whole
fi

test_that 'an import of votes locks all questions of a part before it adds the first vote'
if new_database; then
	fill
	votes 100 >votes.jsonl
	close_gate answer true
	begin_import
	expect_equal "$(free_questions)" 'q3 q4 q5 q6 q7 q8 q9 '
	open_gate
	wait "$importer"
fi

test_that 'no question is locked while an import of votes makes statistics'
if new_database; then
	fill
	hold 'BEGIN; LOCK TABLE document IN SHARE UPDATE EXCLUSIVE MODE;'
	wait_until 1 "SELECT count(*) FROM pg_locks WHERE mode = 'ShareUpdateExclusiveLock' AND relation = 'document'::regclass"
	"$ASSAY" import "$url" --votes votes.jsonl >imported 2>&1 8>&- &
	importer=$!
	wait_until 1 "SELECT count(*) FROM pg_locks WHERE relation = 'document'::regclass AND NOT granted"
	expect_equal "$(free_questions)" 'q0 q1 q2 q3 q4 q5 q6 q7 q8 q9 '
	open_gate
	wait "$importer"
fi

test_that 'an import of votes that is killed in the middle of a part keeps the parts before it'
if new_database; then
	fill
	close_gate answer 'NEW.answer_id > 600'
	begin_import
	kill_import
	expect_equal "$(sql 'SELECT count(*) FROM answer')" $((2 * PART))
	expect_whole
	run "$ASSAY" import "$url" --votes votes.jsonl
	expect_stdout_line 'votes       2000 added, 500 already there'
	expect_whole
fi

test_that 'an import of votes that is killed between two parts keeps the parts before it'
if new_database; then
	fill
	close_gate import 'NEW.is_continued <> 0'
	begin_import
	kill_import
	expect_equal "$(sql 'SELECT count(*) FROM answer')" "$PART"
	expect_whole
	run "$ASSAY" import "$url" --votes votes.jsonl
	expect_stdout_line 'votes       2250 added, 250 already there'
	expect_whole
fi

test_that 'Ctrl-C between two parts of an import of votes says what is stored, and the same command adds the rest'
if new_database; then
	fill
	close_gate import 'NEW.is_continued <> 0'
	begin_import
	kill -INT "$importer"
	wait "$importer"
	tap_status=$?
	: >"$tap_folder/stdout"
	cp imported "$tap_folder/stderr"
	expect_refused 1 'assay: stopped; the parts of the import before that are stored; repeat the import, or undo them with --undo'
	open_gate
	sql 'DROP FUNCTION gate() CASCADE' 2>/dev/null
	expect_whole
	run "$ASSAY" import "$url" --votes votes.jsonl
	expect_stdout_line 'votes       2250 added, 250 already there'
fi

# The carry deletes 1,200 documents; the gate is at its second part.
test_that 'Ctrl-C between two parts of a carry says what is stored, and the same command writes the rest'
if new_database; then
	fill
	awk 'BEGIN { for (i = 1; i <= 1200; i++) printf "e%d\tnothing of it %d\n", i, i }' >more.tsv
	must "$ASSAY" import "$url" --documents more.tsv
	close_gate import 'NEW.is_continued <> 0'
	"$ASSAY" carry "$url" --documents documents.tsv --write >carried 2>&1 8>&- &
	carrier=$!
	wait_until 1 "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
	kill -INT "$carrier"
	wait "$carrier"
	tap_status=$?
	: >"$tap_folder/stdout"
	cp carried "$tap_folder/stderr"
	expect_refused 1 'assay: stopped; the parts of the carry before that are stored; repeat the command to write the rest'
	open_gate
	sql 'DROP FUNCTION gate() CASCADE' 2>/dev/null
	expect_equal "$(sql 'SELECT count(*) FROM document')" 204
	expect_whole
	must "$ASSAY" carry "$url" --documents documents.tsv --write
	expect_equal "$(sql 'SELECT count(*) FROM document')" 4
	expect_whole
fi

test_that 'votes before a faulty line are kept, and the same file adds the rest later'
if new_database; then
	fill
	sed '2200s/"d1"}*,"annotator"/"d3","annotator"/; 2200s/"chosen":"d1"/"chosen":"d3"/' votes.jsonl >faulty.jsonl
	run "$ASSAY" import "$url" --votes faulty.jsonl
	expect_refused 1 'faulty.jsonl:2200: "chosen" is' 'the parts of the import before that are stored'
	expect_equal "$(sql 'SELECT count(*) FROM answer')" 2000
	expect_whole
	run "$ASSAY" import "$url" --votes votes.jsonl
	expect_stdout_line 'votes       500 added, 2000 already there'
fi

# The gate is at the last document.
test_that 'an import that replaces texts closes ballots only when it ends'
if new_database; then
	fill
	echo '{"quit":true}' | "$ASSAY" label "$url" --json --annotator eve >dealt
	sed 's/text/other/' documents.tsv >replaced.tsv
	close_gate document "NEW.docid = 'd4'" UPDATE
	begin_import --documents replaced.tsv --replace
	expect_equal "$(sql 'SELECT count(*) FROM (SELECT FROM ballot WHERE lease_until IS NOT NULL FOR NO KEY UPDATE SKIP LOCKED) AS free')" \
		"$(sql 'SELECT count(*) FROM ballot WHERE lease_until IS NOT NULL')"
	open_gate
	wait "$importer"
	expect_equal "$(sql 'SELECT count(*) FROM ballot WHERE lease_until IS NOT NULL')" 0
fi

test_that 'a carry that deletes documents does not wait for somebody who votes'
if new_database; then
	fill
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
if new_database; then
	fill
	awk 'BEGIN { for (i = 1; i <= 1200; i++) printf "e%d\tnothing of it %d\n", i, i }' >more.tsv
	must "$ASSAY" import "$url" --documents more.tsv
	sql 'ALTER SEQUENCE import_number INCREMENT BY 2'
	run "$ASSAY" carry "$url" --documents documents.tsv --write
	expect_status 0
	expect_stderr_lacks 'somebody else has imported'
fi

test_that 'a carry ends if somebody has imported between two parts'
if new_database; then
	fill
	awk 'BEGIN { for (i = 1; i <= 1200; i++) printf "e%d\tnothing of it %d\n", i, i }' >more.tsv
	must "$ASSAY" import "$url" --documents more.tsv
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
if new_database; then
	fill
	echo '{"quit":true}' | "$ASSAY" label "$url" --json --annotator eve >dealt
	question=$(sql 'SELECT question_id FROM ballot WHERE lease_until IS NOT NULL ORDER BY ballot_id LIMIT 1')
	ballot=$(sql 'SELECT ballot_id FROM ballot WHERE lease_until IS NOT NULL ORDER BY ballot_id LIMIT 1')
	lines new.tsv "n1${TAB}nothing of it"
	hold "BEGIN; SELECT FROM question WHERE question_id = $question FOR NO KEY UPDATE;"
	wait_until 1 "SELECT count(*) FROM pg_stat_activity WHERE state = 'idle in transaction'"
	"$ASSAY" carry "$url" --documents new.tsv --write >carried 2>&1 8>&- &
	carrier=$!
	wait_until 1 "SELECT count(*) FROM pg_locks WHERE locktype = 'transactionid' AND NOT granted"
	echo "UPDATE ballot SET lease_until = NULL WHERE ballot_id = $ballot; COMMIT; SELECT 'voted';" >&8
	open_gate
	wait "$carrier"
	tap_status=$?
	cp carried "$tap_folder/stderr"
	expect_status 0
	expect_equal "$(tail -n 1 kept)" voted
	expect_whole
fi

done_testing
