# `assay export DB qrels`: gradings, formats, and files that appear only when they are complete.
. "$SOURCE/tests/support/tap.sh"

# q1 has four candidates, each on three ballots. q2 has three candidates, which are one ballot. q3 is never asked. The
# expert prefers d1 to d2 to "none" and finds no other document right: d1 wins 3 of 3, d2 wins 1 of 3, all others
# nothing.
prefers() {
	case " $* " in
	*' d1 '*) echo d1 ;;
	*' d2 '*) echo d2 ;;
	esac
}

unlabelled() {
	lines d.tsv "d1${TAB}1" "d2${TAB}2" "d3${TAB}3" "d4${TAB}4" "e1${TAB}5" "e2${TAB}6" "e3${TAB}7"
	lines q.tsv "q1${TAB}one?" "q2${TAB}two?" "q3${TAB}three?"
	lines a.run 'q1 Q0 d4 1 9 a' 'q1 Q0 d3 2 8 a' 'q1 Q0 d2 3 7 a' 'q1 Q0 d1 4 6 a' \
		'q2 Q0 e1 1 9 a' 'q2 Q0 e2 2 8 a' 'q2 Q0 e3 3 7 a' 'q3 Q0 d1 1 9 a'
	must "$ASSAY" import t.db --documents d.tsv --questions q.tsv --candidates a.run
	must "$ASSAY" set t.db order import
}

labelled() {
	unlabelled
	label_by prefers 5
}

# Three documents, two on each ballot: each pair once.
pairs() { # function
	lines d.tsv "d1${TAB}1" "d2${TAB}2" "d3${TAB}3"
	lines q.tsv "q1${TAB}one?"
	lines a.run 'q1 Q0 d1 1 1 a' 'q1 Q0 d2 2 3 a' 'q1 Q0 d3 3 2 a'
	must "$ASSAY" import t.db --documents d.tsv --questions q.tsv --candidates a.run
	must "$ASSAY" set t.db ballot_size 2
	label_by "$1"
}

# Each document beats another one, so that all have relevance 1/2.
in_a_circle() {
	case "$*" in
	'd1 d2') echo d1 ;;
	'd2 d3') echo d2 ;;
	'd1 d3') echo d3 ;;
	esac
}

# --- Gradings --------------------------------------------------------------

test_that 'levels, the default: 0 to 3, nearest to the relevance'
prepared labelled
run "$ASSAY" export t.db qrels
expect_status 0
expect_stdout 'q1 0 d1 3
q1 0 d2 1
q1 0 d3 0
q1 0 d4 0
q2 0 e1 0
q2 0 e2 0
q2 0 e3 0'

test_that 'a remark on stderr counts the exported judgments'
prepared labelled
run "$ASSAY" export t.db qrels
expect_stderr_has 'assay: 7 judgments on 2 of 3 questions'

test_that '--levels 2: relevant or not'
prepared labelled
run "$ASSAY" export t.db qrels --levels 2
expect_stdout_line 'q1 0 d1 1' 'q1 0 d2 0'

test_that '--levels 11: 10 is the highest grade'
prepared labelled
run "$ASSAY" export t.db qrels --grading levels --levels 11
expect_stdout_line 'q1 0 d1 10' 'q1 0 d2 3'

test_that 'a half goes to the higher level'
pairs prefers # d2 loses to d1 and beats d3, so it has 1/2, which is 1.5 of 3 steps
run "$ASSAY" export t.db qrels
expect_stdout 'q1 0 d1 3
q1 0 d2 2
q1 0 d3 0'

test_that 'rank: the distinct relevances of a question count from 1, 0 stays 0'
prepared labelled
run "$ASSAY" export t.db qrels --grading rank
expect_stdout 'q1 0 d1 2
q1 0 d2 1
q1 0 d3 0
q1 0 d4 0
q2 0 e1 0
q2 0 e2 0
q2 0 e3 0'

test_that 'rank: equal relevances have one grade'
pairs in_a_circle
run "$ASSAY" export t.db qrels --grading rank
expect_stdout 'q1 0 d1 1
q1 0 d2 1
q1 0 d3 1'

test_that 'best: 1 for one document of a question with a win, 0 for the others'
prepared labelled
run "$ASSAY" export t.db qrels --grading best
expect_stdout 'q1 0 d1 1
q1 0 d2 0
q1 0 d3 0
q1 0 d4 0
q2 0 e1 0
q2 0 e2 0
q2 0 e3 0'

test_that 'best: among equal documents the one with the highest prior wins'
pairs in_a_circle
run "$ASSAY" export t.db qrels --grading best
expect_stdout 'q1 0 d1 0
q1 0 d2 1
q1 0 d3 0'

test_that 'rate: wins by impressions, six decimals'
prepared labelled
run "$ASSAY" export t.db qrels --grading rate
expect_stdout 'q1 0 d1 1.000000
q1 0 d2 0.333333
q1 0 d3 0.000000
q1 0 d4 0.000000
q2 0 e1 0.000000
q2 0 e2 0.000000
q2 0 e3 0.000000'

test_that '--min-impressions leaves out what was seen less often'
prepared labelled
run "$ASSAY" export t.db qrels --min-impressions 2
expect_stdout 'q1 0 d1 3
q1 0 d2 1
q1 0 d3 0
q1 0 d4 0'
expect_stderr_has '4 judgments on 1 of 3 questions'

test_that 'a candidate that nobody has seen is not in the file'
unlabelled
label_by prefers 1
run "$ASSAY" export t.db qrels
expect_equal "$(stdout | wc -l | tr -d ' ')" 3

test_that 'an undone vote leaves no label'
unlabelled
give '{"vote":1}' '{"undo":true}'
must "$ASSAY" label t.db --json --annotator eve
run "$ASSAY" export t.db qrels
expect_status 0
expect_stdout ''

# --- Formats ---------------------------------------------------------------

test_that '--format trec is the default'
prepared labelled
"$ASSAY" export t.db qrels >default 2>err
"$ASSAY" export t.db qrels --format trec >trec 2>err
expect_same_file default trec

test_that '--format beir: tabs and a header'
prepared labelled
run "$ASSAY" export t.db qrels --format beir --min-impressions 2
expect_stdout "query-id${TAB}corpus-id${TAB}score
q1${TAB}d1${TAB}3
q1${TAB}d2${TAB}1
q1${TAB}d3${TAB}0
q1${TAB}d4${TAB}0"

test_that '--format csv: commas and a header'
prepared labelled
run "$ASSAY" export t.db qrels --format csv --min-impressions 2
expect_stdout "$(printf 'qid,docid,grade\r\nq1,d1,3\r\nq1,d2,1\r\nq1,d3,0\r\nq1,d4,0\r\n')"

test_that '--format json: an object of objects'
prepared labelled
run "$ASSAY" export t.db qrels --format json
expect_equal "$(stdout | tr -d ' \t\n')" \
	'{"q1":{"d1":3,"d2":1,"d3":0,"d4":0},"q2":{"e1":0,"e2":0,"e3":0}}'

test_that '--format json keeps the decimals of a rate'
prepared labelled
run "$ASSAY" export t.db qrels --format json --grading rate --min-impressions 2
expect_equal "$(stdout | tr -d ' \t\n')" \
	'{"q1":{"d1":1.000000,"d2":0.333333,"d3":0.000000,"d4":0.000000}}'

# --- Determinism -----------------------------------------------------------

test_that 'the same votes give the same bytes, whatever their order'
for seed in 1 2; do
	rm -f t.db
	unlabelled
	# One vote at a time, each ballot dealt with another seed.
	n=0
	while [ $n -lt 5 ]; do
		n=$((n + 1))
		slots=$("$ASSAY" label t.db --json --annotator eve --seed $seed$n </dev/null | docids | head -n 1)
		# shellcheck disable=SC2046,SC2086
		winner=$(prefers $(printf '%s\n' $slots | sort))
		slot=$(printf '%s\n' 0 $slots | grep -nxF -e "${winner:-0}" | cut -d : -f 1)
		give "{\"vote\":$((slot - 1))}"
		must "$ASSAY" label t.db --json --annotator eve --seed $seed$n
	done
	"$ASSAY" export t.db qrels --grading rate >$seed.qrels 2>err
done
expect_same_file 1.qrels 2.qrels

test_that 'questions are in the order of import, documents in the order of bytes'
lines d.tsv "b${TAB}1" "B${TAB}2" "a10${TAB}3" "a9${TAB}4"
lines q.tsv "q9${TAB}one?" "q10${TAB}two?"
lines a.run 'q10 Q0 a9 1 1 a' 'q9 Q0 b 1 4 a' 'q9 Q0 a9 2 3 a' 'q9 Q0 B 3 2 a' 'q10 Q0 a10 2 2 a'
must "$ASSAY" import t.db --documents d.tsv --questions q.tsv --candidates a.run
give '{"vote":0}' '{"vote":0}'
must "$ASSAY" label t.db --json --annotator eve
run "$ASSAY" export t.db qrels
expect_stdout 'q9 0 B 0
q9 0 a9 0
q9 0 b 0
q10 0 a10 0
q10 0 a9 0'

# --- Reading exports again -------------------------------------------------

test_that 'eval gives the same scores for exported labels as for the database'
prepared labelled
"$ASSAY" eval t.db a.run --format tsv --precision 17 >by_database 2>err
must "$ASSAY" export t.db qrels -o labels.qrels
"$ASSAY" eval labels.qrels a.run --format tsv --precision 17 >by_qrels
expect_equal "$(wc -l <by_qrels | tr -d ' ')" 8
expect_same_file by_database by_qrels

test_that 'eval reads a rate, too'
prepared labelled
must "$ASSAY" export t.db qrels --grading rate -o labels.qrels
run "$ASSAY" eval labels.qrels a.run -m NumRel --format tsv
expect_stdout "NumRel${TAB}1.0000"

# --- -o --------------------------------------------------------------------

test_that '-o writes the same bytes as standard output'
prepared labelled
"$ASSAY" export t.db qrels >expected 2>err
run "$ASSAY" export t.db qrels -o labels.qrels
expect_status 0
expect_stdout ''
expect_same_file expected labels.qrels

test_that '-o leaves no other file beside it'
prepared labelled
mkdir out
must "$ASSAY" export t.db qrels -o out/labels.qrels
expect_equal "$(ls -A out)" 'labels.qrels'

test_that '-o - is standard output'
prepared labelled
run "$ASSAY" export t.db qrels -o - --min-impressions 2
expect_stdout_line 'q1 0 d1 3'
expect_missing ./-

test_that 'a new -o file has the rights that the umask leaves'
prepared labelled
must sh -c 'umask 027; "$1" export t.db qrels -o labels.qrels' sh "$ASSAY"
expect_equal "$(ls -l labels.qrels | cut -c 1-10)" '-rw-r-----'

test_that 'an existing -o file is replaced and keeps its rights'
prepared labelled
echo 'q8 0 d8 1' >labels.qrels
chmod 604 labels.qrels
must "$ASSAY" export t.db qrels -o labels.qrels
expect_equal "$(ls -l labels.qrels | cut -c 1-10)" '-rw----r--'
expect_equal "$(head -n 1 labels.qrels)" 'q1 0 d1 3'

test_that '-o does not overwrite a file of another kind'
prepared labelled
lines mine.run 'q1 Q0 d1 1 9 a' 'q1 Q0 d2 2 8 a' 'q2 Q0 d1 1 9 a'
lines mine.jsonl '{"_id":"d1","text":"one"}'
cp mine.run before.run
cp mine.jsonl before.jsonl
run "$ASSAY" export t.db qrels -o mine.run
expect_refused 2 'mine.run: the file there is of another kind, so assay does not replace it; name another file'
run "$ASSAY" export t.db votes -o mine.jsonl
expect_refused 2 'mine.jsonl: the file there is of another kind'
"$ASSAY" export t.db qrels >t.qrels
run "$ASSAY" report t.qrels mine.run -o mine.jsonl
expect_status 2
expect_stderr_has 'mine.jsonl: the file there is of another kind'
run "$ASSAY" gate t.qrels before.run --save mine.run
expect_refused 2 'mine.run: the file there is of another kind'
expect_same_file before.run mine.run
expect_same_file before.jsonl mine.jsonl
expect_equal "$(ls mine.*)" "$(printf '%s\n' mine.jsonl mine.run)"

test_that 'a file that is replaced does not hand its setuid and setgid bits on'
prepared labelled
echo 'q8 0 d8 1' >labels.qrels
chmod 6755 labels.qrels
must "$ASSAY" export t.db qrels -o labels.qrels
expect_equal "$(ls -l labels.qrels | cut -c 1-10)" '-rwxr-xr-x'

test_that 'a link is followed: it stays one, and its file is replaced'
prepared labelled
mkdir there
echo 'q8 0 d8 1' >there/labels.qrels
ln -s there/labels.qrels link
must "$ASSAY" export t.db qrels -o link
expect_equal "$(ls -l link | cut -c 1)" l
expect_equal "$(head -n 1 there/labels.qrels)" 'q1 0 d1 3'

test_that 'a database is not written over'
prepared labelled
cp t.db before.db
run "$ASSAY" export t.db qrels -o t.db
expect_refused 2 't.db: this is a database, so assay does not overwrite it'
expect_same_file before.db t.db

test_that 'a link to nothing is refused and stays one'
prepared labelled
ln -s gone link
run "$ASSAY" export t.db qrels -o link
expect_refused 1 'link: a link to a file that is not there'
expect_equal "$(ls -l link | cut -c 1)" l

test_that 'a folder that is not there is refused'
prepared labelled
run "$ASSAY" export t.db qrels -o gone/labels.qrels
expect_refused 1 'gone/labels.qrels ' "can't be written"

test_that '-o does not overwrite the files beside another database'
prepared labelled
cp t.db other.db
for ending in wal shm journal; do
	run "$ASSAY" export t.db qrels -o "other.db-$ending"
	expect_refused 2 "other.db-$ending: this is a database, so assay does not overwrite it"
	expect_missing "other.db-$ending"
done

test_that 'a -wal without its database is not written over'
prepared labelled
printf '\067\177\006\202and so on' >left
run "$ASSAY" export t.db qrels -o left
expect_refused 2 'left: this is a database, so assay does not overwrite it'

test_that 'a folder is not written over'
prepared labelled
mkdir out
run "$ASSAY" export t.db qrels -o out
expect_refused 1 'out ' "can't be written"
expect_equal "$(ls -A out)" ''

test_that 'a wrong call leaves the old file alone'
prepared labelled
echo 'old' >labels.qrels
run "$ASSAY" export t.db qrels --grading stars -o labels.qrels
expect_status 2
expect_equal "$(cat labels.qrels)" 'old'

# 60 ids of 1,000 bytes exceed the 33,280 bytes that may be written here, which are enough for SQLite's own files.
test_that 'a failed write keeps the old file and leaves nothing else'
awk 'BEGIN { long = sprintf("%990s", ""); gsub(/ /, "x", long)
             for (i = 10; i < 70; i++) { printf "%s%d\ttext\n", long, i >"d.tsv"
                                         printf "q1 Q0 %s%d 1 %d a\n", long, i, 80 - i >"a.run" } }'
lines q.tsv "q1${TAB}one?"
must "$ASSAY" import t.db --documents d.tsv --questions q.tsv --candidates a.run --depth 60
awk 'BEGIN { for (i = 0; i < 60; i++) print "{\"vote\":1}" }' >votes
"$ASSAY" label t.db --json --annotator eve <votes >ballots
mkdir out
echo 'old' >out/labels.qrels
run sh -c 'trap "" XFSZ; ulimit -f 65; "$1" export t.db qrels -o out/labels.qrels' sh "$ASSAY"
expect_refused 1 'out/labels.qrels ' "can't be written" 'too large'
expect_equal "$(cat out/*)" 'old'

done_testing
