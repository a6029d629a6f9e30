/*
 * The screens of questions, candidates, rankings and annotators, without an app: what they show to whom, and which
 * effects they ask for.
 */
#include "tests/support/support.h"

#include "core/store/votes/annotators.h"
#include "core/session/session.h"
#include "core/store/content/questions.h"
#include "core/store/store.h"
#include "tests/support/sample.h"
#include "tests/support/surface_dump.h"
#include "tui/screens/annotators.h"
#include "tui/screens/candidate.h"
#include "tui/screens/candidates.h"
#include "tui/screens/questions.h"
#include "tui/screens/ranking.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct keymap no_keymap = {0};

enum { ROWS = 20, COLUMNS = 140 };

#define BYTES(literal)                                                                                       \
    {                                                                                                        \
        (literal), sizeof(literal) - 1                                                                       \
    }

static const struct question_row questions[] = {
    {.question_id = 5,
     .qid = BYTES("q-five"),
     .text = BYTES("Which hose?"),
     .candidates = 3,
     .target = 2,
     .ballots_done = 4,
     .none_votes = 1,
     .place = 1},
    {.question_id = 7,
     .qid = BYTES("q-seven"),
     .text = BYTES("Which filter?"),
     .candidates = 3,
     .target = 2,
     .ballots_done = 1,
     .ballots_left = 3,
     .place = 2},
    {.question_id = 9,
     .qid = BYTES("q-nine"),
     .text = BYTES("Which pump?"),
     .candidates = 3,
     .target = 2,
     .ballots_left = 4,
     .place = 3},
    {.question_id = 11, .qid = BYTES("q-eleven"), .text = BYTES("Which fuse?")},
};

static struct candidate_row candidates[] = {
    {.tally = {.docid = BYTES("doc-a"), .prior = 2.5, .impressions = 4, .wins = 3},
     .title = BYTES("Hose repair"),
     .sources = BYTES("bm25"),
     .grade = 2},
    {.tally = {.docid = BYTES("doc-b"), .prior = 1.5, .impressions = 4, .wins = 0},
     .title = BYTES("Filter care"),
     .sources = BYTES("dense"),
     .grade = 0},
};

static struct vote_row votes[] = {
    {.annotator = BYTES("anna"),
     .cast_at = 1700000000000, /* 2023-11-14 22:13:20 UTC */
     .n_slots = 2,
     .docids = {BYTES("doc-b"), BYTES("doc-a")},
     .position = 2,
     .note = BYTES("only the first half")},
};

static const struct annotator_row annotators[] = {
    {.annotator_id = 1,
     .name = BYTES("anna"),
     .pace = {.votes = 90, .timed_votes = 90, .active_ms = 3600000},
     .median_ms = 8000,
     .none_votes = 9,
     .skips = 10,
     .slots = {.wins = {[3] = {60, 11, 10}}},
     .repeats = {.all = 8, .agreeing = 6},
     .with_others = {.n_ballots = 20, .raw = {.value = 0.55}, .alpha = {.value = 0.31}}},
    {.annotator_id = 2,
     .name = BYTES("bernd"),
     .pace = {.votes = 30},
     .slots = {.wins = {[3] = {10, 10, 10}}}},
};

static struct effect press(const struct screen *screen, void *model, char32_t code)
{
    struct action action = keymap_action(&no_keymap, screen->keys(model), (struct key){.code = code});
    struct effect effect = screen->update(model, action);
    screen->arrange(model, (struct rectangle){0, 0, ROWS, COLUMNS});
    return effect;
}

/* Whether the screen shows this text anywhere. */
static bool shows(const struct screen *screen, void *model, const char *text)
{
    struct surface surface = {0};
    struct buffer dump = {0};
    surface_reset(&surface, ROWS, COLUMNS);
    screen->arrange(model, (struct rectangle){0, 0, ROWS, COLUMNS});
    screen->draw(model, &surface);
    surface_dump(&surface, &dump);
    bool found = strstr(buffer_string(&dump), text) != NULL;
    buffer_release(&dump);
    surface_release(&surface);
    return found;
}

/* --- Questions ------------------------------------------------------------ */

static void show_questions(struct questions_model *model, bool is_blind)
{
    struct arena arena = {0};
    questions_open(model, is_blind);
    static const bool hides_votes[sizeof questions / sizeof *questions];
    questions_show(model, &arena, questions, hides_votes, sizeof questions / sizeof *questions);
}

static void a_question_shows_its_state_in_words(void **state)
{
    (void)state;
    struct questions_model model = {0};
    show_questions(&model, false);
    assert_true(shows(&screen_questions, &model, "Questions · 1 of 4 done"));
    assert_true(shows(&screen_questions, &model, "✓ done         Which hose?"));
    assert_true(shows(&screen_questions, &model, "begun          Which filter?"));
    assert_true(shows(&screen_questions, &model, "untouched      Which pump?"));
    assert_true(shows(&screen_questions, &model, "no candidates  Which fuse?"));
    assert_true(shows(&screen_questions, &model, "4/4    25%"));
    screen_questions.release(&model);
}

static void the_filter_finds_the_name_of_a_question_s_state(void **state)
{
    (void)state;
    struct questions_model model = {0};
    show_questions(&model, true);
    press(&screen_questions, &model, '/');
    for (const char *key = "begun"; *key != '\0'; key++)
        press(&screen_questions, &model, (unsigned char)*key);
    assert_int_equal(model.screen.list.n_shown, 1);
    assert_true(shows(&screen_questions, &model, "Which filter?"));
    screen_questions.release(&model);
}

static void only_annotators_who_are_not_blind_see_and_find_a_qid(void **state)
{
    (void)state;
    for (int is_blind = 0; is_blind <= 1; is_blind++) {
        struct questions_model model = {0};
        show_questions(&model, is_blind);
        assert_int_equal(shows(&screen_questions, &model, "q-seven"), !is_blind);
        press(&screen_questions, &model, '/');
        press(&screen_questions, &model, '-');
        assert_int_equal(model.screen.list.n_shown, is_blind ? 0 : 4);
        screen_questions.release(&model);
    }
}

static void enter_asks_to_label_the_selected_question(void **state)
{
    (void)state;
    struct questions_model model = {0};
    show_questions(&model, true);
    questions_select(&model, 9);
    struct effect effect = press(&screen_questions, &model, NAMED_ENTER);
    assert_int_equal(effect.kind, EFFECT_TAKE_QUESTION);
    assert_int_equal(effect.question_id, 9);
    screen_questions.release(&model);
}

static void c_asks_for_the_candidates_of_the_selected_question(void **state)
{
    (void)state;
    struct questions_model model = {0};
    show_questions(&model, true);
    questions_select(&model, 7);
    struct effect effect = press(&screen_questions, &model, 'c');
    assert_int_equal(effect.kind, EFFECT_OPEN);
    assert_true(effect.open.screen == &screen_candidates);
    assert_int_equal(effect.open.question_id, 7);
    screen_questions.release(&model);
}

/* --- Candidates ------------------------------------------------------------ */

static const struct desk blind_desk = {.is_blind = true};
static const struct desk open_desk = {.is_blind = false};

/* Who sees the votes on a question, done or not. */
static const struct {
    struct desk desk;
    const struct question_row *question;
    bool sees_votes;
} eyes[] = {
    {{.is_blind = true}, &questions[0], true},
    {{.is_blind = true}, &questions[1], false},
    {{.is_blind = true, .is_lead = true}, &questions[1], true},
    {{.is_blind = false}, &questions[1], true},
};

enum { EYES = sizeof eyes / sizeof *eyes };

static void show_candidates_of(struct candidates_model *model, const struct desk *desk,
                               const struct question_row *question)
{
    struct arena arena = {0};
    struct question_details details = {.question = *question,
                                       .candidates = arena_get_array(&arena, 2, sizeof *details.candidates),
                                       .n_candidates = 2,
                                       .votes = votes,
                                       .n_votes = 1,
                                       .has_all_votes = true};
    memcpy(details.candidates, candidates, sizeof candidates); /* the screen may reorder them */
    candidates_open(model);
    candidates_show(model, desk, &arena, &details);
}

static void show_candidates(struct candidates_model *model, bool is_blind)
{
    show_candidates_of(model, is_blind ? &blind_desk : &open_desk, &questions[0]);
}

static void votes_on_candidates_are_hidden_from_the_blind_until_the_question_is_done(void **state)
{
    (void)state;
    for (size_t i = 0; i < EYES; i++) {
        struct candidates_model model = {0};
        struct buffer facts = {0};
        show_candidates_of(&model, &eyes[i].desk, eyes[i].question);
        assert_int_equal(shows(&screen_candidates, &model, "Votes are shown when the question is done."),
                         !eyes[i].sees_votes);
        assert_int_equal(shows(&screen_candidates, &model, "0.75"), eyes[i].sees_votes);
        assert_int_equal(shows(&screen_candidates, &model, "chosen"), eyes[i].sees_votes);
        list_select(&model.screen.list, 0);
        candidates_add_facts(&model, &facts);
        assert_int_equal(strstr(buffer_string(&facts), "Relevance") != NULL, eyes[i].sees_votes);
        buffer_release(&facts);
        screen_candidates.release(&model);
    }
}

/* The sums are of all votes, and the list below them is of the annotator's own votes. */
static void an_annotator_who_sees_only_their_own_votes_is_told_so(void **state)
{
    (void)state;
    struct candidates_model model = {0};
    struct buffer facts = {0};
    show_candidates(&model, false);
    assert_true(shows(&screen_candidates, &model, " Votes on “Hose repair”"));
    model.details.has_all_votes = false;
    assert_true(shows(&screen_candidates, &model, "Your votes on “Hose repair”"));
    candidates_add_facts(&model, &facts);
    assert_non_null(strstr(buffer_string(&facts), "Your own votes:\n"));
    model.details.n_votes = 0;
    assert_true(shows(&screen_candidates, &model, "None. Only leads see the votes of others."));
    buffer_release(&facts);
    screen_candidates.release(&model);
}

static void relevance_is_a_bar_and_a_number(void **state)
{
    (void)state;
    struct candidates_model model = {0};
    show_candidates(&model, true);
    assert_true(shows(&screen_candidates, &model, "██████   0.75  Hose repair"));
    assert_true(shows(&screen_candidates, &model, "         0.00  Filter care"));
    screen_candidates.release(&model);
}

static void blind_annotators_see_no_docid_prior_source_or_name(void **state)
{
    (void)state;
    static const char *const hidden[] = {"doc-a", "prior", "2.5", "source", "bm25", "anna"};
    for (int is_blind = 0; is_blind <= 1; is_blind++) {
        struct candidates_model model = {0};
        struct buffer facts = {0};
        show_candidates(&model, is_blind);
        for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++)
            assert_int_equal(shows(&screen_candidates, &model, hidden[i]), !is_blind);
        candidates_add_facts(&model, &facts);
        assert_int_equal(strstr(buffer_string(&facts), "doc-a · prior 2.5 · from bm25") != NULL, !is_blind);
        assert_int_equal(strstr(buffer_string(&facts), "anna") != NULL, !is_blind);
        buffer_release(&facts);
        screen_candidates.release(&model);
    }
}

static void a_vote_shows_its_time_annotator_choice_and_note(void **state)
{
    (void)state;
    struct candidates_model model = {0};
    show_candidates(&model, false);
    assert_true(shows(&screen_candidates, &model, "2023-11-14 22:13  anna: ✓ chosen over “Filter care”"));
    assert_true(shows(&screen_candidates, &model, "“only the first half”"));
    press(&screen_candidates, &model, NAMED_DOWN);
    assert_true(shows(&screen_candidates, &model, "anna: not chosen, but “Hose repair”"));
    screen_candidates.release(&model);
}

/* They are listed by their docids. Blind annotators only see how many there are. */
static void a_candidate_names_its_duplicates(void **state)
{
    (void)state;
    for (int is_blind = 0; is_blind <= 1; is_blind++) {
        struct candidates_model model = {0};
        struct buffer facts = {0};
        struct bytes twins[] = {bytes_of("doc-x"), bytes_of("doc-y")};
        show_candidates(&model, is_blind);
        model.details.candidates[0].twins = twins;
        model.details.candidates[0].n_twins = 2;
        assert_int_equal(shows(&screen_candidates, &model, "doc-a, doc-x, doc-y"), !is_blind);
        candidates_add_facts(&model, &facts);
        assert_non_null(
            strstr(buffer_string(&facts),
                   is_blind ? "This document represents 2 other documents with exactly the same text.\n"
                            : "doc-a, doc-x, doc-y (word for word the same) · prior 2.5"));
        buffer_release(&facts);
        screen_candidates.release(&model);
    }
}

static void a_vote_that_showed_duplicates_names_one(void **state)
{
    (void)state;
    struct candidates_model model = {0};
    struct vote_row twice = votes[0];
    show_candidates(&model, true);
    twice.docids[twice.n_slots++] = twice.docids[twice.position - 1];
    twice.position = (int)twice.n_slots;
    model.details.votes = &twice;
    assert_true(shows(&screen_candidates, &model, "✓ chosen over “Filter care”"));
    assert_false(shows(&screen_candidates, &model, "and “Hose repair”"));
    screen_candidates.release(&model);
}

static void the_selected_candidate_stays_selected_when_votes_change_the_order(void **state)
{
    (void)state;
    struct candidates_model model = {0};
    struct arena arena = {0};
    show_candidates(&model, true);
    struct candidate_row turned[] = {candidates[1], candidates[0]};
    struct question_details details = model.details;
    details.candidates = turned;
    candidates_show(&model, &blind_desk, &arena, &details);
    assert_true(candidates_selected(&model) == &turned[1]);
    screen_candidates.release(&model);
}

/* --- Rankings --------------------------------------------------------------- */

/* Shows a run that retrieved doc-b and then an unjudged document. It missed doc-a. */
static void show_ranking(struct ranking_model *model, const struct desk *desk,
                         const struct question_row *question)
{
    struct arena arena = {0};
    struct ranked_run run = {0};
    struct run_question found = {.qid = question->qid};
    struct question_details details = {
        .question = *question, .candidates = candidates, .n_candidates = 2, .votes = votes, .n_votes = 1};
    run_question_add(&found, bytes_of("doc-b"), 2);
    run_question_add(&found, bytes_of("doc-z"), 1);
    assert_true(ranked_run_add(&run, &found, TIES_DOCID_DESC));
    ranking_show(model, desk, bytes_of("plain"), ranked_run_find(&run, question->qid), &arena, &details);
    free(found.entries);
    ranked_run_release(&run);
}

/* This also holds with rows above the list. */
static void the_window_stays_while_the_selected_row_is_in_it(void **state)
{
    (void)state;
    struct ranking_model model = {0};
    struct arena arena = {0};
    struct ranked_run run = {0};
    struct run_question found = {.qid = questions[0].qid};
    struct question_details details = {.question = questions[0]};
    char docids[3 * ROWS][16];
    for (int i = 0; i < 3 * ROWS; i++) {
        snprintf(docids[i], sizeof docids[i], "d%d", i);
        run_question_add(&found, bytes_of(docids[i]), -i);
    }
    assert_true(ranked_run_add(&run, &found, TIES_DOCID_DESC));
    ranking_show(&model, &blind_desk, bytes_of("plain"), ranked_run_question(&run, 0), &arena, &details);
    press(&screen_ranking, &model, NAMED_END);
    size_t top = model.screen.list.top;
    press(&screen_ranking, &model, NAMED_UP);
    assert_int_equal(model.screen.list.top, top);
    free(found.entries);
    ranked_run_release(&run);
    screen_ranking.release(&model);
}

static void grades_in_a_ranking_are_hidden_from_the_blind_until_the_question_is_done(void **state)
{
    (void)state;
    static const char *const hidden[] = {"0 of 1 relevant", "○ 0",      "● 2",        "3 of 4",
                                         "0 of 4",          "unjudged", "Hose repair"};
    for (size_t i = 0; i < EYES; i++) {
        struct ranking_model model = {0};
        size_t seen = 0;
        show_ranking(&model, &eyes[i].desk, eyes[i].question);
        for (size_t j = 0; j < sizeof hidden / sizeof *hidden; j++)
            seen += shows(&screen_ranking, &model, hidden[j]);
        assert_int_equal(seen, eyes[i].sees_votes ? sizeof hidden / sizeof *hidden : 0);
        assert_int_equal(shows(&screen_ranking, &model, "Votes are shown when the question is done."),
                         !eyes[i].sees_votes);
        assert_true(shows(&screen_ranking, &model, "Filter care"));
        screen_ranking.release(&model);
    }
}

static void a_grade_that_is_hidden_is_neither_found_nor_sorted_by(void **state)
{
    (void)state;
    for (size_t i = 0; i < EYES; i++) {
        struct ranking_model model = {0};
        show_ranking(&model, &eyes[i].desk, eyes[i].question);
        const struct list_source *source = &model.screen.list.source;
        int orders = 0;
        for (size_t column = 0; column < source->n_columns; column++)
            if (strcmp(source->columns[column].title, "grade") == 0 ||
                strcmp(source->columns[column].title, "wins") == 0)
                orders += source->compare(source->context, 0, 1, column) != 0;
        assert_int_equal(orders, eyes[i].sees_votes ? 2 : 0);
        press(&screen_ranking, &model, '/');
        for (const char *c = "unjudged"; *c != '\0'; c++)
            press(&screen_ranking, &model, (char32_t)*c);
        assert_int_equal(model.screen.list.n_shown, eyes[i].sees_votes ? 1 : 0);
        screen_ranking.release(&model);
    }
}

/* --- Annotators ------------------------------------------------------------ */

static void show_annotators(struct annotators_model *model)
{
    struct arena arena = {0};
    annotators_open(model);
    annotators_show(model, &arena, annotators, sizeof annotators / sizeof *annotators);
}

/* Opens a database that is said to have so many votes that a thread reads them. */
static struct desk many_votes_open(void)
{
    struct err err;
    struct test_clock time = {.now = 1000000, .step = 1000};
    struct desk desk = {.store = sample_store("annotators.db", 4, 4), .progress.ballots_done = 1000000};
    desk.database_path = store_path(desk.store);
    struct session *session = sample_session(desk.store, "anna", 7, &time);
    for (size_t i = 0; i < 5; i++)
        assert_true(
            session_answer(session, &(struct answer){.position = VOTE_NONE, .elapsed_ms = 8000}, &err));
    assert_true(session_close(session, &err));
    return desk;
}

static void many_votes_are_counted_at_once_and_read_by_a_thread(void **state)
{
    (void)state;
    struct err err;
    struct annotators_model model = {0};
    struct desk desk = many_votes_open();
    assert_true(screen_annotators.fill(&model, &desk, NULL, &err));
    assert_true(shows(&screen_annotators, &model, "Annotators · 5 votes · being read"));
    assert_true(shows(&screen_annotators, &model, "anna             5          …"));
    assert_true(shows(&screen_annotators, &model, "All votes are being read …"));
    while (screen_annotators.awaits(&model))
        assert_true(screen_annotators.take_awaited(&model, &err));
    assert_false(shows(&screen_annotators, &model, "being read"));
    assert_true(shows(&screen_annotators, &model, "8.0 s       0   100%"));
    screen_annotators.release(&model);
    store_close(desk.store);
}

static void leaving_the_screen_does_not_wait_for_the_thread(void **state)
{
    (void)state;
    struct err err;
    struct annotators_model model = {0};
    struct desk desk = many_votes_open();
    assert_true(screen_annotators.fill(&model, &desk, NULL, &err));
    screen_annotators.leave(&model);
    assert_false(screen_annotators.awaits(&model));
    screen_annotators.release(&model);
    store_close(desk.store);
}

static void an_annotator_has_pace_shares_and_consistency(void **state)
{
    (void)state;
    struct annotators_model model = {0};
    show_annotators(&model);
    assert_true(shows(&screen_annotators, &model, "Annotators · 120 votes"));
    assert_true(shows(&screen_annotators, &model,
                      "anna            90         90    8.0 s       0    10%       10%          75%"));
    screen_annotators.release(&model);
}

static void the_agreement_of_an_annotator_with_others_is_shown(void **state)
{
    (void)state;
    struct annotators_model model = {0};
    show_annotators(&model);
    assert_true(shows(&screen_annotators, &model,
                      "20 ballots also answered by others: the same in 55%, alpha 0.31, poor."));
    press(&screen_annotators, &model, NAMED_DOWN);
    assert_true(shows(&screen_annotators, &model, "No ballot was"));
    screen_annotators.release(&model);
}

static void a_preferred_slot_is_marked_and_explained(void **state)
{
    (void)state;
    struct annotators_model model = {0};
    show_annotators(&model);
    assert_true(shows(&screen_annotators, &model, "74/14/12 %  ! prefers 1"));
    assert_true(shows(&screen_annotators, &model, "! Chooses slot 1 more often than chance explains"));
    press(&screen_annotators, &model, NAMED_DOWN);
    assert_true(shows(&screen_annotators, &model, "33/33/33 %  even"));
    assert_true(shows(&screen_annotators, &model, "No slot is preferred beyond chance (p = 1)."));
    screen_annotators.release(&model);
}

/* Shows a document with two facts and 40 lines in a window of ROWS rows. */
static void show_long_document(struct candidate_model *model, enum text_markup markup)
{
    struct buffer text = {0};
    for (int i = 1; i <= 40; i++)
        buffer_add_format(&text, "line <b>%d</b>.<br>\n", i);
    candidate_show(model, bytes_of("Hose repair"), bytes_of("Relevance 0.75\nanna: chosen\n"),
                   buffer_bytes(&text), markup);
    screen_candidate.arrange(model, (struct rectangle){0, 0, ROWS, COLUMNS});
    buffer_release(&text);
}

static void a_document_is_read_as_it_is_on_a_ballot(void **state)
{
    (void)state;
    struct candidate_model model = {0};
    show_long_document(&model, MARKUP_HTML);
    assert_true(shows(&screen_candidate, &model, "line 1."));
    show_long_document(&model, MARKUP_NONE);
    assert_true(shows(&screen_candidate, &model, "line <b>1</b>.<br>"));
    screen_candidate.release(&model);
}

static void the_facts_about_a_document_scroll_with_it(void **state)
{
    (void)state;
    struct candidate_model model = {0};
    show_long_document(&model, MARKUP_HTML);
    assert_true(shows(&screen_candidate, &model, "Relevance 0.75"));
    assert_true(shows(&screen_candidate, &model, "line 16."));
    assert_false(shows(&screen_candidate, &model, "line 17."));
    press(&screen_candidate, &model, NAMED_DOWN);
    assert_false(shows(&screen_candidate, &model, "Relevance 0.75"));
    assert_true(shows(&screen_candidate, &model, "anna: chosen"));
    assert_true(shows(&screen_candidate, &model, "line 17."));
    press(&screen_candidate, &model, NAMED_END);
    assert_true(shows(&screen_candidate, &model, "line 40."));
    assert_false(shows(&screen_candidate, &model, "anna: chosen"));
    assert_int_equal(press(&screen_candidate, &model, NAMED_DOWN).kind, EFFECT_REMARK);
    press(&screen_candidate, &model, NAMED_PAGE_UP);
    assert_false(shows(&screen_candidate, &model, "line 40."));
    press(&screen_candidate, &model, NAMED_HOME);
    assert_true(shows(&screen_candidate, &model, "Relevance 0.75"));
    assert_true(shows(&screen_candidate, &model, "line 16."));
    assert_int_equal(press(&screen_candidate, &model, NAMED_UP).kind, EFFECT_REMARK);
    screen_candidate.release(&model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_question_shows_its_state_in_words),
        cmocka_unit_test(the_filter_finds_the_name_of_a_question_s_state),
        cmocka_unit_test(only_annotators_who_are_not_blind_see_and_find_a_qid),
        cmocka_unit_test(enter_asks_to_label_the_selected_question),
        cmocka_unit_test(c_asks_for_the_candidates_of_the_selected_question),
        cmocka_unit_test(an_annotator_who_sees_only_their_own_votes_is_told_so),
        cmocka_unit_test(relevance_is_a_bar_and_a_number),
        cmocka_unit_test(blind_annotators_see_no_docid_prior_source_or_name),
        cmocka_unit_test(votes_on_candidates_are_hidden_from_the_blind_until_the_question_is_done),
        cmocka_unit_test(a_vote_shows_its_time_annotator_choice_and_note),
        cmocka_unit_test(a_candidate_names_its_duplicates),
        cmocka_unit_test(a_vote_that_showed_duplicates_names_one),
        cmocka_unit_test(the_selected_candidate_stays_selected_when_votes_change_the_order),
        cmocka_unit_test(the_window_stays_while_the_selected_row_is_in_it),
        cmocka_unit_test(grades_in_a_ranking_are_hidden_from_the_blind_until_the_question_is_done),
        cmocka_unit_test(a_grade_that_is_hidden_is_neither_found_nor_sorted_by),
        cmocka_unit_test(many_votes_are_counted_at_once_and_read_by_a_thread),
        cmocka_unit_test(leaving_the_screen_does_not_wait_for_the_thread),
        cmocka_unit_test(a_document_is_read_as_it_is_on_a_ballot),
        cmocka_unit_test(the_facts_about_a_document_scroll_with_it),
        cmocka_unit_test(an_annotator_has_pace_shares_and_consistency),
        cmocka_unit_test(the_agreement_of_an_annotator_with_others_is_shown),
        cmocka_unit_test(a_preferred_slot_is_marked_and_explained),
    };
    return cmocka_run_group_tests_name("lists on screens", tests, NULL, NULL);
}
