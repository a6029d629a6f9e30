/*
 * Random mutations of each format in which people bring labels and runs. Reading must not crash, and gives either a
 * one-line error or records. Each question, document and grade that is read must occur in the file. There are three
 * other sources of grades: a document in a list gets 1, a document in a list of wrong ones gets 0, and a click rate is
 * computed.
 */
#include "tests/support/reading.h"

#include "core/base/number.h"
#include "core/base/random.h"
#include "import/qrels.h"
#include "import/recognise.h"
#include "import/runs/run.h"
#include "import/text/table_row.h"
#include "import/tools/tools.h"
#include "tests/support/effort.h"

#include <math.h>

/* Cuts a part out, inserts a mark, doubles a part, or cuts the rest off. */
static void damage(struct buffer *content, struct random_source *random)
{
    static const char *const marks[] = {"\"", "[",    "]",     "{",  "}",       ",",    ":", "\n", "\t",
                                        "'",  "null", "1e999", "[[", "\\u0000", "\\",   ";", "|",  "\xff",
                                        "-",  "id",   "score", "[]", "{}",      "\"\"", " "};
    struct buffer whole = {0};
    size_t at = random_below(random, content->size + 1), size = random_below(random, 8) + 1;
    size_t end = smaller_size(at + size, content->size);
    const struct bytes bytes = buffer_bytes(content);
    const uint64_t how = random_below(random, 4);
    buffer_add(&whole, bytes_slice(bytes, 0, at));
    if (how == 1)
        buffer_add_string(&whole, marks[random_below(random, sizeof marks / sizeof *marks)]);
    if (how == 2)
        buffer_add(&whole, bytes_slice(bytes, at, end));
    if (how != 3)
        buffer_add(&whole, bytes_from(bytes, how == 0 ? end : at));
    buffer_release(content);
    *content = whole;
}

/* Whether the text occurs in the file. Ids and words have no escapes in these formats unless the damage made one. */
static bool stands_in(struct bytes content, struct bytes text)
{
    return text.size == 0 || memmem(content.data, content.size, text.data, text.size) != NULL ||
           memchr(content.data, '\\', content.size) != NULL || memchr(text.data, '%', text.size) != NULL ||
           memchr(text.data, '"', text.size) != NULL || /* two in CSV stand for one */
           memmem(text.data, text.size, "…", 3) != NULL;
}

/* Numbers may be written differently: as 3.0 or 30e-1, and as 3,0 in tables with semicolons. */
static bool has_number(struct bytes content, double number)
{
    static const struct row_format formats[] = {{.separator = ','}, {.separator = ';'}};
    while (content.size > 0) {
        double found;
        char room[TABLE_NUMBER_SIZE];
        size_t size = 0;
        while (size < content.size && memchr("0123456789.,+-eE", content.data[size], 16) != NULL)
            size++;
        for (size_t from = 0; from < size; from++) {
            for (size_t to = size; to > from; to--) {
                for (size_t i = 0; i < 2; i++) {
                    const struct bytes text = table_number(&formats[i], bytes_slice(content, from, to), room);
                    if (number_parse_real(text, &found) && found == number)
                        return true;
                }
            }
        }
        content = bytes_from(content, size < content.size ? size + 1 : size);
    }
    return false;
}

static void check_label(struct bytes content, struct bytes qid, const struct judgment *judgment, bool is_rate)
{
    const double grade = judgment->grade;
    assert_true(isfinite(grade));
    if (!stands_in(content, qid) || !stands_in(content, judgment->docid) ||
        !(is_rate || grade == 0 || grade == 1 || has_number(content, grade)))
        fail_msg("%.*s\n  says nothing of %.*s %.*s %g", BYTES_FORMAT(content), BYTES_FORMAT(qid),
                 BYTES_FORMAT(judgment->docid), grade);
}

static void check_hits(struct bytes content, const struct run_question *question)
{
    for (size_t i = 0; i < question->n_entries; i++) {
        const struct run_entry *entry = &question->entries[i];
        assert_true(isfinite(entry->score));
        if (!stands_in(content, question->qid) || !stands_in(content, entry->docid))
            fail_msg("%.*s\n  says nothing of a hit %.*s %.*s", BYTES_FORMAT(content),
                     BYTES_FORMAT(question->qid), BYTES_FORMAT(entry->docid));
    }
}

/* Reads the content and checks the result. If another tool wrote it, the tool's format is converted to
 * records first. */
static void read_damaged(struct reading *reading, struct bytes content, bool is_rate)
{
    const struct tool *tool = tool_of(content);
    struct buffer records = {0};
    struct judged_form form = {.has_grades = true};
    size_t line = 0;
    struct bytes text = content;
    if (tool != NULL && !tool_add_records(tool, content, &records, &line, &reading->err)) {
        assert_true(reading->err.code == ERR_INPUT && strchr(reading->err.text, '\n') == NULL);
        buffer_release(&records);
        return;
    }
    text = tool != NULL ? buffer_bytes(&records) : content;
    const bool is_truth = qrels_read(text, "F", NULL, &reading->qrels, &form, &reading->err);
    assert_true(is_truth || strchr(reading->err.text, '\n') == NULL);
    for (size_t q = 0; q < reading->qrels.n_questions; q++) {
        const struct qrels_question *question = &reading->qrels.questions[q];
        for (size_t i = 0; i < question->n_judgments; i++)
            check_label(content, question->qid, &question->judgments[i], is_rate);
    }
    qrels_release(&reading->qrels);
    const bool is_run = run_read(text, "F", &reading->run, &reading->err);
    assert_true(is_run || strchr(reading->err.text, '\n') == NULL);
    for (size_t q = 0; q < reading->run.n_questions; q++)
        check_hits(content, &reading->run.questions[q]);
    run_release(&reading->run);
    assert_in_range(content_recognise(text).kind, 0, CONTENT_KIND_COUNT - 1);
    buffer_release(&records);
}

static const char *const shapes[] = {
    "q1 0 d1 3\nq1 0 d2 0\n",
    "q1 d1 3\nq1 d2 0\n",
    "q1 Q0 d1 1 9.5 r\nq1 Q0 d2 2 8.5 r\n",
    "{\"q1\":{\"d1\":3,\"d2\":0}}",
    "{\"q1\":[\"d1\",\"d2\"],\"q2\":[\"d3\"]}",
    "query-id\tcorpus-id\tscore\nq1\td1\t3\nq1\td2\t0\n",
    "query_id,doc_id,relevance\nq1,d1,3\nq1,d2,\n",
    "Frage;doc_id;grade\nq1;d1;3\n",
    "{\"query_id\":\"q1\",\"doc_id\":\"d1\",\"relevance\":3}\n{\"query_id\":\"q1\",\"doc_id\":\"d2\","
    "\"relevance\":0}\n",
    "[{\"query\":\"Why?\",\"doc_id\":\"d1\",\"label\":true}]",
    "question,relevant_docs\nWhy?,d1\nHow?,d2\n",
    "{\"qid\":\"q1\",\"result\":{\"points\":[{\"id\":\"d1\",\"score\":0.9},{\"id\":\"d3\"}]}}",
    "{\"qid\":\"q1\",\"data\":{\"Get\":{\"Doc\":[{\"_additional\":{\"id\":\"d1\",\"distance\":0.1}}]}}}",
    "{\"qid\":\"q1\",\"ids\":[[\"d1\",\"d3\"]],\"distances\":[[0.1,0.2]]}",
    "{\"qid\":\"q1\",\"matches\":[{\"id\":\"d1\",\"score\":0.91}],\"namespace\":\"\"}",
    "{\"qid\":\"q1\",\"root\":{\"children\":[{\"id\":\"id:n:d::d1\",\"relevance\":9.1,\"fields\":{\"id\":"
    "\"d1\"}}]}}",
    "{\"qid\":\"q1\",\"response\":{\"numFound\":1,\"docs\":[{\"id\":\"d1\",\"score\":9.1}]}}",
    "{\"qid\":\"q1\",\"value\":[{\"@search.score\":4.2,\"id\":\"d1\"}]}",
    "query,docid,Joe,Ana\nWhy?,d1,3,2\nWhy?,d3,0,0\n",
    "question,course,document\nMay I?,ml,d1\nMay I?,de,d3\n",
    "qid,expected_ids\nq1,\"[\"\"d1\"\",\"\"d3\"\"]\"\nq2,d1;d3\n",
    "qid,expected_ids\nq1,\"['d1', 'd3']\"\n",
    "{\"question\":\"Why?\",\"relevant_doc_ids\":[\"d1\"],\"relevance_grades\":{\"d1\":3,\"d3\":2}}\n",
    "{\"queries\":[{\"query\":\"Why?\",\"expected_docs\":[\"d1\",\"d3\"],\"relevance_scores\":[3,0]}]}",
    "{\"judgmentRatings\":[{\"query\":\"Why?\",\"ratings\":[{\"docId\":\"d1\",\"rating\":\"3.0\"}]}]}",
    "{\"requests\":[{\"id\":\"q1\",\"request\":{},\"ratings\":[{\"_index\":\"i\",\"_id\":\"d1\",\"rating\":3}"
    "]}]}",
    "{\"Why is it?\":[\"d1\",\"d3\"],\"How?\":[{\"id\":\"d1\",\"s\":1}]}",
    "query,docid,clicks,impressions\nWhy?,d1,30,90\nWhy?,d3,0,90\n",
    "query,docid,position,clicks,impressions\nWhy?,d1,1,30,90\nWhy?,d3,2,10,90\n",
    "Query Text,Doc ID,Doc Position,Title,Rating\nWhy?,d1,1,A,3\nWhy?,d3,2,B,\n",
    "{\"query_id\":\"7\",\"query\":\"Why?\",\"positive_passages\":[{\"docid\":\"m1\"}],\"negative_passages\":"
    "[{\"docid\":\"m3\"}]}",
    "{\"user_input\":\"Why?\",\"reference_contexts\":[\"d1\"],\"retrieved_contexts\":[\"d2\",\"d1\"]}",
    "# qid:1: Why?\n\n3 qid:1 1:0.5 # d1 Why?\n0 qid:1 1:0.25 #docid = d2 inc = 1\n",
    "{\"topics\":[{\"query_groups\":[{\"queries\":[{\"placeholders\":{\"$query\":\"Why?\"}}],\"relevant_"
    "documents\":{\"d1\":{\"gain\":2}}}]}]}",
    "{\"d1\":[\"Why?\",\"How?\"],\"d2\":[\"Who?\"]}",
    "[{\"data\":{\"query\":\"Why?\",\"doc_id\":\"d1\"},\"annotations\":[{\"completed_by\":1,\"result\":[{"
    "\"from_name\":\"r\",\"type\":\"rating\","
    "\"value\":{\"rating\":3}}]},{\"completed_by\":2,\"result\":[{\"from_name\":\"r\",\"type\":\"rating\","
    "\"value\":{\"rating\":2}}]}]}]",
    "[{\"fields\":{\"query\":\"Why?\"},\"metadata\":{\"doc_id\":\"d1\"},\"responses\":{\"r\":[{\"value\":2,"
    "\"user_id\":\"u\",\"status\":\"submitted\"}]}}]",
    "{\"query\":\"Why?\",\"meta\":{\"doc_id\":\"d1\"},\"answer\":\"accept\",\"_task_hash\":1,\"_annotator_"
    "id\":\"a\"}\n",
    "[{\"data\":{\"query\":\"Why?\",\"left_id\":\"d1\",\"right_id\":\"d2\"},\"annotations\":[{\"completed_"
    "by\":7,\"result\":[{\"type\":\"pairwise\","
    "\"value\":{\"selected\":\"left\"}}]}]}]",
    "{\"id\":\"1\",\"question_id\":\"q1\",\"responses\":[\"d1\",\"d2\"]}\n{\"instance_id\":\"1\",\"user_id\":"
    "\"e\",\"labels\":{\"p\":{\"selection\":\"A\"}}}\n",
    "{\"query_id\":\"a\",\"user_query\":\"Why?\",\"query_response_object_ids\":[\"d1\",\"d2\"]}\n"
    "{\"action_name\":\"click\",\"query_id\":\"a\",\"event_attributes\":{\"object\":{\"object_id\":\"d1\"},"
    "\"position\":{\"ordinal\":1}}}\n",
    "3 qid:1 1:0.5 # qid:q1 docid:d1\n# qid:q2\n2 qid:7 1:3 # docid = d2 qid:q2\n",
    "[{\"question\":\"Why?\",\"positive_ctxs\":[{\"text\":\"x\",\"score\":1000,\"passage_id\":\"11\"}],"
    "\"negative_ctxs\":[{\"text\":\"y\",\"score\":7,\"passage_id\":\"13\"}],\"hard_negative_ctxs\":[]}]",
    "{\"questions\":[\"Why?\",\"How?\"],\"ground_truth_documents\":[[{\"id\":\"d1\"}],[\"d2\"]]}",
    "{\"question\":{\"0\":\"Why?\",\"1\":\"How?\"},\"doc_id\":{\"0\":\"d1\",\"1\":\"d2\"},\"grade\":{\"0\":3,"
    "\"1\":0}}",
    "{\"columns\":[\"question\",\"doc_id\",\"grade\"],\"index\":[0],\"data\":[[\"Why?\",\"d1\",3]]}",
    "{\"features\":[{\"name\":\"x\"}],\"rows\":[{\"row_idx\":0,\"row\":{\"query_id\":\"q1\",\"doc_id\":"
    "\"d1\","
    "\"grade\":3}}]}",
    "user_input,reference_contexts\nWhy?,\"['d1', \\\\'d\\\\x31'\n 'd3']\"\n",
    "{\"run_id\":\"r\",\"topic_id\":\"q1\",\"references\":[\"d1\",\"d2\"],\"answer\":[{\"citations\":[0]}]}"
    "\n",
    "[{\"id\":\"b1\",\"input\":\"Why?\",\"expected\":{\"documents\":[\"d1\"]},\"metadata\":{}}]",
    "query_id;doc_id;grade\nq1;d1;3,0\nq1;d2;0,5\n",
    "{\"id\":\"e1\",\"inputs\":{\"question\":\"Why?\"},\"outputs\":{\"answer\":\"x\",\"relevant_docs\":["
    "\"d1\","
    "\"d2\"]}}\n",
    "id,inputs.question,outputs.relevant_docs\ne1,Why?,\"[\"\"d1\"\",\"\"d2\"\"]\"\n",
    "input_question,output_answer,output_relevant_docs\nWhy?,x,\"[\"\"d1\"\"]\"\n",
    "id,inputs,outputs\ne1,\"{\"\"question\"\":\"\"Why?\"\"}\",\"{\"\"relevant_docs\"\":[\"\"d1\"\"]}\"\n",
    "{\"tests\":[{\"vars\":{\"query\":\"Why?\",\"relevant_docs\":[\"d1\",\"d2\"]},\"assert\":[{\"type\":"
    "\"x\"}]}]}",
    "{\"version\":3,\"results\":{\"results\":[{\"vars\":{\"query\":\"Why?\",\"relevant_docs\":[\"d1\"]},"
    "\"score\":1},{\"vars\":{\"query\":\"How?\",\"relevant_docs\":[\"d2\"]},\"score\":0}]}}",
    "query,relevant_docs,__expected\nWhy?,d1,contains: x\n",
    "{\"queries\":[\"q1\",\"q2\"],\"ids\":[[\"d1\",\"d2\"],[\"d1\"]],\"distances\":[[0.1,0.3],[0.2]],"
    "\"documents\":null}",
    "{\"query_ids\":[\"q1\"],\"ids\":[[\"d1\",\"d2\"]],\"distances\":[[0.1,0.3]],\"documents\":[[\"a\",\"b\"]"
    "]}",
    "{\"metric_score\":0.5,\"details\":{\"q1\":{\"metric_score\":0,\"unrated_docs\":[{\"_index\":\"i\",\"_"
    "id\":"
    "\"d1\"}],\"hits\":[{\"hit\":{\"_index\":\"i\",\"_id\":\"d1\",\"_score\":7.2},\"rating\":null},{\"hit\":{"
    "\"_index\":\"i\",\"_id\":\"d2\",\"_score\":4.1},\"rating\":1}]}},\"failures\":{}}",
    "{\"model\":\"m\",\"query\":\"Why?\",\"passage\":\"Pull it off.\",\"prediction\":\"3\",\"judgment\":3}\n"
    "{\"model\":\"m\",\"query\":\"Why?\",\"passage\":\"Rinse it.\",\"prediction\":\"0\",\"judgment\":0}\n",
    "query,passage,label\nWhy?,Pull it off.,2\nWhy?,Rinse it.,0\n",
    "context.span_id,document_position,input,reference,document_score\ns,0,Why?,Rinse it.,0.3\ns,1,Why?,Pull "
    "it off.,0.9\n",
    "question,relevant_docs\nWhy?,d1;d3\nHow?,d2\n",
    "question,relevant_docs\nWhy?,d1|d3\nHow?,\"d2, d4\"\n",
    "qid,relevant_docs,grades\nq1,\"[\"\"d1\"\",\"\"d3\"\"]\",\"[3,0]\"\n",
    "{\"q1\":[\"a b.pdf\",\"c.pdf\"],\"q2\":[\"d e.pdf\"]}",
    "question,document,annotator,grade\nWhy?,d1,ana,3\nWhy?,d1,ben,2\nWhy?,d2,ana,0\n",
    "{\"qid\":\"q1\",\"doc_id\":\"d1\",\"rater\":\"ana\",\"label\":3}\n{\"qid\":\"q1\",\"doc_id\":\"d1\","
    "\"rater\":"
    "\"ben\",\"label\":2}\n",
    "query,docid,position,event\nWhy?,d1,1,impression\nWhy?,d2,2,impression\nWhy?,d1,1,click\n",
    "query;url;clicked\nWhy?;/a;1\nWhy?;/a;0\nWhy?;/b;0\n",
    "query_id,doc_id,relevant?\nq1,d1,1\nq1,d2,0\n",
};

static void damaged_files_are_read_or_refused(void **state)
{
    enum { MUTATIONS = 200, MUTATIONS_LARGE = 10000, SHAPES_LEAST = 40 };
    const size_t mutations = effort(MUTATIONS, MUTATIONS_LARGE);
    struct random_source random = random_from(1, 0);
    assert_in_range(sizeof shapes / sizeof *shapes, SHAPES_LEAST, SIZE_MAX);
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        for (size_t k = 0; k < mutations; k++) {
            struct buffer content = {0};
            buffer_add_string(&content, shapes[i]);
            for (uint64_t n = random_below(&random, 3) + 1; n > 0; n--)
                damage(&content, &random);
            read_damaged(*state, buffer_bytes(&content), strstr(shapes[i], "lick") != NULL);
            buffer_release(&content);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        READING_TEST(damaged_files_are_read_or_refused),
    };
    return cmocka_run_group_tests_name("damaged_files", tests, NULL, NULL);
}
