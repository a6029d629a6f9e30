# `assay copy`: a project goes from a file to a server and back, with everything in it, row by row.
. "$SOURCE/tests/support/tap.sh"

answer() { # database, annotator, seed, request...
	labelled=$1 annotator=$2 seed=$3
	shift 3
	give "$@"
	must "$ASSAY" label "$labelled" --json --annotator "$annotator" --seed "$seed"
}

# Makes a.db, a project with rows in each table.
project() {
	lines d.tsv "d1${TAB}one" "d2${TAB}two" "d3${TAB}three" "d4${TAB}four" "d5${TAB}five" "d6${TAB}five"
	printf 'd7\tno UTF-8: \377.\n' >>d.tsv
	lines q.tsv "q0${TAB}none?" "q10${TAB}ten?" "q2${TAB}two?" "q1${TAB}one?"
	for question in q10 q2 q1; do
		for rank in 1 2 3 4 5 6; do echo "$question Q0 d$rank $rank $((10 - rank)) a"; done
	done >a.run
	lines q.qrels 'q1 0 d1 2' 'q2 0 d3 1'
	must "$ASSAY" import a.db --documents d.tsv --questions q.tsv --candidates a.run --judgments q.qrels --as lead
	must "$ASSAY" remove a.db questions q0
	must "$ASSAY" set a.db reasons 'right, whole'
	must "$ASSAY" set a.db repeats 0.5
	must "$ASSAY" set a.db ties on
	answer a.db ann 1 '{"vote":1,"note":"first"}' '{"vote":0}' '{"skip":"later"}' '{"vote":2,"reason":"right"}'
	answer a.db ben 2 '{"tie":[1,3]}' '{"vote":3}' '{"undo":true}' '{"skip":"cannot tell"}' '{"vote":2}' '{"undo":true}'
	must "$ASSAY" judge a.db gpt 'while read -r line; do case $line in *\"ballot\":*) echo "{\"vote\":1}" ;; esac; done' --ballots 4
	must "$ASSAY" pool a.db --merge-identical
	lines d.tsv "d1${TAB}one more" "d2${TAB}two"
	lines q.tsv "q2${TAB}two, and more?"
	lines a.run 'q1 Q0 d1 3 5 a' 'q1 Q0 d2 1 9 a'
	lines q.qrels 'q1 0 d1 0'
	must "$ASSAY" import a.db --documents d.tsv --questions q.tsv --candidates a.run --judgments q.qrels --as lead --replace --keep-votes
}

exports() ( # database
	exec 2>/dev/null
	for what in votes qrels relevance preferences passages triples ground-truth documents questions; do
		"$ASSAY" export "$1" $what || echo "no $what"
	done
	"$ASSAY" export "$1" qrels --judgments lead
	"$ASSAY" export "$1" qrels --judgments gpt
	"$ASSAY" status "$1" --format tsv
	"$ASSAY" set "$1"
)

next_ballots() { # database
	for annotator in ann ben new; do
		give
		must "$ASSAY" label "$1" --json --annotator $annotator --seed 9
		stdout | sed 's/"hours":[0-9.e+nul-]*//; s/"ballot":[0-9]*//' # a session on a server reserves a number that it may not need
	done
}

test_that 'a copy from a file to a server and back has the same rows'
if new_database; then
	project
	answer a.db ann 8
	sqlite3 a.db "INSERT INTO note_draft SELECT ballot_id, 'half a no' FROM ballot WHERE lease_until IS NOT NULL;
		INSERT INTO evidence_draft SELECT ballot_id, 1, 'one', 0 FROM ballot WHERE lease_until IS NOT NULL LIMIT 1;
		INSERT INTO gone_document VALUES (7); INSERT INTO forgotten_name VALUES ('digest', 'salt', 'p17', 1)"
	run "$ASSAY" copy a.db "$url"
	expect_status 0
	expect_stdout "documents   7
questions   3
answers     $(sqlite3 a.db 'SELECT count(*) FROM answer')
votes       $(sqlite3 a.db 'SELECT sum(ballots_done) FROM question')"
	must "$ASSAY" copy "$url" b.db
	expect_equal "$(sqlite3 b.db "SELECT count(*) FROM event WHERE what LIKE 'copy %'")" 2
	sqlite3 a.db .dump >a.sql
	sqlite3 b.db "DELETE FROM event WHERE what LIKE 'copy %'" .dump >b.sql
	expect_same_file a.sql b.sql
	empty=
	for table in $(sqlite3 a.db "SELECT name FROM sqlite_schema WHERE type = 'table'"); do
		[ "$(sqlite3 a.db "SELECT count(*) FROM $table")" -gt 0 ] || empty="$empty $table"
	done
	expect_equal "$empty" ' search_index search_field search_text doomed'
fi

# The name must not come from the address, which may have more than the name of the database.
test_that 'an export on a server is named after its database'
if new_database; then
	project
	must "$ASSAY" copy a.db "$url"
	run "$ASSAY" export "$url" opensearch
	name=${url%%\?*}
	expect_stdout_has "\"name\": \"${name##*/}\""
fi

test_that 'a copy is sound, has the same exports and deals the same ballots'
if new_database; then
	project
	must "$ASSAY" copy a.db "$url"
	first=$url
	new_database
	must "$ASSAY" copy "$first" "$url"
	must "$ASSAY" copy "$url" b.db
	must "$ASSAY" copy b.db c.db
	for database in "$first" "$url" b.db c.db; do
		run "$ASSAY" check "$database"
		expect_stdout ok
		exports "$database" >said
		exports a.db >wanted
		expect_same_file said wanted
	done
	next_ballots a.db >wanted
	for database in "$first" "$url" b.db c.db; do
		next_ballots "$database" >said
		expect_same_file said wanted
	done
fi

test_that 'a copy on a server continues numbering after the copied ids'
if new_database; then
	project
	must "$ASSAY" copy a.db "$url"
	for database in a.db "$url"; do
		lines d.tsv "d8${TAB}eight"
		must "$ASSAY" import "$database" --documents d.tsv
		answer "$database" eva 3 '{"vote":1,"reason":"whole"}' '{"vote":2}' '{"undo":true}'
		must "$ASSAY" check "$database"
	done
	must "$ASSAY" import "$url" --undo
	run "$ASSAY" check "$url"
	expect_stdout ok
fi

schema() {
	sql "SELECT conrelid::regclass, conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = 'public'::regnamespace
		ORDER BY conrelid::regclass::text, conname"
	sql "SELECT tgrelid::regclass, tgname, tgenabled FROM pg_trigger WHERE NOT tgisinternal ORDER BY tgrelid::regclass::text, tgname"
}

test_that 'a copy on a server has the same keys and triggers as a new database'
if new_database; then
	project
	must "$ASSAY" import "$url" --documents d.tsv
	schema >wanted
	new_database
	must "$ASSAY" copy a.db "$url"
	schema >said
	expect_same_file said wanted
	expect_equal "$(grep -c 'FOREIGN KEY' said)" "$(grep -c 'REFERENCES' "$SOURCE/core/store/postgresql/schema.sql")"
fi

test_that 'a copy does not continue the journal of its source'
if new_database; then
	project
	must "$ASSAY" set a.db journal votes.jsonl
	run "$ASSAY" copy a.db b.db
	expect_stderr_has 'the journal goes on only for a.db; give the copy a journal of its own with `assay set`'
	run "$ASSAY" set b.db
	expect_stdout_lacks 'journal      votes.jsonl'
	run "$ASSAY" copy a.db "$url"
	expect_stderr_has 'the journal goes on only for a.db'
fi

# --- Refusals -----------------------------------------------------------------------

test_that 'copy does not write into an existing file or database'
if new_database; then
	project
	must "$ASSAY" copy a.db "$url"
	cp a.db b.db
	before=$(cksum b.db)
	run "$ASSAY" copy "$url" b.db
	expect_refused 1 'b.db: this file already exists; name a file that does not exist yet'
	expect_equal "$(cksum b.db)" "$before"
	run "$ASSAY" copy b.db "$url"
	expect_refused 1 'this database already exists; name a new file, or an empty database on a server'
	run "$ASSAY" copy a.db a.db
	expect_refused 1 'this file already'
	new_database
	sql 'CREATE TABLE other (a INTEGER)'
	run "$ASSAY" copy a.db "$url"
	expect_refused 1 'this database belongs to another program; name an empty database'
	run "$ASSAY" copy missing.db c.db
	expect_refused 1 'missing.db: there is no such file'
	expect_missing c.db
fi

test_that 'tables that are still empty get no statistics, which would say that they remain empty'
if new_database; then
	lines d.tsv "d1${TAB}one" "d2${TAB}two"
	lines q.tsv "q1${TAB}one?"
	lines a.run 'q1 Q0 d1 1 2 a' 'q1 Q0 d2 2 1 a'
	must "$ASSAY" import a.db --documents d.tsv --questions q.tsv --candidates a.run
	must "$ASSAY" copy a.db "$url"
	expect_equal "$(sql "SELECT relname FROM pg_class WHERE relkind = 'r' AND relname IN ('document', 'answer', 'ballot', 'slot') AND reltuples >= 0")" document
fi

test_that 'a damaged database is not copied'
if new_database; then
	project
	sqlite3 a.db 'UPDATE progress SET ballots_done = 7'
	run "$ASSAY" copy a.db "$url"
	expect_refused 1 'a.db: progress: 7 ballots done' 'nothing was copied; `assay check a.db` lists everything that is wrong'
	expect_equal "$(sql "SELECT count(*) FROM pg_class WHERE relname = 'answer'")" 0
fi

test_that 'a user who sees only their own answers cannot make a copy'
if new_database; then
	project
	must "$ASSAY" copy a.db "$url"
	sql 'CREATE ROLE maria LOGIN; GRANT SELECT ON ALL TABLES IN SCHEMA public TO maria; ALTER TABLE answer ENABLE ROW LEVEL SECURITY'
	run "$ASSAY" copy "$(url_as maria)" b.db
	expect_refused 1 "a copy needs a lead's rights, but you have an annotator's rights there"
	expect_missing b.db
	must "$ASSAY" copy "$url" b.db
fi

test_that 'copy names an id that is too long for a server and writes nothing'
if new_database; then
	id=$(printf '%02001d' 7)
	lines d.tsv "d1${TAB}one" "$id${TAB}long"
	lines q.tsv "q1${TAB}one?"
	must "$ASSAY" import a.db --documents d.tsv --questions q.tsv
	run "$ASSAY" copy a.db "$url"
	expect_refused 1 "a.db: docid '0000" "…' is 2001 bytes long; on a server an id is at most 2,000 bytes long"
	expect_equal "$(sql "SELECT count(*) FROM pg_class WHERE relname = 'document'")" 0
fi

test_that 'copy names an annotator whose name is too long for a server'
if new_database; then
	project
	answer a.db "$(printf '%02001d' 7)" 3 '{"vote":1}'
	run "$ASSAY" copy a.db "$url"
	expect_refused 1 "a.db: name '0000" "…' is 2001 bytes long; on a server an id is at most 2,000 bytes long"
fi

done_testing
