/* The strip of live scores: how it shows runs that are not read yet, are gone, or cannot be read. */
#include "core/metric/measures/measure_name.h"
#include "tests/support/support.h"
#include "tests/support/surface_dump.h"

#include "tui/widget/scores_strip.h"

#include <stdlib.h>
#include <string.h>

enum { ROWS = 3, COLUMNS = 62 };

static int open_board(void **state)
{
    struct scoreboard *board;
    struct measure measure;
    struct err err;
    if (!measure_parse(bytes_of("RR"), &measure, &err))
        return -1;
    scoreboard_open(&board, &measure, 1);
    scoreboard_add_run(board, bytes_of("bm25"));
    scoreboard_add_run(board, bytes_of("a-run-with-quite-a-long-name"));
    *state = board;
    return 0;
}

static int close_board(void **state)
{
    scoreboard_close(*state);
    return 0;
}

/* Puts a run that retrieves document a for question q. */
static void put_run(struct scoreboard *board, size_t index)
{
    struct run_question question = {.qid = bytes_of("q")};
    struct ranked_run run = {0};
    run_question_add(&question, bytes_of("a"), 1);
    assert_true(ranked_run_add(&run, &question, TIES_DOCID_DESC));
    scoreboard_put_run(board, index, &run);
    free(question.entries);
}

static void set_labels(struct scoreboard *board)
{
    struct judgment judgment = {.docid = bytes_of("a"), .grade = 1};
    scoreboard_set_labels(board, bytes_of("q"), &judgment, 1);
}

/* Compares the text of the cells, without their styles. */
static void assert_drawn(const struct scoreboard *board, const char *expected)
{
    struct surface surface = {0};
    struct buffer dump = {0};
    surface_reset(&surface, ROWS, COLUMNS);
    scores_strip_draw(board, 9, &surface, (struct rectangle){0, 0, ROWS, COLUMNS});
    surface_dump(&surface, &dump);
    if (strncmp(buffer_string(&dump), expected, strlen(expected)) != 0)
        fail_msg("drawn:\n%s", buffer_string(&dump));
    buffer_release(&dump);
    surface_release(&surface);
}

static void a_run_not_yet_read_has_no_scores_and_the_reason_is_shown(void **state)
{
    scoreboard_set_loading(*state, (struct loading){LOADING_RUNS, 40});
    set_labels(*state);
    assert_drawn(*state, " run                           RR          reading runs… 40 % |\n"
                         " bm25                           –                             |\n"
                         " a-run-with-…-a-long-name       –                             |\n");
}

static void a_run_has_no_scores_before_all_labels_are_scored(void **state)
{
    put_run(*state, 0);
    put_run(*state, 1);
    scoreboard_set_loading(*state, (struct loading){LOADING_LABELS, 7});
    set_labels(*state);
    assert_drawn(*state, " run                           RR        scoring labels…  7 % |\n"
                         " bm25                           –                             |\n"
                         " a-run-with-…-a-long-name       –                             |\n");
}

static void scores_are_there_when_all_is_scored(void **state)
{
    put_run(*state, 0);
    put_run(*state, 1);
    set_labels(*state);
    scoreboard_finish(*state);
    assert_drawn(*state, " run                           RR         on 1 of 9 questions |\n"
                         " bm25                        1.00                             |\n"
                         " a-run-with-…-a-long-name    1.00                             |\n");
}

static void a_run_with_a_missing_file_is_marked_even_with_a_long_name(void **state)
{
    put_run(*state, 0);
    put_run(*state, 1);
    set_labels(*state);
    scoreboard_finish(*state);
    scoreboard_set_old(*state, 0, true);
    scoreboard_set_old(*state, 1, true);
    assert_drawn(*state, " run                           RR         on 1 of 9 questions |\n"
                         " bm25 (old)                  1.00                             |\n"
                         " a-run-wi…long-name (old)    1.00                             |\n");
}

static void a_run_that_could_never_be_read_has_no_scores(void **state)
{
    put_run(*state, 0);
    set_labels(*state);
    scoreboard_finish(*state);
    scoreboard_set_old(*state, 1, true);
    assert_drawn(*state, " run                           RR         on 1 of 9 questions |\n"
                         " bm25                        1.00                             |\n"
                         " a-run…-name (unreadable)       –                             |\n");
}

static void assert_drawn_in_a_row(const struct scoreboard *board, int columns, const char *expected)
{
    struct surface surface = {0};
    struct buffer dump = {0};
    surface_reset(&surface, 1, columns);
    scores_strip_draw(board, 9, &surface, (struct rectangle){0, 0, 1, columns});
    surface_dump(&surface, &dump);
    if (strncmp(buffer_string(&dump), expected, strlen(expected)) != 0)
        fail_msg("drawn:\n%s", buffer_string(&dump));
    buffer_release(&dump);
    surface_release(&surface);
}

static void a_single_row_shows_the_runs_that_fit(void **state)
{
    put_run(*state, 0);
    set_labels(*state);
    scoreboard_finish(*state);
    scoreboard_set_old(*state, 1, true);
    assert_drawn_in_a_row(*state, COLUMNS, " RR  bm25 1.00    a-run-w…ong-name –");
    assert_drawn_in_a_row(*state, 30, " RR  bm25 1.00   …");
}

#define STRIP_TEST(function) cmocka_unit_test_setup_teardown(function, open_board, close_board)

int main(void)
{
    const struct CMUnitTest tests[] = {
        STRIP_TEST(a_run_not_yet_read_has_no_scores_and_the_reason_is_shown),
        STRIP_TEST(a_run_has_no_scores_before_all_labels_are_scored),
        STRIP_TEST(scores_are_there_when_all_is_scored),
        STRIP_TEST(a_run_with_a_missing_file_is_marked_even_with_a_long_name),
        STRIP_TEST(a_run_that_could_never_be_read_has_no_scores),
        STRIP_TEST(a_single_row_shows_the_runs_that_fit),
    };
    return cmocka_run_group_tests_name("scores strip", tests, NULL, NULL);
}
