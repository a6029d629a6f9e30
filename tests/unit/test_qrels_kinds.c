/* Reading qrels: the formats, what each of them accepts, and every error with its place and remedy. */
#include "tests/support/reading.h"

#include "export/kinds/kinds.h"
#include "export/kinds/qrels.h"

#include <string.h>

#define ACCEPTED                                                                                               \
    "; qrels are read as records ({\"query_id\": …, \"doc_id\": …, \"relevance\": …}), JSON ({\"qid\": " \
    "{\"docid\": grade}}), a table with a header (query-id corpus-id "                                         \
    "score), TREC (qid iteration docid grade) or three columns (qid docid grade)"

/* --- TREC, with and without iterations ------------------------------------ */

static void qrels_of_trec_are_read(void **state)
{
    struct reading *reading = *state;
    read_qrels(reading, "1 0 a 2\n1 0 b -1\r\n2\t0\ta\t0.5\n");
    assert_int_equal(reading->qrels.n_questions, 2);
    assert_grade(reading, "1", "a", 2);
    assert_grade(reading, "1", "b", -1);
    assert_grade(reading, "2", "a", 0.5);
}

static void three_columns_are_qrels_without_iterations(void **state)
{
    struct reading *reading = *state;
    read_qrels(reading, "1 a 2\n1\tb\t0\n");
    assert_grade(reading, "1", "a", 2);
    assert_grade(reading, "1", "b", 0);
}

static void a_judgment_may_have_ids_that_name_columns(void **state)
{
    struct reading *reading = *state;
    read_qrels(reading, "topic 0 label 1\n");
    assert_grade(reading, "topic", "label", 1);
}

static void a_line_with_too_few_columns_is_refused(void **state)
{
    assert_qrels_refused(*state, "1 0 a 1\n1 0 b\n",
                         ":2: 3 columns where a qrels file has 4: qid iteration docid grade");
    assert_qrels_refused(*state, "1 a 1\n1\n",
                         ":2: 1 column where a qrels file without iterations has 3: qid docid grade");
}

static void a_line_with_too_many_columns_is_refused(void **state)
{
    assert_qrels_refused(*state, "1 a 1\n1 0 b 1\n",
                         ":2: 4 columns where a qrels file without iterations has 3: qid docid grade");
}

static void a_grade_that_is_no_number_is_refused(void **state)
{
    assert_qrels_refused(*state, "1 0 a yes\n",
                         ":1: the grade 'yes' is not a finite number; correct or remove the line, or map "
                         "words to grades, such as --grades Exact=2,Partial=1");
    assert_qrels_refused(*state, "1 a nan\n",
                         ":1: the grade 'nan' is not a finite number; correct or remove the line");
}

static void a_document_judged_twice_names_both_lines(void **state)
{
    assert_qrels_refused(*state, "1 0 a 1\n1 0 b 0\n\n1 0 a 0\n",
                         ":4: document a is already under question 1 in line 1; remove one of them");
}

static void lines_that_begin_with_a_hash_are_comments(void **state)
{
    struct reading *reading = *state;
    read_qrels(reading, "# two judges\n1 0 #a 1\n#1 0 a 1\n # 1 0 b 1\n1 0 b 2\n# the end\n");
    assert_int_equal(reading->qrels.n_questions, 1);
    assert_int_equal(reading->qrels.questions[0].n_judgments, 2);
    assert_grade(reading, "1", "#a", 1);
    assert_grade(reading, "1", "b", 2);
}

static void lines_that_end_with_a_bare_cr_are_refused(void **state)
{
    static const char *const wrong[] = {"1 0 a 1\r1 0 b 2\r", "1 a 1\r1 b 2",
                                        "query-id\tcorpus-id\tscore\r1\ta\t1\r"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_qrels_refused(*state, wrong[i],
                             ":1: a CR without LF, which ends lines of old Macs; convert the line ends: tr "
                             "'\\r' '\\n' <OLD >NEW");
    assert_qrels_refused(
        *state, "1 0 a 1\n1 0 b 1\r1 0 c 1\n",
        ":2: a CR without LF, which ends lines of old Macs; convert the line ends: tr '\\r' '\\n' <OLD >NEW");
}

/* --- Tables --------------------------------------------------------------- */

static void every_name_of_a_column_is_known(void **state)
{
    static const char *const headers[] = {
        "query-id\tcorpus-id\tscore",  "qid\tdocid\tgrade",   "Query_ID\tDoc_ID\tRelevance",
        "topic_id\tpassage-id\tlabel", "topic docno rel",     "question-id,document-id,judgment",
        "query id,corpus id,score",    " qid , pid , grade ", "\"qid\",\"docid\",\"grade\"",
        "query-id corpus-id   score",
    };
    struct reading *reading = *state;
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
        char separator = strchr(headers[i], '\t') != NULL  ? '\t'
                         : strchr(headers[i], ',') != NULL ? ','
                                                           : ' ';
        read_qrels(reading, arena_format(&reading->arena, "%s\n1%ca%c2\n", headers[i], separator, separator));
        assert_grade(reading, "1", "a", 2);
        qrels_release(&reading->qrels);
    }
}

static void columns_may_be_in_any_order_among_others(void **state)
{
    struct reading *reading = *state;
    read_qrels(reading,
               "score\tnote\tcorpus-id\titeration\tquery-id\n2\tgood one\ta\t0\t1\n0\t\tb\t0\t1\r\n");
    assert_grade(reading, "1", "a", 2);
    assert_grade(reading, "1", "b", 0);
}

static void qids_may_be_in_a_column_named_like_a_question(void **state)
{
    struct reading *reading = *state;
    read_qrels(reading, "query,document,grade\nq1,a,2\n");
    assert_grade(reading, "q1", "a", 2);
    qrels_release(&reading->qrels);
    read_qrels(reading, "question,qid,docid,grade\nWhy is it loud?,q1,a,2\n");
    assert_grade(reading, "q1", "a", 2);
}

static void an_empty_last_cell_is_a_cell(void **state)
{
    struct reading *reading = *state;
    read_qrels(reading, "qid\tdocid\tgrade\tnote\n1\ta\t2\t\n");
    assert_grade(reading, "1", "a", 2);
}

static void quoted_cells_of_csv_are_unquoted(void **state)
{
    struct reading *reading = *state;
    read_qrels(reading, "qid,docid,grade\n\"1\",\"a,\"\"b\"\"\", 2\n");
    assert_grade(reading, "1", "a,\"b\"", 2);
}

static void quoted_cells_of_csv_may_hold_line_ends(void **state)
{
    struct reading *reading = *state;
    read_qrels(reading, "qid,note,docid,grade\n1,\"two\nlines, and \"\"one\"\"\",a,2\r\n1,,b,1\r\n");
    assert_grade(reading, "1", "a", 2);
    assert_grade(reading, "1", "b", 1);
    qrels_release(&reading->qrels);
    assert_qrels_refused(reading, "qid,note,docid,grade\n1,\"two\nlines\",a,2\n1,,b,x\n",
                         ":4: the grade 'x' is not a finite number; correct or remove the line, or map words "
                         "to grades, such as --grades Exact=2,Partial=1");
}

static void the_separator_line_of_excel_is_skipped(void **state)
{
    struct reading *reading = *state;
    read_qrels(reading, "sep=;\r\nqid;docid;grade\r\n1;a;2\r\n");
    assert_grade(reading, "1", "a", 2);
}

static void quotation_marks_between_tabs_are_bytes_of_the_id(void **state)
{
    struct reading *reading = *state;
    read_qrels(reading, "qid\tdocid\tgrade\n1\t\"a\"\t2\n");
    assert_grade(reading, "1", "\"a\"", 2);
}

static void blank_lines_in_a_table_are_skipped(void **state)
{
    struct reading *reading = *state;
    read_qrels(reading, "\n\nqid,docid,grade\n\n1,a,2\n\n");
    assert_grade(reading, "1", "a", 2);
}

static void rows_of_empty_cells_are_skipped(void **state)
{
    struct reading *reading = *state;
    read_qrels(reading, "qid,docid,grade\n,,\n1,a,2\n \"\", ,\n,,\n");
    assert_grade(reading, "1", "a", 2);
}

static void an_empty_row_of_other_columns_is_refused(void **state)
{
    assert_qrels_refused(*state, "qid,docid,grade\n1,a,2\n,\n", ":3: 2 columns where the header has 3");
}

static void a_header_without_a_needed_column_is_refused(void **state)
{
    assert_qrels_refused(*state, "query-id\tscore\n1\t2\n",
                         ":1: the header names no docid; it must name a qid, a docid and a grade, like: "
                         "query-id corpus-id score");
    assert_qrels_refused(*state, "\nqid,docid,usefulness\n1,a,2\n",
                         ":2: \"usefulness\" may be a grade or a score; use --grade FIELD or --score FIELD, "
                         "or --grade none if all documents are equally relevant");
}

static void a_header_that_names_a_column_twice_is_refused(void **state)
{
    assert_qrels_refused(
        *state, "qid,docid,score,relevance\n1,a,0.7,2\n",
        ":1: \"score\" and \"relevance\" could both be the grade; choose one with --grade FIELD");
}

static void a_row_of_another_length_is_refused(void **state)
{
    assert_qrels_refused(*state, "qid,docid,grade\n1,a,2\n1,b\n", ":3: 2 columns where the header has 3");
    assert_qrels_refused(*state, "qid\tdocid\tgrade\n1\n", ":2: 1 column where the header has 3");
    assert_qrels_refused(*state, "qid\tdocid\tgrade\n1\ta\t2\t\n", ":2: 4 columns where the header has 3");
}

static void a_quotation_mark_that_does_not_fit_is_refused(void **state)
{
    static const char *const open =
        ":2: the quotation mark of this cell is not closed; close it or double it";
    assert_qrels_refused(*state, "qid,docid,grade\n1,\"a,2\n", open);
    assert_qrels_refused(*state, "qid,docid,grade\n1,a,\"\n1,b,2\n", open);
    assert_qrels_refused(
        *state, "qid,docid,grade\n1,\"a\"b,2\n",
        ":2: text follows the closing quotation mark of this cell; double the quotation marks in its text");
}

static void a_grade_of_a_table_that_is_no_number_is_refused(void **state)
{
    assert_qrels_refused(*state, "qid,docid,grade\n1,a,inf\n",
                         ":2: the grade 'inf' is not a finite number; correct or remove the line");
    assert_qrels_refused(
        *state, "qid,docid,grade\n1,a,\n",
        ": no document has a grade; grade one of them, or use --grade FIELD if another field has the grades");
}

static void ids_of_a_table_that_lines_cannot_hold_are_refused(void **state)
{
    assert_qrels_refused(*state, "qid,docid,grade\n1,\"a\tb\",2\n",
                         ":2: the id 'a\xe2\x90\x89"
                         "b' has white space, which qrels and runs can't hold; take it out");
    assert_qrels_refused(*state, "qid,docid,grade\n1,,2\n",
                         ":2: the document's id is empty; give each one an id");
}

static void a_document_twice_in_a_table_names_both_lines(void **state)
{
    assert_qrels_refused(*state, "qid,docid,grade\n1,a,1\n1,b,0\n1,\"a\",0\n",
                         ":4: document a is already under question 1 in line 2; remove one of them");
}

static void a_table_without_rows_is_refused(void **state)
{
    assert_qrels_refused(*state, "query-id\tcorpus-id\tscore\n", ": the file has no document" ACCEPTED);
}

/* --- JSON (more of it in test_run_kinds.c) -------------------------------- */

static void qrels_in_json_are_read(void **state)
{
    struct reading *reading = *state;
    read_qrels(reading, "{\"1\": {\"a\": 2, \"b\": 0}, \"2\": {\"a\": 0.5}}");
    assert_int_equal(reading->qrels.n_questions, 2);
    assert_grade(reading, "1", "a", 2);
    assert_grade(reading, "1", "b", 0);
    assert_grade(reading, "2", "a", 0.5);
}

static void a_json_list_of_docids_has_grade_one(void **state)
{
    struct reading *reading = *state;
    read_qrels(reading, "{\"1\": [\"a\", \"b\"], \"2\": {\"a\": 3}, \"3\": []}");
    assert_int_equal(reading->qrels.n_questions, 2);
    assert_grade(reading, "1", "a", 1);
    assert_grade(reading, "1", "b", 1);
    assert_grade(reading, "2", "a", 3);
}

static void judgments_are_found_in_a_file_of_llamaindex(void **state)
{
    struct reading *reading = *state;
    read_qrels(reading,
               "{\"queries\": {\"1\": \"a?\"}, \"corpus\": {},\n \"relevant_docs\": {\"1\": [\"a\"]}}");
    assert_int_equal(reading->qrels.n_questions, 1);
    assert_grade(reading, "1", "a", 1);
}

static void a_json_list_of_anything_else_is_refused(void **state)
{
    assert_qrels_refused(*state, "{\"1\":\n[\"a\", 7]}",
                         ":2: '7' is where a docid in quotation marks should be; the JSON must look like "
                         "{\"qid\": {\"docid\": grade}}");
    assert_qrels_refused(*state, "{\"1\": [\"a\",\n \"a\"]}",
                         ":2: document a is already under question 1 in line 1; remove one of them");
    assert_qrels_refused(*state, "{\"1\": [\"a\"",
                         ":1: the file ends where ',' or ']' should be; is it cut short?");
}

static void a_json_grade_that_is_no_number_is_refused(void **state)
{
    assert_qrels_refused(*state, "{\"1\":\n{\"a\": \"2x\"}}",
                         ":2: the grade '2x' is not a finite number; correct or remove the line");
}

static void a_document_judged_twice_in_json_names_both_lines(void **state)
{
    assert_qrels_refused(*state, "{\"1\": {\"a\": 1,\n\"a\": 1}}",
                         ":2: document a is already under question 1 in line 1; remove one of them");
}

/* --- Exporting and reading again ------------------------------------------ */

static void every_format_that_is_exported_is_read_again(void **state)
{
    struct reading *reading = *state;
    const struct judgment first[] = {{bytes_of("\"a\\,"), 3}, {bytes_of("\xc3\xa4"), 0.25}};
    const struct judgment second = {bytes_of("c"), -1};
    for (size_t format = 0; format < qrels_export.n_formats; format++) {
        struct buffer text = {0};
        qrels_begin(format, &text);
        qrels_add_question(format, bytes_of("q,1"), first, 2, 2, true, &text);
        qrels_add_question(format, bytes_of("2"), &second, 1, 2, false, &text);
        qrels_end(format, &text);
        read_qrels(reading, buffer_string(&text));
        assert_int_equal(reading->qrels.n_questions, 2);
        assert_grade(reading, "q,1", "\"a\\,", 3);
        assert_grade(reading, "q,1", "\xc3\xa4", 0.25);
        assert_grade(reading, "2", "c", -1);
        qrels_release(&reading->qrels);
        buffer_release(&text);
    }
}

/* --- Files that are not qrels --------------------------------------------- */

static void empty_qrels_are_refused(void **state)
{
    assert_qrels_refused(*state, "", ": the file is empty" ACCEPTED);
}

static void a_run_in_the_place_of_qrels_is_refused(void **state)
{
    assert_qrels_refused(*state, "1 Q0 a 1 2 tag\n",
                         ": a TREC run, not qrels; name the judgments first, then the runs");
}

static void a_table_without_a_header_is_refused(void **state)
{
    assert_qrels_refused(*state, "1,a,2\n", ":1: no qrels have lines like '1,a,2'" ACCEPTED);
}

static void refused_qrels_leave_no_data(void **state)
{
    struct reading *reading = *state;
    assert_qrels_refused(reading, "1 0 a 1\n1 0 a 0\n",
                         ":2: document a is already under question 1 in line 1; remove one of them");
    assert_int_equal(reading->qrels.n_questions, 0);
    assert_null(reading->qrels.memory.blocks);
}

static void records_of_a_table_in_json_are_read(void **state)
{
    struct reading *reading = *state;
    read_qrels(reading, "[{\"query_id\": \"q1\", \"doc_id\": \"a\", \"relevance\": 2, \"iteration\": \"0\"},"
                        "{\"query_id\": \"q1\", \"doc_id\": \"b\", \"relevance\": 0}]");
    assert_grade(reading, "q1", "a", 2);
    assert_grade(reading, "q1", "b", 0);
}

static void a_record_without_a_qid_is_refused(void **state)
{
    assert_qrels_refused(*state,
                         "{\"query_id\": \"q1\", \"doc_id\": \"a\", \"relevance\": 2}\n{\"doc_id\": \"a\"}",
                         ":2: no qid in this record; write records like {\"query_id\": …, \"doc_id\": …, "
                         "\"relevance\": …}");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        READING_TEST(qrels_of_trec_are_read),
        READING_TEST(three_columns_are_qrels_without_iterations),
        READING_TEST(a_judgment_may_have_ids_that_name_columns),
        READING_TEST(a_line_with_too_few_columns_is_refused),
        READING_TEST(a_line_with_too_many_columns_is_refused),
        READING_TEST(a_grade_that_is_no_number_is_refused),
        READING_TEST(a_document_judged_twice_names_both_lines),
        READING_TEST(lines_that_begin_with_a_hash_are_comments),
        READING_TEST(lines_that_end_with_a_bare_cr_are_refused),
        READING_TEST(every_name_of_a_column_is_known),
        READING_TEST(columns_may_be_in_any_order_among_others),
        READING_TEST(qids_may_be_in_a_column_named_like_a_question),
        READING_TEST(an_empty_last_cell_is_a_cell),
        READING_TEST(quoted_cells_of_csv_are_unquoted),
        READING_TEST(quoted_cells_of_csv_may_hold_line_ends),
        READING_TEST(the_separator_line_of_excel_is_skipped),
        READING_TEST(quotation_marks_between_tabs_are_bytes_of_the_id),
        READING_TEST(blank_lines_in_a_table_are_skipped),
        READING_TEST(rows_of_empty_cells_are_skipped),
        READING_TEST(an_empty_row_of_other_columns_is_refused),
        READING_TEST(a_header_without_a_needed_column_is_refused),
        READING_TEST(a_header_that_names_a_column_twice_is_refused),
        READING_TEST(a_row_of_another_length_is_refused),
        READING_TEST(a_quotation_mark_that_does_not_fit_is_refused),
        READING_TEST(a_grade_of_a_table_that_is_no_number_is_refused),
        READING_TEST(ids_of_a_table_that_lines_cannot_hold_are_refused),
        READING_TEST(a_document_twice_in_a_table_names_both_lines),
        READING_TEST(a_table_without_rows_is_refused),
        READING_TEST(qrels_in_json_are_read),
        READING_TEST(a_json_list_of_docids_has_grade_one),
        READING_TEST(judgments_are_found_in_a_file_of_llamaindex),
        READING_TEST(a_json_list_of_anything_else_is_refused),
        READING_TEST(a_json_grade_that_is_no_number_is_refused),
        READING_TEST(a_document_judged_twice_in_json_names_both_lines),
        READING_TEST(every_format_that_is_exported_is_read_again),
        READING_TEST(empty_qrels_are_refused),
        READING_TEST(a_run_in_the_place_of_qrels_is_refused),
        READING_TEST(a_table_without_a_header_is_refused),
        READING_TEST(refused_qrels_leave_no_data),
        READING_TEST(records_of_a_table_in_json_are_read),
        READING_TEST(a_record_without_a_qid_is_refused),
    };
    return cmocka_run_group_tests_name("qrels_kinds", tests, NULL, NULL);
}
