# The four beginnings in the manual, from a team's files to scores.
. "$SOURCE/tests/support/tap.sh"

# Votes for slot 1 until everything is done.
label() { # database
	i=0
	while [ $i -lt 40 ]; do
		echo '{"vote":1}'
		i=$((i + 1))
	done >"$tap_folder/votes"
	must sh -c "\"\$1\" label \"\$2\" --annotator maria --json <\"\$3\" >/dev/null" sh "$ASSAY" "$1" "$tap_folder/votes"
}

test_that 'a FAQ as JSON, and a table of questions and the records that answer them'
lines faq.json '[' \
	' {"text": "Yes, until the second week.", "section": "General", "question": "Can I join late?", "course": "ml"},' \
	' {"text": "Use a clean folder.", "section": "Setup", "question": "Why does the build fail?", "course": "ml"},' \
	' {"text": "Yes, always.", "section": "General", "question": "Can I join late?", "course": "de"}' ']'
# The id as a script would make it: the first 8 digits of the md5 of "ml-Can I join late?-Yes, until".
docid=$(printf '%s' 'ml-Can I join late?-Yes, until' | md5sum | cut -c 1-8)
lines ground-truth.csv 'question,course,document' "Is it too late to join?,ml,$docid" \
	"\"I am late, may I join?\",ml,$docid"
must "$ASSAY" import faq.db faq.json --make-id course,question,text:10
must "$ASSAY" import faq.db ground-truth.csv
must "$ASSAY" set faq.db show section,course
run "$ASSAY" pool faq.db --search --match course
expect_stdout_line 'questions left without candidates: 0'
label faq.db
must "$ASSAY" search faq.db --match course --run bm25.run
run "$ASSAY" eval faq.db --judgments ground-truth.csv bm25.run -m RR@5 --format tsv
expect_stdout "RR@5${TAB}1.0000"
run "$ASSAY" export faq.db qrels
expect_status 0
expect_stdout_has " 0 $docid "

test_that "a BEIR folder, its qrels too"
mkdir -p scifact/qrels
lines scifact/corpus.jsonl '{"_id": "d1", "title": "Hose", "text": "Cut the split hose."}' \
	'{"_id": "d2", "title": "Filter", "text": "Rinse the filter."}'
lines scifact/queries.jsonl '{"_id": "q1", "text": "My hose is split"}' '{"_id": "q2", "text": "A dirty filter"}'
lines scifact/qrels/test.tsv "query-id${TAB}corpus-id${TAB}score" "q1${TAB}d1${TAB}1" "q2${TAB}d2${TAB}1"
lines my.run 'q1 Q0 d2 1 2 x' 'q1 Q0 d1 2 1 x' 'q2 Q0 d2 1 2 x'
must "$ASSAY" import scifact.db scifact/
must "$ASSAY" pool scifact.db my.run --search --size 10
label scifact.db
run "$ASSAY" eval scifact.db --judgments test.tsv my.run -m RR --format tsv
expect_stdout "RR${TAB}0.7500"
must "$ASSAY" export scifact.db beir -o labelled
run "$ASSAY" import again.db labelled
expect_stdout_line 'documents   2 added' 'questions   2 added'

test_that 'questions and answers of a language model, whose answers are the documents'
lines generated.csv 'question,answer' 'Why is it loud?,"The belt is worn,' 'or the drum is loose."' \
	'Why does it leak?,The seal is old.'
must "$ASSAY" import qa.db --documents generated.csv --questions generated.csv --make-id question,answer:10
run "$ASSAY" pool qa.db --search
expect_status 0
must "$ASSAY" search qa.db --run bm25.run
expect_equal "$(awk '$4 == 1 && $1 == $3' bm25.run | wc -l)" 2

test_that 'hits of pgvector and of Elasticsearch, and the order of a model, are runs'
lines products.csv 'id,title,text' 'd1,Hose,A hose.' 'd2,Filter,A filter.' 'd3,Belt,A belt.'
lines questions.json '[{"id": "q1", "question": "Which hose?"}]'
lines pgvector.csv 'query_id,id,distance' 'q1,d2,0.2' 'q1,d1,0.1'
lines elastic.jsonl '{"qid":"q1","hits":{"total":{"value":2},"hits":[{"_id":"d1","_score":3.5},{"_id":"d3","_score":1}]}}'
lines judge.csv 'query_id,doc_id,score' 'q1,d3,1' 'q1,d1,3'
must "$ASSAY" import shop.db products.csv questions.json
run "$ASSAY" pool shop.db pgvector.csv elastic.jsonl judge.csv
expect_stdout_line 'candidates  3 added to the pools of 1 question'
expect_stdout_line '  pgvector.csv: 2 added' '  elastic.jsonl: 1 added, 1 already added by an earlier source' '  judge.csv: 0 added, 2 already added by an earlier source'
label shop.db
must "$ASSAY" export shop.db qrels -o shop.qrels
lines truth.qrels 'q1 0 d1 1'
run "$ASSAY" eval truth.qrels pgvector.csv elastic.jsonl judge.csv -m RR --format csv
expect_stdout_has 'pgvector,RR,1.0000' 'elastic,RR,1.0000' 'judge,RR,1.0000'

done_testing
