/* Recognising a file by its content. Its name and the length of its texts decide if the content is ambiguous. */
#include "tests/support/support.h"

#include "import/recognise.h"

#define LONG_TEXT                                                                                            \
    "Press the two grey buttons at the end of the hose, pull it off the handle and cut off what has split. " \
    "Warm the end in water for a minute, push it back into the handle until both buttons click, and pull "   \
    "at it "                                                                                                 \
    "once. A hose that was cut more than twice is too short for the stairs, and a new one costs less than "  \
    "an hour "                                                                                               \
    "of work; see the list of spare parts for its number."

static void the_kind_of_a_file_is_recognised_by_its_content(void **state)
{
    (void)state;
    static const struct {
        const char *content;
        enum content_kind kind;
    } files[] = {
        {"", CONTENT_EMPTY},
        {"\x1f\x8b\x08", CONTENT_PACKED},
        {"Just a note.\n", CONTENT_UNKNOWN},
        {"Why is it loud?\n\nHow does it stop?\nWho has a lamp?\nthe red lamp\n",
         CONTENT_QUESTIONS},                                                     /* one question per line */
        {"Why is it loud?\nHow does it stop?\nthe red lamp\n", CONTENT_UNKNOWN}, /* only 2 are questions */
        {"Q: Why is it loud?\nA: The bag is full.\nQ: How does it stop?\nA: Change it.\n", CONTENT_DOCUMENTS},
        {"# Questions\nWhy is it loud?\nHow does it stop?\n", CONTENT_UNKNOWN},
        {"What do you think?\nIt rained.\nWe went home.\n", CONTENT_UNKNOWN},
        {"# Results 2024\nBM25 won.\n", CONTENT_UNKNOWN}, /* a heading, and no rank */
        {"q1 Q0 d1 1 2.5 tag\n", CONTENT_RUN},
        {"q1 0 d1 1\n", CONTENT_QRELS},
        {"q1\td1\t1\nq1\td2\t2\nq2\td1\t1\n", CONTENT_RUN},   /* ranks */
        {"q1\td1\t1\nq1\td2\t0\nq2\td1\t1\n", CONTENT_QRELS}, /* grades */
        {"q1\td1\t12.5\nq1\td2\t11\n", CONTENT_RUN},          /* scores */
        {"q1\td1\t0\nq1\td2\t1\nq2\td1\t0\nq2\td2\t2\n",
         CONTENT_RECORDS}, /* grades that rise, or ranks with one missing */
        {"q1\td1\t1\nq1\td2\t12\nq1\td3\t14\n", CONTENT_RUN}, /* too high for a grade */
        {"q1\td1\t1\nq2\td2\t1\n", CONTENT_RECORDS},          /* ranks or grades */
        {"query-id\tcorpus-id\tscore\nq1\td1\t1\nq1\td2\t2\n", CONTENT_QRELS},
        {"query-id\tcorpus-id\tscore\nq1\td1\t17.25\n", CONTENT_RUN},
        {"qid,docid,grade\nq1,d1,0.75\n", CONTENT_QRELS},
        {"query_id,doc_id,rating\nq1,d1,2\n", CONTENT_QRELS},
        {"sep=;\nqid;docid;grade\nq1;d1;1\n", CONTENT_QRELS},
        {"sep=;\nquestion;document\nWhy?;d1\n", CONTENT_GROUND_TRUTH},
        {"{\"q1\": {\"d1\": 1, \"d2\": 0}}", CONTENT_QRELS},
        {"{\"q1\": {\"d1\": 0.5, \"d2\"", CONTENT_RUN},
        {"{\"_id\": \"d1\", \"title\": \"A\", \"text\": \"a\"}\n", CONTENT_DOCUMENTS},
        {"{\"qid\": \"q1\", \"query\": \"Why?\"}\n", CONTENT_QUESTIONS},
        {"{\"question\": \"Why?\", \"text\": \"So.\", \"course\": \"ml\"}\n", CONTENT_DOCUMENTS}, /* no ids */
        {"{\"question\": \"Why?\", \"course\": \"ml\"}\n", CONTENT_QUESTIONS},
        {"question\tcourse\tdocument\nWhy?\tml\td1\n",
         CONTENT_GROUND_TRUTH}, /* with the document that answers it */
        {"question,document,grade\nWhy is it loud?,d1,2\n", CONTENT_GROUND_TRUTH},
        {"qid,question,docid\nq1,Why?,d1\n", CONTENT_GROUND_TRUTH},
        {"{\"question\": \"Why?\", \"doc_id\": \"d1\", \"relevance\": 2}\n", CONTENT_GROUND_TRUTH},
        {"{\"question\": \"Why?\", \"answer\": \"So.\", \"relevant_doc_ids\": [\"d1\", \"d2\"]}\n",
         CONTENT_GROUND_TRUTH},
        {"{\"question\": \"Why?\", \"answer\": \"So.\", \"doc_id\": \"d1\"}\n", CONTENT_DOCUMENTS},
        {"{\"question\": \"Why?\", \"document\": {\"page\": 1}}\n", CONTENT_TEXTS},
        {"query,document,grade\nq1,d1,2\n", CONTENT_QRELS}, /* these are ids, because they have digits */
        {"query,document\nq1,d1\n", CONTENT_QRELS},
        {"query,document,score\nq1,d1,17.25\n", CONTENT_RUN},
        {"{\"_id\": \"1\", \"text\": \"Why?\"}\n", CONTENT_TEXTS},
        {"1\tWhy is it loud?\n2\tHow does", CONTENT_TEXTS},
        {"q1\td1\nq1\td2\n", CONTENT_UNKNOWN}, /* pairs of ids */
        {"{\"question\":\"q1\",\"shown\":[\"d1\",\"d2\"],\"chosen\":\"d1\"}\n", CONTENT_VOTES},
        {"{\"queries\": {\"a\": \"Why?\"}, \"corpus\": {}}", CONTENT_COLLECTION},
        {"{\n    \"corpus\": {\n        \"a\": \"cut off in its mid", CONTENT_COLLECTION},
        {"{\"queries\": {\"d1\": 0.5}}", CONTENT_RUN}, /* a question with id queries */
        {"{\"name\": \"A\", \"count\": 3}", CONTENT_UNKNOWN},
        {"docid,grade\nd1,1\n", CONTENT_UNKNOWN},
        {"\xef\xbb\xbfq1 0 d1 1\n", CONTENT_QRELS},
        {"{\"q1\": [\"d1\", \"d2\"]}", CONTENT_RECORDS}, /* retrieved, or relevant */
        {"{\"q1\": {\"took\": 3, \"hits\": {\"hits\": [{\"_id\": \"d1\", \"_source\": {\"text\": \"A",
         CONTENT_RUN},
        {"{\"qid\": \"q1\", \"hits\": {\"hits\": [{\"_id\": \"d1\", \"_score\": 2}]}}\n", CONTENT_RUN},
        {"{\"took\": 3, \"hits\": {\"hits\": [{\"_id\": \"d1\", \"_source\": {\"title\": \"A\", \"text\": "
         "\"A\"}}]}}\n",
         CONTENT_DOCUMENTS},
        {"{\"_scroll_id\": \"x\", \"hits\": {\"hits\": [{\"_id\": \"d1\", \"_source\": {\"text\": "
         "\"A\"}}]}}\n"
         "{\"_scroll_id\": \"x\", \"hits\": {\"hits\": []}}\n",
         CONTENT_DOCUMENTS},
        {"{\"responses\": [{\"hits\": {\"hits\": [{\"_id\": \"d1\", \"_source\": {\"text\": \"A\"}}]}}]}",
         CONTENT_DOCUMENTS},
        {"{\"ids\": [\"d1\"], \"embeddings\": null, \"documents\": [\"A\"], \"metadatas\": [null]}",
         CONTENT_DOCUMENTS},
        {"{\"ids\": [\"d1\", \"d2\", \"d", CONTENT_DOCUMENTS},
        {"{\"qid\": \"q1\", \"ids\": [[\"d1\"]], \"distances\": [[0.5]], \"documents\": [[\"A\"]]}\n",
         CONTENT_RUN},
        {"{\"qids\": [\"q1\"], \"ids\": [[\"d1\"]], \"documents\": [[\"A\"]]}\n", CONTENT_RUN},
        {"query_id,id,content,distance\nq1,d1,Rinse the filter.,0.25\n", CONTENT_RUN},
        {"[{\"query_id\":\"q1\",\"doc_id\":\"d1\",\"score\":7.5}]", CONTENT_RUN},
        {"[{\"query_id\":\"q1\",\"doc_id\":\"d1\",\"relevance\":1}]", CONTENT_QRELS},
        {"{\"id\": \"d1\", \"title\": \"A\", \"text\": \"So it is.\", \"topic\": \"x\"}\n",
         CONTENT_DOCUMENTS},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        enum content_kind kind = content_recognise(bytes_of(files[i].content)).kind;
        if (kind != files[i].kind)
            fail_msg("%s: %d and not %d", files[i].content, (int)kind, (int)files[i].kind);
    }
}

static void the_name_and_the_texts_settle_what_content_leaves_open(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        const char *content;
        enum content_kind kind;
    } files[] = {
        {"queries.tsv", "1\those split\n", CONTENT_QUESTIONS},
        {"runs/Questions.jsonl", "{\"_id\": \"1\", \"text\": \"hose split\"}\n", CONTENT_QUESTIONS},
        {"corpus.jsonl", "{\"_id\": \"1\", \"text\": \"hose split\"}\n", CONTENT_DOCUMENTS},
        {"questions/docs.tsv", "1\those split\n", CONTENT_DOCUMENTS}, /* the folder's name does not count */
        {"document-questions.tsv", "1\those split\n", CONTENT_TEXTS},
        {"a.tsv", "1\those split\n", CONTENT_TEXTS},
        {"a.tsv", "1\those split?\n2\tWhy is it loud?\n", CONTENT_QUESTIONS},
        {"a.tsv", "1\t" LONG_TEXT "\n2\t" LONG_TEXT "\n3\tShort one.\n", CONTENT_DOCUMENTS},
        {"a.run", "q1 d1 1\nq2 d2 1\n", CONTENT_RUN},
        {"dev.qrels", "q1 d1 1\nq2 d2 1\n", CONTENT_QRELS},
        {"dev.txt", "q1 d1 1\nq2 d2 1\n", CONTENT_RECORDS},
        {"asked.txt", "Why is it loud?\nHow does it stop?\n", CONTENT_QUESTIONS},
        {"asked.md", "Why is it loud?\nHow does it stop?\n", CONTENT_UNKNOWN},
        {"asked.sql", "Why is it loud?\nHow does it stop?\n", CONTENT_UNKNOWN},
        {"queries.tsv", "q1 0 d1 1\n", CONTENT_QRELS}, /* clear content counts more than the name */
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        enum content_kind kind = content_recognise_file(files[i].path, bytes_of(files[i].content)).kind;
        if (kind != files[i].kind)
            fail_msg("%s, %s: %d and not %d", files[i].path, files[i].content, (int)kind, (int)files[i].kind);
    }
}

static void the_error_for_a_file_of_the_wrong_kind_names_its_kind(void **state)
{
    (void)state;
    struct err err;
    assert_error(content_refuse(bytes_of("q1 Q0 d1 1 2 x\n"), "a", CONTENT_QRELS, &err), err, ERR_INPUT,
                 "a: a TREC run, not qrels; name the judgments first, then the runs");
    assert_error(content_refuse(bytes_of("{\"_id\":\"1\",\"title\":\"A\",\"text\":\"b\"}\n"), "a",
                                CONTENT_RUN, &err),
                 err, ERR_INPUT, "a: these are documents, not a run; `assay import` takes them");
    assert_error(content_refuse(bytes_of("qid,docid,grade\nq1,d1,2\n"), "a", CONTENT_RUN, &err), err,
                 ERR_INPUT, "a: these are qrels, not a run; name the judgments first, then the runs");
    err_set(&err, ERR_INPUT, "as it was");
    assert_error(content_refuse(bytes_of("qid,docid,score\nq1,d1,2\n"), "a", CONTENT_RUN, &err), err,
                 ERR_INPUT, "as it was");
    assert_error(content_refuse(bytes_of("a note\n"), "a", CONTENT_RUN, &err), err, ERR_INPUT, "as it was");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_kind_of_a_file_is_recognised_by_its_content),
        cmocka_unit_test(the_name_and_the_texts_settle_what_content_leaves_open),
        cmocka_unit_test(the_error_for_a_file_of_the_wrong_kind_names_its_kind),
    };
    return cmocka_run_group_tests_name("recognise", tests, NULL, NULL);
}
