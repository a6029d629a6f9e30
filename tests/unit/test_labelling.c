/*
 * Scores that are computed later. The first ballot does not wait for them. Once computed they equal those of a fresh
 * evaluation, whoever voted meanwhile. The parts of the work are done one by one, and one of them takes over the
 * results of the reading thread. So the speed of that thread does not matter here.
 */
#include "core/metric/measures/measure_name.h"
#include "tests/support/support.h"

#include "core/base/random.h"
#include "core/metric/evaluation.h"
#include "core/store/votes/labels.h"
#include "core/store/content/carrying.h"
#include "core/store/content/questions.h"
#include "core/store/settings.h"
#include "core/store/labelling/status.h"
#include "core/store/store.h"
#include "core/store/content/twins.h"
#include "import/runs/run.h"
#include "live/labelling.h"
#include "tests/support/beside.h"
#include "tests/support/sample.h"
#include "tests/support/evaluation.h"

#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>

enum { QUESTIONS = 90, POOL = 12 };

struct desk {
    struct arena arena;
    struct store *store;
    struct test_clock time;
    struct measure_list measures;
    const char *run_path;
    bool adjudicates;
    struct labelling *labelling;
};

static int desk_set_up(void **state)
{
    static struct desk desk;
    struct err err;
    desk = (struct desk){.store = sample_store("labelling.db", QUESTIONS, POOL),
                         .time = {.now = 1000000, .step = 1000}};
    if (!measure_list_parse(bytes_of("nDCG@10,RR,AP,Judged@10,NumRet"), &desk.measures, &err))
        return -1;
    *state = &desk;
    return 0;
}

static int desk_tear_down(void **state)
{
    struct desk *desk = *state;
    struct err err;
    bool closed = labelling_close(desk->labelling, &err);
    store_close(desk->store);
    measure_list_release(&desk->measures);
    arena_release(&desk->arena);
    return closed ? 0 : -1;
}

/* Returns a run with `depth` documents in each question. The pool is among them, and `number` determines the
 * ranking. */
static struct bytes run_text(struct arena *arena, size_t depth, size_t number)
{
    struct buffer text = {0};
    for (size_t q = 1; q <= QUESTIONS; q++) {
        for (size_t i = 1; i <= depth; i++)
            buffer_add_format(&text, "q%02zu Q0 %s%02zu %zu %zu.5 test\n", q, i <= POOL ? "d" : "other", i, i,
                              (i * 7 + q * number) % depth);
    }
    struct bytes copy = arena_copy(arena, buffer_bytes(&text));
    buffer_release(&text);
    return copy;
}

/* Replaces the run's file by renaming, because it may be being read at this moment. */
static void put_run(struct desk *desk, struct bytes text)
{
    const char *written = support_file(&desk->arena, "later.run.new", text);
    desk->run_path = arena_format(&desk->arena, "%.*s", (int)(strlen(written) - strlen(".new")), written);
    assert_int_equal(rename(written, desk->run_path), 0);
}

/* A run of DEEP documents per question is read in a thread, and a run of SHALLOW is not. */
enum { DEEP = 200, SHALLOW = POOL };

static bool try_to_open(struct desk *desk, bool scores_later, struct err *err)
{
    struct labelling_options options = {
        .store = desk->store,
        .annotator = bytes_of("expert"),
        .adjudicates = desk->adjudicates,
        .seed = 1,
        .clock = test_clock_make(&desk->time),
        .scores = {.run_paths = &desk->run_path,
                   .n_runs = 1,
                   .measures = desk->measures.items,
                   .n_measures = desk->measures.count,
                   .later = scores_later},
    };
    return labelling_open(&desk->labelling, &options, err);
}

static void open_labelling(struct desk *desk, bool scores_later)
{
    struct err err;
    if (!try_to_open(desk, scores_later, &err))
        fail_msg("%s", err.text);
}

static void vote(struct desk *desk, int position)
{
    struct err err;
    struct outcome outcome;
    struct act act = {.kind = ACT_ANSWER, .answer = {.position = position}};
    if (!labelling_answer(desk->labelling, &act, &outcome, &err))
        fail_msg("%s", err.text);
}

/* Another annotator casts `n` votes and leaves. */
static void others_vote(struct desk *desk, const char *name, size_t n)
{
    struct err err;
    struct session *session = sample_session(desk->store, name, 7, &desk->time);
    for (size_t i = 0; i < n; i++)
        assert_true(
            session_answer(session, &(struct answer){.position = 1 + (int)(i % 3), .elapsed_ms = 100}, &err));
    assert_true(session_close(session, &err));
}

static bool work_once(struct desk *desk, size_t *reread, struct err *err)
{
    if (live_scores_pause_ms(labelling_scores(desk->labelling)) > 0)
        sched_yield(); /* the thread may need this core */
    return live_scores_work(labelling_scores(desk->labelling), reread, err);
}

/* Works until nothing is due. Returns how many runs the work reported as read again. */
static size_t work_to_the_end(struct desk *desk)
{
    struct err err;
    size_t sum = 0;
    while (live_scores_pause_ms(labelling_scores(desk->labelling)) >= 0) {
        size_t reread;
        if (!work_once(desk, &reread, &err))
            fail_msg("%s", err.text);
        sum += reread;
    }
    return sum;
}

static enum standing standing(const struct desk *desk)
{
    return scoreboard_standing(live_scores_board(labelling_scores(desk->labelling)), 0);
}

/* Requires that the scores are those of the run's current file and of all votes. */
static void assert_fresh(struct desk *desk)
{
    struct err err;
    struct run run;
    struct qrels qrels = {0};
    struct label_base base;
    struct evaluation fresh;
    struct grading_rule rule = grading_rule_default();
    const struct scoreboard *scores = live_scores_board(labelling_scores(desk->labelling));
    assert_int_equal(standing(desk), STANDING_LIVE);
    assert_int_equal(scoreboard_loading(scores).what, LOADING_NOTHING);
    assert_true(import_run(desk->run_path, NULL, &run, &err));
    assert_true(store_read_qrels(desk->store, &rule, false, &qrels, &base, &err));
    evaluation_make(&fresh, &run, &qrels, desk->measures.items, desk->measures.count, TIES_DOCID_DESC,
                    QUESTIONS_ALL);
    assert_int_equal(scoreboard_question_count(scores), fresh.n_questions);
    for (size_t m = 0; m < desk->measures.count; m++)
        assert_close(scoreboard_mean(scores, 0, m), fresh.means[m], 1e-12);
    evaluation_release(&fresh);
    qrels_release(&qrels);
    run_release(&run);
}

static void a_ballot_is_answered_before_its_run_is_read(void **state)
{
    struct desk *desk = *state;
    struct err err;
    size_t reread;
    put_run(desk, run_text(&desk->arena, DEEP, 5));
    open_labelling(desk, true);
    assert_int_equal(standing(desk), STANDING_LOADING);
    assert_int_equal(scoreboard_loading(live_scores_board(labelling_scores(desk->labelling))).what,
                     LOADING_RUNS);
    vote(desk, 1);
    assert_true(live_scores_work(labelling_scores(desk->labelling), &reread, &err)); /* only begins to read */
    assert_int_equal(scoreboard_loading(live_scores_board(labelling_scores(desk->labelling))).what,
                     LOADING_RUNS);
    vote(desk, 2);
    assert_int_equal(labelling_progress(desk->labelling).ballots_done, 2);
    assert_int_equal(standing(desk), STANDING_LOADING);
    work_to_the_end(desk);
    assert_fresh(desk);
}

static void votes_between_steps_of_the_work_are_all_scored(void **state)
{
    struct desk *desk = *state;
    struct err err;
    size_t reread;
    put_run(desk, run_text(&desk->arena, DEEP, 5));
    others_vote(desk, "before", 60);
    open_labelling(desk, true);
    int percent = -1;
    for (size_t part = 0; live_scores_pause_ms(labelling_scores(desk->labelling)) >= 0; part++) {
        assert_true(work_once(desk, &reread, &err));
        struct loading loading = scoreboard_loading(live_scores_board(labelling_scores(desk->labelling)));
        if (loading.what != LOADING_LABELS || loading.percent == percent)
            continue;
        percent = loading.percent;
        vote(desk, 1 + (int)(part % 3));
        others_vote(desk, part % 2 == 0 ? "one" : "two", 20);
    }
    vote(desk, 1); /* others' votes are scored together with an answer */
    work_to_the_end(desk);
    assert_fresh(desk);
}

/* The votes on the last questions are read in parts, and held until their labels are scored. */
static void votes_while_votes_are_read_are_all_scored(void **state)
{
    struct desk *desk = *state;
    struct err err;
    size_t reread;
    put_run(desk, run_text(&desk->arena, SHALLOW, 5));
    others_vote(desk, "before", 900); /* on all questions */
    open_labelling(desk, true);
    for (size_t part = 0; live_scores_pause_ms(labelling_scores(desk->labelling)) >= 0; part++) {
        assert_true(work_once(desk, &reread, &err)); /* scores the vote before, or does the next part */
        if (part % 2 == 0)
            continue;
        assert_true(labelling_take_question(desk->labelling, QUESTIONS - (int64_t)(part / 2 % 6), &err));
        vote(desk, 1 + (int)(part % 3));
    }
    assert_fresh(desk);
}

static void the_change_shown_is_only_that_of_the_own_answer(void **state)
{
    struct desk *desk = *state;
    struct err err;
    size_t reread;
    put_run(desk, run_text(&desk->arena, SHALLOW, 5));
    open_labelling(desk, true);
    vote(desk, 1);
    work_to_the_end(desk);
    others_vote(desk, "others", 20);
    const struct scoreboard *scores = live_scores_board(labelling_scores(desk->labelling));
    double before = scoreboard_mean(scores, 0, 0);
    vote(desk, 2);
    assert_true(work_once(desk, &reread, &err)); /* the question of the answer comes first */
    double change = scoreboard_mean(scores, 0, 0) - before;
    assert_true(change != 0);
    work_to_the_end(desk); /* the votes of others */
    assert_true(scoreboard_mean(scores, 0, 0) != before + change);
    assert_close(scoreboard_change(scores, 0, 0), change, 1e-12);
}

static void scores_follow_a_change_of_the_estimator(void **state)
{
    struct desk *desk = *state;
    struct err err;
    put_run(desk, run_text(&desk->arena, SHALLOW, 5));
    others_vote(desk, "others", 60);
    open_labelling(desk, true);
    work_to_the_end(desk);
    assert_true(setting_put(desk->store, SETTING_ESTIMATOR, bytes_of("luce"), &err));
    assert_true(labelling_take_settings(desk->labelling, &err));
    work_to_the_end(desk);
    assert_fresh(desk);
}

/* The lead sets the estimator, and nobody votes. */
static void scores_follow_a_change_of_the_estimator_by_another_program(void **state)
{
    struct desk *desk = *state;
    struct err err;
    put_run(desk, run_text(&desk->arena, SHALLOW, 5));
    others_vote(desk, "others", 60);
    open_labelling(desk, true);
    assert_true(labelling_follow(desk->labelling, &err));
    work_to_the_end(desk);
    assert_int_equal(beside_execute(desk->store, "INSERT INTO setting VALUES ('estimator', 'luce')"),
                     SQLITE_OK);
    assert_true(labelling_follow(desk->labelling, &err));
    work_to_the_end(desk);
    assert_fresh(desk);
}

/* Merges identical documents from outside, as `pool --merge-identical` does. */
static void merge_some(struct desk *desk)
{
    struct err err;
    struct twin_counts counts;
    assert_int_equal(beside_execute(desk->store, "UPDATE document SET title = '', text = 'The same.'"
                                                 " WHERE document_id % 3 > 0"),
                     SQLITE_OK);
    assert_true(store_begin(desk->store, &err));
    assert_true(store_merge_twins(desk->store, &counts, &err));
    assert_true(store_commit(desk->store, &err));
    assert_int_not_equal(counts.candidates, 0);
}

/* Only because of the vote does the labelling look for changes. */
static void scores_follow_a_merge_of_candidates(void **state)
{
    struct desk *desk = *state;
    struct err err;
    put_run(desk, run_text(&desk->arena, SHALLOW, 5));
    others_vote(desk, "others", 60);
    open_labelling(desk, true);
    work_to_the_end(desk);
    merge_some(desk);
    others_vote(desk, "others", 1);
    assert_true(labelling_follow(desk->labelling, &err));
    work_to_the_end(desk);
    assert_fresh(desk);
}

/* A run may retrieve such duplicates. They get the judgment of the candidate with the same text. */
static void scores_include_duplicates_outside_the_pools(void **state)
{
    struct desk *desk = *state;
    struct err err;
    struct twin_counts counts;
    uint64_t before, after;
    assert_int_equal(beside_execute(desk->store, "INSERT INTO document (docid, title, text)"
                                                 " SELECT 'like ' || docid, title, text FROM document"),
                     SQLITE_OK);
    assert_true(store_get_labels_version(desk->store, &before, &err));
    assert_true(store_begin(desk->store, &err));
    assert_true(store_merge_twins(desk->store, &counts, &err));
    assert_true(store_commit(desk->store, &err));
    assert_int_equal(counts.candidates, 0);
    assert_true(store_get_labels_version(desk->store, &after, &err));
    assert_int_not_equal(before, after);
}

static void scores_follow_a_merge_just_before_an_answer(void **state)
{
    struct desk *desk = *state;
    struct err err;
    put_run(desk, run_text(&desk->arena, SHALLOW, 5));
    others_vote(desk, "others", 60);
    open_labelling(desk, true);
    work_to_the_end(desk);
    merge_some(desk);
    vote(desk, 1); /* takes over the new progress, so that the next look sees no change */
    assert_true(labelling_follow(desk->labelling, &err));
    work_to_the_end(desk);
    assert_fresh(desk);
}

static void an_undo_between_steps_of_the_work_is_scored(void **state)
{
    struct desk *desk = *state;
    struct err err;
    struct outcome outcome;
    struct act undo = {.kind = ACT_UNDO};
    put_run(desk, run_text(&desk->arena, SHALLOW, 5));
    others_vote(desk, "before", 60);
    open_labelling(desk, true);
    vote(desk, 1);
    size_t reread;
    assert_true(work_once(desk, &reread, &err)); /* finds the questions of the vote */
    assert_true(work_once(desk, &reread, &err)); /* the first of the three parts of the labels */
    assert_int_equal(scoreboard_loading(live_scores_board(labelling_scores(desk->labelling))).what,
                     LOADING_LABELS);
    assert_true(labelling_answer(desk->labelling, &undo, &outcome, &err));
    work_to_the_end(desk);
    assert_fresh(desk);
}

/* No vote follows, so the scores must notice that a vote was withdrawn. */
static void an_undo_by_another_annotator_is_scored(void **state)
{
    struct desk *desk = *state;
    struct err err;
    bool undone;
    size_t reread;
    put_run(desk, run_text(&desk->arena, SHALLOW, 5));
    others_vote(desk, "before", 60);
    open_labelling(desk, false);
    vote(desk, 1);
    struct session *other = sample_session(desk->store, "before", 7, &desk->time);
    assert_true(session_undo(other, &undone, &err));
    assert_true(session_close(other, &err));
    vote(desk, 1); /* on another question than the last of the sixty votes */
    assert_true(live_scores_refresh(labelling_scores(desk->labelling), &reread, &err));
    assert_fresh(desk);
}

static void a_small_run_is_read_before_the_first_ballot(void **state)
{
    struct desk *desk = *state;
    put_run(desk, run_text(&desk->arena, SHALLOW, 5));
    others_vote(desk, "before", 900); /* on questions of all parts; with many labels a part is shorter */
    open_labelling(desk, true);
    assert_int_equal(scoreboard_loading(live_scores_board(labelling_scores(desk->labelling))).what,
                     LOADING_LABELS);
    work_to_the_end(desk);
    assert_fresh(desk);
}

static void without_deferred_scoring_the_scores_are_there_at_once(void **state)
{
    struct desk *desk = *state;
    struct err err;
    size_t reread;
    put_run(desk, run_text(&desk->arena, DEEP, 5));
    others_vote(desk, "before", 100);
    open_labelling(desk, false);
    assert_int_equal(live_scores_pause_ms(labelling_scores(desk->labelling)) >= 0,
                     true); /* looks for its questions */
    assert_fresh(desk);
    vote(desk, 2);
    assert_true(live_scores_refresh(labelling_scores(desk->labelling), &reread, &err));
    assert_fresh(desk);
}

static void a_changed_run_is_read_again_beside_the_votes(void **state)
{
    struct desk *desk = *state;
    struct err err;
    size_t reread;
    put_run(desk, run_text(&desk->arena, DEEP, 5));
    others_vote(desk, "before", 100);
    open_labelling(desk, true);
    assert_int_equal(work_to_the_end(desk), 0);
    put_run(desk, run_text(&desk->arena, DEEP + 1, 3));
    assert_true(live_scores_refresh(labelling_scores(desk->labelling), &reread, &err));
    vote(desk, 1);
    assert_int_equal(standing(desk), STANDING_LIVE); /* the old scores, until the new ones are computed */
    assert_int_equal(work_to_the_end(desk), 1);
    assert_fresh(desk);
}

static void a_run_that_changes_while_it_is_read_is_read_again(void **state)
{
    struct desk *desk = *state;
    struct err err;
    size_t reread;
    put_run(desk, run_text(&desk->arena, DEEP, 5));
    others_vote(desk, "before", 20);
    open_labelling(desk, true);
    assert_true(live_scores_work(labelling_scores(desk->labelling), &reread, &err));
    put_run(desk, run_text(&desk->arena, DEEP + 1, 3));
    assert_true(live_scores_refresh(labelling_scores(desk->labelling), &reread, &err));
    work_to_the_end(desk);
    assert_true(live_scores_refresh(labelling_scores(desk->labelling), &reread, &err));
    assert_int_equal(work_to_the_end(desk), 1);
    assert_fresh(desk);
}

/* Works until the work fails, and expects this error. */
static void assert_work_fails(struct desk *desk, const char *expected)
{
    struct err err;
    size_t reread;
    while (work_once(desk, &reread, &err))
        assert_true(live_scores_pause_ms(labelling_scores(desk->labelling)) >= 0);
    assert_string_equal(err.text, expected);
}

static void an_error_in_a_large_run_is_reported_and_voting_continues(void **state)
{
    struct desk *desk = *state;
    struct err err;
    size_t reread;
    struct buffer text = {0};
    buffer_add(&text, run_text(&desk->arena, DEEP, 5));
    buffer_add_string(&text, "q01 Q0\n");
    put_run(desk, buffer_bytes(&text));
    buffer_release(&text);
    open_labelling(desk, true);
    assert_work_fails(desk, arena_format(&desk->arena,
                                         "%s:%d: 2 columns where a run has 6: qid Q0 docid rank score tag",
                                         desk->run_path, QUESTIONS * DEEP + 1));
    assert_int_equal(standing(desk), STANDING_UNREADABLE);
    vote(desk, 1);
    work_to_the_end(desk);
    assert_int_equal(standing(desk), STANDING_UNREADABLE);
    put_run(desk, run_text(&desk->arena, DEEP, 5));
    assert_true(live_scores_refresh(labelling_scores(desk->labelling), &reread, &err));
    work_to_the_end(desk);
    assert_fresh(desk);
}

static void a_missing_run_is_reported_at_once(void **state)
{
    struct desk *desk = *state;
    struct err err;
    desk->run_path = "no-such.run";
    assert_error(try_to_open(desk, true, &err), err, ERR_SYSTEM,
                 "no-such.run: there is no such file; check the path");
}

static void a_run_is_old_while_its_file_is_away(void **state)
{
    struct desk *desk = *state;
    struct err err;
    size_t reread;
    put_run(desk, run_text(&desk->arena, SHALLOW, 5));
    open_labelling(desk, false);
    const char *away = arena_format(&desk->arena, "%s.away", desk->run_path);
    assert_int_equal(rename(desk->run_path, away), 0);
    assert_error(live_scores_refresh(labelling_scores(desk->labelling), &reread, &err), err, ERR_SYSTEM,
                 arena_format(&desk->arena,
                              "the scores are the old ones: %s: there is no such file; check the path",
                              desk->run_path));
    vote(desk, 1);
    assert_int_equal(standing(desk), STANDING_OLD);
    assert_int_equal(rename(away, desk->run_path), 0);
    assert_true(live_scores_refresh(labelling_scores(desk->labelling), &reread, &err));
    assert_int_equal(reread, 0);
    assert_fresh(desk);
}

static void a_run_that_is_away_when_its_turn_comes_is_read_when_it_is_back(void **state)
{
    struct desk *desk = *state;
    struct err err;
    size_t reread;
    put_run(desk, run_text(&desk->arena, DEEP, 5));
    open_labelling(desk, true);
    const char *away = arena_format(&desk->arena, "%s.away", desk->run_path);
    assert_int_equal(rename(desk->run_path, away), 0);
    assert_work_fails(desk, arena_format(&desk->arena, "%s: there is no such file; check the path",
                                         desk->run_path));
    assert_int_equal(standing(desk), STANDING_UNREADABLE);
    assert_int_equal(rename(away, desk->run_path), 0);
    assert_true(live_scores_refresh(labelling_scores(desk->labelling), &reread, &err));
    work_to_the_end(desk);
    assert_fresh(desk);
}

static void a_run_that_has_become_wrong_stays_old_until_it_changes_again(void **state)
{
    struct desk *desk = *state;
    struct err err;
    size_t reread;
    put_run(desk, run_text(&desk->arena, SHALLOW, 5));
    open_labelling(desk, false);
    put_run(desk, bytes_of("nonsense\n"));
    assert_false(live_scores_refresh(labelling_scores(desk->labelling), &reread, &err));
    assert_int_equal(standing(desk), STANDING_OLD);
    assert_true(live_scores_refresh(labelling_scores(desk->labelling), &reread, &err)); /* reported once */
    assert_int_equal(standing(desk), STANDING_OLD);
    put_run(desk, run_text(&desk->arena, SHALLOW, 3));
    assert_true(live_scores_refresh(labelling_scores(desk->labelling), &reread, &err));
    assert_int_equal(reread, 1);
    assert_fresh(desk);
}

static void a_run_without_questions_of_the_database_is_reported_once(void **state)
{
    struct desk *desk = *state;
    struct err err;
    size_t reread;
    put_run(desk, bytes_of("1 Q0 d01 1 2 t\n2 Q0 d01 1 2 t\n"));
    open_labelling(desk, false);
    assert_error(live_scores_refresh(labelling_scores(desk->labelling), &reread, &err), err, ERR_INPUT,
                 arena_format(&desk->arena,
                              "%s: none of its questions is in this database; check that it has the ids "
                              "that were imported",
                              desk->run_path));
    assert_true(live_scores_refresh(labelling_scores(desk->labelling), &reread, &err));
}

static void a_run_whose_ranks_are_read_as_scores_is_reported_once(void **state)
{
    struct desk *desk = *state;
    struct err err;
    size_t reread;
    put_run(desk, bytes_of("q01 d01 2.5\nq01 d02 1.5\n"));
    open_labelling(desk, false);
    assert_error(live_scores_refresh(labelling_scores(desk->labelling), &reread, &err), err, ERR_INPUT,
                 arena_format(&desk->arena,
                              "%s: the third column does not hold ranks (whole numbers that rise with each "
                              "line of a question); assay reads it as scores, the highest first",
                              desk->run_path));
    assert_true(live_scores_refresh(labelling_scores(desk->labelling), &reread, &err));
}

static void a_run_that_shares_only_its_last_question_is_not_reported(void **state)
{
    struct desk *desk = *state;
    struct buffer text = {0};
    for (int i = 0; i < 1200; i++)
        buffer_add_format(&text, "%d Q0 d01 1 2 t\n", i);
    buffer_add_string(&text, "q01 Q0 d01 1 2 t\n");
    put_run(desk, buffer_bytes(&text));
    buffer_release(&text);
    open_labelling(desk, true);
    work_to_the_end(desk); /* fails if anything is reported */
    assert_fresh(desk);
}

/* There is nothing to assert: the sanitizers find a thread or memory that is left behind. */
static void quitting_while_a_run_is_read_leaks_nothing(void **state)
{
    struct desk *desk = *state;
    struct err err;
    size_t reread;
    put_run(desk, run_text(&desk->arena, 10 * DEEP, 5));
    open_labelling(desk, true);
    assert_true(live_scores_work(labelling_scores(desk->labelling), &reread, &err));
}

/* --- Runs that are added and removed, and the history ----------------------- */

static void work_through_history(struct desk *desk)
{
    live_scores_want_history(labelling_scores(desk->labelling),
                             labelling_progress(desk->labelling).ballots_done);
    work_to_the_end(desk);
    assert_true(history_is_complete(live_scores_history(labelling_scores(desk->labelling))));
}

static void an_added_run_is_scored_and_a_removed_run_disappears(void **state)
{
    struct desk *desk = *state;
    struct err err;
    put_run(desk, run_text(&desk->arena, SHALLOW, 5));
    const char *first = desk->run_path;
    open_labelling(desk, true);
    vote(desk, 1);
    vote(desk, 2);
    desk->run_path = support_file(&desk->arena, "added.run", run_text(&desk->arena, DEEP, 3));
    assert_true(live_scores_add_run(labelling_scores(desk->labelling), desk->run_path, &err));
    work_to_the_end(desk);
    assert_int_equal(scoreboard_run_count(live_scores_board(labelling_scores(desk->labelling))), 2);
    live_scores_remove_run(labelling_scores(desk->labelling), 0);
    assert_int_equal(scoreboard_run_count(live_scores_board(labelling_scores(desk->labelling))), 1);
    assert_fresh(desk); /* run number 0 is now the added one */
    vote(desk, 1);
    work_to_the_end(desk);
    assert_fresh(desk);
    assert_true(live_scores_add_run(labelling_scores(desk->labelling), first, &err));
}

static void adding_an_invalid_or_already_loaded_run_changes_nothing(void **state)
{
    struct desk *desk = *state;
    struct err err;
    put_run(desk, run_text(&desk->arena, SHALLOW, 5));
    open_labelling(desk, true);
    work_to_the_end(desk);
    const char *words = support_file(&desk->arena, "words.txt", bytes_of("no run at all\n"));
    const char *wrong =
        support_file(&desk->arena, "wrong.run", bytes_of("q01 Q0 d01 1 2 x\nq01 Q0 d02 2 x y\n"));
    assert_false(live_scores_add_run(labelling_scores(desk->labelling), words, &err));
    assert_false(live_scores_add_run(labelling_scores(desk->labelling), wrong, &err));
    assert_error(live_scores_add_run(labelling_scores(desk->labelling), desk->run_path, &err), err, ERR_INPUT,
                 arena_format(&desk->arena, "%s is already loaded", desk->run_path));
    assert_int_equal(scoreboard_run_count(live_scores_board(labelling_scores(desk->labelling))), 1);
    assert_fresh(desk);
}

static void a_large_file_that_turns_out_to_be_no_run_is_removed(void **state)
{
    struct desk *desk = *state;
    struct err err;
    size_t reread;
    put_run(desk, run_text(&desk->arena, SHALLOW, 5));
    open_labelling(desk, true);
    struct buffer text = {0};
    buffer_add(&text, run_text(&desk->arena, DEEP, 3));
    buffer_add_string(&text, "and then this\n");
    const char *path = support_file(&desk->arena, "large.run", buffer_bytes(&text));
    buffer_release(&text);
    assert_true(live_scores_add_run(labelling_scores(desk->labelling), path, &err));
    bool worked = true;
    while (worked && live_scores_pause_ms(labelling_scores(desk->labelling)) >= 0)
        worked = work_once(desk, &reread, &err);
    assert_false(worked);
    assert_int_equal(scoreboard_run_count(live_scores_board(labelling_scores(desk->labelling))), 1);
    work_to_the_end(desk);
    assert_fresh(desk);
}

/* Both intervals are NAN for one question. Otherwise the interval by sums may be narrower than that by values by at
 * most 0.01 at each end. */
static void assert_holds_interval(struct estimate estimate, struct estimate other)
{
    assert_int_equal(isnan(estimate.low), isnan(other.low));
    if (isnan(other.low))
        return;
    assert_close(estimate.mean, other.mean, 1e-9);
    assert_true(estimate.low <= other.low + 0.01);
    assert_true(estimate.high >= other.high - 0.01);
}

/* As long as there are fewer votes than moments, each vote is a moment. */
static void each_moment_of_the_history_is_what_the_live_scores_were(void **state)
{
    enum { VOTES = 40, N_MEASURES = 5 };
    struct desk *desk = *state;
    struct estimate intervals[VOTES];
    double seen[VOTES][N_MEASURES];
    put_run(desk, run_text(&desk->arena, SHALLOW, 5));
    open_labelling(desk, true);
    work_to_the_end(desk);
    for (int i = 0; i < VOTES; i++) {
        vote(desk, i % 4 == 3 ? VOTE_NONE : 1 + i % 3);
        work_to_the_end(desk);
        intervals[i] = scoreboard_estimate(live_scores_board(labelling_scores(desk->labelling)), 0, 0);
        for (size_t m = 0; m < N_MEASURES; m++)
            seen[i][m] = scoreboard_mean(live_scores_board(labelling_scores(desk->labelling)), 0, m);
    }
    work_through_history(desk);
    const struct history *history = live_scores_history(labelling_scores(desk->labelling));
    assert_int_equal(history_count(history), VOTES);
    for (size_t i = 0; i < VOTES; i++) {
        assert_int_equal(history_votes(history, i), i + 1);
        assert_holds_interval(history_estimate(history, i, 0, 0), intervals[i]);
        for (size_t m = 0; m < N_MEASURES; m++)
            assert_close(history_mean(history, i, 0, m), seen[i][m], 1e-12);
    }
}

static void a_long_history_is_limited_and_ends_with_the_live_scores(void **state)
{
    struct desk *desk = *state;
    put_run(desk, run_text(&desk->arena, SHALLOW, 5));
    others_vote(desk, "one", 170);
    others_vote(desk, "two", 171);
    open_labelling(desk, true);
    work_to_the_end(desk);
    int64_t votes = labelling_progress(desk->labelling).ballots_done;
    assert_true(votes > 4 * HISTORY_MOMENTS);
    work_through_history(desk);
    const struct history *history = live_scores_history(labelling_scores(desk->labelling));
    assert_int_equal(history_count(history), HISTORY_MOMENTS);
    assert_int_equal(history_votes(history, HISTORY_MOMENTS - 1), votes);
    for (size_t m = 0; m < desk->measures.count; m++)
        assert_close(history_mean(history, HISTORY_MOMENTS - 1, 0, m),
                     scoreboard_mean(live_scores_board(labelling_scores(desk->labelling)), 0, m), 1e-12);
}

/* Sets the final live score and the end of the history, computed in a new session. */
static void score_both(struct desk *desk, double *live, double *end)
{
    struct err err;
    open_labelling(desk, true);
    work_to_the_end(desk);
    work_through_history(desk);
    const struct live_scores *scores = labelling_scores(desk->labelling);
    *live = scoreboard_mean(live_scores_board(scores), 0, 0);
    *end = history_mean(live_scores_history(scores), HISTORY_MOMENTS - 1, 0, 0);
    assert_true(labelling_close(desk->labelling, &err));
    desk->labelling = NULL;
}

static void the_history_weighs_annotators_as_the_live_scores_do(void **state)
{
    struct desk *desk = *state;
    struct err err;
    double live, end, all_alike;
    put_run(desk, run_text(&desk->arena, SHALLOW, 5));
    assert_true(setting_put(desk->store, SETTING_ESTIMATOR, bytes_of("luce"), &err));
    assert_true(setting_put(desk->store, SETTING_OVERLAP, bytes_of("1x2"), &err));
    others_vote(desk, "one", 100);
    others_vote(desk, "two", 100);
    score_both(desk, &all_alike, &end);
    assert_close(end, all_alike, 1e-12);
    assert_true(setting_put(desk->store, SETTING_RELIABILITY, bytes_of("on"), &err));
    score_both(desk, &live, &end);
    assert_close(end, live, 1e-12);
    assert_true(fabs(live - all_alike) > 1e-6);
}

/* Returns a run that ranks the first document first. One in three votes is for that document. */
static struct bytes short_run_text(struct arena *arena, size_t n, size_t depth)
{
    struct buffer text = {0};
    for (size_t q = 1; q <= n; q++)
        for (size_t i = 1; i <= depth; i++)
            buffer_add_format(&text, "q%02zu Q0 d%02zu %zu %zu test\n", q, i, i, depth - i);
    struct bytes copy = arena_copy(arena, buffer_bytes(&text));
    buffer_release(&text);
    return copy;
}

/* Each question has one vote. */
enum { MANY_QUESTIONS = 1000 };

/* Works until the history of many questions shows something. */
static const struct history *history_of_many(struct desk *desk)
{
    struct err err;
    size_t reread;
    store_close(desk->store);
    desk->store = sample_store("many.db", MANY_QUESTIONS, 3);
    put_run(desk, short_run_text(&desk->arena, MANY_QUESTIONS, 1));
    others_vote(desk, "one", MANY_QUESTIONS);
    open_labelling(desk, true);
    work_to_the_end(desk);
    struct live_scores *scores = labelling_scores(desk->labelling);
    live_scores_want_history(scores, MANY_QUESTIONS);
    while (live_scores_history(scores) == NULL || history_count(live_scores_history(scores)) == 0)
        assert_true(work_once(desk, &reread, &err));
    return live_scores_history(scores);
}

static void a_part_of_the_questions_is_shown_before_all_are_replayed(void **state)
{
    struct desk *desk = *state;
    const struct history *history = history_of_many(desk);
    assert_false(history_is_complete(history));
    const struct estimate part = history_estimate(history, HISTORY_MOMENTS - 1, 0, 0);
    assert_in_range(part.n, MANY_QUESTIONS / 4, MANY_QUESTIONS - 1);
    const struct scoreboard *live = live_scores_board(labelling_scores(desk->labelling));
    assert_close(part.mean, scoreboard_mean(live, 0, 0), 4 * part.standard_error);
}

static void replaying_the_remaining_questions_completes_the_history(void **state)
{
    struct err err;
    size_t reread;
    struct desk *desk = *state;
    const struct history *history = history_of_many(desk);
    while (!history_is_complete(history))
        assert_true(work_once(desk, &reread, &err));
    const struct scoreboard *live = live_scores_board(labelling_scores(desk->labelling));
    assert_close(history_mean(history, HISTORY_MOMENTS - 1, 0, 0), scoreboard_mean(live, 0, 0), 1e-12);
}

/* Writes all means of all moments and the parts of their intervals. */
static struct buffer history_values(struct desk *desk, size_t n_threads)
{
    struct err err;
    struct history *history;
    struct buffer values = {0};
    const struct scoreboard *live = live_scores_board(labelling_scores(desk->labelling));
    assert_true(history_open(&history, desk->store, live, n_threads, &err));
    while (!history_is_complete(history))
        assert_true(history_work(history, &err));
    assert_in_range(history_estimate(history, HISTORY_MOMENTS - 1, 0, 0).n, 100, 300); /* several blocks */
    for (size_t i = 0; i < history_count(history); i++)
        for (size_t m = 0; m < desk->measures.count; m++) {
            const struct estimate estimate = history_estimate(history, i, 0, m);
            buffer_add_format(&values, "%a %a %a %zu\n", history_mean(history, i, 0, m), estimate.low,
                              estimate.high, estimate.n);
        }
    history_close(history);
    return values;
}

static void the_history_is_the_same_by_any_number_of_threads(void **state)
{
    enum { MANY = 300 };
    struct desk *desk = *state;
    store_close(desk->store);
    desk->store = sample_store("many.db", MANY, 5);
    put_run(desk, short_run_text(&desk->arena, MANY, 5));
    others_vote(desk, "one", 3 * MANY);
    open_labelling(desk, true);
    work_to_the_end(desk);
    struct buffer alone = history_values(desk, 1);
    for (size_t n_threads = 2; n_threads <= 3; n_threads++) {
        struct buffer together = history_values(desk, n_threads);
        assert_string_equal(buffer_string(&together), buffer_string(&alone));
        buffer_release(&together);
    }
    buffer_release(&alone);
}

static void a_withdrawn_vote_counts_at_no_moment(void **state)
{
    struct desk *desk = *state;
    struct err err;
    struct outcome outcome;
    struct act undo = {.kind = ACT_UNDO};
    put_run(desk, run_text(&desk->arena, SHALLOW, 5));
    open_labelling(desk, true);
    vote(desk, 1);
    work_to_the_end(desk);
    double first = scoreboard_mean(live_scores_board(labelling_scores(desk->labelling)), 0, 0);
    vote(desk, 2);
    assert_true(labelling_answer(desk->labelling, &undo, &outcome, &err));
    vote(desk, 3);
    work_through_history(desk);
    const struct history *history = live_scores_history(labelling_scores(desk->labelling));
    assert_int_equal(history_count(history), 2);
    assert_close(history_mean(history, 0, 0, 0), first, 1e-12);
    assert_close(history_mean(history, 1, 0, 0),
                 scoreboard_mean(live_scores_board(labelling_scores(desk->labelling)), 0, 0), 1e-12);
}

/* The other documents of its ballots were shown, but the vote then says nothing about them. It must not become a vote
 * for none. */
static void a_vote_for_a_removed_document_has_no_effect_in_the_history(void **state)
{
    struct desk *desk = *state;
    struct err err;
    put_run(desk, run_text(&desk->arena, SHALLOW, 5));
    assert_true(setting_put(desk->store, SETTING_ESTIMATOR, bytes_of("luce"), &err));
    open_labelling(desk, true);
    const struct ballot *ballot = labelling_ballot(desk->labelling);
    const int64_t document_id = ballot->documents[0].candidate_id;
    const struct bytes docid = arena_copy(&desk->arena, ballot->documents[0].docid);
    vote(desk, 1);
    vote(desk, 2);
    assert_true(labelling_close(desk->labelling, &err));
    assert_true(store_begin(desk->store, &err));
    assert_true(store_put_document_away(desk->store, document_id, docid, &err));
    assert_true(store_commit(desk->store, &err));
    open_labelling(desk, true);
    work_to_the_end(desk);
    work_through_history(desk);
    const struct live_scores *scores = labelling_scores(desk->labelling);
    const struct history *history = live_scores_history(scores);
    for (size_t m = 0; m < desk->measures.count; m++)
        assert_close(history_mean(history, history_count(history) - 1, 0, m),
                     scoreboard_mean(live_scores_board(scores), 0, m), 1e-12);
}

/* --- Time ------------------------------------------------------------------------------------------- */

static int64_t time_of_vote(struct desk *desk, int64_t looked_ms, int position)
{
    struct err err;
    struct outcome outcome;
    struct act act = {.kind = ACT_ANSWER, .answer = {.position = position}};
    desk->time.now += looked_ms;
    assert_true(labelling_answer(desk->labelling, &act, &outcome, &err));
    return outcome.answer.elapsed_ms;
}

/* An annotator who reads for 20 seconds, votes, and corrects the vote within one second was not hasty. */
static void the_time_of_a_corrected_answer_includes_the_first_reading(void **state)
{
    struct desk *desk = *state;
    struct err err;
    struct outcome outcome;
    desk->time.step = 0;
    put_run(desk, run_text(&desk->arena, SHALLOW, 5));
    open_labelling(desk, false);
    assert_int_equal(time_of_vote(desk, 20000, 1), 20000);
    assert_true(labelling_answer(desk->labelling, &(struct act){.kind = ACT_UNDO}, &outcome, &err));
    assert_int_equal(time_of_vote(desk, 700, 2), 20700);
    assert_int_equal(time_of_vote(desk, 3000, 1), 3000);
}

static void time_while_the_ballot_is_covered_is_not_answer_time(void **state)
{
    struct desk *desk = *state;
    desk->time.step = 0;
    put_run(desk, run_text(&desk->arena, SHALLOW, 5));
    open_labelling(desk, false);
    desk->time.now += 4000;
    labelling_cover(desk->labelling, true);
    desk->time.now += 60000;
    labelling_cover(desk->labelling, false);
    assert_int_equal(time_of_vote(desk, 3000, 1), 7000);
}

/* The annotator chooses a question in the list of questions, while that list still covers its ballot. */
static void a_ballot_that_arrives_covered_is_timed_from_when_it_is_seen(void **state)
{
    struct desk *desk = *state;
    struct err err;
    int64_t question_id;
    desk->time.step = 0;
    put_run(desk, run_text(&desk->arena, SHALLOW, 5));
    open_labelling(desk, false);
    labelling_cover(desk->labelling, true);
    desk->time.now += 60000;
    assert_true(labelling_find_question(desk->labelling, bytes_of("q07"), &question_id, &err));
    assert_true(labelling_take_question(desk->labelling, question_id, &err));
    desk->time.now += 5000;
    labelling_cover(desk->labelling, false);
    assert_int_equal(time_of_vote(desk, 2000, 1), 2000);
}

#define DESK_TEST(function) cmocka_unit_test_setup_teardown(function, desk_set_up, desk_tear_down)

/* --- The forecast ------------------------------------------------------------------------------------ */

static void assert_same_range(struct forecast_range is, struct forecast_range expected)
{
    assert_close(is.expected, expected.expected, 0);
    assert_close(is.low, expected.low, 0);
    assert_close(is.high, expected.high, 0);
}

static void assert_same_forecast(const struct forecast *is, const struct forecast *expected)
{
    assert_int_equal(is->n_ended, expected->n_ended);
    assert_int_equal(is->at_most, expected->at_most);
    assert_same_range(is->ballots, expected->ballots);
    assert_close(is->hours, expected->hours, 0);
}

static void assert_forecast_is_of_all_questions(struct desk *desk)
{
    struct err err;
    struct forecast counted;
    assert_true(store_forecast(desk->store, &counted, &err));
    assert_same_forecast(labelling_forecast(desk->labelling), &counted);
}

static void undo(struct desk *desk)
{
    struct err err;
    struct outcome outcome;
    assert_true(labelling_answer(desk->labelling, &(struct act){.kind = ACT_UNDO}, &outcome, &err));
}

static void others_vote_and_are_followed(struct desk *desk)
{
    struct err err;
    others_vote(desk, "other", 5);
    assert_true(labelling_follow(desk->labelling, &err));
}

static void open_adaptive(struct desk *desk)
{
    struct err err;
    assert_true(setting_put(desk->store, SETTING_DEALING, bytes_of("adaptive"), &err));
    put_run(desk, run_text(&desk->arena, SHALLOW, 5));
    others_vote(desk, "before", 600);
    open_labelling(desk, false);
    assert_int_equal(labelling_forecast(desk->labelling)->n_ended,
                     0); /* the first ballot does not wait for it */
    labelling_update_forecast(desk->labelling);
    assert_true(labelling_forecast(desk->labelling)->n_ended > FORECAST_ENDED_MIN);
}

static void the_forecast_covers_all_questions_after_any_action(void **state)
{
    struct desk *desk = *state;
    struct random_source random = random_from(5, 0);
    size_t n_due = 0;
    open_adaptive(desk);
    for (size_t i = 0; i < 200; i++) {
        const uint64_t kind = random_below(&random, 10);
        if (kind == 0)
            others_vote_and_are_followed(desk);
        else if (kind <= 2)
            undo(desk);
        else
            vote(desk, 1 + (int)(i % 3));
        if (!labelling_forecast_is_due(desk->labelling))
            continue;
        n_due++;
        labelling_update_forecast(desk->labelling);
        assert_false(labelling_forecast_is_due(desk->labelling));
        assert_forecast_is_of_all_questions(desk);
    }
    assert_true(n_due > 20);
}

/* Until the forecast is computed again, each vote reduces it by one, and nothing else changes. */
static void a_vote_does_not_wait_for_the_forecast(void **state)
{
    struct desk *desk = *state;
    open_adaptive(desk);
    while (!labelling_forecast_is_due(desk->labelling)) {
        struct forecast expected = *labelling_forecast(desk->labelling);
        struct err err;
        double vote_ms;
        vote(desk, 1);
        assert_true(store_read_vote_time(desk->store, &vote_ms, &err));
        forecast_count_vote(&expected, vote_ms);
        assert_same_forecast(labelling_forecast(desk->labelling), &expected);
    }
    labelling_update_forecast(desk->labelling);
    assert_forecast_is_of_all_questions(desk);
}

/* Opens labelling as a judge after two annotators voted on the same ballots. Returns how many ballots the judge has
 * left. */
static int64_t open_for_judge(struct desk *desk)
{
    struct err err;
    int64_t left;
    assert_true(setting_put(desk->store, SETTING_OVERLAP, bytes_of("1"), &err));
    put_run(desk, run_text(&desk->arena, SHALLOW, 5));
    others_vote(desk, "ana", 20);
    others_vote(desk, "ben", 19);
    desk->adjudicates = true;
    open_labelling(desk, false);
    labelling_update_forecast(desk->labelling);
    left = labelling_forecast(desk->labelling)->at_most;
    assert_true(left > 3);
    return left;
}

/* Counting needs all ballots with several votes, so that no ballot may wait for it. */
static void the_forecast_for_a_judge_is_counted_on_request(void **state)
{
    struct desk *desk = *state;
    const int64_t left = open_for_judge(desk);
    vote(desk, 1);
    assert_false(labelling_forecast_is_due(desk->labelling));
    assert_int_equal(labelling_forecast(desk->labelling)->at_most, left - 1);
    undo(desk);
    assert_true(labelling_forecast_is_due(desk->labelling));
    assert_int_equal(labelling_forecast(desk->labelling)->at_most, left - 1);
    labelling_update_forecast(desk->labelling);
    assert_int_equal(labelling_forecast(desk->labelling)->at_most, left);
}

static void a_judge_does_not_wait_for_a_count_after_votes_of_others(void **state)
{
    struct desk *desk = *state;
    const int64_t left = open_for_judge(desk);
    others_vote(desk, "ben", 1);
    struct err err;
    assert_true(labelling_follow(desk->labelling, &err));
    assert_int_equal(labelling_forecast(desk->labelling)->at_most, left);
    assert_true(labelling_forecast_is_due(desk->labelling));
}

/* Settings hold from the next ballot on, without a restart. The lead may have made labelling blind, or improved the
 * guide after disagreements. */
static void settings_of_another_program_apply_from_the_next_ballot_on(void **state)
{
    struct desk *desk = *state;
    struct err err;
    assert_true(setting_put(desk->store, SETTING_BLIND, bytes_of("0"), &err));
    put_run(desk, run_text(&desk->arena, SHALLOW, 5));
    open_labelling(desk, true);
    assert_true(setting_put(desk->store, SETTING_BLIND, bytes_of("1"), &err));
    assert_true(setting_put(desk->store, SETTING_GUIDE, bytes_of("Look at the date."), &err));
    assert_true(setting_put(desk->store, SETTING_REASONS, bytes_of("correct, complete"), &err));
    assert_true(setting_put(desk->store, SETTING_FORMAT, bytes_of("plain"), &err));
    assert_false(labelling_is_blind(desk->labelling));
    vote(desk, 1);
    assert_true(labelling_is_blind(desk->labelling));
    assert_true(bytes_equal(labelling_guide(desk->labelling), bytes_of("Look at the date.")));
    assert_int_equal(labelling_reasons(desk->labelling)->n, 2);
    assert_int_equal(labelling_format(desk->labelling), FORMAT_PLAIN);
}

/* The same annotator votes on the ballot in hand in another window, so that the next ballot comes without an answer
 * here. */
static void settings_of_another_program_apply_after_an_answer_elsewhere(void **state)
{
    struct desk *desk = *state;
    struct err err;
    struct outcome outcome;
    const struct act act = {.kind = ACT_ANSWER, .answer = {.position = 1}};
    assert_true(setting_put(desk->store, SETTING_BLIND, bytes_of("0"), &err));
    put_run(desk, run_text(&desk->arena, SHALLOW, 5));
    open_labelling(desk, true);
    struct session *window =
        sample_session(desk->store, labelling_annotator(desk->labelling).data, 7, &desk->time);
    assert_true(session_answer(window, &(struct answer){.position = 1, .elapsed_ms = 100}, &err));
    assert_true(setting_put(desk->store, SETTING_BLIND, bytes_of("1"), &err));
    assert_false(labelling_answer(desk->labelling, &act, &outcome, &err));
    assert_int_equal(err.code, ERR_ANSWERED);
    assert_true(labelling_is_blind(desk->labelling));
    assert_true(session_close(window, &err));
}

static void settings_of_another_program_apply_in_a_chosen_question(void **state)
{
    struct desk *desk = *state;
    struct err err;
    int64_t question_id;
    assert_true(setting_put(desk->store, SETTING_BLIND, bytes_of("0"), &err));
    put_run(desk, run_text(&desk->arena, SHALLOW, 5));
    open_labelling(desk, true);
    assert_true(setting_put(desk->store, SETTING_BLIND, bytes_of("1"), &err));
    assert_true(labelling_find_question(desk->labelling, bytes_of("q07"), &question_id, &err));
    assert_true(labelling_take_question(desk->labelling, question_id, &err));
    assert_true(labelling_is_blind(desk->labelling));
}

/* The lead wants one more question labelled, and all of it blind. */
static void settings_of_another_program_apply_to_waiting_annotators(void **state)
{
    struct desk *desk = *state;
    struct err err;
    assert_true(setting_put(desk->store, SETTING_BLIND, bytes_of("0"), &err));
    assert_true(setting_put(desk->store, SETTING_SAMPLE, bytes_of("1"), &err));
    others_vote(desk, "other", POOL); /* each document of the pool three times, three on a ballot */
    put_run(desk, run_text(&desk->arena, SHALLOW, 5));
    open_labelling(desk, true);
    assert_null(labelling_ballot(desk->labelling));
    assert_true(setting_put(desk->store, SETTING_BLIND, bytes_of("1"), &err));
    assert_true(setting_put(desk->store, SETTING_SAMPLE, bytes_of("2"), &err));
    assert_true(labelling_look_again(desk->labelling, &err));
    assert_non_null(labelling_ballot(desk->labelling));
    assert_true(labelling_is_blind(desk->labelling));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        DESK_TEST(the_time_of_a_corrected_answer_includes_the_first_reading),
        DESK_TEST(time_while_the_ballot_is_covered_is_not_answer_time),
        DESK_TEST(a_ballot_that_arrives_covered_is_timed_from_when_it_is_seen),
        DESK_TEST(a_ballot_is_answered_before_its_run_is_read),
        DESK_TEST(votes_between_steps_of_the_work_are_all_scored),
        DESK_TEST(votes_while_votes_are_read_are_all_scored),
        DESK_TEST(the_change_shown_is_only_that_of_the_own_answer),
        DESK_TEST(an_undo_between_steps_of_the_work_is_scored),
        DESK_TEST(scores_follow_a_change_of_the_estimator),
        DESK_TEST(scores_follow_a_change_of_the_estimator_by_another_program),
        DESK_TEST(scores_follow_a_merge_of_candidates),
        DESK_TEST(scores_include_duplicates_outside_the_pools),
        DESK_TEST(scores_follow_a_merge_just_before_an_answer),
        DESK_TEST(a_small_run_is_read_before_the_first_ballot),
        DESK_TEST(without_deferred_scoring_the_scores_are_there_at_once),
        DESK_TEST(a_changed_run_is_read_again_beside_the_votes),
        DESK_TEST(a_run_that_changes_while_it_is_read_is_read_again),
        DESK_TEST(an_error_in_a_large_run_is_reported_and_voting_continues),
        DESK_TEST(a_missing_run_is_reported_at_once),
        DESK_TEST(a_run_is_old_while_its_file_is_away),
        DESK_TEST(a_run_that_is_away_when_its_turn_comes_is_read_when_it_is_back),
        DESK_TEST(a_run_that_has_become_wrong_stays_old_until_it_changes_again),
        DESK_TEST(a_run_without_questions_of_the_database_is_reported_once),
        DESK_TEST(a_run_whose_ranks_are_read_as_scores_is_reported_once),
        DESK_TEST(a_run_that_shares_only_its_last_question_is_not_reported),
        DESK_TEST(quitting_while_a_run_is_read_leaks_nothing),
        DESK_TEST(an_added_run_is_scored_and_a_removed_run_disappears),
        DESK_TEST(adding_an_invalid_or_already_loaded_run_changes_nothing),
        DESK_TEST(a_large_file_that_turns_out_to_be_no_run_is_removed),
        DESK_TEST(each_moment_of_the_history_is_what_the_live_scores_were),
        DESK_TEST(a_long_history_is_limited_and_ends_with_the_live_scores),
        DESK_TEST(the_history_weighs_annotators_as_the_live_scores_do),
        DESK_TEST(a_vote_for_a_removed_document_has_no_effect_in_the_history),
        DESK_TEST(a_part_of_the_questions_is_shown_before_all_are_replayed),
        DESK_TEST(replaying_the_remaining_questions_completes_the_history),
        DESK_TEST(the_history_is_the_same_by_any_number_of_threads),
        DESK_TEST(a_withdrawn_vote_counts_at_no_moment),
        DESK_TEST(an_undo_by_another_annotator_is_scored),
        DESK_TEST(settings_of_another_program_apply_from_the_next_ballot_on),
        DESK_TEST(settings_of_another_program_apply_after_an_answer_elsewhere),
        DESK_TEST(settings_of_another_program_apply_in_a_chosen_question),
        DESK_TEST(settings_of_another_program_apply_to_waiting_annotators),
        DESK_TEST(the_forecast_covers_all_questions_after_any_action),
        DESK_TEST(a_vote_does_not_wait_for_the_forecast),
        DESK_TEST(the_forecast_for_a_judge_is_counted_on_request),
        DESK_TEST(a_judge_does_not_wait_for_a_count_after_votes_of_others),
    };
    return cmocka_run_group_tests_name("labelling", tests, NULL, NULL);
}
