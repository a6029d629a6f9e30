# `assay merge`: databases that were labelled separately become one, which is the same in whatever order they are
# merged.
. "$SOURCE/tests/support/tap.sh"

. "$SOURCE/tests/support/labelled_apart.sh"

# --- Same result in any order -------------------------------------------------------

test_that 'every order of three files gives the same exports'
prepared label_apart
wanted=$(merged a.db b.db c.db)
for order in 'a.db c.db b.db' 'b.db a.db c.db' 'b.db c.db a.db' 'c.db a.db b.db' 'c.db b.db a.db'; do
	expect_equal "$(merged $order)" "$wanted"
done
expect_equal "$(echo "$wanted" | grep -c '"uuid"')" 23

test_that 'merges of merges give the same exports, and so does merging twice'
prepared label_apart
wanted=$(merged a.db b.db c.db)
must "$ASSAY" merge ab.db a.db b.db
must "$ASSAY" merge bc.db c.db b.db
for order in 'ab.db c.db' 'c.db ab.db' 'a.db bc.db' 'bc.db a.db' 'ab.db bc.db' 'bc.db ab.db a.db' 'a.db a.db b.db c.db'; do
	expect_equal "$(merged $order)" "$wanted"
done

test_that 'a merge of one file keeps its contents'
prepared label_apart
# Sorted, because merge decides the order of answers that were given in the same millisecond.
expect_equal "$(merged a.db | sort)" "$(exports a.db | sort)"

test_that 'nothing is changed in the files'
prepared label_apart
before=$(cksum a.db b.db)
must "$ASSAY" merge merged.db a.db b.db
expect_equal "$(cksum a.db b.db)" "$before"
expect_equal "$(ls ./*.db*)" "$(printf '%s\n' ./a.db ./b.db ./c.db ./merged.db)"

# --- Rows that are the same in several files are passed over ------------------------

# Merges in several orders. Each result must give `wanted`.
in_each_order() { # statement, wanted
	for order in 'a.db b.db' 'b.db a.db' 'a.db b.db a.db'; do
		rm -f ab.db
		# shellcheck disable=SC2086 # names
		must "$ASSAY" merge ab.db $order
		must "$ASSAY" check ab.db
		expect_equal "$(sqlite3 ab.db "$1")" "$2"
	done
}

test_that 'votes that differ in only one column are both kept'
database a.db
answer a.db ann 1 '{"vote":1}' '{"vote":2}'
for differing in 'elapsed_ms = 119000' "note = 'x'" "(evidence, evidence_start) = ('1', 0)"; do
	cp a.db b.db
	sqlite3 b.db '.dbconfig enable_trigger off' "UPDATE answer SET $differing WHERE answer_id = 2" >printed
	in_each_order "SELECT count(*) FROM answer WHERE $differing" 1
done

test_that 'pool rows that differ in only one column are both considered'
database a.db
for differing in 'score = 90.0' 'rank = 1'; do
	cp a.db b.db
	sqlite3 b.db "UPDATE candidate_source SET $differing WHERE question_id = 2 AND document_id = 6"
	in_each_order "SELECT count(*) FROM candidate_source WHERE question_id = 2 AND document_id = 6 AND $differing" 1
done

test_that 'rows with equal numbers but different meaning are both merged'
database a.db
cp a.db b.db
lines more.run 'q1 Q0 more 1 9 x'
lines more.tsv "more${TAB}of a"
must "$ASSAY" import a.db --documents more.tsv --candidates more.run
sed -i 's/more/another/' more.run
lines more.tsv "another${TAB}of b"
must "$ASSAY" import b.db --documents more.tsv --candidates more.run
in_each_order "SELECT group_concat(docid || ' ' || source, ', ') FROM (SELECT docid, source
	FROM candidate_source JOIN document USING (document_id) WHERE document_id > 6 ORDER BY docid)" 'another more.run, more more.run'

test_that 'of two imports of the same candidates the later one counts'
database a.db
cp a.db b.db
sed 's/ a$/ b/' a.run >b.run
must "$ASSAY" import a.db --candidates b.run
must "$ASSAY" import b.db --candidates b.run
in_each_order "SELECT min(import_id) FROM candidate_source WHERE source = 'b.run'" 3

test_that 'an item that only one file has keeps its pool, deleted ones included'
database a.db
cp a.db b.db
lines more.run 'q1 Q0 more 1 9 x'
lines more.tsv "more${TAB}of b"
must "$ASSAY" import b.db --documents more.tsv --candidates more.run
must "$ASSAY" remove b.db documents d5
in_each_order "SELECT group_concat(docid, ' ') FROM (SELECT docid FROM document JOIN candidate USING (document_id)
	WHERE question_id = 3 ORDER BY docid)" 'd1 d2 d3 d4 d5 d6 more'

# --- Votes --------------------------------------------------------------------------

test_that 'an undo in one file is an undo in the merged file'
database a.db
answer a.db ann 1 '{"vote":1}' '{"vote":2}'
cp a.db b.db
answer b.db ann 2 '{"undo":true}'
run "$ASSAY" merge ab.db a.db b.db
expect_status 0
expect_stdout_line 'answers     2, from 4 in 2 files' 'votes       1'
expect_equal "$("$ASSAY" export ab.db votes | sort)" "$("$ASSAY" export b.db votes | sort)"

test_that 'if two files answered one ballot, the later vote counts, with a remark'
database a.db
answer a.db ann 1
cp a.db b.db
answer a.db ann 1 '{"vote":1}'
answer b.db ann 1 '{"vote":2}'
run "$ASSAY" merge ab.db b.db a.db
expect_status 0
expect_stdout_line 'superseded  1, each by a later answer to the same ballot' 'votes       1'
expect_equal "$("$ASSAY" export ab.db votes | grep -v withdrawn)" "$("$ASSAY" export b.db votes)"
expect_equal "$(merged a.db b.db)" "$(merged ab.db a.db)"

test_that 'two ballots of the same moment in one file stay two'
database a.db
answer a.db ann 1 '{"vote":1}' '{"vote":1}'
sqlite3 a.db 'UPDATE ballot SET dealt_at = 1 WHERE ballot_id < 3;
	UPDATE slot SET document_id = position WHERE ballot_id < 3'
must "$ASSAY" check a.db --repair
cp a.db b.db
run "$ASSAY" merge ab.db a.db b.db
expect_status 0
expect_stdout_line 'votes       2'

test_that 'a similar ballot with another answer stays a ballot of its own'
database a.db
answer a.db ann 1 '{"vote":1}'
cp a.db b.db
answer b.db ann 1 '{"vote":2}'
for file in a.db b.db; do
	sqlite3 $file "UPDATE ballot SET dealt_at = 1, question_id = 1, deal = ballot_id WHERE ballot_id < 3;
		UPDATE slot SET document_id = position WHERE ballot_id < 3"
	must "$ASSAY" check $file --repair
done
for files in 'a.db b.db' 'b.db a.db'; do
	# shellcheck disable=SC2086 # two names
	run "$ASSAY" merge ab.db $files
	expect_stdout_line 'answers     2, from 3 in 2 files' 'votes       2'
	rm ab.db
done

test_that 'of several drafts for one ballot the longest is kept'
plain() { # database, argument...
	labelled=$1
	shift
	give "$@"
	run "$ASSAY" label "$labelled" --annotator ann --plain
}
database a.db
plain a.db 'e a note' 'v 1 1'
cp a.db b.db
plain b.db 'e a longer note' v
for order in 'a.db b.db' 'b.db a.db'; do
	rm -f ab.db
	must "$ASSAY" merge ab.db $order
	must "$ASSAY" check ab.db
	plain ab.db q
	expect_stdout_line 'Your note: a longer note'
	expect_equal "$(stdout | grep -c '^Your evidence for 1: ')" 1
done

test_that 'a remark points out the one case that depends on the order of merging'
database a.db
answer a.db ann 1
cp a.db b.db
answer a.db ann 1 '{"vote":1}'
answer b.db ann 1 '{"vote":2}'
cp b.db c.db
answer c.db ann 1 '{"undo":true}'
run "$ASSAY" merge abc.db a.db b.db c.db
expect_status 0
expect_stderr_has 'annotator ann: a ballot was answered in two files, and the later answer undone in one'
expect_stdout_line 'votes       1'
must "$ASSAY" merge ab.db a.db b.db
run "$ASSAY" merge ab-c.db ab.db c.db
expect_status 0
expect_stderr_has 'annotator ann: a ballot was answered in two files, and the later answer undone in one'
expect_stdout_line 'votes       0'

test_that 'exported and imported votes count as those of the original file'
database a.db
answer a.db ann 1 '{"vote":1,"note":"x"}' '{"vote":2}'
database b.db
"$ASSAY" export a.db votes >votes.jsonl
must "$ASSAY" import b.db --votes votes.jsonl
run "$ASSAY" merge ab.db b.db a.db
expect_status 0
expect_stdout_line 'answers     2, from 4 in 2 files'
expect_equal "$("$ASSAY" export ab.db votes | sort)" "$(sort votes.jsonl)"

test_that 'questions keep the order of their imports, whichever file has more'
database a.db
cp a.db b.db
lines more.tsv "q0${TAB}more?" "q00${TAB}more still?"
must "$ASSAY" import b.db --questions more.tsv
lines other.tsv "q3${TAB}other?"
must "$ASSAY" import a.db --questions other.tsv
must "$ASSAY" merge ab.db a.db b.db
must "$ASSAY" export ab.db beir --output folder
expect_equal "$(sed 's/.*"_id":"\([^"]*\)".*/\1/' folder/queries.jsonl | tr '\n' ' ')" 'q10 q2 q1 q0 q00 q3 '

test_that 'the very last import can be undone'
database a.db
cp a.db b.db
lines more.tsv "q0${TAB}more?"
must "$ASSAY" import b.db --questions more.tsv
must "$ASSAY" merge ab.db b.db a.db
run "$ASSAY" import ab.db --undo
expect_status 0
expect_stdout_line 'questions   1 deleted'
expect_equal "$(exports ab.db)" "$(exports a.db)"

test_that 'a model'\''s answers are merged, each once'
database a.db
lines model.sh 'while read -r line; do case $line in *\"ballot\":*) echo "{\"vote\":1}" ;; esac; done'
must "$ASSAY" judge a.db model 'sh model.sh' --ballots 3 --repeats 50
cp a.db b.db
must "$ASSAY" judge a.db model 'sh model.sh' --ballots 5 --repeats 50
wanted=$("$ASSAY" judge a.db --format tsv)
must "$ASSAY" merge ab.db b.db a.db
expect_equal "$("$ASSAY" judge ab.db --format tsv)" "$wanted"

# --- Differences between files ------------------------------------------------------

conflict() { # text of the error about a.db and b.db
	run "$ASSAY" merge ab.db a.db b.db
	expect_status 1
	expect_stderr_has "$1" 'nothing was written'
	expect_missing ab.db ab.db-wal ab.db-journal
}

test_that 'a document with other content is named, and --prefer decides'
database a.db
cp a.db b.db
lines new.tsv "d4${TAB}four"
must "$ASSAY" import b.db --documents new.tsv --replace
conflict 'document d4: a.db and b.db have other contents'
run "$ASSAY" merge ab.db a.db b.db --prefer b.db
expect_status 0
must "$ASSAY" export ab.db beir --output folder
expect_equal "$(grep -c '"text":"four"' folder/corpus.jsonl)" 1

# b.db has another text for d4 and four votes on all of its documents; a.db has none.
correct_and_vote() {
	database a.db
	cp a.db b.db
	lines new.tsv "d4${TAB}four"
	must "$ASSAY" import b.db --documents new.tsv --replace
	answer b.db ben 1 '{"vote":1}' '{"vote":1}' '{"vote":1}' '{"vote":1}'
	saw_d4=$("$ASSAY" export b.db votes | grep -c '"d4"')
}

test_that 'a remark counts votes that saw another text than the merged one'
correct_and_vote
run "$ASSAY" merge ab.db a.db b.db --prefer a.db
expect_stderr_has "assay: $saw_d4 vote"
expect_stderr_has 'saw a different text than the new database has, such as that of document d4'
run "$ASSAY" merge ba.db a.db b.db --prefer b.db
expect_stderr_lacks 'another text'

test_that 'no remark comes for votes of a file that has the merged text'
correct_and_vote
cp b.db a.db
lines old.tsv "d4${TAB}4"
must "$ASSAY" import b.db --documents old.tsv --replace --keep-votes
run "$ASSAY" merge ab.db a.db b.db --prefer a.db
expect_stderr_lacks 'another text'

test_that 'a question that differs is named, and --rename keeps both'
database a.db
cp a.db b.db
lines new.tsv "q2${TAB}too?"
must "$ASSAY" import b.db --questions new.tsv --replace
conflict 'question q2: a.db and b.db have other contents'
run "$ASSAY" merge ab.db a.db b.db --rename b.db:q2=q2b
expect_status 0
expect_stdout_line 'questions   4'

test_that 'a setting that differs is named'
database a.db
cp a.db b.db
must "$ASSAY" set b.db impressions 5
conflict "setting impressions: '3' in a.db, '5' in b.db"
must "$ASSAY" merge ab.db a.db b.db --prefer b.db
run "$ASSAY" set ab.db
expect_stdout_has 'impressions  5'

test_that 'grades that differ in one source are named'
database a.db
cp a.db b.db
lines q.qrels 'q1 0 d1 0'
must "$ASSAY" import b.db --judgments q.qrels --as lead --replace
conflict 'judgments lead: a.db and b.db have other grades'
must "$ASSAY" merge ab.db a.db b.db --prefer a.db
expect_equal "$("$ASSAY" export ab.db qrels --judgments lead)" "$("$ASSAY" export a.db qrels --judgments lead)"

test_that 'two answers with one uuid are named, and --prefer decides'
database a.db
database b.db
lines a.jsonl '{"uuid":"019aa7c0-0000-7000-8000-000000000001","question":"q1","shown":["d1","d2"],"chosen":"d1","annotator":"ann"}'
sed 's/"chosen":"d1"/"chosen":"d2"/' a.jsonl >b.jsonl
must "$ASSAY" import a.db --votes a.jsonl
must "$ASSAY" import b.db --votes b.jsonl
conflict 'answer 019aa7c0-0000-7000-8000-000000000001: a.db and b.db have other answers of this uuid'
must "$ASSAY" merge ab.db a.db b.db --prefer b.db
expect_equal "$("$ASSAY" export ab.db votes)" "$("$ASSAY" export b.db votes)"

test_that 'annotators of one name are merged with a remark, unless one is renamed'
database a.db
cp a.db b.db
answer a.db ann 1 '{"vote":1}'
answer b.db ann 2 '{"vote":1}'
run "$ASSAY" merge ab.db a.db b.db
expect_stdout_line 'annotators  1'
expect_stderr_has 'assay: annotator ann is treated as one person in a.db, b.db'
run "$ASSAY" merge two.db a.db b.db --rename b.db:ann=anna
expect_status 0
expect_no_stderr
expect_stdout_line 'annotators  2' 'votes       2'

test_that 'annotators whose names differ in case stay two, with a remark'
database a.db
cp a.db b.db
answer a.db maria 1 '{"vote":1}'
answer b.db Maria 2 '{"vote":1}'
run "$ASSAY" merge ab.db a.db b.db
expect_stdout_line 'annotators  2'
expect_stderr_has 'assay: annotators Maria (b.db) and maria (a.db) are treated as two people; if they are one person, use --rename'
run "$ASSAY" merge one.db a.db b.db --rename b.db:Maria=maria
expect_stdout_line 'annotators  1'
expect_stderr_lacks 'two people'

test_that 'for two such annotators in one file assay does not suggest --rename'
database a.db
cp a.db b.db
answer a.db maria 1 '{"vote":1}'
answer a.db Maria 1 '{"vote":1}'
run "$ASSAY" merge ab.db a.db b.db
expect_stderr_has 'assay: annotators Maria (a.db) and maria (a.db) are treated as two people'
expect_stderr_lacks '--rename'

test_that 'a document with another id after carry is reported as present twice'
database a.db
cp a.db b.db
answer a.db ann 1 '{"vote":1}'
sed 's/^d[12]/e&/' d.tsv >later.tsv
must "$ASSAY" carry a.db --documents later.tsv --write
run "$ASSAY" merge ab.db a.db b.db
expect_status 0
expect_stderr_has 'assay: 2 documents, such as d1, have another id in another file, such as ed1: both are there, each with the votes of its file'
must "$ASSAY" carry b.db --documents later.tsv --write
run "$ASSAY" merge both.db a.db b.db
expect_no_stderr
expect_stdout_line 'documents   6'

test_that 'votes shared before a carry are refused until the other file is carried'
database a.db
answer a.db ann 1 '{"vote":1}' '{"vote":1}'
cp a.db b.db
sed 's/^d[1-6]/e&/' d.tsv >later.tsv
must "$ASSAY" carry a.db --documents later.tsv --write
run "$ASSAY" merge ab.db a.db b.db
expect_status 1
expect_stderr_has 'assay: 2 things are different in the files; nothing was written; since a carry document d1 of one file is ed1 in another: `assay carry` brings files to one state before they are merged'
expect_missing ab.db
must "$ASSAY" carry b.db --documents later.tsv --write
must "$ASSAY" merge ab.db a.db b.db

test_that 'a document that only one file has removed is reported as present twice'
database a.db
cp a.db b.db
answer a.db ann 1 '{"vote":1}'
answer b.db ben 2 '{"vote":1}'
lines later.tsv "d2${TAB}2" "d3${TAB}3" "d4${TAB}4" "d5${TAB}5" "d6${TAB}6"
must "$ASSAY" carry a.db --documents later.tsv --write
run "$ASSAY" merge ab.db a.db b.db
expect_status 0
expect_stderr_has 'assay: document d1 was removed from one file but is in another: both are there, each with the votes of its file'
run "$ASSAY" merge bb.db b.db
expect_no_stderr

test_that 'a merge does not continue the journal of a file'
database a.db
must "$ASSAY" set a.db journal votes.jsonl
run "$ASSAY" merge ab.db a.db
expect_status 0
expect_stderr_has 'the new database does not continue the journal of a file;'
run "$ASSAY" set ab.db
expect_stdout_lacks 'journal      votes.jsonl'

# --- Refusals -----------------------------------------------------------------------

test_that 'merge does not overwrite an existing file'
database a.db
cp a.db b.db
before=$(cksum b.db)
run "$ASSAY" merge b.db a.db
expect_refused 1 'assay: b.db: this file already exists; name a new file, then the files to merge'
expect_equal "$(cksum b.db)" "$before"

test_that 'merge and import refuse a name whose -wal still holds votes'
database a.db
echo votes >ab.db-wal
run "$ASSAY" merge ab.db a.db
expect_refused 1 'assay: ab.db: there is no such database, but an earlier database here has left votes in ab.db-wal; put that database back, or move ab.db-wal away'
run "$ASSAY" import ab.db --documents d.tsv
expect_refused 1 'assay: ab.db: there is no such database, but an earlier database here has left votes in ab.db-wal; put that database back, or move ab.db-wal away'
expect_equal "$(cat ab.db-wal)" votes
expect_missing ab.db

test_that 'an ambiguous old name and an overlong new name are refused'
lines d.jsonl '{"id":"a","text":"1"}' '{"id":"a=b","text":"2"}'
lines q.tsv "q1${TAB}one?"
must "$ASSAY" import eq.db --documents d.jsonl --questions q.tsv
run "$ASSAY" merge ab.db eq.db --rename eq.db:a=b=c
expect_refused 2 "--rename eq.db:a=b=c: two documents fit, because one id has an '='"
run "$ASSAY" merge ab.db eq.db --rename "eq.db:q1=$(printf '%04097d' 0)"
expect_refused 2 'the new name has more than 4,096 bytes'
expect_missing ab.db

test_that 'gold and practice follow a renamed annotator'
database a.db
answer a.db ann 1 '{"vote":1}'
must "$ASSAY" set a.db gold ann
must "$ASSAY" set a.db practice ann
must "$ASSAY" merge ab.db a.db --rename a.db:ann=bob
run "$ASSAY" set ab.db gold
expect_stdout bob
run "$ASSAY" set ab.db practice
expect_stdout bob

test_that '--prefer and --rename must name something that exists'
database a.db
run "$ASSAY" merge ab.db a.db --prefer b.db
expect_refused 2 'assay: --prefer b.db: this file is not among the files to merge'
run "$ASSAY" merge ab.db a.db --rename a.db:zoe=eva
expect_refused 2 'assay: --rename a.db:zoe=eva: nothing has this name; write an id or a name, '\''='\'' and the new id or name'
run "$ASSAY" merge ab.db a.db --rename a.db:d1=d2
expect_refused 2 'assay: --rename: a file would have two documents d2; choose another name'
expect_equal "$(ls)" "$(printf '%s\n' a.db a.run d.tsv q.qrels q.tsv)"

test_that 'a new name must be one that an import would accept'
database a.db
answer a.db ann 1 '{"vote":1}'
run "$ASSAY" merge ab.db a.db --rename a.db:ann=
expect_refused 2 'assay: --rename a.db:ann=: the new name is empty; choose another one'
run "$ASSAY" merge ab.db a.db --rename 'a.db:d1=d 1'
expect_refused 2 'assay: --rename a.db:d1=d 1: the new name has white space, which qrels and runs can'\''t hold; choose another one'
run "$ASSAY" merge ab.db a.db --rename "a.db:q1=$(printf 'q\0331')"
expect_refused 2 'assay: --rename a.db:q1=q␛1: the new name has a control character, which a terminal could obey; choose another one'
expect_missing ab.db
must "$ASSAY" merge ab.db a.db --rename 'a.db:ann=Ann Lee'
must "$ASSAY" check ab.db

test_that 'an ambiguous name is renamed by its kind'
lines d.tsv "1${TAB}one" "2${TAB}two"
lines q.tsv "1${TAB}one?"
must "$ASSAY" import a.db --documents d.tsv --questions q.tsv
run "$ASSAY" merge ab.db a.db --rename a.db:1=x
expect_refused 2 'assay: --rename a.db:1=x: several things have this name; say which one, as in a.db:document:1=x'
must "$ASSAY" merge ab.db a.db --rename a.db:question:1=x
must "$ASSAY" export ab.db beir --output folder
expect_equal "$(sed 's/.*"_id":"\([^"]*\)".*/\1/' folder/queries.jsonl)" x

test_that 'a damaged file is refused with what is wrong'
database a.db
cp a.db b.db
sqlite3 b.db 'UPDATE question SET ballots_done = 7 WHERE question_id = 1'
run "$ASSAY" merge ab.db a.db b.db
expect_status 1
expect_stderr_has 'assay: b.db: question q10: 7 ballots done, 0 of them for none, are stored, but the votes give 0 and 0; nothing was merged'
expect_missing ab.db

test_that 'of damaged files the first is named, and not how the files differ'
database a.db
cp a.db b.db
lines new.tsv "d4${TAB}four"
must "$ASSAY" import b.db --documents new.tsv --replace
cp a.db c.db
sqlite3 b.db 'UPDATE question SET ballots_done = 7 WHERE question_id = 1'
sqlite3 c.db 'UPDATE question SET ballots_done = 8 WHERE question_id = 1'
run "$ASSAY" merge abc.db a.db b.db c.db
expect_status 1
expect_stderr_has 'assay: b.db: question q10: 7 ballots done'
expect_stderr_lacks 'have other contents' 'c.db'
expect_missing abc.db

done_testing
