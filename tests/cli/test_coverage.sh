# `assay coverage`: compares the questions with those that users ask.
. "$SOURCE/tests/support/tap.sh"

# Prints questions about a subject that has its own words, one per line.
ask() { # subject count first
	awk -v subject="$1" -v n="$2" -v first="$3" 'BEGIN {
		for (i = first; i < first + n; i++)
			print "does the " subject (i % 5) " " subject (i * 3 % 7 + 5) " need a " subject (i * 5 % 11 + 12) "?"
	}'
}

database() { # question files...
	lines d.tsv "d1${TAB}text"
	cat "$@" | awk '{ print "q" NR "\t" $0 }' >q.tsv
	must "$ASSAY" import t.db --documents d.tsv --questions q.tsv
}

test_that 'questions on other subjects differ, and missing subjects come first'
ask hose 40 1 >hoses
ask filter 40 1 >filters
database hoses
run "$ASSAY" coverage t.db filters
expect_status 0
expect_stdout_has 'questions   40 own, 40 real' 'your questions differ from those of users: z '
run "$ASSAY" coverage t.db filters --format tsv
expect_equal "$(stdout | head -n 1 | cut -f 1,3,4)" "0${TAB}0${TAB}yes"
expect_equal "$(stdout | head -n 1 | cut -f 5 | grep -c filter)" 1

test_that 'questions of one source are mixed, and nothing is missing'
{ ask hose 60 1; ask filter 60 1; } | sort >all
awk 'NR % 2 == 0' all >even
awk 'NR % 2 == 1' all >odd
database even
run "$ASSAY" coverage t.db odd
expect_status 0
expect_stdout_has 'verdict     mixed: z '
expect_stdout_lacks ' yes '

test_that 'a missing subject is shown although the other subjects are mixed'
for subject in hose filter motor brush wheel handle cable bag lid switch; do ask $subject 40 1; done | sort >all
ask pump 20 1 >pumps
awk 'NR % 2 == 0' all >own
awk 'NR % 2 == 1' all | cat - pumps >real
database own
run "$ASSAY" coverage t.db real
expect_stdout_has 'verdict     alike, but not in all subjects: z ' 'missing     20 real questions, in 1 cluster'
run "$ASSAY" coverage t.db real --format tsv
expect_equal "$(stdout | awk -F '\t' '$4 == "yes" { own += $1; real += $2; pumps += $5 ~ /^pump/ } END { print own, real, pumps }')" \
	'0 20 1'

test_that 'a small subject that may be missing by chance is shown below the verdict'
for subject in hose filter motor brush; do ask $subject 20 1; done | sort >all
for part in seal valve motor tube; do echo "pump: which pump $part suits my pump?"; done >pumps
awk 'NR % 2 == 0' all >own
awk 'NR % 2 == 1' all | cat - pumps >real
database own
run "$ASSAY" coverage t.db real --clusters 5
expect_stdout_has 'verdict     mixed: z ' 'perhaps     4 real questions, in 1 cluster'
run "$ASSAY" coverage t.db real --clusters 5 --format json
expect_stdout_has '"missing":	0' '"perhaps_missing":	4'

test_that 'fields of the real questions can be named'
ask hose 40 1 >hoses
database hoses
{ echo 'when,said'; ask hose 20 3 | sed 's/^/monday,/'; } >log.csv
run "$ASSAY" coverage t.db log.csv
expect_refused 1 'log.csv' '--text'
run "$ASSAY" coverage t.db log.csv --text said
expect_status 0
expect_stdout_has 'questions   40 own, 20 real' 'verdict     mixed: z '

test_that 'a few questions get no verdict'
ask hose 40 1 >hoses
ask filter 9 1 >filters
database hoses
run "$ASSAY" coverage t.db filters
expect_status 0
expect_stdout_has 'verdict     cannot tell: each side needs at least ten questions'
ask filter 10 1 >filters
run "$ASSAY" coverage t.db filters
expect_stdout_has 'verdict     your questions differ from those of users: z '

test_that 'JSON has the verdict beside the clusters'
ask hose 20 1 >hoses
ask filter 20 1 >filters
database hoses
run "$ASSAY" coverage t.db filters --format json
expect_stdout_has '"verdict":' '"z":' '"clusters":'

test_that 'questions without a common word get no verdict'
echo 'apples' >one
echo 'pears' >two
database one
run "$ASSAY" coverage t.db two
expect_stdout_has 'cannot tell'

test_that 'a database without questions is refused'
lines d.tsv "d1${TAB}text"
must "$ASSAY" import t.db --documents d.tsv
echo 'why?' >real
run "$ASSAY" coverage t.db real
expect_refused 1 't.db' 'no questions'

test_that 'a missing file is named'
ask hose 5 1 >hoses
database hoses
run "$ASSAY" coverage t.db missing.txt
expect_refused 1 'missing.txt'

# --- Vectors ---------------------------------------------------------------

# Writes questions with words that no other question has, and for each a vector near the axis of its subject: "qid TAB
# text" and vectors.jsonl.
ask_about() { # axis count name
	awk -v axis="$1" -v n="$2" -v name="$3" 'BEGIN {
		for (i = 1; i <= n; i++) {
			print name i "\t" name "word" i
			printf "{\"id\": \"%s%d\", \"vector\": [%s, %s, %g]}\n", name, i, axis == 1, axis == 2, i * 7 % 11 / 50 >"/dev/stderr"
		}
	}' 2>>vectors.jsonl
}

database_of() { # tsv
	lines d.tsv "d1${TAB}text"
	must "$ASSAY" import t.db --documents d.tsv --questions "$1"
}

two_sides() { # axis axis: 30 questions on each
	ask_about "$1" 30 own >own.tsv
	ask_about "$2" 30 real >real.tsv
	database_of own.tsv
}

test_that 'vectors distinguish what words cannot'
two_sides 1 2
run "$ASSAY" coverage t.db real.tsv
expect_stdout_has 'cannot tell'
run "$ASSAY" coverage t.db real.tsv --vectors vectors.jsonl
expect_status 0
expect_stdout_has 'neighbours  100 %' 'your questions differ from those of users: z '

test_that 'vectors of one direction are mixed'
two_sides 1 1
run "$ASSAY" coverage t.db real.tsv --vectors vectors.jsonl
expect_stdout_has 'verdict     mixed: z '

test_that 'length and order of vectors do not matter, nor do vectors of others'
two_sides 1 2
must "$ASSAY" coverage t.db real.tsv --vectors vectors.jsonl
before=$(stdout)
sort -r vectors.jsonl | sed 's/\[1, 0, \(.*\)\]/[1e300, 0, \1e300]/' >longer.jsonl
lines others '' '{"question_id": "stranger", "embedding": [1, 2, 3]}'
cat others >>longer.jsonl
must "$ASSAY" coverage t.db real.tsv --vectors longer.jsonl
expect_equal "$(stdout)" "$before"

test_that 'ids and vectors may have other names, and an id may be a number'
lines real.tsv "1${TAB}one" "2${TAB}two"
lines q.tsv "3${TAB}three"
lines v '{"qid": 1, "embedding": [1, 0]}' '{"_id": "2", "values": [0, 1]}' '{"query_id": "3", "Vector": [1, 1]}'
database_of q.tsv
run "$ASSAY" coverage t.db real.tsv --vectors v
expect_status 0

test_that 'a question without a vector is named'
two_sides 1 2
grep -v '"real7"' vectors.jsonl >less.jsonl
run "$ASSAY" coverage t.db real.tsv --vectors less.jsonl
expect_refused 1 'less.jsonl' "'real7'" 'add a line'

refuse_line() { # line, text...: refuses the vectors with this as their third line
	line=$1
	shift
	two_sides 1 2
	{
		head -n 2 vectors.jsonl
		echo "$line"
		sed 1,3d vectors.jsonl
	} >odd.jsonl
	run "$ASSAY" coverage t.db real.tsv --vectors odd.jsonl
	expect_refused 1 'odd.jsonl:3: ' "$@"
}

test_that 'a vector of another length is refused'
refuse_line '{"id": "own3", "vector": [1, 0]}' "'own3' has 2 numbers, earlier ones have 3"

test_that 'a vector with something else than numbers is refused'
refuse_line '{"id": "own3", "vector": [1, null, 0]}' "'own3' has no vector of numbers"

test_that 'a number that is too large is refused'
refuse_line '{"id": "own3", "vector": [1e999, 0, 0]}' "'own3' has no vector of numbers"

test_that 'an empty vector is refused'
refuse_line '{"id": "own3", "vector": []}' "'own3' has no vector of numbers"

test_that 'a line without a vector is refused'
refuse_line '{"id": "own3", "text": "why?"}' "'own3' has no vector of numbers" '"vector": ['

test_that 'a vector of zeros is refused'
refuse_line '{"id": "own3", "vector": [0, 0, 0]}' "'own3' is all zeros"

test_that 'a line without an id is refused'
refuse_line '{"vector": [1, 0, 0]}' 'this line has no question id' '{"id": '

test_that 'a second vector of a question is refused'
refuse_line '{"id": "own1", "vector": [1, 0, 0]}' "'own1'" 'in an earlier line'

test_that 'a line that is not JSON is refused'
refuse_line 'own3 1 0 0' 'not JSON at column 1'

test_that 'two questions with one qid are refused'
two_sides 1 2
lines real.tsv "own5${TAB}another question"
run "$ASSAY" coverage t.db real.tsv --vectors vectors.jsonl
expect_refused 1 't.db' 'real.tsv' "'own5'" 'rename one'

test_that 'a missing file of vectors is named'
two_sides 1 2
run "$ASSAY" coverage t.db real.tsv --vectors missing.jsonl
expect_refused 1 'missing.jsonl'

test_that 'a run or qrels instead of questions is refused'
lines q.tsv "q1${TAB}why does it leak?"
lines d.tsv "d1${TAB}hoses"
must "$ASSAY" import t.db --documents d.tsv --questions q.tsv
lines a.run 'q1 Q0 d1 1 9 a' 'q1 Q0 d2 2 8 a'
lines a.qrels 'q1 0 d1 1' 'q1 0 d2 0'
run "$ASSAY" coverage t.db a.run
expect_refused 1 'a.run: a TREC run, not questions'
run "$ASSAY" coverage t.db a.qrels
expect_refused 1 'a.qrels: these are qrels, not questions'

done_testing
