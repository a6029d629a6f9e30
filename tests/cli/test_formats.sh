# The kinds of files that people bring: what assay does with each, and what it says if it cannot recognise one.
. "$SOURCE/tests/support/tap.sh"

collection() {
	lines docs.jsonl '{"id":"d1","title":"Hose","text":"Unplug the cleaner and pull the hose off. Clear the blockage with a long brush."}' \
		'{"id":"d2","title":"Filter","text":"Rinse the filter under cold water and let it dry for a day."}' \
		'{"id":"d3","title":"Bag","text":"A full bag lowers the suction. Change it once a month."}'
	lines run.json '{"How do I unblock the hose?":["d1","d3"],"How do I wash the filter?":["d3","d2"]}'
}

with_questions() {
	collection
	lines qs.jsonl '{"id":"q1","text":"How do I unblock the hose?"}' '{"id":"q2","text":"How do I wash the filter?"}'
	must "$ASSAY" import t.db docs.jsonl qs.jsonl
}

# Each row of the first table in docs/formats.md has a test here, which names it.
row() { # name
	printf '%s\n' "$1" >>"$tap_folder/rows"
}

# --- Files that need options ----------------------------------------------------

test_that 'a field may hold one relevant document or a list of them'
row 'one relevant document'
collection
lines gt.csv 'question,answer,relevant_docs' 'How do I unblock the hose?,Pull,d1' 'How do I wash the filter?,Rinse,d2'
run "$ASSAY" eval gt.csv run.json -m RR --format tsv
expect_stdout "RR${TAB}0.7500"
expect_stderr_has 'gt.csv: no grades in it'
must "$ASSAY" import t.db docs.jsonl gt.csv
run "$ASSAY" eval t.db --judgments gt.csv run.json -m RR --format tsv
expect_stdout "RR${TAB}0.7500"

test_that 'a part of a document counts as the document, and a remark gives its place'
collection
lines ragas.jsonl '{"question":"Which brush?","reference_contexts":["Clear   the blockage with a long brush."]}'
run "$ASSAY" import t.db docs.jsonl ragas.jsonl
expect_stdout_line 'judgments   1 added'
expect_stderr_has "in document 'd1' at byte 42, 37 bytes long"

test_that 'a remark on a cell with a document'\''s text names the option that uses it'
collection
lines tests.csv question,context 'How do I wash the filter?,Rinse the filter under cold water and let it dry for a day.'
run "$ASSAY" import t.db docs.jsonl tests.csv
expect_stderr_has 'tests.csv: "context" names documents of the collection and is not used' '--truth "context"'
run "$ASSAY" import n.db docs.jsonl tests.csv --truth context
expect_stdout_line 'judgments   1 added'

test_that 'fields that the user names make questions and judgments'
collection
lines de.csv 'Frage;Dokument;Note' 'Was tun bei Stau?;d1;3' 'Was tun bei Stau?;d3;0'
run "$ASSAY" import t.db docs.jsonl de.csv
expect_stderr_has 'name its fields with --text, --question, --truth or --hits'
run "$ASSAY" import t.db docs.jsonl de.csv --question Frage --truth Dokument --grade Note
expect_stdout_line 'questions   1 added, 1 repeated in the files' 'judgments   2 added'

test_that 'clicks are compared with expert judgments and complete them'
prepared with_questions
lines gold.qrels 'q1 0 d1 1' 'q1 0 d2 0' 'q2 0 d2 1'
lines clicks.csv 'query,docid,position,clicks,impressions' 'How do I unblock the hose?,d1,1,30,100' 'How do I unblock the hose?,d2,2,20,100' \
	'How do I wash the filter?,d2,1,50,100' 'How do I wash the filter?,d1,2,0,100'
must "$ASSAY" import t.db --judgments gold.qrels
must "$ASSAY" import t.db clicks.csv
run "$ASSAY" agreement t.db --grades
expect_stdout_has 'clicks.csv  gold.qrels'
run "$ASSAY" agreement t.db:gold.qrels t.db:clicks.csv
expect_status 0
expect_stdout_has AUC
lines r.run 'q1 Q0 d1 1 3 r' 'q2 Q0 d2 1 3 r'
run "$ASSAY" eval t.db r.run --judgments gold.qrels --with clicks.csv -m RR
expect_status 0
expect_stderr_has 'judged by clicks.csv: 2 questions'

test_that 'eval names the option for a field that may be the truth or the ranking'
collection
lines gold.json '[{"question":"How do I unblock the hose?","gold":"d1"}]'
run "$ASSAY" eval gold.json run.json -m RR
expect_refused 1 'gold.json: these are questions, not qrels; if "gold" names the relevant documents, say --truth gold'
lines out.jsonl '{"question":"How do I unblock the hose?","output_ids":["d3","d4"]}'
run "$ASSAY" eval gold.json out.jsonl -m RR --truth gold
expect_refused 1 'out.jsonl: these are questions, not a run; if "output_ids" names the retrieved documents, say --hits output_ids'
run "$ASSAY" eval gold.json out.jsonl -m RR --truth gold --hits output_ids --format tsv
expect_stdout "RR${TAB}0.0000"

test_that 'eval names a field of a run with known documents that it does not read'
row 'a field beside'
collection
lines gold.jsonl '{"question":"How do I unblock the hose?","gold":["d1"]}'
must "$ASSAY" import t.db docs.jsonl gold.jsonl
lines out.jsonl '{"query":"How do I unblock the hose?","results":["d2"],"answer_ids":["d1","d3"]}'
run "$ASSAY" eval t.db --judgments gold.jsonl out.jsonl -m RR
expect_stderr_has 'out.jsonl: "answer_ids" names documents, too, and is not used'

test_that 'a refused dry run shows the fields of the files'
row 'other numbers'
collection
lines worth.csv 'query,docid,worth' 'Why?,d1,3' 'Why?,d2,0'
run "$ASSAY" import t.db worth.csv --dry-run
expect_status 1
expect_stdout_line 'worth.csv  query  words                  the question' 'worth.csv  worth  whole numbers, 0 to 3'
expect_stderr_has 'worth.csv: "worth" may be a grade or a score'

test_that 'a few words that recur may be grades, and are asked for'
row 'words that recur'
lines esci.csv 'query_id,product_id,esci' 'q1,d1,E' 'q1,d2,I' 'q2,d1,E'
lines a.run 'q1 Q0 d1 1 2 a' 'q2 Q0 d2 1 2 a'
run "$ASSAY" eval esci.csv a.run
expect_refused 1 'esci.csv:1: "esci" may be a grade in words' '--grades' '--grade none'
run "$ASSAY" eval esci.csv a.run --grade esci --grades E=3,I=0 -m P@1 --format tsv
expect_stdout "P@1${TAB}0.5000"

test_that 'a text nearly equal to a document is the document; others are counted'
row 'contexts'
collection
long='When the motor stops by itself unplug the cleaner and wait for half an hour until it is cold then look whether the bag is full and whether the filter is clean before you plug it in again and start it on the lowest step and wait for the lamp to turn green which takes a minute or two on older models and less on those that were sold after the second year'
printf '{"id":"d4","text":"%s"}\n' "$long" >>docs.jsonl
printf '{"question":"Why does it stop?","reference_contexts":["%s"],"retrieved_contexts":["Nothing of that stands in any of these documents.","Rinse the filter under cold water and let it dry for a day."]}\n' \
	"$(echo "$long" | sed 's/lowest step/lowest level/')" >ragas.jsonl
run "$ASSAY" import t.db docs.jsonl ragas.jsonl
expect_status 0
expect_stdout_line 'judgments   1 added'
expect_stderr_has '1 text was found in a document by nine tenths of the words, not word for word' "in document 'd4'"
run "$ASSAY" eval t.db --judgments ragas.jsonl ragas.jsonl -m RR
expect_stderr_has '1 text is in no document of the database; the first is "Nothing of that stands in any of these d'

test_that 'words that differ for one question may be grades: the options are named'
collection
lines esci.csv 'query,product_id,esci' 'unblock the hose,d1,E' 'unblock the hose,d3,I'
lines t.run 'q1 Q0 d1 1 1 r'
run "$ASSAY" eval esci.csv t.run
expect_refused 1 'esci.csv:1: questions with the same text differ in "esci"; if it is the grade, use --grade esci, and map its words with --grades WORD=NUMBER,…'
must "$ASSAY" import t.db docs.jsonl
run "$ASSAY" import t.db esci.csv
expect_status 1
expect_stderr_has 'if it is the grade, use --grade esci, and map its words with --grades WORD=NUMBER,…'
lines run.json '{"unblock the hose":["d3","d1"]}'
run "$ASSAY" eval esci.csv run.json -m RR --grade esci --grades E=1,I=0 --format tsv
expect_stdout "RR${TAB}0.5000"

test_that 'a dry run of plain text shows no fields'
lines faq.txt 'Q: Error, what is F28?' 'A: The filter, which is full.' '' 'Q: Why, then, does it beep?' 'A: It is full, too.'
run "$ASSAY" import t.db faq.txt --dry-run
expect_stdout_line 'documents   2 added'
expect_stdout_lacks 'looks like'

test_that 'a truth of files and a collection of pages: the error names both ways out'
lines pages.jsonl '{"id":"kettle.pdf#page=2","text":"Descale it."}' '{"id":"kettle.pdf#page=3","text":"Wipe it."}'
lines gold.csv question,relevant_docs 'How do I descale it?,kettle.pdf'
lines run.json '{"How do I descale it?":{"mixer.pdf#page=1":0.9,"kettle.pdf#page=2":0.8}}'
must "$ASSAY" import t.db --documents pages.jsonl
run "$ASSAY" import t.db gold.csv
expect_status 1
expect_stderr_has "gold.csv: 1 judgment names what is not in the database (document 'kettle.pdf'); 'kettle.pdf' is stored in parts, such as 'kettle.pdf#page=2': name the part, or score runs by whole files with \`assay eval gold.csv RUN --by-document '#'\`"
run "$ASSAY" eval gold.csv run.json --by-document '#' -m RR --format tsv
expect_stdout "RR${TAB}0.5000"

# --- Files of other tools -------------------------------------------------------

# Checks that a file becomes judgments of known questions and documents, equal to these qrels, of the source with its
# name.
judges() { # file, qrels [source]
	run "$ASSAY" import t.db "$1"
	expect_status 0
	run "$ASSAY" export t.db qrels --judgments "${3:-$1}"
	expect_stdout "$2"
}

test_that 'RankLib and LETOR: documents follow #, and questions are in comments'
row 'RankLib, LETOR'
with_questions
lines ltr.txt '# qid:1: How do I unblock the hose?' '' '3 qid:1 1:0.2 2:7 # d1 How' '0 qid:1 1:3 #docid = d2 inc = 1'
judges ltr.txt 'q1 0 d1 3
q1 0 d2 0'
lines named.txt '3 qid:1 1:0.2 # qid:q1 docid:d1' '0 qid:1 1:3 # qid:q1 docid = d2' '# qid:q2' '2 qid:7 1:3 # d2'
judges named.txt 'q1 0 d1 3
q1 0 d2 0
q2 0 d2 2'
lines letor.txt '2 qid:q1 1:0.2 # d1' '1 qid:q1 1:0.2'
run "$ASSAY" eval letor.txt letor.txt
expect_refused 1 "letor.txt:2: there is no document after '#'"

test_that 'judgment lists of OpenSearch are read as sent and as returned'
row 'OpenSearch judgments'
with_questions
ratings='"judgmentRatings":[{"query":"How do I unblock the hose?","ratings":[{"docId":"d1","rating":"3.0"},{"docId":"d2","rating":"0.0"}]}]'
lines put.json "{\"name\":\"kb\",\"type\":\"IMPORT_JUDGMENT\",$ratings}"
lines got.json "{\"took\":3,\"hits\":{\"total\":{\"value\":1},\"hits\":[{\"_id\":\"b7\",\"_score\":1.0,\"_source\":{\"id\":\"b7\",$ratings}}]}}"
judges put.json 'q1 0 d1 3
q1 0 d2 0'
judges got.json 'q1 0 d1 3
q1 0 d2 0'
run "$ASSAY" eval got.json run.json -m RR --format tsv
expect_stdout "RR${TAB}1.0000"

test_that 'examples of LangSmith are questions, whose outputs may name the documents'
collection
lines examples.jsonl '{"id":"5c","dataset_id":"9d","inputs":{"question":"How do I unblock the hose?"},"outputs":{"answer":"A brush","contexts":["Clear the blockage with a long brush."]}}'
run "$ASSAY" import t.db docs.jsonl examples.jsonl
expect_status 0
expect_stderr_has '"outputs.contexts" names documents of the collection and is not used' '--truth "outputs.contexts"'
run "$ASSAY" import n.db docs.jsonl examples.jsonl --truth outputs.contexts
expect_stdout_line 'questions   1 added' 'judgments   1 added'
run "$ASSAY" eval n.db --judgments examples.jsonl run.json -m RR --format tsv
expect_stdout "RR${TAB}1.0000"

test_that 'documents in an object named like the right answer are a truth'
row 'LangSmith, Langfuse, Braintrust'
with_questions
lines langfuse.json '[{"id":"q1","input":{"question":"How do I unblock the hose?"},"expectedOutput":{"documents":["d1"]},"status":"ACTIVE"}]'
lines braintrust.jsonl '{"id":"q2","input":"How do I wash the filter?","expected":{"documents":["d2"]},"metadata":{}}'
judges langfuse.json 'q1 0 d1 1'
judges braintrust.jsonl 'q2 0 d2 1'

test_that 'DeepEval: context is the truth, retrieval_context is the run'
row DeepEval
collection
hose='Unplug the cleaner and pull the hose off. Clear the blockage with a long brush.'
lines cases.json "[{\"input\":\"How do I unblock the hose?\",\"actual_output\":\"x\",\"expected_output\":\"y\",\"context\":[\"$hose\"]," \
	"\"retrieval_context\":[\"A full bag lowers the suction. Change it once a month.\",\"$hose\"]}]"
run "$ASSAY" import t.db docs.jsonl cases.json
expect_stdout_line 'questions   1 added' 'judgments   1 added'
run "$ASSAY" eval t.db --judgments cases.json cases.json -m RR --format tsv
expect_stdout "RR${TAB}0.5000"

test_that 'texts joined in a cell are split where each part is in the collection'
row 'texts in one cell'
brush='Clear the blockage with a long brush.' filter='Rinse the filter under cold water and let it dry for a day.'
for separator in '|' ';'; do
	collection
	lines cases.csv input,expected_output,context "How do I unblock the hose?,y,$brush$separator$filter" "How do I wash the filter?,y,$filter"
	run "$ASSAY" import "t$separator.db" docs.jsonl cases.csv
	expect_stdout_line 'questions   2 added' 'judgments   3 added'
done
collection
sed -i 's/it dry for a day/it; dry|off/' docs.jsonl
lines whole.jsonl '{"input":"How do I wash the filter?","expected_output":"y","context":"Rinse the filter under cold water and let it; dry|off."}' \
	'{"input":"How do I unblock the hose?","expected_output":"y","context":"Clear the blockage with a long brush.|A full bag lowers the suction."}'
run "$ASSAY" import n.db docs.jsonl whole.jsonl
expect_stdout_line 'questions   2 added' 'judgments   3 added'

test_that 'answers of TREC RAG name what was found as references'
row 'TREC RAG'
lines rag24.jsonl '{"run_id":"r","topic_id":"q1","topic":"Why?","references":["d1","d2"],"answer":[{"text":"So.","citations":[0,1]}]}'
lines rag25.jsonl '{"metadata":{"run_id":"r","narrative_id":"q1","narrative":"Why?"},"references":["d1","d2"],"answer":[{"text":"So.","citations":[0]}]}'
lines t.qrels 'q1 0 d1 0' 'q1 0 d2 1'
for file in rag24.jsonl rag25.jsonl; do
	run "$ASSAY" eval t.qrels $file -m RR --format tsv
	expect_stdout "RR${TAB}0.5000"
done

test_that 'a question with an answer and contexts is not a document of a FAQ'
collection
lines ragas.jsonl '{"id":"r1","question":"How do I unblock the hose?","answer":"A brush","contexts":["Rinse the filter under cold water and let it dry for a day."],"ground_truth":"x"}'
run "$ASSAY" import t.db docs.jsonl ragas.jsonl
expect_stdout_line 'documents   3 added' 'questions   1 added'
expect_stderr_has '"contexts" names documents of the collection and is not used'

test_that 'lists in cells are read as Python and NumPy print them'
collection
sed -i "s/it dry/it 'dry'/" docs.jsonl
cat >ragas.csv <<'END'
user_input,reference_contexts,reference
How do I wash it?,"['Rinse the filter\n\nunder cold\x20water and let it \'dry\' for a day.'
 'A full bag lowers the suction. Change it once a month.']",x
END
run "$ASSAY" import t.db docs.jsonl ragas.csv
expect_stdout_line 'judgments   2 added'
expect_stderr_lacks 'word for word'

test_that 'several ids in a cell are a list; a name with a comma is one id'
for cell in 'd1;d3' 'd1; d3' 'd1|d3' '"d1, d3"' '"d1,d3"'; do
	lines truth.csv 'question,relevant' "q1,$cell" 'q2,d2'
	lines some.run 'q1 Q0 d1 1 5 a' 'q1 Q0 d3 2 4 a' 'q2 Q0 d2 1 5 a'
	run "$ASSAY" eval truth.csv some.run --truth relevant -m R@5 --format tsv
	expect_status 0
	expect_stdout "R@5${TAB}1.0000"
done
lines truth.csv 'question,relevant' 'q1,"Smith, John"' 'q2,d2'
run "$ASSAY" eval truth.csv some.run --truth relevant -m R@5 --format tsv
expect_stdout_lacks '1.0000'

test_that 'tables with semicolons have decimals with a comma'
lines excel.csv 'query_id;doc_id;grade' 'q1;d1;3,0' 'q1;d2;0,5'
lines run.csv 'query_id;doc_id;score' 'q1;d2;0,91' 'q1;d1;0,55'
run "$ASSAY" eval excel.csv run.csv -m 'DCG@2' --format tsv --precision 2
expect_stdout "DCG@2${TAB}2.39"

test_that 'texts beside a table of questions are imported as documents'
collection
mkdir -p folder/sub
lines folder/hose.md '# Hose' '' 'Unplug it.'
lines folder/sub/filter.txt 'Rinse the filter.'
lines folder/README.md '# Read me'
lines folder/gt.csv 'question,document' 'How?,hose.md' 'Why?,sub/filter.txt'
run "$ASSAY" import t.db folder
expect_status 0
expect_stdout_line 'documents   2 added' 'judgments   2 added' 'folder/README.md  left out: an unknown kind of file'
cp docs.jsonl folder
printf '%%PDF-1.4\n' >folder/manual.pdf
rm folder/gt.csv
run "$ASSAY" import n.db folder
expect_stdout_line 'folder/manual.pdf      left out: documents' 'documents   3 added'

test_that 'a refused dry run also shows the fields of files given by options'
lines worth.csv 'query,docid,worth' 'Why?,d1,3' 'Why?,d2,0'
run "$ASSAY" import t.db --judgments worth.csv --dry-run
expect_stdout_line 'worth.csv  worth  whole numbers, 0 to 3'

test_that 'hints of trec_eval say that the options belong to assay eval'
lines book.csv 'query_id,doc_id,joe,ana' q1,d1,3,2 q1,d2,0,1
lines t.run 'q1 Q0 d1 1 9 r'
run "$ASSAY" trec_eval book.csv t.run
expect_refused 2 'with --grade FIELD' 'these are options of `assay eval`'

test_that 'eval suggests --truth for one id per record, whatever the field'\''s name'
lines one.csv question,p 'Why?,p1' 'How?,p2'
lines one.json '{"Why?":["p1"]}'
run "$ASSAY" eval one.csv one.json
expect_refused 1 'if "p" names the relevant documents, say --truth p'

test_that 'queries of a group in RRE share their documents, by document or by gain'
row 'RRE'
with_questions
lines rre.json '{"index":"i","topics":[{"description":"t","query_groups":[{"name":"g","queries":[' \
	'{"template":"x","placeholders":{"$query":"How do I unblock the hose?","$n":10}},' \
	'{"template":"x","placeholders":{"$query":"How do I wash the filter?"}}],"relevant_documents":{"d1":{"gain":2},"d3":{"gain":0}}},' \
	'{"name":"h","queries":[{"placeholders":{"$q":"How do I wash the filter?"}}],"relevant_documents":{"3":["d2"]}}]}]}'
judges rre.json 'q1 0 d1 2
q1 0 d3 0
q2 0 d1 2
q2 0 d2 3
q2 0 d3 0'

test_that 'questions by their document, as a language model writes them, are a truth'
row 'questions by document'
with_questions
lines made.json '{"d1":["How do I unblock the hose?"],' '"d2":["How do I wash the filter?"]}'
judges made.json 'q1 0 d1 1
q2 0 d2 1'
run "$ASSAY" eval made.json run.json -m RR --format tsv
expect_stdout "RR${TAB}0.7500"

test_that 'each annotator of Label Studio is a source, and two grades of one are refused'
row 'Label Studio, Argilla, Prodigy'
with_questions
lines ls.json '[{"id":1,"data":{"query":"How do I unblock the hose?","doc_id":"d1"},"annotations":[' \
	'{"completed_by":{"email":"ana@x"},"result":[{"from_name":"rel","type":"rating","value":{"rating":3}},{"from_name":"why","type":"textarea","value":{"text":["so"]}}]},' \
	'{"completed_by":2,"was_cancelled":true,"result":[{"from_name":"rel","type":"rating","value":{"rating":1}}]},' \
	'{"completed_by":2,"result":[{"from_name":"rel","type":"rating","value":{"rating":2}}]}]},' \
	'{"id":2,"data":{"query":"How do I unblock the hose?","doc_id":"d2"},"annotations":[{"completed_by":{"email":"ana@x"},"result":[{"from_name":"rel","type":"rating","value":{"rating":3}}]}]}]'
judges ls.json 'q1 0 d1 3
q1 0 d2 3' ana@x
run "$ASSAY" export t.db qrels --judgments 2
expect_stdout 'q1 0 d1 2'
sed 's/{"email":"ana@x"}/2/g' ls.json >twice.json
run "$ASSAY" import t.db twice.json
expect_refused 1 'twice.json:1: "2" gave this document the grades 3 and 2'

test_that 'words of Label Studio need --grades'
prepared with_questions
lines ls.json '[{"data":{"query":"How do I unblock the hose?","doc_id":"d1"},"annotations":[{"completed_by":1,"result":[{"from_name":"rel","type":"choices","value":{"choices":["Good"]}}]}]}]'
run "$ASSAY" import t.db ls.json
expect_status 1
expect_stderr_has "the grade 'Good' is not a finite number" '--grades'
run "$ASSAY" import t.db ls.json --grades Good=2
expect_stdout_line 'judgments   1 added'

test_that 'Argilla names documents by ids in the metadata or by their texts, in both versions'
prepared with_questions
lines argilla.json '[{"fields":{"query":"How do I unblock the hose?","document":"Unplug the cleaner and pull the hose off. Clear the blockage with a long brush."},"responses":{"relevance":[{"value":2,"user_id":"u1","status":"submitted"}]}},' \
	'{"fields":{"query":"How do I unblock the hose?","text":"x"},"metadata":{"doc_id":"d2"},"responses":[{"user_id":"u1","status":"submitted","values":{"relevance":{"value":0}}},{"user_id":"u2","status":"discarded","values":{"relevance":{"value":1}}}]}]'
judges argilla.json 'q1 0 d1 2
q1 0 d2 0'

test_that 'Prodigy: ignored examples are not judged'
prepared with_questions
for answer in 1:accept 2:reject 3:ignore; do
	printf '{"query":"How do I unblock the hose?","text":"x","meta":{"doc_id":"d%s"},"answer":"%s","_task_hash":1,"_annotator_id":"a"}\n' "${answer%:*}" "${answer#*:}"
done >prodigy.jsonl
judges prodigy.jsonl 'q1 0 d1 1
q1 0 d2 0'

test_that 'comparisons of Label Studio and Potato are votes, and a tie is not a vote'
row 'comparisons'
with_questions
lines pair.json '[{"data":{"query":"How do I unblock the hose?","left_id":"d1","right_id":"d2"},"annotations":[{"completed_by":7,"result":[{"type":"pairwise","value":{"selected":"right"}}]}]}]'
lines potato.jsonl '{"id":"1","question_id":"q2","responses":["Rinse the filter under cold water and let it dry for a day.","A full bag lowers the suction. Change it once a month."]}' \
	'{"instance_id":"1","user_id":"eva","labels":{"preference":{"selection":"A"}},"spans":{}}' \
	'{"instance_id":"1","user_id":"max","labels":{"preference":{"selection":"tie"}},"spans":{}}'
run "$ASSAY" import t.db pair.json potato.jsonl
expect_status 0
expect_stdout_line 'votes       2 added'
expect_equal "$("$ASSAY" export t.db votes | sed 's/.*\("question":"[^"]*"\).*\("shown":[^]]*]\).*\("chosen":"[^"]*"\).*\("annotator":"[^"]*"\).*/\1 \2 \3 \4/' | sort)" \
	'"question":"q1" "shown":["d1","d2"] "chosen":"d2" "annotator":"7"
"question":"q2" "shown":["d2","d3"] "chosen":"d2" "annotator":"eva"'
grep instance_id potato.jsonl >alone.jsonl
run "$ASSAY" import t.db alone.jsonl
expect_refused 1 'alone.jsonl:1: the documents of task "1" are unknown; put the tasks before the annotations'

# 80 of 200 clicks at the first position, 20 of 200 at the second: expected clicks are 40, 10, 40 and 10, actual ones
# 30, 20, 50 and 0.
test_that 'clicks by position are clicks over expected clicks, a source beside the votes'
row 'clicks by position'
with_questions
lines clicks.csv 'query,docid,position,clicks,impressions' 'How do I unblock the hose?,d1,1,30,100' 'How do I unblock the hose?,d2,2,20,100' \
	'How do I wash the filter?,d2,1,50,100' 'How do I wash the filter?,d1,2,0,100' 'How do I wash the filter?,d3,9,0,5'
judges clicks.csv 'q1 0 d1 0.75
q1 0 d2 2.00
q2 0 d1 0.00
q2 0 d2 1.25'
run "$ASSAY" status t.db
expect_stdout_has 'clicks.csv'
lines wrong.csv 'query,docid,position,clicks,impressions' 'a,d1,1,3,2'
run "$ASSAY" import t.db wrong.csv
expect_refused 1 'wrong.csv:2: 3 clicks of 2 impressions'

test_that 'UBI: queries say what was shown, events what was clicked'
row 'OpenSearch UBI'
with_questions
lines queries.ndjson '{"query_id":"a","user_query":"How do I unblock the hose?","query_response_object_ids":["d1","d2"]}' \
	'{"query_id":"b","user_query":"How do I wash the filter?","query_response_object_ids":["d2","d1"]}'
lines events.ndjson '{"action_name":"click","query_id":"a","event_attributes":{"object":{"object_id":"d1"},"position":{"ordinal":1}}}' \
	'{"action_name":"click","query_id":"b","event_attributes":{"object":{"object_id":"d1"}}}' \
	'{"action_name":"logout","query_id":"b","event_attributes":{}}'
cat queries.ndjson events.ndjson >ubi.ndjson
judges ubi.ndjson 'q1 0 d1 2
q1 0 d2 0
q2 0 d1 2
q2 0 d2 0'
run "$ASSAY" import t.db events.ndjson
expect_refused 1 'events.ndjson:1: this event belongs to no question above' 'cat ubi_queries.ndjson ubi_events.ndjson'

# Of q1, d1 was shown three times and clicked once, d2 was shown twice and never clicked. One of two first positions was
# clicked in each of two questions: of 4 impressions at position 1, 2 were clicked.
test_that 'a log of clicks and impressions is clicks by position, or a rate without positions'
row 'a log of clicks'
with_questions
lines log.csv 'timestamp,query,docid,position,event' '10:00,How do I unblock the hose?,d1,1,impression' '10:00,How do I unblock the hose?,d2,2,impression' \
	'10:00,How do I unblock the hose?,d1,1,click' '10:01,How do I unblock the hose?,d1,1,impression' '10:01,How do I unblock the hose?,d2,2,impression' \
	'10:02,How do I wash the filter?,d2,1,impression' '10:02,How do I wash the filter?,d2,1,click' '10:03,How do I wash the filter?,d2,1,impression' '10:04,How do I wash the filter?,d2,1,purchase'
judges log.csv 'q1 0 d1 1
q2 0 d2 1'
lines flags.jsonl '{"query":"How do I unblock the hose?","docid":"d1","clicked":true}' '{"query":"How do I unblock the hose?","docid":"d1","clicked":false}' \
	'{"query":"How do I unblock the hose?","docid":"d2","clicked":false}'
judges flags.jsonl 'q1 0 d1 0.5
q1 0 d2 0.0'
expect_stdout_has '0.5'
lines pages.csv 'query,url,clicks,impressions,ctr' 'How do I unblock the hose?,d1,1,4,25%' 'How do I unblock the hose?,d2,0,4,0%'
judges pages.csv 'q1 0 d1 0.25
q1 0 d2 0.00'

test_that 'a log that does not say what was shown is refused, and what the error asks for works'
with_questions
lines clicks.csv 'session_id,query,docid,position' 's1,How do I unblock the hose?,d1,1' 's2,How do I unblock the hose?,d1,1'
run "$ASSAY" import t.db clicks.csv
expect_refused 1 'clicks.csv:1: this looks like a log of clicks, one in each line; add a field "clicked": 1, and a line with 0 for each document that was shown and not clicked'
sed -e 's/$/,1/' -e '1s/,1$/,clicked/' clicks.csv >all.csv
run "$ASSAY" import t.db all.csv
expect_refused 1 'all.csv:1: each document was clicked; add the documents that were shown and not clicked, with 0'
lines shown.csv 's2,How do I unblock the hose?,d2,1,0'
cat all.csv shown.csv >whole.csv
judges whole.csv 'q1 0 d1 1.5
q1 0 d2 0.0'
sed 's/,1$/,click/; s/clicked/event/' all.csv >events.csv
run "$ASSAY" import t.db events.csv
expect_refused 1 'events.csv:1: these events are clicks only; add an event "impression"'

test_that 'a log without a click judges nothing'
with_questions
lines shown.csv query,docid,position,event 'How do I unblock the hose?,d1,1,impression'
lines open.jsonl '{"query_id":"q1","doc_id":"d1","rating":null}'
for file in shown.csv open.jsonl; do
	run "$ASSAY" import t.db $file
	expect_status 1
	expect_stderr_has "$file: no document has a grade"
done

test_that 'a number of a place is asked for, and the option that the error names works'
row 'a place'
with_questions
lines ctr.csv query,url,ctr 'How do I unblock the hose?,d1,0.5' 'How do I unblock the hose?,d2,0.25'
run "$ASSAY" import t.db ctr.csv
expect_refused 1 'ctr.csv: "ctr" may be a grade or a score; use --grade FIELD'
run "$ASSAY" import t.db ctr.csv --grade ctr
expect_stdout_line 'judgments   2 added'

# --- Shapes ------------------------------------------------------------------------

ranks_first() { # file [option...]: the run has d1 first, which is the only relevant document
	lines t.qrels 'q1 0 d1 1' 'q1 0 d2 0'
	run "$ASSAY" eval t.qrels "$@" -m RR --format tsv
	expect_status 0
	expect_stdout "RR${TAB}1.0000"
}

grades() { # file [grade of d2]: d1 has grade 3, and d2 has 0 or this grade
	with_questions
	run "$ASSAY" import t.db --judgments "$1" --as them
	expect_status 0
	run "$ASSAY" export t.db qrels --judgments them
	expect_stdout "q1 0 d1 3${2-
q1 0 d2 0}"
}

test_that 'runs and qrels in lines of columns'
row 'TREC run'
lines a.run 'q1 Q0 d1 1 9 r' 'q1 Q0 d2 2 8 r'
ranks_first a.run
row 'run of MS MARCO, ColBERT'
lines b.tsv "q1${TAB}d1${TAB}1" "q1${TAB}d2${TAB}2"
ranks_first b.tsv
row 'TREC qrels'
lines c.qrels 'q1 0 d1 3' 'q1 0 d2 0'
grades c.qrels

test_that 'two columns are judgments of grade 1 if --judgments says so'
row pairs
with_questions
lines pairs 'q1 d1' 'q2 d2'
run "$ASSAY" import t.db --judgments pairs
expect_stdout_line 'judgments   2 added'

test_that 'objects by question may hold numbers or lists'
row '`{"qid": {"docid": score}}`'
lines a.json '{"q1":{"d1":9.5,"d2":8.5}}'
ranks_first a.json
row '`{"qid": ["docid", …]}`'
lines b.json '{"q1":["d1","d2"]}'
ranks_first b.json

test_that 'records with grades, in a field or beside a list'
row 'records with grades'
lines a.csv 'query_id,doc_id,grade' q1,d1,3 q1,d2,0
grades a.csv

test_that 'an empty grade is not a judgment'
row 'an empty grade'
lines a.jsonl '{"query_id":"q1","doc_id":"d1","grade":3}' '{"query_id":"q1","doc_id":"d2","grade":null}'
grades a.jsonl ''

test_that 'grades by id beside a list'
row 'grades beside a list'
lines a.json '{"query_id":"q1","relevant_ids":["d1","d2"],"relevance_grades":{"d1":3,"d2":0}}'
grades a.json

test_that 'a list of objects with grades'
row 'lists of objects'
lines a.json '{"query_id":"q1","relevant_docs":[{"doc":"d1","relevance":3},{"doc":"d2","relevance":0}]}'
grades a.json

test_that 'a list of wrong documents is judged 0'
row 'lists of wrong documents'
with_questions
lines a.json '{"query_id":"q1","positive_ids":["d1"],"hard_negatives":["d2"]}'
run "$ASSAY" import t.db --judgments a.json
run "$ASSAY" export t.db qrels --judgments a.json
expect_stdout 'q1 0 d1 1
q1 0 d2 0'
lines b.json '{"question":"How do I unblock the hose?","positive_ids":["d1"],"hard_negatives":["d2"]}'
judges b.json 'q1 0 d1 1
q1 0 d2 0'

test_that 'passages with ids become documents unless others are given'
row 'passages of judgments'
lines dpr.json '[{"question":"Why?","answers":["x"],"positive_ctxs":[{"title":"Hose","text":"Pull it off.","score":1000,"title_score":1,"passage_id":"11"}],' \
	'"negative_ctxs":[{"title":"Bag","text":"A full bag.","score":7.2,"title_score":0,"passage_id":"13"}],"hard_negative_ctxs":[]}]'
run "$ASSAY" import p.db dpr.json
expect_stdout_line 'documents   2 added' 'questions   1 added' 'judgments   2 added'
run "$ASSAY" export p.db qrels --judgments dpr.json
expect_equal "$(cut -d' ' -f3,4 "$tap_folder/stdout")" '11 1
13 0'
collection
lines other.jsonl '{"id":"11","title":"Other","text":"Another text of that id."}'
must "$ASSAY" import t.db docs.jsonl other.jsonl
run "$ASSAY" import t.db dpr.json
expect_stdout_line 'documents   1 added, 1 already there'
run "$ASSAY" import n.db docs.jsonl dpr.json
expect_status 1
expect_stderr_has 'name what is not in the database'

test_that 'tables in JSON may be stored by columns'
row 'columns in JSON'
with_questions
lines a.json '{"questions":["How do I unblock the hose?","How do I wash the filter?"],"ground_truth_documents":[[{"id":"d1","content":"x"}],[{"id":"d2","content":"y"}]],' \
	'"retrieved_documents":[[{"id":"d3","score":0.9},{"id":"d1","score":0.8}],[{"id":"d2","score":0.7}]]}'
judges a.json 'q1 0 d1 1
q2 0 d2 1'
run "$ASSAY" eval t.db --judgments a.json a.json -m RR --format tsv
expect_stdout "RR${TAB}0.7500"
lines b.json '{"question":{"0":"How do I unblock the hose?"},"doc_id":{"0":"d1"},"grade":{"0":3}}'
lines c.json '{"columns":["question","doc_id","grade"],"index":[0],"data":[["How do I unblock the hose?","d1",3]]}'
lines d.json '{"features":[{"name":"x"}],"rows":[{"row_idx":0,"row":{"query_id":"q1","doc_id":"d1","grade":3},"truncated_cells":[]}]}'
for file in b c d; do
	judges $file.json 'q1 0 d1 3'
done
lines short.json '{"question":["How?","Why?"],' '"relevant_docs":[["d1"]]}'
run "$ASSAY" import t.db short.json
expect_refused 1 'short.json:1: "relevant_docs" does not have as many values as "question"'

test_that 'records without a number and lists of any name are judgments of grade 1'
row 'records without a number'
row 'lists of relevant ids'
row 'lists under any other name'
with_questions
lines a.csv 'query_id,doc_id' q1,d1
lines b.jsonl '{"query_id":"q1","gold_ids":["d2"]}'
lines c.jsonl '{"question":"How do I wash the filter?","sources_used":["d2"]}'
run "$ASSAY" import t.db a.csv b.jsonl c.jsonl
expect_status 0
expect_stdout_line 'judgments   3 added'

test_that 'ids joined in cells under any name are the truth if their documents are there'
row 'lists under any other name'
with_questions
lines joined.csv 'question,see' 'How do I unblock the hose?,d1;d3' 'How do I wash the filter?,d2'
run "$ASSAY" import t.db joined.csv
expect_status 0
expect_stdout_line 'judgments   3 added'

test_that 'ids joined in cells are a run by the name of their field, or by the ids in the judgments'
row 'lists of retrieved ids'
collection
lines gt.csv 'question,doc_id,grade' 'How do I unblock the hose?,d1,2' 'How do I wash the filter?,d2,1'
for run in 'question,retrieved_docs|d9;d1|d9; d2' 'question,retrieved|"d3,d1"|"d1,d2"' 'question,taken|d8;d1|d9;d2'; do
	IFS='|' read -r header first second <<-END
		$run
	END
	lines joined.csv "$header" "How do I unblock the hose?,$first" "How do I wash the filter?,$second"
	run "$ASSAY" eval gt.csv joined.csv -m RR --format tsv
	expect_stdout "RR${TAB}0.5000"
done

test_that 'ids without digits are joined by commas if they are known'
row 'lists of retrieved ids'
collection
lines gt.csv 'question,doc_id,grade' 'How do I unblock the hose?,intro,2' 'How do I wash the filter?,setup,1'
lines joined.csv 'question,retrieved' 'How do I unblock the hose?,"setup, intro"' 'How do I wash the filter?,"about,setup"'
run "$ASSAY" eval gt.csv joined.csv -m RR --format tsv
expect_stdout "RR${TAB}0.5000"

# Writes a run in which d3 comes before the relevant d1, and the numbers say the opposite.
found() { # file, line...
	lines gt.csv 'question,doc_id,grade' 'How do I unblock the hose?,d1,2'
	lines "$@"
}

test_that 'a hit may be a document with its number, as JSON and as Python print it'
row 'a document with its number'
collection
for hits in '[["d3",0.25],["d1",0.5]]' '[[0.25,"d3"],[0.5,"d1"]]' '[["d3","0.25"],["d1","0.5"]]' \
	'[[{"page_content":"Bag","metadata":{"source":"d3"}},0.25],[{"page_content":"Hose","metadata":{"source":"d1"}},0.5]]'; do
	found pairs.jsonl "{\"question\":\"How do I unblock the hose?\",\"hits\":$hits}"
	run "$ASSAY" eval gt.csv pairs.jsonl -m RR --format tsv
	expect_stdout "RR${TAB}1.0000"
done
found pairs.jsonl '{"question":"How do I unblock the hose?","hits":[["d3",1],["d1",2],["d2",3]]}'
run "$ASSAY" eval gt.csv pairs.jsonl -m RR --format tsv
expect_stdout "RR${TAB}0.5000"
for hits in "[('d3', 0.25), ('d1', 0.5)]" "[('d3', np.float64(0.25)), ('d1', np.float64(0.5))]" \
	"[{'id': 'd3', 'score': 0.25}, {'id': 'd1', 'score': 0.5}]" "{'d3': 0.25, 'd1': 0.5}" \
	"(('d3', 0.25), ('d1', 0.5))" "['d1' 'd3']" "('d1', 'd3')" "[array(['d1', 'd3'], dtype=object)]"; do
	found printed.csv 'question,hits' "How do I unblock the hose?,\"$hits\""
	run "$ASSAY" eval gt.csv printed.csv -m RR --format tsv
	expect_stdout "RR${TAB}1.0000"
done

test_that 'relevant documents with their grades may be pairs, as JSON and as Python print them'
row 'a document with its number'
collection
for relevant in '[[""d1"",1],[""d4"",2]]' "[('d1', 1), ('d4', 2)]" "{'d1': 1, 'd4': 2}" \
	"[{'doc': 'd1', 'relevance': 1}, {'doc': 'd4', 'relevance': 2}]"; do
	lines graded.csv 'question,relevant' "How do I unblock the hose?,\"$relevant\""
	run "$ASSAY" eval graded.csv run.json -m nDCG@5 --format tsv
	expect_stdout "nDCG@5${TAB}0.3801"
done

test_that 'two whole numbers in a list may be ids, or an id with its score, and are refused'
row 'a document with its number'
collection
lines gt.csv 'question,doc_id,grade' 'How do I unblock the hose?,12,2'
lines pairs.jsonl '{"question":"How do I unblock the hose?","hits":[[7,1],[12,3]]}'
run "$ASSAY" eval gt.csv pairs.jsonl -m RR
expect_refused 1 'pairs.jsonl:1: a list in the list of documents may be ids, or an id with its score'
lines pairs.jsonl '{"question":"How do I unblock the hose?","hits":[[7,0.5],[12,3.0]]}'
run "$ASSAY" eval gt.csv pairs.jsonl -m RR --format tsv
expect_stdout "RR${TAB}1.0000"
lines pairs.jsonl '{"question":"How do I unblock the hose?","hits":[["d3",1,0.25],["d1",2,0.5]]}'
run "$ASSAY" eval gt.csv pairs.jsonl -m RR
expect_refused 1 'pairs.jsonl:1: a list in the list of documents may be ids, or an id with its score'

test_that 'a list that is not closed as it should be is refused'
row 'lists of retrieved ids'
collection
found broken.jsonl '{"question":"How do I unblock the hose?","hits":["d3" "d1"]}'
run "$ASSAY" eval gt.csv broken.jsonl -m RR
expect_refused 1 'broken.jsonl:1: "hits" is not a list of ids'

test_that 'scores beside a list order it, distances and ranks with the least first'
row 'scores beside a list'
collection
for numbers in '"scores":[0.25,0.5]' '"distances":[0.25,0.125],"scores":{"d3":0.25,"d1":0.5}' '"ranks":[2,1]'; do
	found beside.jsonl "{\"question\":\"How do I unblock the hose?\",\"retrieved\":[\"d3\",\"d1\"],$numbers}"
	run "$ASSAY" eval gt.csv beside.jsonl -m RR --format tsv
	expect_stdout "RR${TAB}1.0000"
done
found beside.json '{"How do I unblock the hose?":{"ids":["d3","d1"],"scores":[0.25,0.5]}}'
run "$ASSAY" eval gt.csv beside.json -m RR --format tsv
expect_stdout "RR${TAB}1.0000"
found beside.csv 'question,retrieved,scores' 'How do I unblock the hose?,d3;d1,0.25;0.5'
run "$ASSAY" eval gt.csv beside.csv -m RR --format tsv
expect_stdout "RR${TAB}1.0000"
found beside.jsonl '{"question":"How do I unblock the hose?","retrieved":["d3","d1"],"bm25_scores":[0.5,0.25],"dense_scores":[0.25,0.5]}'
run "$ASSAY" eval gt.csv beside.jsonl -m RR
expect_refused 1 '"bm25_scores" and "dense_scores" could each be the score; choose one with --score FIELD'
run "$ASSAY" eval gt.csv beside.jsonl -m RR --format tsv --score dense_scores
expect_stdout "RR${TAB}1.0000"

test_that 'other numbers beside a list are refused if they contradict its order'
row 'scores beside a list'
collection
found beside.jsonl '{"question":"How do I unblock the hose?","retrieved":["d3","d1"],"pages":[4,17]}'
run "$ASSAY" eval gt.csv beside.jsonl -m RR
expect_refused 1 '"pages" has a number for each document that contradicts their order'
run "$ASSAY" eval gt.csv beside.jsonl -m RR --format tsv --hits retrieved
expect_stdout "RR${TAB}0.5000"
run "$ASSAY" eval gt.csv beside.jsonl -m RR --format tsv --score pages
expect_stdout "RR${TAB}1.0000"

test_that 'grades are beside joined ids, too, one for each'
row 'grades beside a list'
collection
lines graded.csv 'question,relevant,grades' 'How do I unblock the hose?,d1;d4,1;2' 'How do I wash the filter?,d2,2'
run "$ASSAY" eval graded.csv run.json -m nDCG@5 --format tsv
expect_stdout "nDCG@5${TAB}0.5055"
lines graded.csv 'question,relevant,grades' 'How do I unblock the hose?,d1;d4,1;2' 'How do I wash the filter?,d2,2;1'
run "$ASSAY" eval graded.csv run.json -m nDCG@5 --grade grades
expect_refused 1 'graded.csv:3: there are more grades than documents'

test_that 'falling ranks count, and falling distances are remarked'
row 'hits'
collection
found ranks.jsonl '{"question":"How do I unblock the hose?","hits":[{"id":"d3","rank":2},{"id":"d1","rank":1}]}'
run "$ASSAY" eval gt.csv ranks.jsonl -m RR --format tsv
expect_stdout "RR${TAB}1.0000"
found far.jsonl '{"question":"How do I unblock the hose?","hits":[{"id":"d3","distance":0.5},{"id":"d1","distance":0.25}]}'
run "$ASSAY" eval gt.csv far.jsonl -m RR --format tsv
expect_stdout "RR${TAB}0.5000"
expect_stderr_has 'far.jsonl: the distances fall from hit to hit, so the first hit counts as the best'

test_that 'a score that contradicts the order of the hits is refused beside a number that has it'
row 'hits'
collection
found reranked.jsonl '{"question":"How do I unblock the hose?","hits":[{"id":"d1","score":3,"rerank_score":0.9},{"id":"d3","score":8,"rerank_score":0.8},{"id":"e","score":5,"rerank_score":0.7},{"id":"f","score":6,"rerank_score":0.6},{"id":"g","score":1,"rerank_score":0.5},{"id":"h","score":4,"rerank_score":0.4},{"id":"i","score":2,"rerank_score":0.3},{"id":"j","score":7,"rerank_score":0.2}]}'
run "$ASSAY" eval gt.csv reranked.jsonl -m RR
expect_refused 1 '"score" and "rerank_score" could each be the score: the hits have the order of the second'
run "$ASSAY" eval gt.csv reranked.jsonl -m RR --format tsv --score rerank_score
expect_stdout "RR${TAB}1.0000"
run "$ASSAY" eval gt.csv reranked.jsonl -m RR --format tsv --score score
expect_stdout "RR${TAB}0.1667"

test_that 'several runs in one file are remarked or refused'
row 'several runs in one file'
collection
found tags.run '1 Q0 d3 1 0.9 bm25' '1 Q0 d1 1 0.8 dense'
lines gt.qrels '1 0 d1 2'
run "$ASSAY" eval gt.qrels tags.run -m RR
expect_stderr_has 'tags.run: the hits of a question have different tags or systems, and count as one run'
found systems.csv 'question,system,doc_id,score' 'How do I unblock the hose?,bm25,d3,0.9' 'How do I unblock the hose?,dense,d1,0.8'
run "$ASSAY" eval gt.csv systems.csv -m RR
expect_stderr_has 'systems.csv: the hits of a question have different tags or systems, and count as one run'
found named.json '{"bm25":{"How do I unblock the hose?":{"d3":0.9}},"dense":{"How do I unblock the hose?":{"d1":0.9}}}'
run "$ASSAY" eval gt.csv named.json -m RR
expect_refused 1 'named.json:1: a number is missing here' 'if its first level names systems'
lines lists.jsonl '{"query_id":"1","bm25":["d3","d1"],"dense":["d1","d3"]}'
run "$ASSAY" eval gt.qrels lists.jsonl -m RR
expect_refused 1 'lists.jsonl:1: no field is called like the hits; if "bm25" is it, say --hits bm25'

test_that 'hits that name documents by their places in another list are refused'
row 'hits'
collection
found reranked.jsonl '{"question":"How do I unblock the hose?","documents":["d3","d1"],"results":[{"index":1,"relevance_score":0.5},{"index":0,"relevance_score":0.25}]}'
run "$ASSAY" eval gt.csv reranked.jsonl -m RR
expect_refused 1 '"documents" and "results" belong together: the second names the documents by their places in the first'
run "$ASSAY" eval gt.csv reranked.jsonl -m RR --format tsv --hits documents
expect_stdout "RR${TAB}0.5000"

test_that 'a second list of documents in a run is remarked, the relevant ones are not'
row 'a field beside'
collection
found both.jsonl '{"question":"How do I unblock the hose?","retrieved":["d3","d1"],"reranked":["d1","d3"],"relevant":["d1"]}'
run "$ASSAY" eval gt.csv both.jsonl -m RR
expect_stderr_has 'both.jsonl: "reranked" names documents, too, and is not used; if these were retrieved, say --hits "reranked"'
expect_stderr_lacks '"relevant"'

test_that 'an id beside a question and a score is the document if it is judged'
row 'an id beside a question'
collection
lines gt.csv 'question,doc_id,grade' 'How do I unblock the hose?,d1,2' 'How do I wash the filter?,d2,1'
lines found.csv 'question,id,similarity' 'How do I unblock the hose?,d3,0.5' 'How do I unblock the hose?,d1,0.25' \
	'How do I wash the filter?,d2,0.5'
run "$ASSAY" eval gt.csv found.csv -m RR --format tsv
expect_stdout "RR${TAB}0.7500"

test_that 'a column with d1, d3 in it has lists in all its cells, also of ids without digits'
collection
lines gt.csv 'question,relevant_ids' 'How do I unblock the hose?,"d1, d3"' 'How do I wash the filter?,"intro, d2"'
run "$ASSAY" eval gt.csv run.json -m R@10 --format tsv
expect_stdout "R@10${TAB}0.7500"

test_that 'a bar is part of an id where ids are joined by semicolons'
collection
lines gt.csv 'question,relevant_ids' 'How do I unblock the hose?,use|3' 'How do I wash the filter?,d3;use|4'
lines bars.json '{"How do I unblock the hose?":["use|3"],"How do I wash the filter?":["use|4"]}'
run "$ASSAY" eval gt.csv bars.json -m R@10 --format tsv
expect_stdout "R@10${TAB}0.7500"

test_that 'ids with a comma that stand alone are remarked'
collection
lines gt.csv 'question,relevant_doc' 'How do I unblock the hose?,"intro,use"'
run "$ASSAY" eval gt.csv run.json -m R@10 --truth relevant_doc
expect_stderr_has "gt.csv: 'intro,use' counts as one document; write several like d1;d2"

test_that 'a chosen field of one document without a score is refused by what it lacks'
collection
lines gt.csv 'question,doc_id,grade' 'How do I unblock the hose?,d1,2'
lines found.csv 'question,taken' 'How do I unblock the hose?,d3' 'How do I unblock the hose?,d1'
run "$ASSAY" eval gt.csv found.csv -m RR --hits taken
expect_refused 1 'found.csv: "taken" names one document of a record, and no field has its score or rank; name it with --score FIELD'

test_that 'a column per rater is a source each'
row 'a column per rater'
with_questions
lines book.csv 'query_id,doc_id,joe,ana' q1,d1,3,2 q1,d2,0,1
run "$ASSAY" import t.db book.csv
run "$ASSAY" export t.db qrels --judgments ana
expect_stdout 'q1 0 d1 2
q1 0 d2 1'

test_that 'each annotator of a table with one grade a line is a source, in any order of the lines'
row 'an annotator in each record'
with_questions
lines long.csv 'question,document,annotator,grade' 'How do I unblock the hose?,d1,ana,3' 'How do I unblock the hose?,d2,ana,0' \
	'How do I unblock the hose?,d1,ben,2' 'How do I wash the filter?,d2,ben,1'
judges long.csv 'q1 0 d1 3
q1 0 d2 0' ana
run "$ASSAY" export t.db qrels --judgments ben
expect_stdout 'q1 0 d1 2
q2 0 d2 1'
run "$ASSAY" eval long.csv run.json -m RR
expect_refused 1 'long.csv:1: "ana" and "ben" look like raters; choose whose grades count with --grade FIELD'
run "$ASSAY" eval long.csv run.json -m RR --format tsv --grade ben
expect_stdout "RR${TAB}0.7500"
lines words.jsonl '{"query_id":"q1","doc_id":"d1","worker":7,"verdict":"good","comment":"so","lang":"en"}' '{"query_id":"q1","doc_id":"d1","worker":8,"verdict":"bad","comment":"no","lang":"en"}'
run "$ASSAY" import t.db words.jsonl --grades good=1,bad=0 --dry-run
expect_stdout_has 'words.jsonl  lang'
expect_stdout_lacks comment
expect_stdout_line 'judgments   2 added'
lines twice.csv 'query_id,doc_id,rater,grade' q1,d1,ana,3 q1,d1,ben,2 q1,d1,ana,0
run "$ASSAY" import t.db twice.csv
expect_refused 1 'twice.csv:4: "ana" gave this document the grades "3" and "0"; remove one of them'
lines one.csv 'query_id,doc_id,rater,grade' q1,d1,ana,3 q1,d3,ben,2
judges one.csv 'q1 0 d1 3
q1 0 d3 2'

test_that 'a name may end with a question mark'
with_questions
lines yes.csv 'query,docid,relevant?' 'How do I unblock the hose?,d1,yes' 'How do I unblock the hose?,d2,no'
run "$ASSAY" import t.db yes.csv
expect_status 1
expect_stderr_has "the grade 'yes' is not a finite number" '--grades'
run "$ASSAY" import t.db yes.csv --grades yes=1,no=0
expect_stdout_line 'judgments   2 added'
run "$ASSAY" export t.db qrels --judgments yes.csv
expect_stdout 'q1 0 d1 1
q1 0 d2 0'

test_that 'labels of hits are said, and are grades if the user says so'
row 'labels of hits'
with_questions
lines hits.jsonl '{"query":"How do I unblock the hose?","results":[{"id":"d1","relevance_label":"good"},{"id":"d2","relevance_label":"bad"}]}'
run "$ASSAY" import t.db hits.jsonl
expect_stdout_line 'candidates  2 added'
expect_stderr_has 'hits.jsonl: "relevance_label" of the hits is called like a grade and is not used' '--grade "relevance_label" --grades WORD=NUMBER,…'
run "$ASSAY" import t.db hits.jsonl --grade relevance_label --grades good=1,bad=0
expect_stdout_line 'judgments   2 added'
run "$ASSAY" export t.db qrels --judgments hits.jsonl
expect_stdout 'q1 0 d1 1
q1 0 d2 0'

test_that 'the questions of a snapshot come in with it'
collection
lines snap.csv 'Case Name,Query Text,Doc ID,Doc Position,Snapshot Name' 'C,How do I unblock the hose?,d1,1,S' 'C,How do I unblock the hose?,d3,2,S' 'C,descale,d2,1,S'
run "$ASSAY" import t.db docs.jsonl snap.csv
expect_status 0
expect_stdout_line 'questions   2 added' 'candidates  3 added'
run "$ASSAY" import t.db snap.csv
expect_stdout_line 'questions   0 added' 'candidates  0 added, 3 already there'
lines same.jsonl '{"id":"a","text":"Why?"}' '{"id":"b","text":"Why?"}'
lines why.csv query,docid,rank 'Why?,d1,1'
must "$ASSAY" import t.db --questions same.jsonl
run "$ASSAY" import t.db why.csv
expect_status 1
expect_stderr_has "why.csv: several questions have the text 'Why?'; use their ids"

test_that 'two grades are refused'
row 'two grades'
lines a.csv 'query_id,doc_id,label,score' q1,d1,3,0.9
run "$ASSAY" eval a.csv a.csv
expect_refused 1 'could both be the grade' '--grade FIELD'

test_that 'clicks of impressions without a position are a rate'
row clicks
with_questions
lines a.csv 'query_id,doc_id,clicks,impressions' q1,d1,3,4
run "$ASSAY" import t.db a.csv
expect_stderr_has 'clicks / impressions'
run "$ASSAY" export t.db qrels --judgments a.csv
expect_stdout 'q1 0 d1 0.75'

test_that 'records with a score, a ranking, and hits are runs'
row 'records with a score'
lines a.csv 'query_id,doc_id,distance' q1,d2,0.9 q1,d1,0.1
ranks_first a.csv
row 'a ranking'
lines b.csv 'query_id,doc_id,place' q1,d1,1 q1,d2,2
ranks_first b.csv
lines detailed.csv 'Case Name,Query ID,Doc ID,Rating,Doc Position' C,q1,d2,3,2 C,q1,d1,0,1
ranks_first detailed.csv
row hits
lines c.jsonl '{"qid":"q1","matches":[{"id":"d2","similarity":0.1},{"id":"d1","similarity":0.9}]}'
ranks_first c.jsonl
row 'hits in columns'
lines d.jsonl '{"qid":"q1","ids":[["d2","d1"]],"distances":[[0.9,0.1]]}'
ranks_first d.jsonl
row 'several numbers in hits'
lines e.jsonl '{"qid":"q1","matches":[{"id":"d2","a":1,"b":2},{"id":"d1","a":3,"b":4}]}'
ranks_first e.jsonl --score b
run "$ASSAY" eval t.qrels e.jsonl
expect_refused 1 'could each be the score' '--score FIELD'
run "$ASSAY" import u.db e.jsonl
expect_refused 1 'e.jsonl: "a" and "b" could each be the score; choose one with --score FIELD'

test_that 'a text in place of a qid names its question if the database has it'
row 'questions by text'
with_questions
lines a.qrels 'q1 0 d1 1' 'q2 0 d2 1'
must "$ASSAY" import t.db --judgments a.qrels
run "$ASSAY" eval t.db --judgments a.qrels run.json -m RR --format tsv
expect_stdout "RR${TAB}0.7500"

test_that 'YAML, a FAQ and lists of questions'
row YAML
lines a.yaml '- query_id: q1' '  hits: [d1, d2]'
ranks_first a.yaml
row 'a FAQ'
row questions
lines faq.txt 'Q: Why?' 'A: So.' '' 'Q: How?' 'A: Thus.'
lines asked.txt 'Why is it loud?' 'How do I wash it?'
run "$ASSAY" import t.db faq.txt asked.txt
expect_stdout_line 'documents   2 added' 'questions   2 added'

test_that 'Parquet, Arrow and Git LFS pointers are refused with what to do'
row 'Parquet, Arrow, Git LFS pointers'
printf 'PAR1\025\004' >a.parquet
run "$ASSAY" import t.db a.parquet
expect_refused 1 'a.parquet: this is a Parquet file' 'duckdb -c'
printf '\377\377\377\377\020\000\000\000' >a.arrow
run "$ASSAY" import t.db a.arrow
expect_refused 1 'a.arrow: this is an Arrow stream' 'to_json'
lines b.jsonl 'version https://git-lfs.github.com/spec/v1' 'oid sha256:0' 'size 1'
run "$ASSAY" import t.db b.jsonl
expect_refused 1 'git lfs pull'

test_that 'a question of one word can be named by its text unless that is an id'
collection
lines qs.jsonl '{"id":"q1","text":"descale"}' '{"id":"q2","text":"q1"}'
lines a.qrels 'q1 0 d1 1' 'q2 0 d2 1'
must "$ASSAY" import t.db docs.jsonl --questions qs.jsonl --judgments a.qrels
lines r.json '{"descale":["d1"],"q2":["d2"]}'
run "$ASSAY" eval t.db --judgments a.qrels r.json -m RR --format tsv
expect_stdout "RR${TAB}1.0000"
lines r.csv 'query,docid,score' 'q1,d1,3' 'q2,d2,3'
run "$ASSAY" eval t.db --judgments a.qrels r.csv -m RR --format tsv
expect_stdout "RR${TAB}1.0000"

test_that 'a text with a grade or a score names the document with this text'
row 'a text and a grade'
row 'a text and a score'
with_questions
hose='Unplug the cleaner and pull the hose off. Clear the blockage with a long brush.'
filter='Rinse the filter under cold water and let it dry for a day.'
lines umbrela.jsonl "{\"model\":\"m\",\"query\":\"How do I unblock the hose?\",\"passage\":\"$hose\",\"prompt\":\"Grade it.\",\"prediction\":\"3\",\"judgment\":3}" \
	"{\"model\":\"m\",\"query\":\"How do I unblock the hose?\",\"passage\":\"$filter\",\"prompt\":\"Grade it.\",\"prediction\":\"0\",\"judgment\":0}"
judges umbrela.jsonl 'q1 0 d1 3
q1 0 d2 0'
lines pairs.csv query,passage,label "How do I unblock the hose?,$hose,2"
judges pairs.csv 'q1 0 d1 2'
lines phoenix.csv context.span_id,document_position,input,reference,document_score "s,0,How do I unblock the hose?,$filter,0.3" \
	"s,1,How do I unblock the hose?,$hose,0.9"
run "$ASSAY" eval t.db phoenix.csv --judgments umbrela.jsonl -m RR --format tsv
expect_stdout "RR${TAB}1.0000"

test_that 'contexts of ragas are found without their hop marks'
prepared with_questions
lines ragas.jsonl '{"user_input":"How do I unblock the hose?","reference_contexts":["<1-hop>\n\nClear the blockage with a long brush.","<2-hop>\n\nRinse the filter under cold water and let it dry for a day."]}'
judges ragas.jsonl 'q1 0 d1 1
q1 0 d2 1'
run "$ASSAY" eval ragas.jsonl run.json
expect_refused 1 '"reference_contexts" holds texts: import this file into a database together with its documents'
run "$ASSAY" eval t.db run.json
expect_refused 1 'no question has a vote yet' '--judgments ragas.jsonl'

test_that 'a table of LangSmith is read as its examples in JSON, and a test of promptfoo has its question in its variables'
row "LangSmith's table"
row promptfoo
collection
brush='[""Clear the blockage with a long brush.""]'
lines dots.csv id,inputs.question,outputs.answer,outputs.contexts "e1,How do I unblock the hose?,A brush,\"$brush\""
lines lines.csv input_question,output_answer,output_contexts "How do I unblock the hose?,A brush,\"$brush\""
lines cells.csv id,inputs,outputs 'e1,"{""question"":""How do I unblock the hose?""}","{""contexts"":[""Clear the blockage with a long brush.""]}"'
for file in dots lines cells; do
	run "$ASSAY" import $file.db docs.jsonl $file.csv --truth outputs.contexts
	expect_stdout_line 'questions   1 added' 'judgments   1 added'
done
vars='{"query":"How do I unblock the hose?","context":"Clear the blockage with a long brush."}'
lines config.yaml 'prompts: ["{{query}}"]' 'providers: [echo]' 'tests:' '  - vars:' '      query: How do I unblock the hose?' \
	'      context: Clear the blockage with a long brush.'
lines results.json "{\"version\":3,\"results\":{\"results\":[{\"vars\":$vars,\"success\":true},{\"vars\":$vars,\"success\":false}]}}"
lines tests.csv query,context,__expected 'How do I unblock the hose?,Clear the blockage with a long brush.,contains: brush'
for file in config.yaml results.json tests.csv; do
	run "$ASSAY" import $file.db docs.jsonl $file --truth context
	expect_stdout_line 'questions   1 added' 'judgments   1 added'
done

test_that 'Chroma'\''s answers name their questions; a ranking evaluation is a run'
row "Elasticsearch's answer to \`_rank_eval\`"
lines t.qrels 'q1 0 d1 0' 'q1 0 d2 1' 'q2 0 d1 1'
lines chroma.json '{"ids":[["d1","d2"],["d1"]],"distances":[[0.1,0.3],[0.2]],"documents":[["a","b"],["a"]]}'
run "$ASSAY" eval t.qrels chroma.json -m RR
expect_refused 1 'these hits have no question; put "query_ids" beside "ids"'
lines named.json '{"queries":["q1","q2"],"ids":[["d1","d2"],["d1"]],"distances":[[0.1,0.3],[0.2]],"documents":null}'
lines answer.json '{"metric_score":0.5,"details":{"q1":{"metric_score":0,"unrated_docs":[{"_index":"i","_id":"d1"}],"hits":[{"hit":{"_index":"i","_id":"d1","_score":7.2},"rating":null},{"hit":{"_index":"i","_id":"d2","_score":4.1},"rating":1}]},"q2":{"metric_score":1,"unrated_docs":[],"hits":[{"hit":{"_index":"i","_id":"d1","_score":3.3},"rating":1}]}},"failures":{}}'
for file in named.json answer.json; do
	run "$ASSAY" eval t.qrels $file -m RR --format tsv
	expect_stdout "RR${TAB}0.7500"
done

test_that 'lists by question may hold file names with blanks'
lines t.qrels 'q1 0 Employee%20Handbook.pdf 1'
lines r.json '{"q1":["other.pdf","Employee Handbook.pdf"]}'
run "$ASSAY" eval t.qrels r.json -m RR --format tsv
expect_stdout "RR${TAB}0.5000"

test_that 'texts in lists by question are not ids: they need a database'
collection
lines qs.jsonl '{"id":"q1","text":"How do I wash the filter?"}'
lines t.qrels 'q1 0 d2 1'
lines r.json '{"q1":["A full bag lowers the suction. Change it once a month.","Rinse the filter under cold water and let it dry for a day."]}'
run "$ASSAY" eval t.qrels r.json
expect_refused 1 'r.json: the lists of this run hold texts and not ids; score them against a database that has these documents'
run "$ASSAY" eval r.json t.qrels
expect_refused 1 'r.json: these lists hold texts and not ids; import this file into a database together with its documents'
must "$ASSAY" import t.db docs.jsonl qs.jsonl t.qrels --as gold
run "$ASSAY" eval t.db --judgments gold r.json -m RR --format tsv
expect_stdout "RR${TAB}0.5000"

test_that 'rows of pgvector and the results of a reranker are runs'
with_questions
lines t.qrels 'q1 0 d1 1'
lines rows.csv 'query_id,id,embedding_distance' 'q1,d2,0.9' 'q1,d1,0.1'
run "$ASSAY" eval t.qrels rows.csv -m RR --format tsv
expect_stdout "RR${TAB}1.0000"
must "$ASSAY" import t.db --judgments t.qrels
lines cohere.jsonl '{"query":"How do I unblock the hose?","results":[{"index":0,"relevance_score":0.1,"document":{"text":"A full bag lowers the suction. Change it once a month."}},{"index":2,"relevance_score":0.9,"document":{"text":"Unplug the cleaner and pull the hose off. Clear the blockage with a long brush."}}],"meta":{"api_version":{"version":"2"}}}'
run "$ASSAY" eval t.db --judgments t.qrels cohere.jsonl -m RR --format tsv
expect_stdout "RR${TAB}1.0000"

test_that 'hits that say where they come from, and have a number, are a run'
lines t.qrels 'q1 0 a.pdf 1'
lines r.jsonl '{"query_id":"q1","results":[{"source":"b.pdf","score":0.3},{"source":"a.pdf","score":0.9}]}'
run "$ASSAY" eval t.qrels r.jsonl -m RR --format tsv
expect_stdout "RR${TAB}1.0000"

# --- What a source does not say ---------------------------------------------------

test_that 'ids, places and pages are neither grades nor scores'
prepared with_questions
lines ids.csv query_id,doc_id,chunk_id,user_id,page,url,lang 'q1,d1,17,3,4,https://x/1,en' 'q1,d3,4,9,2,https://x/3,de' 'q2,d2,9,3,1,https://x/2,en'
judges ids.csv 'q1 0 d1 1
q1 0 d3 1
q2 0 d2 1'

test_that 'an id of a label, or a name that nobody knows, may be a grade'
for name in label_id Note difficulty; do
	lines t.csv query_id,doc_id,$name q1,d1,2 q1,d3,0
	run "$ASSAY" eval t.csv t.csv
	expect_refused 1 "\"$name\" may be a grade or a score; use --grade FIELD"
done

test_that 'counts are no raters'
lines t.csv query_id,doc_id,upvotes,downvotes q1,d1,5,1 q1,d3,0,4
run "$ASSAY" eval t.csv t.csv
expect_refused 1 '"upvotes" and "downvotes" may be a grade or a score'

test_that 'ids of rows, comments and a label beside the grade do not tell questions apart'
prepared with_questions
lines rows.csv 'id,uuid,question,doc_id,rating,label,comment' '1,a-1,How do I unblock the hose?,d1,3,good,well' '2,a-2,How do I unblock the hose?,d3,0,bad,no'
run "$ASSAY" import t.db rows.csv --grade rating
expect_stdout_line 'questions   0 added, 1 already there, 1 repeated in the files' 'judgments   2 added'
lines own.csv 'id,question,doc_id,rating' 'x1,Why?,d1,3' 'x1,Why?,d3,0' 'x2,Why?,d2,1'
run "$ASSAY" import t.db own.csv
expect_stdout_line 'questions   2 added, 1 repeated in the files' 'judgments   3 added'

test_that 'a verdict in words counts, not the confidence beside it'
prepared with_questions
lines verdicts.jsonl '{"query":"How do I unblock the hose?","doc_id":"d1","verdict":"relevant","confidence":0.7}' \
	'{"query":"How do I unblock the hose?","doc_id":"d3","verdict":"irrelevant","confidence":0.9}'
run "$ASSAY" import t.db verdicts.jsonl
expect_status 1
expect_stderr_has "the grade 'relevant' is not a finite number" '--grades'
run "$ASSAY" import t.db verdicts.jsonl --grades relevant=1,irrelevant=0
expect_stdout_line 'judgments   2 added'

test_that 'documents under a name that does not mean relevant ones are never judged relevant'
prepared with_questions
for name in not_relevant nonRelevantDocs false_positives distractors unexpected_docs excluded_doc_ids less_relevant_docs seen_doc_ids; do
	printf '{"question":"How do I unblock the hose?","%s":["d3"]}\n' $name >$name.jsonl
	run "$ASSAY" import t.db $name.jsonl --dry-run
	expect_stdout_lacks judgments
	expect_stderr_has "\"$name\" names documents of the collection and is not used"
done

test_that 'beside relevant documents, unexpected ones are wrong and excluded ones do not count'
prepared with_questions
lines gold.jsonl '{"question":"How do I unblock the hose?","expected_docs":["d1"],"unexpected_docs":["d3"],"excluded_ids":["d2"]}'
judges gold.jsonl 'q1 0 d1 1
q1 0 d3 0'

test_that 'the context of an answer was retrieved; beside an expected answer it is the truth'
prepared with_questions
context='["Clear the blockage with a long brush."]'
printf '{"input":"How do I unblock the hose?","output":"Brush it.","context":%s}\n' "$context" >trulens.jsonl
run "$ASSAY" import t.db trulens.jsonl
expect_stdout_lacks judgments
expect_stderr_has '"context" names documents of the collection and is not used'
printf '{"input":"How do I wash the filter?","actual_output":"Brush it.","expected_output":"Pull it off.","context":%s}\n' "$context" >deepeval.jsonl
judges deepeval.jsonl 'q2 0 d1 1'

test_that 'documents of LangChain are a run by their texts'
prepared with_questions
lines t.qrels 'q1 0 d1 1'
lines chain.jsonl '{"question":"How do I unblock the hose?","source_documents":[{"page_content":"A full bag lowers the suction. Change it once a month.","metadata":{"source":"kb/3","page":1}},{"page_content":"Clear the blockage with a long brush.","metadata":{"source":"kb/1","page":2}}]}'
must "$ASSAY" import t.db --judgments t.qrels
run "$ASSAY" eval t.db --judgments t.qrels chain.jsonl -m RR --format tsv
expect_stdout "RR${TAB}0.5000"
run "$ASSAY" import t.db chain.jsonl
expect_stdout_line 'candidates  2 added'

test_that 'a field that --score names is not also the ranks'
with_questions
lines t.csv question,docid,similarity q1,d1,0.9 q1,d3,0.8 q2,d2,0.7 q2,d1,0.2
run "$ASSAY" import t.db --candidates t.csv --score similarity
expect_status 0
expect_stdout_line 'candidates  4 added'
expect_stderr_lacks 'rise with the ranks'

test_that 'a text that several questions retrieved is a document of each'
with_questions
lines same.jsonl '{"question":"How do I unblock the hose?","retrieved_contexts":["Clear the blockage with a long brush.","Unplug the cleaner and pull the hose off."]}' \
	'{"question":"How do I wash the filter?","retrieved_contexts":["Clear the blockage with a long brush.","Rinse the filter under cold water and let it dry for a day."]}'
lines t.qrels 'q1 0 d1 1' 'q2 0 d2 1'
must "$ASSAY" import t.db --judgments t.qrels
run "$ASSAY" eval t.db --judgments t.qrels same.jsonl -q -m RR --format tsv
expect_stdout_line "q1${TAB}RR${TAB}1.0000"
expect_stdout_line "q2${TAB}RR${TAB}0.5000"

test_that 'retrieved texts in the cells of a table are a run in their order'
prepared with_questions
lines results.csv user_input,retrieved_contexts,reference_contexts,faithfulness \
	'How do I unblock the hose?,"['\''A full bag lowers the suction. Change it once a month.'\'', '\''Clear the blockage with a long brush.'\'']","['\''Clear the blockage with a long brush.'\'']",0.5'
must "$ASSAY" import t.db results.csv
run "$ASSAY" eval t.db --judgments results.csv results.csv -m RR --format tsv --hits retrieved_contexts
expect_stdout "RR${TAB}0.5000"

test_that 'numbers in quotation marks are numbers, as keys of documents have them'
row '`{"qid": {"docid": score}}`'
collection
lines gt.json '{"How do I unblock the hose?":{"d1":"2"}}'
lines quoted.json '{"How do I unblock the hose?":{"d3":"0.25","d1":"0.5"}}'
run "$ASSAY" eval gt.json quoted.json -m RR --format tsv
expect_stdout "RR${TAB}1.0000"

test_that 'ids of nodes that no document has give way to the texts of the nodes'
row 'hits'
with_questions
lines q1.qrels 'q1 0 d1 1'
must "$ASSAY" import t.db --judgments q1.qrels
lines nodes.jsonl '{"query":"How do I unblock the hose?","source_nodes":[{"node":{"id_":"n1","text":"A full bag lowers the suction. Change it once a month."},"score":0.9},{"node":{"id_":"n2","text":"Clear the blockage with a long brush."},"score":0.5}]}'
run "$ASSAY" eval t.db nodes.jsonl --judgments q1.qrels -m RR --format tsv
expect_stdout "RR${TAB}0.5000"

test_that 'a question without an id is the one in the database that has its text'
row 'questions by text'
with_questions
lines asked.csv query 'How do I unblock the hose?' 'Which bag fits?'
run "$ASSAY" import t.db asked.csv
expect_stdout_line 'questions   1 added, 1 already there'
lines areas.csv query,area 'How do I unblock the hose?,Hoses'
run "$ASSAY" import t.db areas.csv
expect_stderr_has '1 question is there under another id, by the text; other fields stay as they are'
run "$ASSAY" import t.db areas.csv --replace
expect_stdout_line 'questions   0 added, 1 replaced'
run "$ASSAY" import t.db areas.csv
expect_stderr_lacks 'other fields'

test_that 'the marks of a list are no part of its questions'
row questions
collection
for list in '- How do I unblock the hose?|- Which bag fits?' '1. How do I unblock the hose?|2. Which bag fits?' '* How do I unblock the hose?||+ Which bag fits?'; do
	echo "$list" | tr '|' '\n' >list.txt
	rm -f t.db
	must "$ASSAY" import t.db list.txt
	lines texts.json '{"How do I unblock the hose?":["d1"],"Which bag fits?":["d1"]}'
	run "$ASSAY" import t.db docs.jsonl --judgments texts.json
	expect_stdout_line 'judgments   2 added'
done
lines list.txt '1. FC Köln?' '2. How do I unblock the hose?' '3. FC Köln?' '3. Liga?'
lines texts.json '{"1. FC Köln?":["d1"],"3. Liga?":["d1"]}'
rm -f t.db
must "$ASSAY" import t.db list.txt
run "$ASSAY" import t.db docs.jsonl --judgments texts.json
expect_stdout_line 'judgments   2 added'

test_that 'a document may have its title in "Document Title"'
row 'a FAQ'
lines table.csv 'Document ID,Document Title,Document Text' 'd1,Hose,Pull the hose off.'
must "$ASSAY" import t2.db table.csv
run "$ASSAY" import t2.db table.csv --dry-run
expect_stdout_has 'title from "Document Title"'

test_that 'the scores of the model that chose positive and negative texts are no grades'
prepared with_questions
lines bge.jsonl '{"query":"How do I unblock the hose?","pos":["Clear the blockage with a long brush."],"neg":["A full bag lowers the suction. Change it once a month."],"pos_scores":[0.9],"neg_scores":[0.1]}'
judges bge.jsonl 'q1 0 d1 1
q1 0 d3 0'

test_that 'the table of Langfuse holds objects, as its JSON does'
prepared with_questions
lines items.csv id,input,expected_output 'i1,"{""question"":""How do I unblock the hose?""}","{""doc_ids"":[""d1""]}"'
judges items.csv 'i1 0 d1 1'

test_that 'a list of an inner object that is not used is said'
prepared with_questions
lines golden.yaml 'queries:' '  - query: How do I unblock the hose?' '    must_have: [d1]' '    nice_to_have: [d3]'
run "$ASSAY" import t.db golden.yaml
expect_stdout_lacks judgments
expect_stderr_has '"must_have" names documents of the collection and is not used'

test_that 'each row of the table of formats has its test, here or in test_office.sh'
grep -v ' --- \|^$' "$tap_folder/rows" | sort -u >tried
awk -F ' *\\| *' '/^## / { exit } /^\| / && !/^\| what it is/ && !/^\| ---/ { print $2 }' "$SOURCE/docs/formats.md" |
	grep -vx 'PDF\|Word (`.docx`)\|EPUB\|Excel (`.xlsx`)\|a folder of texts' | sort >rows
expect_same_file tried rows

done_testing
