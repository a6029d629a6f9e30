#include "tui/labelling.h"

#include "core/base/bug.h"
#include "core/store/settings.h"
#include "import/run.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A run file and how it was when it was read: another size or time means that it has changed. */
struct watched_file {
    const char *path;
    struct bytes name; /* how the scores call it */
    off_t size;
    struct timespec changed_at;
};

struct labelling {
    struct store *store;
    struct session *session;
    struct clock clock;
    int64_t shown_at; /* when the ballot in hand came into hand */
    struct scoreboard *scoreboard;
    int64_t scored_vote; /* the newest vote that the scores know of */
    struct watched_file *files;
    size_t n_files;
    struct arena arena; /* annotator, guide, files */
    struct bytes annotator;
    struct bytes guide;
};

static int64_t now(const struct labelling *labelling)
{
    return labelling->clock.now(labelling->clock.context);
}

/* --- Live scores ------------------------------------------------------------------------------ */

static bool look_at_file(const char *path, struct watched_file *file, struct err *err)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return err_set(err, ERR_SYSTEM, "%s: %s", path, strerror(errno));
    if (!S_ISREG(status.st_mode))
        return err_set(err, ERR_INPUT, "%s: not a file; live scores need one that can be read again", path);
    file->path = path;
    file->size = status.st_size;
    file->changed_at = status.st_mtim;
    return true;
}

static bool score_question(struct labelling *labelling, int64_t question_id, struct bytes qid,
                           struct err *err)
{
    struct arena arena = {0};
    struct judgment *labels;
    size_t n;
    struct grading_rule rule = grading_rule_default();
    bool worked = store_read_labels(labelling->store, question_id, &rule, &arena, &labels, &n, err);
    if (worked)
        scoreboard_set_labels(labelling->scoreboard, qid, labels, n);
    arena_release(&arena);
    return worked;
}

/* Scores what anybody has voted on since the last time, the first time everything. */
static bool score_news(struct labelling *labelling, struct err *err)
{
    struct arena arena = {0};
    struct question_row *rows = NULL;
    size_t n = 0;
    bool worked =
        store_list_voted_questions(labelling->store, &labelling->scored_vote, &arena, &rows, &n, err);
    for (size_t i = 0; worked && i < n; i++)
        worked = score_question(labelling, rows[i].question_id, rows[i].qid, err);
    scoreboard_settle(labelling->scoreboard);
    arena_release(&arena);
    return worked;
}

/* Reads all runs and hands them to the scoreboard; those that were not handed over are the caller's to release. */
static bool add_runs(struct labelling *labelling, struct run *runs, size_t n, struct err *err)
{
    const char **paths = arena_get_array(&labelling->arena, n, sizeof(char *));
    struct bytes *names = arena_get_array(&labelling->arena, n, sizeof *names);
    for (size_t i = 0; i < n; i++) {
        paths[i] = labelling->files[i].path;
        if (!look_at_file(paths[i], &labelling->files[i], err) || !import_run(paths[i], &runs[i], err))
            return false;
        names[i] = arena_copy(&labelling->arena, runs[i].name);
    }
    run_names_tell_apart(names, paths, n);
    for (size_t i = 0; i < n; i++) {
        runs[i].name = labelling->files[i].name = names[i];
        scoreboard_add_run(labelling->scoreboard, &runs[i]);
    }
    return true;
}

static bool open_scores(struct labelling *labelling, const struct labelling_options *options, struct err *err)
{
    size_t n = options->n_runs;
    if (n == 0)
        return true;
    scoreboard_open(&labelling->scoreboard, options->measures, options->n_measures, TIES_DOCID_DESC);
    labelling->files = arena_get_array(&labelling->arena, n, sizeof *labelling->files);
    labelling->n_files = n;
    for (size_t i = 0; i < n; i++)
        labelling->files[i].path = arena_copy_string(&labelling->arena, options->run_paths[i]);
    struct run *runs = memory_get_zeroed(n, sizeof *runs);
    bool added = add_runs(labelling, runs, n, err);
    for (size_t i = 0; i < n; i++)
        run_release(&runs[i]);
    free(runs);
    return added && score_news(labelling, err);
}

/* Reads a run file anew when it has changed. */
static bool refresh_run(struct labelling *labelling, size_t index, size_t *reread, struct err *err)
{
    struct watched_file *known = &labelling->files[index];
    struct watched_file seen = *known;
    struct run run = {0};
    if (!look_at_file(known->path, &seen, err))
        return false;
    if (seen.size == known->size && seen.changed_at.tv_sec == known->changed_at.tv_sec &&
        seen.changed_at.tv_nsec == known->changed_at.tv_nsec)
        return true;
    *known = seen; /* also when it can't be read: it is tried again once it changes again */
    if (!import_run(known->path, &run, err))
        return false;
    run.name = known->name;
    scoreboard_replace_run(labelling->scoreboard, index, &run);
    ++*reread;
    return true;
}

bool labelling_refresh_runs(struct labelling *labelling, size_t *reread, struct err *err)
{
    *reread = 0;
    for (size_t i = 0; i < labelling->n_files; i++) {
        if (!refresh_run(labelling, i, reread, err))
            return err_context(err, "the scores are those of before");
    }
    return true;
}

/* --- The session ------------------------------------------------------------------------------ */

bool labelling_open(struct labelling **out, const struct labelling_options *options, struct err *err)
{
    struct labelling *labelling = memory_get_zeroed(1, sizeof *labelling);
    labelling->store = options->store;
    labelling->clock = options->clock;
    labelling->annotator = arena_copy(&labelling->arena, options->annotator);
    if (!setting_get(labelling->store, SETTING_GUIDE, &labelling->arena, &labelling->guide, err) ||
        !open_scores(labelling, options, err) ||
        !session_open(&labelling->session, options->store, options->annotator, options->seed, options->clock,
                      err)) {
        struct err unused;
        labelling_close(labelling, &unused);
        return false;
    }
    labelling->shown_at = now(labelling);
    *out = labelling;
    return true;
}

bool labelling_close(struct labelling *labelling, struct err *err)
{
    if (labelling == NULL)
        return true;
    bool worked = session_close(labelling->session, err);
    scoreboard_close(labelling->scoreboard);
    arena_release(&labelling->arena);
    free(labelling);
    return worked;
}

/* Since the ballot in hand was shown; a clock that was set back meanwhile says 0. */
static int64_t elapsed_ms(const struct labelling *labelling)
{
    int64_t elapsed = now(labelling) - labelling->shown_at;
    return elapsed > 0 ? elapsed : 0;
}

static bool give_answer(struct labelling *labelling, const struct answer *answer, struct outcome *outcome,
                        struct err *err)
{
    switch (answer->kind) {
    case ANSWER_VOTE:
        outcome->position = answer->position;
        return session_vote(labelling->session, answer->position, elapsed_ms(labelling), err);
    case ANSWER_SKIP:
        return session_skip(labelling->session, answer->reason, err);
    case ANSWER_UNDO:
        return session_undo(labelling->session, &outcome->changed, err);
    case ANSWER_REDO:
        if (!session_redo(labelling->session, &outcome->position, err))
            return false;
        outcome->changed = outcome->position != VOTE_ABSENT;
        return true;
    }
    BUG("answer %d", (int)answer->kind);
}

bool labelling_answer(struct labelling *labelling, const struct answer *answer, struct outcome *outcome,
                      struct err *err)
{
    const struct ballot *in_hand = session_ballot(labelling->session);
    *outcome = (struct outcome){.changed = true, .position = VOTE_ABSENT};
    if (in_hand == NULL && answer->kind != ANSWER_UNDO) {
        outcome->changed = false;
        return true;
    }

    /* The ballot's bytes go with the ballot: kept for what comes after the answer. */
    struct arena arena = {0};
    struct ballot answered = {0};
    if (in_hand != NULL) {
        answered = *in_hand;
        answered.qid = arena_copy(&arena, in_hand->qid);
    }
    /* Before the answer what others did, so that the change that is shown is the answer's alone. */
    bool worked = (labelling->scoreboard == NULL || score_news(labelling, err)) &&
                  give_answer(labelling, answer, outcome, err);
    const struct ballot *next = session_ballot(labelling->session);
    if (next == NULL || next->ballot_id != answered.ballot_id)
        labelling->shown_at = now(labelling);
    if (worked && answer->kind == ANSWER_UNDO && outcome->changed)
        answered = *next;
    memcpy(outcome->uuid, answered.uuid, sizeof outcome->uuid);
    if (worked && outcome->changed && answer->kind != ANSWER_SKIP && labelling->scoreboard != NULL)
        worked = score_question(labelling, answered.question_id, answered.qid, err);
    arena_release(&arena);
    return worked;
}

bool labelling_take_question(struct labelling *labelling, int64_t question_id, struct err *err)
{
    const struct ballot *in_hand = session_ballot(labelling->session);
    int64_t before = in_hand != NULL ? in_hand->ballot_id : 0;
    if (!session_take_question(labelling->session, question_id, err))
        return false;
    if (session_ballot(labelling->session)->ballot_id != before)
        labelling->shown_at = now(labelling);
    return true;
}

bool labelling_look_again(struct labelling *labelling, struct err *err)
{
    if (!session_look_again(labelling->session, err))
        return false;
    labelling->shown_at = now(labelling);
    return true;
}

const struct ballot *labelling_ballot(const struct labelling *labelling)
{
    return session_ballot(labelling->session);
}

struct progress labelling_progress(const struct labelling *labelling)
{
    return session_progress(labelling->session);
}

int64_t labelling_median_ms(const struct labelling *labelling)
{
    return session_median_ms(labelling->session);
}

const struct scoreboard *labelling_scoreboard(const struct labelling *labelling)
{
    return labelling->scoreboard;
}

struct bytes labelling_annotator(const struct labelling *labelling)
{
    return labelling->annotator;
}

struct bytes labelling_guide(const struct labelling *labelling)
{
    return labelling->guide;
}

struct store *labelling_store(const struct labelling *labelling)
{
    return labelling->store;
}
