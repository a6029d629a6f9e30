/* Reading TREC files: what is accepted, and every error with its place and remedy. */
#include "tests/support/support.h"

#include "import/file.h"
#include "import/trec.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A file of its own for one test, and what was read from it. */
struct fixture {
    struct arena arena;
    struct run run;
    struct qrels qrels;
    struct err err;
};

static int set_up(void **state)
{
    *state = calloc(1, sizeof(struct fixture));
    return *state == NULL ? -1 : 0;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    run_release(&fixture->run);
    qrels_release(&fixture->qrels);
    arena_release(&fixture->arena);
    free(fixture);
    return 0;
}

static const char *write_bytes(struct fixture *fixture, const char *name, const char *data, size_t size)
{
    return support_file(&fixture->arena, name, (struct bytes){.data = data, .size = size});
}

static void read_run(struct fixture *fixture, const char *text)
{
    const char *path = write_bytes(fixture, "test.run", text, strlen(text));
    if (!import_run(path, &fixture->run, &fixture->err))
        fail_msg("%s", fixture->err.text);
}

static void read_qrels(struct fixture *fixture, const char *text)
{
    const char *path = write_bytes(fixture, "test.qrels", text, strlen(text));
    if (!import_qrels(path, &fixture->qrels, &fixture->err))
        fail_msg("%s", fixture->err.text);
}

/* `message` is what follows the path. */
static void assert_refused(struct fixture *fixture, bool ok, const char *path, const char *message)
{
    const char *expected = arena_format(&fixture->arena, "%s%s", path, message);
    assert_error(ok, fixture->err, ERR_INPUT, expected);
}

static void assert_run_refused(struct fixture *fixture, const char *text, const char *message)
{
    const char *path = write_bytes(fixture, "wrong.run", text, strlen(text));
    bool ok = import_run(path, &fixture->run, &fixture->err);
    assert_refused(fixture, ok, path, message);
}

static void assert_qrels_refused(struct fixture *fixture, const char *text, const char *message)
{
    const char *path = write_bytes(fixture, "wrong.qrels", text, strlen(text));
    bool ok = import_qrels(path, &fixture->qrels, &fixture->err);
    assert_refused(fixture, ok, path, message);
}

static void assert_entry(const struct fixture *fixture, size_t question, size_t entry, const char *docid,
                         double score)
{
    const struct run_entry *found = &fixture->run.questions[question].entries[entry];
    assert_true(bytes_equal(found->docid, bytes_of(docid)));
    assert_close(found->score, score, 0);
}

/* --- Runs ----------------------------------------------------------------- */

static void a_run_keeps_the_order_of_the_file(void **state)
{
    struct fixture *fixture = *state;
    read_run(fixture, "1 Q0 a 1 2.5 tag\n2 Q0 x 1 9 tag\n1 Q0 b 2 -1e3 tag\n");
    assert_int_equal(fixture->run.n_questions, 2);
    assert_int_equal(fixture->run.questions[0].n_entries, 2);
    assert_entry(fixture, 0, 0, "a", 2.5);
    assert_entry(fixture, 0, 1, "b", -1000);
    assert_entry(fixture, 1, 0, "x", 9);
}

static void a_run_may_have_tabs_and_runs_of_blanks(void **state)
{
    struct fixture *fixture = *state;
    read_run(fixture, " 1\tQ0 \t a   1\t\t2 tag \n");
    assert_entry(fixture, 0, 0, "a", 2);
}

static void other_white_space_splits_too(void **state)
{
    struct fixture *fixture = *state;
    read_run(fixture, "1\vQ0\fa\r1 2 tag\n");
    assert_entry(fixture, 0, 0, "a", 2);
}

static void a_run_may_have_crlf_ends(void **state)
{
    struct fixture *fixture = *state;
    read_run(fixture, "1 Q0 a 1 2 tag\r\n1 Q0 b 2 1 tag\r\n");
    assert_entry(fixture, 0, 1, "b", 1);
}

static void a_run_may_have_blank_lines(void **state)
{
    struct fixture *fixture = *state;
    read_run(fixture, "\n1 Q0 a 1 2 tag\n   \n\r\n1 Q0 b 2 1 tag\n\n");
    assert_int_equal(fixture->run.questions[0].n_entries, 2);
}

static void a_run_may_have_more_than_six_columns(void **state)
{
    struct fixture *fixture = *state;
    read_run(fixture, "1 Q0 a 1 2 tag and more\n");
    assert_entry(fixture, 0, 0, "a", 2);
}

static void a_run_may_end_without_a_line_end(void **state)
{
    struct fixture *fixture = *state;
    read_run(fixture, "1 Q0 a 1 2 tag\n1 Q0 b 2 1 tag");
    assert_entry(fixture, 0, 1, "b", 1);
}

static void a_run_may_start_with_a_byte_order_mark(void **state)
{
    struct fixture *fixture = *state;
    read_run(fixture, "\xef\xbb\xbf"
                      "1 Q0 a 1 2 tag\n");
    assert_true(bytes_equal(fixture->run.questions[0].qid, bytes_of("1")));
}

static void a_hash_starts_no_comment(void **state)
{
    struct fixture *fixture = *state;
    read_run(fixture, "#1 Q0 #a 1 2 tag\n");
    assert_true(bytes_equal(fixture->run.questions[0].qid, bytes_of("#1")));
    assert_entry(fixture, 0, 0, "#a", 2);
}

static void a_no_break_space_splits_no_id(void **state)
{
    struct fixture *fixture = *state;
    read_run(fixture, "1 Q0 a\xc2\xa0z 1 2 tag\n");
    assert_entry(fixture, 0, 0, "a\xc2\xa0z", 2);
}

static void a_run_is_called_by_its_file(void **state)
{
    static const char *const names[][2] = {
        {"bm25.run", "bm25"}, {"bm25.run.txt", "bm25"}, {"dense.trec", "dense"},
        {"plain", "plain"},   {"v1.2.txt", "v1.2"},     {".run", ".run"},
    };
    struct fixture *fixture = *state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *path = support_file(&fixture->arena, names[i][0], bytes_of("1 Q0 a 1 2 tag\n"));
        assert_true(import_run(path, &fixture->run, &fixture->err));
        assert_string_equal(fixture->run.name.data, names[i][1]);
        run_release(&fixture->run);
    }
}

static void a_missing_file_is_refused(void **state)
{
    struct fixture *fixture = *state;
    assert_error(import_run("no/such.run", &fixture->run, &fixture->err), fixture->err, ERR_SYSTEM,
                 "no/such.run: there is no such file; check the path");
}

static void a_folder_is_refused(void **state)
{
    struct fixture *fixture = *state;
    assert_error(import_run("/", &fixture->run, &fixture->err), fixture->err, ERR_SYSTEM,
                 "/: is a folder; name a file in it");
}

static void an_unreadable_file_is_refused(void **state)
{
    struct fixture *fixture = *state;
    const uid_t nobody = 65534;
    const uid_t user = geteuid();
    const char *path = support_file(&fixture->arena, "closed.run", bytes_of("1 Q0 a 1 2 tag\n"));
    assert_int_equal(chmod(path, 0), 0);
    if (user == 0) /* to whom everything is readable */
        assert_int_equal(seteuid(nobody), 0);
    bool ok = import_run(path, &fixture->run, &fixture->err);
    assert_int_equal(seteuid(user), 0);
    assert_error(ok, fixture->err, ERR_SYSTEM,
                 arena_format(&fixture->arena, "%s: not allowed to read it; check its permissions", path));
}

static void an_empty_run_is_refused(void **state)
{
    assert_run_refused(*state, "", ": the file is empty; a run has lines like: qid Q0 docid rank score tag");
}

static void a_run_of_blank_lines_is_refused(void **state)
{
    assert_run_refused(*state, "\n \n",
                       ": the file is empty; a run has lines like: qid Q0 docid rank score tag");
}

static void a_binary_file_is_refused(void **state)
{
    struct fixture *fixture = *state;
    const char *path = write_bytes(fixture, "wrong.run", "\x1f\x8b\x08\0\0\0", 6);
    assert_refused(
        fixture, import_run(path, &fixture->run, &fixture->err), path,
        ": a binary file; a run is text (unpack it if it is compressed): qid Q0 docid rank score tag");
}

static void a_run_line_with_too_few_columns_is_refused(void **state)
{
    assert_run_refused(*state, "1 Q0 a 1 2 tag\n\n1 Q0 b 2\n",
                       ":3: 4 columns where a run has 6: qid Q0 docid rank score tag");
}

static void a_score_that_is_no_number_is_refused(void **state)
{
    assert_run_refused(*state, "1 Q0 a 1 high tag\n",
                       ":1: the score 'high' is not a finite number; correct or remove the line");
}

static void a_score_that_is_not_finite_is_refused(void **state)
{
    static const char *const scores[] = {"nan", "inf", "-Infinity", "1e999"};
    struct fixture *fixture = *state;
    for (size_t i = 0; i < sizeof scores / sizeof scores[0]; i++) {
        const char *text = arena_format(&fixture->arena, "1 Q0 a 1 %s tag\n", scores[i]);
        const char *message =
            arena_format(&fixture->arena,
                         ":1: the score '%s' is not a finite number; correct or remove the line", scores[i]);
        assert_run_refused(fixture, text, message);
    }
}

static void a_document_twice_in_a_run_names_both_lines(void **state)
{
    assert_run_refused(*state, "1 Q0 a 1 3 t\n2 Q0 a 1 3 t\n1 Q0 b 2 2 t\n\n1 Q0 a 3 1 t\n",
                       ":5: document a stands under question 1 already in line 1; remove one of them");
}

static void a_duplicate_among_many_is_found(void **state)
{
    struct fixture *fixture = *state;
    struct buffer text = {0};
    for (int i = 0; i < 3000; i++)
        buffer_add_format(&text, "q Q0 d%d 1 %d t\n", i == 2999 ? 1234 : i, -i);
    const char *path = write_bytes(fixture, "wrong.run", text.data, text.size);
    buffer_release(&text);
    assert_refused(fixture, import_run(path, &fixture->run, &fixture->err), path,
                   ":3000: document d1234 stands under question q already in line 1235; remove one of them");
}

static void control_bytes_of_a_file_do_not_reach_the_message(void **state)
{
    assert_run_refused(*state, "1 Q0 a 1 \x1b[31m tag\n",
                       ":1: the score '?[31m' is not a finite number; correct or remove the line");
}

static void a_refused_run_leaves_nothing_behind(void **state)
{
    struct fixture *fixture = *state;
    assert_run_refused(fixture, "1 Q0 a 1 2 t\n1 Q0 a 1 2 t\n",
                       ":2: document a stands under question 1 already in line 1; remove one of them");
    assert_int_equal(fixture->run.n_questions, 0);
    assert_null(fixture->run.memory.blocks);
}

/* --- Qrels ---------------------------------------------------------------- */

static void qrels_are_read(void **state)
{
    struct fixture *fixture = *state;
    read_qrels(fixture, "1 0 a 2\n1 0 b -1\r\n2\t0\ta\t0.5\n");
    assert_int_equal(fixture->qrels.n_questions, 2);
    const struct qrels_question *first = qrels_find(&fixture->qrels, bytes_of("1"));
    assert_close(qrels_question_find(first, bytes_of("a"))->grade, 2, 0);
    assert_close(qrels_question_find(first, bytes_of("b"))->grade, -1, 0);
    assert_close(fixture->qrels.questions[1].judgments[0].grade, 0.5, 0);
}

static void empty_qrels_are_refused(void **state)
{
    assert_qrels_refused(*state, "",
                         ": the file is empty; a qrels file has lines like: qid iteration docid grade");
}

static void a_qrels_line_with_too_few_columns_is_refused(void **state)
{
    assert_qrels_refused(*state, "1 0 a\n",
                         ":1: 3 columns where a qrels file has 4: qid iteration docid grade");
}

static void a_run_in_the_place_of_qrels_is_refused(void **state)
{
    assert_qrels_refused(*state, "1 Q0 a 1 2 tag\n",
                         ":1: 6 columns where a qrels file has 4: qid iteration docid grade");
}

static void a_grade_that_is_no_number_is_refused(void **state)
{
    assert_qrels_refused(*state, "1 0 a yes\n",
                         ":1: the grade 'yes' is not a finite number; correct or remove the line");
}

static void a_document_judged_twice_names_both_lines(void **state)
{
    assert_qrels_refused(*state, "1 0 a 1\n1 0 b 0\n1 0 a 0\n",
                         ":3: document a stands under question 1 already in line 1; remove one of them");
}

static void a_comment_in_qrels_is_a_line_like_any_other(void **state)
{
    assert_qrels_refused(*state, "1 0 a 1\n# the end\n",
                         ":2: 3 columns where a qrels file has 4: qid iteration docid grade");
}

/* --- Files ---------------------------------------------------------------- */

static void lines_end_at_lf_crlf_and_the_end(void **state)
{
    (void)state;
    struct line_reader reader = line_reader_of(bytes_of("a\n\r\nb\rc\r\nd"));
    static const char *const lines[] = {"a", "", "b\rc", "d"};
    struct bytes line;
    for (size_t i = 0; i < 4; i++) {
        assert_true(line_reader_next(&reader, &line));
        assert_true(bytes_equal(line, bytes_of(lines[i])));
        assert_int_equal(reader.number, i + 1);
    }
    assert_false(line_reader_next(&reader, &line));
}

static void a_pipe_is_read_to_its_end(void **state)
{
    struct fixture *fixture = *state;
    int ends[2];
    struct file file;
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], "abc\n", 4), 4);
    close(ends[1]);
    const char *path = arena_format(&fixture->arena, "/dev/fd/%d", ends[0]);
    assert_true(file_open(&file, path, &fixture->err));
    assert_true(bytes_equal(file.bytes, bytes_of("abc\n")));
    file_close(&file);
    close(ends[0]);
}

static void peeking_sees_the_beginning_of_a_file(void **state)
{
    struct fixture *fixture = *state;
    char beginning[4];
    size_t size;
    const char *path = support_file(&fixture->arena, "peek", bytes_of("abcdef"));
    assert_true(file_peek(path, beginning, sizeof beginning, &size, &fixture->err));
    assert_int_equal(size, 4);
    assert_memory_equal(beginning, "abcd", 4);
}

static void peeking_takes_nothing_out_of_a_pipe(void **state)
{
    struct fixture *fixture = *state;
    int ends[2];
    char beginning[4];
    size_t size;
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], "abc\n", 4), 4);
    const char *path = arena_format(&fixture->arena, "/dev/fd/%d", ends[0]);
    assert_true(file_peek(path, beginning, sizeof beginning, &size, &fixture->err));
    assert_int_equal(size, 0);
    assert_int_equal(read(ends[0], beginning, sizeof beginning), 4);
    close(ends[0]);
    close(ends[1]);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_run_keeps_the_order_of_the_file),
        TEST(a_run_may_have_tabs_and_runs_of_blanks),
        TEST(other_white_space_splits_too),
        TEST(a_run_may_have_crlf_ends),
        TEST(a_run_may_have_blank_lines),
        TEST(a_run_may_have_more_than_six_columns),
        TEST(a_run_may_end_without_a_line_end),
        TEST(a_run_may_start_with_a_byte_order_mark),
        TEST(a_hash_starts_no_comment),
        TEST(a_no_break_space_splits_no_id),
        TEST(a_run_is_called_by_its_file),
        TEST(a_missing_file_is_refused),
        TEST(a_folder_is_refused),
        TEST(an_unreadable_file_is_refused),
        TEST(an_empty_run_is_refused),
        TEST(a_run_of_blank_lines_is_refused),
        TEST(a_binary_file_is_refused),
        TEST(a_run_line_with_too_few_columns_is_refused),
        TEST(a_score_that_is_no_number_is_refused),
        TEST(a_score_that_is_not_finite_is_refused),
        TEST(a_document_twice_in_a_run_names_both_lines),
        TEST(a_duplicate_among_many_is_found),
        TEST(control_bytes_of_a_file_do_not_reach_the_message),
        TEST(a_refused_run_leaves_nothing_behind),
        TEST(qrels_are_read),
        TEST(empty_qrels_are_refused),
        TEST(a_qrels_line_with_too_few_columns_is_refused),
        TEST(a_run_in_the_place_of_qrels_is_refused),
        TEST(a_grade_that_is_no_number_is_refused),
        TEST(a_document_judged_twice_names_both_lines),
        TEST(a_comment_in_qrels_is_a_line_like_any_other),
        TEST(lines_end_at_lf_crlf_and_the_end),
        TEST(a_pipe_is_read_to_its_end),
        TEST(peeking_sees_the_beginning_of_a_file),
        TEST(peeking_takes_nothing_out_of_a_pipe),
    };
    return cmocka_run_group_tests_name("trec", tests, NULL, NULL);
}
