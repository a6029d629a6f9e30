# The setting `journal`: a second record of the answers, from which a database can be restored.
. "$SOURCE/tests/support/tap.sh"

database() {
	lines d.tsv "d1${TAB}1" "d2${TAB}2" "d3${TAB}3" "d4${TAB}4"
	lines q.tsv "q1${TAB}one?" "q2${TAB}two?" "q3${TAB}three?" "q4${TAB}four?"
	for question in 1 2 3 4; do
		for document in 1 2 3 4; do echo "q$question Q0 d$document $document $((9 - document)) a"; done
	done >a.run
	must "$ASSAY" import t.db --documents d.tsv --questions q.tsv --candidates a.run
	must "$ASSAY" set t.db journal votes.jsonl
}

answer() { # request...
	give "$@"
	run "$ASSAY" label t.db --json --annotator eve
}

# Makes a new database from the same documents and questions and the journal.
restore() {
	must "$ASSAY" import new.db --documents d.tsv --questions q.tsv --candidates a.run --votes votes.jsonl
}

exports() { # database
	"$ASSAY" export "$1" qrels && "$ASSAY" export "$1" votes
}

expect_restored() {
	restore
	expect_equal "$(exports new.db 2>&1)" "$(exports t.db 2>&1)"
	run "$ASSAY" check new.db
	expect_stdout ok
}

# Prints the last state that the journal has of each answer, in the order of the answers.
journal_states() {
	awk '{ uuid = substr($0, 10, 36); if (!(uuid in state)) order[++n] = uuid; state[uuid] = $0 }
	     END { for (i = 1; i <= n; i++) print state[order[i]] }' votes.jsonl
}

expect_complete() {
	expect_equal "$(journal_states)" "$("$ASSAY" export t.db votes)"
}

test_that 'each answer is in the journal when it is reported as saved'
prepared database
mkfifo in
: >out # it must exist, because it may be read before the program starts
"$ASSAY" label t.db --json --annotator eve <in >out 2>&1 &
exec 3>in
for n in 1 2 3; do
	printf '{"vote":1}\n' >&3
	while [ "$(grep -c '"saved"' out)" -lt $n ]; do :; done
	expect_equal "$(wc -l <votes.jsonl)" $n
done
exec 3>&-
wait
expect_complete

test_that 'a skip is a line, and an undo another line of the same answer'
prepared database
answer '{"skip":"cannot tell"}' '{"vote":2,"note":"a \"withdrawn\":\"x\" b"}' '{"undo":true}' '{"vote":0}'
expect_equal "$(wc -l <votes.jsonl)" 4
expect_equal "$(grep -c ',"withdrawn_by":"undo"}$' votes.jsonl)" 1
expect_complete

test_that 'a database can be rebuilt from the journal'
prepared database
answer '{"vote":1}' '{"skip":"later"}' '{"vote":0,"note":"neither"}' '{"undo":true}' '{"vote":2}' '{"redo":true}' \
	'{"vote":3}' '{"vote":1}'
expect_restored

test_that 'a tie is a line with both documents and can be restored'
prepared database
must "$ASSAY" set t.db ties on
answer '{"tie":[1,2]}' '{"undo":true}' '{"redo":true}' '{"tie":[2,3],"note":"both"}'
expect_equal "$(grep -v withdrawn votes.jsonl | grep -c '"tie":"')" 3
expect_complete
expect_restored

# Eight candidates, the least with which candidates are kept or dropped.
test_that 'keeps and drops come back with the votes'
lines d.tsv "d1${TAB}1" "d2${TAB}2" "d3${TAB}3" "d4${TAB}4" "d5${TAB}5" "d6${TAB}6" "d7${TAB}7" "d8${TAB}8"
lines q.tsv "q1${TAB}one?"
for document in 1 2 3 4 5 6 7 8; do echo "q1 Q0 d$document $document $((9 - document)) a"; done >a.run
must "$ASSAY" import t.db --documents d.tsv --questions q.tsv --candidates a.run
must "$ASSAY" set t.db journal votes.jsonl
must "$ASSAY" set t.db dealing adaptive
must "$ASSAY" set t.db screening on
answer '{"keep":true}' '{"drop":true}' '{"undo":true}' '{"keep":true}' '{"drop":true}' '{"ballots":true}' '{"vote":1}'
expect_equal "$(grep -c '"control":"glance"' votes.jsonl)" 5
must "$ASSAY" import new.db --documents d.tsv --questions q.tsv --candidates a.run
must "$ASSAY" set new.db dealing adaptive
must "$ASSAY" import new.db --votes votes.jsonl
expect_equal "$(exports new.db 2>&1)" "$(exports t.db 2>&1)"
run "$ASSAY" check new.db
expect_stdout ok

test_that 'imported votes are written to the journal at once'
prepared database
answer '{"vote":1}' '{"vote":2}'
mv votes.jsonl elsewhere.jsonl
must "$ASSAY" import new.db --documents d.tsv --questions q.tsv --candidates a.run
must "$ASSAY" set new.db journal new.jsonl
must "$ASSAY" import new.db --votes elsewhere.jsonl --dry-run
expect_equal "$(cat new.jsonl)" ''
must "$ASSAY" import new.db --votes elsewhere.jsonl
expect_equal "$(cat new.jsonl)" "$(cat elsewhere.jsonl)"

test_that 'if the journal cannot be written, imported votes are kept with a remark'
prepared database
answer '{"vote":1}'
mv votes.jsonl elsewhere.jsonl
mkdir votes.jsonl
give '{"question":"q1","shown":["d1","d2"],"chosen":"d2","annotator":"ann"}'
run "$ASSAY" import t.db --votes -
expect_status 0
expect_stdout_line 'votes       1 added'
expect_stderr_has 'the journal lacks answers: '

test_that 'setting a journal writes the answers so far'
prepared database
must "$ASSAY" set t.db journal ''
answer '{"vote":1}' '{"vote":2}' '{"undo":true}'
expect_equal "$(wc -l <votes.jsonl)" 0
must "$ASSAY" set t.db journal votes.jsonl
expect_equal "$(wc -l <votes.jsonl)" 2
expect_complete

test_that 'answers that a killed program did not write are written at the next start'
prepared database
answer '{"vote":1}' '{"vote":2}' '{"undo":true}' '{"vote":3}'
cp votes.jsonl whole
for left in 0 1 2 3; do
	head -n $left whole >votes.jsonl
	answer
	expect_complete
done

test_that 'a partial line left by a crash is replaced'
prepared database
answer '{"vote":1}' '{"vote":2}'
cp votes.jsonl whole
head -c -40 whole >votes.jsonl
answer
expect_same_file whole votes.jsonl

test_that 'a removed journal is written again, even while it is in use'
prepared database
mkfifo in
: >out
"$ASSAY" label t.db --json --annotator eve <in >out 2>&1 &
exec 3>in
printf '{"vote":1}\n' >&3
while [ "$(grep -c '"saved"' out)" -lt 1 ]; do :; done
rm votes.jsonl
printf '{"vote":1}\n' >&3
exec 3>&-
wait
expect_equal "$(wc -l <votes.jsonl)" 2
expect_complete

test_that 'if the journal cannot be written, the vote is saved with a warning'
prepared database
rm votes.jsonl
ln -s /dev/full votes.jsonl
answer '{"vote":1}'
expect_status 0
expect_stderr_has 'the journal lacks answers: ' 'votes.jsonl: this is a link or not a file'
expect_stdout_has '"saved":1,"warning":"the journal lacks answers: '
expect_equal "$("$ASSAY" export t.db votes 2>/dev/null | wc -l)" 1
rm votes.jsonl
answer
expect_no_stderr
expect_complete

test_that 'the plain face shows the warning, too'
prepared database
rm votes.jsonl
mkdir votes.jsonl
give 1
run "$ASSAY" label t.db --plain --annotator eve
expect_status 0
expect_stdout_has 'saved: document 1' 'the journal lacks answers: '
expect_equal "$("$ASSAY" export t.db votes 2>/dev/null | wc -l)" 1

test_that 'a journal at its size limit keeps whole lines and gets the others later'
prepared database
{
	printf '{"uuid":"'
	head -c 600000 /dev/zero | tr '\0' x
	printf '"}\n'
} >votes.jsonl
cp votes.jsonl before
give '{"vote":1}' '{"vote":2}'
run sh -c 'ulimit -f 1000; exec "$0" label t.db --json --annotator eve' "$ASSAY"
expect_status 0
expect_stdout_has '"saved":1,"warning":"the journal lacks answers: ' 'File too large'
expect_same_file before votes.jsonl
answer
expect_no_stderr
expect_equal "$(tail -n +2 votes.jsonl)" "$("$ASSAY" export t.db votes)"

test_that 'the journal is in the folder of the database, from any working folder'
mkdir here there
cd here || exit 1
database
expect_equal "$(ls votes.jsonl)" votes.jsonl
cd ../there || exit 1
give '{"vote":1}'
must "$ASSAY" label ../here/t.db --json --annotator eve
expect_equal "$(wc -l <../here/votes.jsonl)" 1
expect_missing votes.jsonl

test_that 'the journal has the permissions of the database'
prepared database
expect_equal "$(stat -c %a votes.jsonl)" "$(stat -c %a t.db)"

test_that 'a file that is not a journal is not changed'
prepared database
lines notes.jsonl '{"dear":"diary"}'
run "$ASSAY" set t.db journal notes.jsonl
expect_refused 1 'notes.jsonl is not'
expect_equal "$(cat notes.jsonl)" '{"dear":"diary"}'
run "$ASSAY" set t.db journal
expect_stdout votes.jsonl

test_that 'a file without a final line end is neither changed nor extended'
prepared database
printf 'my only copy of a thing' >mine.jsonl
cp mine.jsonl whole
run "$ASSAY" set t.db journal mine.jsonl
expect_refused 1 'mine.jsonl is not'
expect_same_file whole mine.jsonl
cp mine.jsonl votes.jsonl
answer '{"vote":1}'
expect_stderr_has 'votes.jsonl is not'
expect_same_file whole votes.jsonl

test_that 'the unfinished last line of another database'\''s journal is not cut off'
prepared database
answer '{"vote":1}'
head -c -1 votes.jsonl >other.jsonl
cp other.jsonl whole
must "$ASSAY" import new.db --documents d.tsv --questions q.tsv --candidates a.run
run "$ASSAY" set new.db journal other.jsonl
expect_refused 1 'other.jsonl is not'
expect_same_file whole other.jsonl

test_that 'a line cut off at any place is repaired'
prepared database
answer '{"vote":1}'
cp votes.jsonl whole
for size in 1 9 30 45 46 60 $(($(wc -c <whole) - 1)); do
	head -c "$size" whole >votes.jsonl
	answer
	expect_no_stderr
	expect_same_file whole votes.jsonl
done

test_that 'a received database cannot write into files of other programs'
prepared database
run "$ASSAY" set t.db journal .bash_aliases
expect_refused 2 '.bash_aliases: the name of a journal must end in .jsonl'
: >.bashrc
ln -s .bashrc linked.jsonl
run "$ASSAY" set t.db journal linked.jsonl
expect_refused 1 'linked.jsonl: this is a link or not a file'
expect_equal "$(cat .bashrc)" ''
expect_missing .bash_aliases

# Makes a database of four questions whose setting `journal` its sender chose.
receive() { # journal
	mkdir sender
	(cd sender && database && "$ASSAY" set t.db journal '' && rm votes.jsonl)
	sqlite3 sender/t.db "INSERT OR REPLACE INTO setting (key, value) VALUES ('journal', '$1')"
}

label_received() {
	give '{"vote":1}'
	run "$ASSAY" label sender/t.db --json --annotator eve
	expect_status 0
}

test_that 'a received database makes no file in another folder; its votes are saved'
mkdir mine
for name in ../mine/votes.jsonl "$PWD/mine/votes.jsonl"; do
	rm -rf sender
	receive "$name"
	label_received
	expect_stderr_has 'in another folder than the database' '`assay set sender/t.db journal FILE`'
	expect_missing mine/votes.jsonl
	expect_equal "$("$ASSAY" export sender/t.db votes 2>/dev/null | wc -l)" 1
	give '{"question":"q1","shown":["d1","d2"],"chosen":"d2","annotator":"ann"}'
	run "$ASSAY" import sender/t.db --votes -
	expect_stderr_has 'in another folder than the database'
	expect_missing mine/votes.jsonl
done

test_that 'a received database adds nothing to another database'\''s journal'
prepared database
answer '{"vote":1}'
cp votes.jsonl whole
receive ../votes.jsonl
label_received
expect_stderr_has 'in another folder than the database'
expect_same_file whole votes.jsonl

test_that 'a journal in another folder is written once the user has named it'
mkdir mine
receive ../mine/votes.jsonl
must "$ASSAY" set sender/t.db journal ../mine/votes.jsonl
for votes in 1 2; do
	label_received
	expect_no_stderr
	expect_equal "$(wc -l <mine/votes.jsonl)" $votes
done

test_that 'the journal may be named in the database'\''s own folder'
receive "$PWD/sender/votes.jsonl"
label_received
expect_no_stderr
expect_equal "$(wc -l <sender/votes.jsonl)" 1

test_that 'the database itself, a folder and a missing folder cannot be journals'
prepared database
mv t.db t.jsonl
run "$ASSAY" set t.jsonl journal t.jsonl
expect_refused 1 't.jsonl: a file of the database itself'
mkdir folder.jsonl
run "$ASSAY" set t.jsonl journal folder.jsonl
expect_refused 1 'folder.jsonl: this is a link or not a file'
run "$ASSAY" set t.jsonl journal missing/votes.jsonl
expect_refused 1 'missing/votes.jsonl: No such file or directory'
run "$ASSAY" check t.jsonl
expect_stdout ok

test_that 'simultaneous writers write whole lines, each answer once and in order'
prepared database
for name in ann bob cem dan; do
	yes '{"vote":1}' | head -n 12 | "$ASSAY" label t.db --json --annotator $name >$name.out 2>&1 &
done
wait
expect_equal "$(cat ./*.out | grep -c warning)" 0
expect_equal "$(cat votes.jsonl)" "$("$ASSAY" export t.db votes 2>/dev/null)"

test_that 'carry is refused while a journal is kept; a new journal has the new ids'
prepared database
answer '{"vote":1}' '{"vote":1}'
sed 's/^d/e/' d.tsv >new.tsv
run "$ASSAY" carry t.db --documents new.tsv --write
expect_refused 1 "t.db: the journal votes.jsonl names documents by their present ids; end it first with \`assay set DB journal ''\`"
must "$ASSAY" carry t.db --documents new.tsv
must "$ASSAY" set t.db journal ''
must "$ASSAY" carry t.db --documents new.tsv --write
must "$ASSAY" set t.db journal new.jsonl
expect_equal "$(grep -c '"e[0-9]"' new.jsonl) $(grep -c '"d[0-9]"' new.jsonl)" '2 0'

test_that 'votes withdrawn by a corrected document are in the journal at once'
prepared database
answer '{"vote":1}' '{"vote":1}'
sed "s/${TAB}/&corrected /" d.tsv >fixed.tsv
must "$ASSAY" import t.db --documents fixed.tsv --replace --withdraw-votes
expect_equal "$(grep -c '"withdrawn"' votes.jsonl)" 2
expect_complete

done_testing
