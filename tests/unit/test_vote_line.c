/* Answers as JSON lines: every key is in its place, and is omitted if it has no value. */
#include "tests/support/support.h"

#include "export/vote_line.h"

/* 2026-11-21 20:31:05.123 UTC; `date -u -d @1795293065` confirms the seconds. */
#define GIVEN_AT INT64_C(1795293065123)

static struct answer_row vote(void)
{
    return (struct answer_row){
        .uuid = bytes_of("0f"),
        .qid = bytes_of("q1"),
        .annotator = bytes_of("maria"),
        .position = 2,
        .given_at = GIVEN_AT,
        .is_timed = true,
        .elapsed_ms = 4200,
        .n_slots = 2,
        .docids = {bytes_of("d3"), bytes_of("d1")},
    };
}

static void assert_line(const struct answer_row *answer, const char *expected)
{
    struct buffer line = {0};
    vote_line_add(answer, &line);
    assert_string_equal(buffer_string(&line), expected);
    buffer_release(&line);
}

static void a_vote_names_what_was_chosen_of_what_was_shown(void **state)
{
    (void)state;
    struct answer_row answer = vote();
    assert_line(&answer,
                "{\"uuid\":\"0f\",\"question\":\"q1\",\"shown\":[\"d3\",\"d1\"],\"chosen\":\"d1\","
                "\"annotator\":\"maria\",\"time\":\"2026-11-21T20:31:05.123Z\",\"elapsed_ms\":4200}\n");
}

static void a_tie_names_the_other_document(void **state)
{
    (void)state;
    struct answer_row answer = vote();
    answer.position = 1;
    answer.second = SECOND_TIED + 2;
    assert_line(&answer, "{\"uuid\":\"0f\",\"question\":\"q1\",\"shown\":[\"d3\",\"d1\"],\"chosen\":\"d3\","
                         "\"annotator\":\"maria\",\"time\":\"2026-11-21T20:31:05.123Z\",\"elapsed_ms\":4200,"
                         "\"tie\":\"d1\"}\n");
}

static void a_vote_for_none_has_chosen_null(void **state)
{
    (void)state;
    struct answer_row answer = vote();
    answer.position = VOTE_NONE;
    assert_line(&answer,
                "{\"uuid\":\"0f\",\"question\":\"q1\",\"shown\":[\"d3\",\"d1\"],\"chosen\":null,"
                "\"annotator\":\"maria\",\"time\":\"2026-11-21T20:31:05.123Z\",\"elapsed_ms\":4200}\n");
}

static void a_skip_has_its_reason_and_may_lack_a_duration(void **state)
{
    (void)state;
    struct answer_row answer = vote();
    answer.position = VOTE_NONE;
    answer.skip = bytes_of("cannot tell");
    answer.is_timed = false;
    assert_line(&answer, "{\"uuid\":\"0f\",\"question\":\"q1\",\"shown\":[\"d3\",\"d1\"],"
                         "\"skip\":\"cannot tell\",\"annotator\":\"maria\","
                         "\"time\":\"2026-11-21T20:31:05.123Z\"}\n");
}

static void a_withdrawn_answer_has_the_time_and_way_of_its_withdrawal(void **state)
{
    (void)state;
    struct answer_row answer = vote();
    answer.n_slots = 1;
    answer.position = 1;
    answer.note = bytes_of("a \"note\"\n");
    answer.is_withdrawn = true;
    answer.withdrawn_at = 0;
    answer.withdrawn_by = bytes_of("undo");
    assert_line(&answer, "{\"uuid\":\"0f\",\"question\":\"q1\",\"shown\":[\"d3\"],\"chosen\":\"d3\","
                         "\"annotator\":\"maria\",\"time\":\"2026-11-21T20:31:05.123Z\",\"elapsed_ms\":4200,"
                         "\"note\":\"a \\\"note\\\"\\n\",\"withdrawn\":\"1970-01-01T00:00:00.000Z\","
                         "\"withdrawn_by\":\"undo\"}\n");
}

static void the_latest_possible_time_has_a_year_of_four_digits(void **state)
{
    (void)state;
    struct answer_row answer = vote();
    answer.given_at = ANSWER_TIME_MAX;
    assert_line(&answer,
                "{\"uuid\":\"0f\",\"question\":\"q1\",\"shown\":[\"d3\",\"d1\"],\"chosen\":\"d1\","
                "\"annotator\":\"maria\",\"time\":\"9999-12-31T23:59:59.999Z\",\"elapsed_ms\":4200}\n");
}

static void a_line_is_read_back_as_its_answer(void **state)
{
    (void)state;
    struct buffer line = {0};
    struct bytes uuid;
    struct vote_line_state told = {.is_withdrawn = true};
    struct answer_row answer = vote();
    answer.note = bytes_of("a note,\"withdrawn\":\"that says so");
    vote_line_add(&answer, &line);
    assert_true(vote_line_read(bytes_slice(buffer_bytes(&line), 0, line.size - 1), &uuid, &told));
    assert_true(bytes_equal(uuid, answer.uuid));
    assert_false(told.is_withdrawn);
    buffer_release(&line);
}

static void a_line_of_a_withdrawn_answer_says_so(void **state)
{
    (void)state;
    struct buffer line = {0};
    struct bytes uuid;
    struct vote_line_state told = {0};
    struct answer_row answer = vote();
    answer.is_withdrawn = true;
    answer.withdrawn_at = GIVEN_AT;
    answer.withdrawn_by = bytes_of("undo");
    vote_line_add(&answer, &line);
    assert_true(vote_line_read(bytes_slice(buffer_bytes(&line), 0, line.size - 1), &uuid, &told));
    assert_true(told.is_withdrawn);
    buffer_release(&line);
}

static void a_reason_with_quotation_marks_is_read_whole(void **state)
{
    (void)state;
    struct buffer line = {0};
    struct bytes uuid;
    struct vote_line_state told = {0};
    struct answer_row answer = vote();
    answer.reason = bytes_of("says \"off\" first");
    vote_line_add(&answer, &line);
    assert_true(vote_line_read(bytes_slice(buffer_bytes(&line), 0, line.size - 1), &uuid, &told));
    /* As written in the line. */
    assert_true(bytes_ends_with(told.beside, ",\"reason\":\"says \\\"off\\\" first\"}"));
    buffer_release(&line);
}

static void other_lines_are_no_answers(void **state)
{
    (void)state;
    struct bytes uuid;
    struct vote_line_state told;
    assert_false(vote_line_read(bytes_of(""), &uuid, &told));
    assert_false(vote_line_read(bytes_of("{\"uuid\":\"0f"), &uuid, &told));
    assert_false(vote_line_read(bytes_of("{\"id\":\"0f\"}"), &uuid, &told));
    assert_false(vote_line_read(bytes_of("{\"uuid\":\"0f\",\"question\":\"q"), &uuid, &told));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_vote_names_what_was_chosen_of_what_was_shown),
        cmocka_unit_test(a_tie_names_the_other_document),
        cmocka_unit_test(a_vote_for_none_has_chosen_null),
        cmocka_unit_test(a_skip_has_its_reason_and_may_lack_a_duration),
        cmocka_unit_test(a_withdrawn_answer_has_the_time_and_way_of_its_withdrawal),
        cmocka_unit_test(the_latest_possible_time_has_a_year_of_four_digits),
        cmocka_unit_test(a_line_is_read_back_as_its_answer),
        cmocka_unit_test(a_line_of_a_withdrawn_answer_says_so),
        cmocka_unit_test(a_reason_with_quotation_marks_is_read_whole),
        cmocka_unit_test(other_lines_are_no_answers),
    };
    return cmocka_run_group_tests_name("vote_line", tests, NULL, NULL);
}
