/* Records with named fields: the meaning of each field in every shape that programs write, and what is refused. */
#include "tests/support/reading.h"

#include "import/qrels.h"
#include "import/fields/record_shape.h"
#include "import/recognise.h"
#include "import/runs/run.h"

/* One row per format: the content of the file, and its records as "question:document:number", or the error after the
 * path. */
struct shape_row {
    const char *content;
    const char *out;
};

static void add_part(struct buffer *out, struct bytes question, struct bytes document, double number)
{
    buffer_add_format(out, "%s%.*s:%.*s:%g", out->size > 0 ? " " : "", BYTES_FORMAT(question),
                      BYTES_FORMAT(document), number);
}

static void add_error(struct buffer *out, const struct err *err)
{
    buffer_add_string(out, err->text);
}

static void add_truth(struct reading *reading, const char *content, struct buffer *out)
{
    if (!qrels_read(bytes_of(content), "F", NULL, &reading->qrels, &(struct judged_form){.has_grades = true},
                    &reading->err)) {
        add_error(out, &reading->err);
        return;
    }
    for (size_t q = 0; q < reading->qrels.n_questions; q++) {
        const struct qrels_question *question = &reading->qrels.questions[q];
        for (size_t i = 0; i < question->n_judgments; i++)
            add_part(out, question->qid, question->judgments[i].docid, question->judgments[i].grade);
    }
    qrels_release(&reading->qrels);
}

static void add_run(struct reading *reading, const char *content, struct buffer *out)
{
    if (!run_read(bytes_of(content), "F", &reading->run, &reading->err)) {
        add_error(out, &reading->err);
        return;
    }
    for (size_t q = 0; q < reading->run.n_questions; q++) {
        const struct run_question *question = &reading->run.questions[q];
        for (size_t i = 0; i < question->n_entries; i++)
            add_part(out, question->qid, question->entries[i].docid, question->entries[i].score);
    }
    run_release(&reading->run);
}

static void check_rows(struct reading *reading, const struct shape_row *rows, size_t n,
                       void (*add)(struct reading *reading, const char *content, struct buffer *out))
{
    for (size_t i = 0; i < n; i++) {
        struct buffer out = {0};
        add(reading, rows[i].content, &out);
        if (strcmp(buffer_string(&out), rows[i].out) != 0)
            fail_msg("%s\n  gives %s\n  and not %s", rows[i].content, buffer_string(&out), rows[i].out);
        buffer_release(&out);
    }
}

#define CHECK(rows, add) check_rows(*state, rows, sizeof(rows) / sizeof *(rows), add)

static void ground_truth_is_read_under_many_field_names(void **state)
{
    static const struct shape_row rows[] = {
        /* pairs: each document is relevant */
        {"question,course,document\nWhy?,ml,d1\nWhy?,ml,d2\n", "Why?:d1:1 Why?:d2:1"},
        {"{\"query\":\"Why?\",\"doc_id\":\"d1\"}\n", "Why?:d1:1"},
        /* lists of ids */
        {"{\"query_id\":\"q1\",\"relevant_docs\":[\"d1\",\"d2\"]}", "q1:d1:1 q1:d2:1"},
        {"{\"id\":\"q1\",\"question\":\"Why?\",\"reference_context_ids\":[\"d1\"]}", "Why?:d1:1"},
        {"{\"qid\":\"q1\",\"retrieval_gt\":[[\"d1\"]]}", "q1:d1:1"},
        {"{\"qid\":\"q1\",\"gold_ids\":[]}\n{\"qid\":\"q2\",\"gold_ids\":[\"d2\"]}", "q2:d2:1"},
        {"qid,expected_ids\nq1,\"[\"\"d1\"\",\"\"d3\"\"]\"\n", "q1:d1:1 q1:d3:1"},
        {"qid,expected_ids\nq1,\"['d1', 'd3']\"\n", "q1:d1:1 q1:d3:1"},
        {"qid,relevant_ids\nq1,d1;d3\nq2,d2\n", "q1:d1:1 q1:d3:1 q2:d2:1"},
        {"question,doc_id,judged_at\nWhy?,d1,2026-11-28\nWhy?,d2,2026-11-29\n", "Why?:d1:1 Why?:d2:1"},
        {"question,answer,relevant_docs\nWhy?,So,d1\nHow?,Thus,d2\n", "Why?:d1:1 How?:d2:1"},
        {"{\"question\":\"Why?\",\"gold_id\":\"d1\"}", "Why?:d1:1"},
        {"{\"queries\":[{\"query\":\"Why?\",\"positive_ids\":[\"d1\"]}]}", "Why?:d1:1"},
        /* ids with grades */
        {"{\"qid\":\"q1\",\"relevant_doc_ids\":[\"d1\"],\"relevance_grades\":{\"d1\":3,\"d3\":2}}",
         "q1:d1:3 q1:d3:2"},
        {"{\"qid\":\"q1\",\"expected_docs\":[\"d1\",\"d3\"],\"relevance_scores\":[3,0]}", "q1:d1:3 q1:d3:0"},
        {"{\"qid\":\"q1\",\"relevant_docs\":[{\"doc\":\"d1\",\"relevance\":3},{\"doc\":\"d3\",\"relevance\":"
         "0}]}",
         "q1:d1:3 q1:d3:0"},
        {"{\"qid\":\"q1\",\"relevant_docs\":{\"d1\":3,\"d3\":0}}", "q1:d1:3 q1:d3:0"},
        {"{\"judgmentRatings\":[{\"query\":\"Why?\",\"ratings\":[{\"docId\":\"d1\",\"rating\":\"3.0\"},"
         "{\"docId\":\"d2\",\"rating\":\"0.0\"}]}]}",
         "Why?:d1:3 Why?:d2:0"}, /* OpenSearch */
        {"{\"query_id\":\"7#0\",\"query\":\"Why?\",\"positive_passages\":[{\"docid\":\"m1\",\"title\":\"T\","
         "\"text\":\"x\"}],\"negative_passages\":[{\"docid\":\"m3\",\"title\":\"T\",\"text\":\"y\"}]}",
         "7#0:m1:1 7#0:m3:0"}, /* MIRACL */
        {"{\"question\":\"Why?\",\"positive_ids\":[\"d1\"],\"hard_negatives\":[\"d2\",\"d3\"]}",
         "Why?:d1:1 Why?:d2:0 Why?:d3:0"},
        /* grades, in any order of the fields */
        {"doc_id,rating,query\nd1,2,Why?\n", "Why?:d1:2"},
        {"{\"label\":3,\"doc_id\":\"d1\",\"query_id\":\"q1\"}", "q1:d1:3"},
        {"query_id,doc_id,grade,score\nq1,d1,2,0.7\n", "q1:d1:2"},  /* not the score */
        {"query,docid,rating\nWhy?,d1,3\nWhy?,d2,\n", "Why?:d1:3"}, /* from Quepid: nobody has rated d2 */
        {"Query Text,Doc ID,Doc Position,Title,Rating\nWhy?,d1,1,A,3\nWhy?,d2,2,B,0\n",
         "Why?:d1:3 Why?:d2:0"},
        {"query,docid,clicks,impressions\nWhy?,d1,30,90\nWhy?,d2,0,90\nWhy?,d3,0,0\n",
         "Why?:d1:0.333333 Why?:d2:0"},
        /* a cell with quotation marks is copied, and its place is that of its row */
        {"qid,gold_ids\nq1,d1;d3\nq2,\"[\"\"d\\u00012\"\"]\"\n",
         "F:3: the id 'd␁2' has a control character, which could steer terminals; take it out"},
        /* if a field could be the grade, the documents do not simply get grade 1 */
        {"question,docid,grade\nWhy is it?,d1,good\n",
         "F:2: the grade 'good' is not a finite number; correct or remove the line, or map words to grades, "
         "such as --grades Exact=2,Partial=1"},
        {"question,docid,grade\nWhy is it?,d1,\nWhy is it?,d2,1\n", "Why is it?:d2:1"},
        {"query,docid,Joe,Ana\nWhy?,d1,3,2\nWhy?,d2,0,0\n",
         "F:1: \"Joe\" and \"Ana\" look like raters; choose whose grades count with --grade FIELD"},
        {"query,docid,Doc Position\nWhy?,d1,1\nWhy?,d2,2\n",
         "F:1: \"Doc Position\" looks like ranks, so these are hits and not judgments; if it is the grade, "
         "use --grade FIELD"},
        {"query,docid,worth\nWhy?,d1,3\nWhy?,d2,0\n",
         "F:1: \"worth\" may be a grade or a score; use --grade FIELD or --score FIELD, or --grade none if "
         "all documents are equally relevant"},
        {"query_id,product_id,esci\nq1,d1,E\nq1,d2,I\nq2,d1,E\n",
         "F:1: \"esci\" may be a grade in words; use --grade FIELD with --grades, such as --grades "
         "Exact=2,Partial=1, or --grade none if all documents are equally relevant"},
        /* a word of its own for each document, and a word that its question has, are no grades */
        {"qid,docid,origin\nq1,d1,faq\nq1,d2,forum\n", "q1:d1:1 q1:d2:1"},
        {"qid,docid,course\nq1,d1,ml\nq1,d2,ml\nq2,d1,de\n", "q1:d1:1 q1:d2:1 q2:d1:1"},
        {"{\"qid\":\"q1\",\"doc_id\":\"d1\",\"label\":3,\"score\":0.9}",
         "F:1: \"label\" and \"score\" could both be the grade; choose one with --grade FIELD"},
        {"{\"qid\":\"q1\",\"doc_id\":\"d1\",\"score\":0.9,\"label\":3}",
         "F:1: \"score\" and \"label\" could both be the grade; choose one with --grade FIELD"},
        {"question,course,document\nWhy?,ml,d1\nWhy?,de,d2\n",
         "F:1: questions with the same text differ in \"course\"; if it is the grade, use --grade course, "
         "and map "
         "its words with --grades WORD=NUMBER,…; otherwise give the questions ids, or let `assay import` "
         "make "
         "ids"},
        {"question,course,document,grade\nWhy?,ml,d1,1\nWhy?,de,d2,0\n",
         "F:1: questions with the same text differ in \"course\", so a text does not identify them; give "
         "them ids, or let `assay import` make ids"},
        {"qid,gold_ids,pages\nq1,\"[\"\"d1\"\",\"\"d3\"\"]\",\"[4,7]\"\n",
         "F:1: \"pages\" has a number for each document; use --grade FIELD if it is their grade, otherwise "
         "--grade none"},
    };
    CHECK(rows, add_truth);
}

static void hits_are_read_under_many_field_names(void **state)
{
    static const struct shape_row rows[] = {
        {"{\"qid\":\"q1\",\"result\":{\"points\":[{\"id\":\"d1\",\"score\":0.9,\"payload\":{}},"
         "{\"id\":\"d3\",\"score\":0.5}]},\"status\":\"ok\"}",
         "q1:d1:0.9 q1:d3:0.5"}, /* Qdrant */
        {"{\"qid\":\"q1\",\"result\":[{\"id\":\"d1\",\"score\":0.9}],\"status\":\"ok\"}", "q1:d1:0.9"},
        {"{\"qid\":\"q1\",\"matches\":[{\"id\":\"d1\",\"score\":0.9}],\"namespace\":\"\"}",
         "q1:d1:0.9"}, /* Pinecone */
        {"{\"qid\":\"q1\",\"code\":0,\"data\":[{\"distance\":0.75,\"id\":\"d1\"},{\"distance\":0.5,\"id\":"
         "\"d3\"}]}",
         "q1:d1:0.75 q1:d3:0.5"}, /* Milvus: a similarity, because the best one is first */
        {"{\"qid\":\"q1\",\"data\":{\"Get\":{\"Doc\":[{\"_additional\":{\"id\":\"d1\",\"distance\":0.25}},"
         "{\"_additional\":{\"id\":\"d3\",\"distance\":0.5}}]}}}",
         "q1:d1:-0.25 q1:d3:-0.5"}, /* Weaviate */
        {"{\"qid\":\"q1\",\"root\":{\"id\":\"toplevel\",\"children\":[{\"id\":\"id:ns:doc::d1\","
         "\"relevance\":9,"
         "\"fields\":{\"id\":\"d1\"}},{\"id\":\"id:ns:doc::d3\",\"relevance\":8,\"fields\":{\"id\":\"d3\"}}]}"
         "}",
         "q1:d1:9 q1:d3:8"}, /* Vespa */
        {"{\"qid\":\"q1\",\"responseHeader\":{\"status\":0},\"response\":{\"numFound\":1,\"docs\":[{\"id\":"
         "\"d1\","
         "\"score\":9}]}}",
         "q1:d1:9"}, /* Solr */
        {"{\"qid\":\"q1\",\"value\":[{\"@search.score\":4,\"id\":\"d1\"},{\"@search.score\":1,\"id\":\"d3\"}]"
         "}",
         "q1:d1:4 q1:d3:1"}, /* Azure */
        {"{\"qid\":\"q1\",\"hits\":[{\"objectID\":\"d1\"},{\"objectID\":\"d3\"}]}",
         "q1:d1:-1 q1:d3:-2"}, /* Algolia */
        {"{\"qid\":\"q1\",\"found\":1,\"hits\":[{\"document\":{\"id\":\"d1\"},\"text_match\":578},"
         "{\"document\":{\"id\":\"d3\"},\"text_match\":570}]}",
         "q1:d1:578 q1:d3:570"}, /* Typesense */
        /* the only number is the score, in any order of the hits */
        {"{\"qid\":\"q1\",\"results\":[{\"id\":\"d3\",\"rerank_score\":0.25},{\"id\":\"d1\",\"rerank_score\":"
         "0.75}]}",
         "q1:d3:0.25 q1:d1:0.75"},
        {"{\"q1\":[{\"id\":\"d3\",\"rerank_score\":0.25},{\"id\":\"d1\",\"rerank_score\":0.75}]}",
         "q1:d3:0.25 q1:d1:0.75"},
        {"{\"qid\":\"q1\",\"hits\":[{\"id\":\"d1\",\"bm25\":2,\"dense\":1},{\"id\":\"d3\",\"bm25\":1,"
         "\"dense\":2},"
         "{\"id\":\"d2\",\"bm25\":3,\"dense\":1}]}",
         "F:1: \"bm25\" and \"dense\" could each be the score; choose one with --score FIELD"},
        /* questions given by their texts */
        {"{\"query\":\"Why?\",\"hits\":[{\"_id\":\"d1\",\"_score\":3}]}", "Why?:d1:3"},
        {"question,doc_id,score\nWhy is it loud?,d1,.5\n", "Why is it loud?:d1:0.5"},
        {"{\"Why is it loud?\":[\"d1\",\"d3\"]}", "Why is it loud?:d1:-1 Why is it loud?:d3:-2"},
        {"query,docid,Doc Position\nWhy?,d1,1\nWhy?,d2,2\n", "Why?:d1:-1 Why?:d2:-2"}, /* a Quepid snapshot */
    };
    CHECK(rows, add_run);
}

static void field_names_given_by_the_user_take_precedence(void **state)
{
    static const struct shape_row truth[] = {
        {"Frage,Dokument,Note\nWarum?,d1,3\nWarum?,d2,0\n", "Warum?:d1:3 Warum?:d2:0"},
        {"{\"Frage\":\"Warum?\",\"Dokument\":[\"d1\"],\"Note\":[2]}", "Warum?:d1:2"},
        {"Frage,Dokument,Note,grade\nWarum?,d1,3,0\n", "Warum?:d1:3"},
    };
    static const struct shape_row run[] = {
        {"Frage,Treffer,Wert,score\nWarum?,d1,3,9\nWarum?,d2,0,8\n", "Warum?:d1:3 Warum?:d2:0"},
    };
    static const struct field_choice choice = {.names = {"Frage", "Dokument", "Treffer", "Note", "Wert"}};
    record_shape_choose(&choice);
    CHECK(truth, add_truth);
    CHECK(run, add_run);
    record_shape_choose(NULL);
}

static void without_a_grade_field_each_document_counts_alike(void **state)
{
    static const struct shape_row truth[] = {
        {"query,docid,worth\nWhy?,d1,3\nWhy?,d2,0\n", "Why?:d1:1 Why?:d2:1"},
    };
    static const struct field_choice choice = {.names = {[FIELD_ROLE_GRADE] = "none"}};
    record_shape_choose(&choice);
    CHECK(truth, add_truth);
    record_shape_choose(NULL);
}

static void an_import_recognises_the_kind_of_records(void **state)
{
    static const struct {
        const char *content;
        enum content_kind kind;
    } rows[] = {
        {"Query Text,Doc ID,Doc Position\nWhy?,d1,1\nWhy?,d2,2\n", CONTENT_RUN},
        {"query,docid,Joe,Ana\nWhy is it?,d1,3,2\nWhy is it?,d2,0,0\n", CONTENT_GROUND_TRUTH},
        {"query,docid,clicks,impressions\nWhy is it?,d1,30,90\nWhy is it?,d2,0,90\n", CONTENT_GROUND_TRUTH},
        {"query,docid,price\nWhy is it?,d1,3.5\nWhy is it?,d2,9\n", CONTENT_UNCLEAR},
        {"query_id,doc_id,score,label\nq1,d1,0.9,3\n", CONTENT_UNCLEAR},
        {"{\"query_id\":\"q1\",\"doc_id\":\"d1\",\"score\":0.9,\"label\":3}", CONTENT_UNCLEAR},
        {"{\"query\":\"Why is it?\",\"hits\":[{\"_id\":\"d1\",\"_score\":3}]}", CONTENT_RUN},
        {"{\"query_id\":\"q1\",\"relevant_ids\":[\"d1\"]}", CONTENT_QRELS},
        {"{\"query_id\":\"q1\",\"retrieved_ids\":[\"d1\"]}", CONTENT_RUN},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        enum content_kind kind = content_recognise(bytes_of(rows[i].content)).kind;
        if (kind != rows[i].kind)
            fail_msg("%s: %d and not %d", rows[i].content, (int)kind, (int)rows[i].kind);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        READING_TEST(ground_truth_is_read_under_many_field_names),
        READING_TEST(hits_are_read_under_many_field_names),
        READING_TEST(field_names_given_by_the_user_take_precedence),
        READING_TEST(without_a_grade_field_each_document_counts_alike),
        READING_TEST(an_import_recognises_the_kind_of_records),
    };
    return cmocka_run_group_tests_name("record_shapes", tests, NULL, NULL);
}
