#include "tests/support/support.h"

#include "live/findings.h"

#include <string.h>

/* Annotators whose votes are good. Each test spoils what it is about. */
struct project {
    struct arena arena;
    struct annotator_row rows[3];
    struct annotators_agreement annotators;
    struct finding_facts facts;
};

static void project_init(struct project *project)
{
    static const char *const names[] = {"ann", "ben", "cleo"};
    memset(project, 0, sizeof *project);
    for (size_t i = 0; i < 3; i++) {
        struct annotator_row *row = &project->rows[i];
        row->annotator_id = (int64_t)i + 1;
        row->name = bytes_of(names[i]);
        row->pace = (struct pace){.votes = 30, .timed_votes = 30, .last_at = 1000};
        row->median_ms = 4000 + (int64_t)i * 1000;
        row->none_votes = 3;
        for (size_t slot = 0; slot < 3; slot++)
            row->slots.wins[3][slot] = 9;
    }
    project->annotators.rows = project->rows;
    project->annotators.n = 3;
    project->facts.annotators = &project->annotators;
    project->facts.overlap.share = 0.1;
    project->facts.progress = (struct progress){.ballots_done = 90, .ballots_left = 100};
    project->facts.now = 2000;
}

static void assert_found(struct project *project, const char *expected)
{
    struct lead_findings findings;
    struct buffer text = {0};
    findings_make(&project->facts, &findings);
    for (size_t i = 0; i < findings.n; i++) {
        finding_add_text(&findings.items[i], &text);
        buffer_add_byte(&text, '\n');
    }
    assert_string_equal(buffer_string(&text), expected);
    buffer_release(&text);
}

static void a_healthy_project_has_no_findings(void **state)
{
    struct project project;
    (void)state;
    project_init(&project);
    assert_found(&project, "");
}

static void an_annotator_who_votes_too_fast_is_named_with_the_others_time(void **state)
{
    struct project project;
    (void)state;
    project_init(&project);
    project.rows[1].median_ms = 400;
    project.rows[1].haste = HASTE_QUICK;
    assert_found(&project,
                 "ben: half of 30 votes took 0.4 s or less (others: 5.0 s), too fast to read a ballot\n");
}

static void a_slot_chosen_more_often_than_by_chance_is_reported(void **state)
{
    struct project project;
    (void)state;
    project_init(&project);
    project.rows[2].slots.wins[3][0] = 2;
    project.rows[2].slots.wins[3][1] = 23;
    project.rows[2].slots.wins[3][2] = 2;
    assert_found(&project, "cleo: chose document 2 in 85 % of 27 votes, more often than chance explains\n");
}

static void only_a_share_of_none_far_above_the_others_is_reported(void **state)
{
    struct project project;
    (void)state;
    project_init(&project);
    project.rows[0].none_votes = 25;
    assert_found(&project, "ann: chose none in 83 % of 30 votes (others: 10 %)\n");
    project.rows[0].none_votes = 6;
    assert_found(&project, "");
}

static void poor_agreement_counts_from_ten_shared_ballots_on(void **state)
{
    struct project project;
    (void)state;
    project_init(&project);
    project.rows[0].with_others.alpha.value = 0.2;
    project.rows[0].with_others.n_ballots = 9;
    assert_found(&project, "");
    project.rows[0].with_others.n_ballots = 10;
    assert_found(&project, "ann: agrees little with the others (alpha 0.20 on 10 ballots)\n");
}

static void shared_ballots_that_differ_are_counted(void **state)
{
    struct project project;
    struct shared_choice alike[] = {{0, 1}, {1, 1}}, unlike[] = {{0, 1}, {1, 0}};
    struct shared_ballot ballots[] = {{.choices = alike, .n_choices = 2},
                                      {.choices = unlike, .n_choices = 2}};
    (void)state;
    project_init(&project);
    project.annotators.shared.shared = (struct shared_ballots){.ballots = ballots, .n_ballots = 2};
    assert_found(&project, "1 of 2 ballots with several answers: the answers differ\n");
}

static void several_annotators_without_shared_ballots_are_reported(void **state)
{
    struct project project;
    (void)state;
    project_init(&project);
    project.facts.overlap.share = 0;
    assert_found(&project, "No ballot has answers of two annotators, so agreement is unknown\n");
    project.annotators.n = 1;
    assert_found(&project, "");
}

static void findings_about_the_project_come_after_those_about_annotators(void **state)
{
    struct project project;
    (void)state;
    project_init(&project);
    project.rows[0].haste = HASTE_FAST;
    project.facts.holes = (struct run_holes){.are_known = true, .documents = 1, .questions = 1};
    project.facts.lacking = 2;
    project.facts.now = 1000 + INT64_C(3) * 24 * 60 * 60 * 1000;
    assert_found(&project,
                 "ann: half of 30 votes took 4.0 s or less (others: 5.5 s), too fast to read a ballot\n"
                 "Not in the pools, so nobody can vote on them: 1 document among the first 10 of the runs, "
                 "in 1 question\n"
                 "2 questions without candidates: nobody can vote on them\n"
                 "Nobody has voted for 3 days, and 100 ballots are left\n");
}

/* A finding that is not about an annotator is listed however many findings about annotators there are. */
static void the_first_annotators_are_listed_and_the_rest_counted(void **state)
{
    struct project project;
    struct lead_findings findings;
    (void)state;
    project_init(&project);
    for (size_t i = 0; i < 3; i++) {
        project.rows[i].haste = HASTE_QUICK;
        project.rows[i].slots.wins[3][0] = 300;
    }
    project.facts.lacking = 1;
    findings_make(&project.facts, &findings);
    assert_int_equal(findings.n, 5);
    assert_int_equal(findings.n_more, 2);
    assert_int_equal(findings.items[3].kind, FINDING_SLOT);
    assert_int_equal(findings.items[4].kind, FINDING_NO_CANDIDATES);
}

static void a_finished_project_has_no_finding_about_silence(void **state)
{
    struct project project;
    (void)state;
    project_init(&project);
    project.facts.progress.ballots_left = 0;
    project.facts.now = 1000 + INT64_C(3) * 24 * 60 * 60 * 1000;
    assert_found(&project, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_healthy_project_has_no_findings),
        cmocka_unit_test(an_annotator_who_votes_too_fast_is_named_with_the_others_time),
        cmocka_unit_test(a_slot_chosen_more_often_than_by_chance_is_reported),
        cmocka_unit_test(only_a_share_of_none_far_above_the_others_is_reported),
        cmocka_unit_test(poor_agreement_counts_from_ten_shared_ballots_on),
        cmocka_unit_test(shared_ballots_that_differ_are_counted),
        cmocka_unit_test(several_annotators_without_shared_ballots_are_reported),
        cmocka_unit_test(findings_about_the_project_come_after_those_about_annotators),
        cmocka_unit_test(the_first_annotators_are_listed_and_the_rest_counted),
        cmocka_unit_test(a_finished_project_has_no_finding_about_silence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
