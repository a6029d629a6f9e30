#include "tui/labelling.h"

#include "core/base/bug.h"
#include "import/run.h"
#include "tui/run_reader.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    READ_AT_ONCE = 256 * 1024, /* bytes: a smaller run file is read sooner than anybody presses a key */
    PAUSE_MS = 20,             /* between two looks at the thread that reads, and after what has failed */
    /* Parts of the work, each some milliseconds: */
    LABELS_AT_ONCE = 320,
    QUESTIONS_AT_ONCE = 32, /* whose labels are scored */
    QIDS_AT_ONCE = 500,     /* that are looked for in the database */
};

/* A run file and how it was when it was read: another size or time means that it has changed. */
struct watched_file {
    const char *path;
    off_t size;
    struct timespec changed_at;
    bool is_wanted;   /* to be read */
    bool is_unsound;  /* as it is, it can't be read */
    bool is_known;    /* it has been looked whether its questions are in the database */
    size_t n_known;   /* of its questions, how many have been looked for */
    bool was_read;    /* once before */
    bool is_on_trial; /* added by the user: taken away when it can't be read the first time */
};

/* The size of a file that could not be opened: when it can be, it is another one. */
enum { NEVER_SEEN = -1 };

struct labelling {
    struct store *store;
    struct session *session;
    struct clock clock;
    int64_t shown_at; /* when the ballot in hand came into hand */
    struct scoreboard *scoreboard;
    const struct measure *measures;
    size_t n_measures;
    struct history *history;
    bool scores_later;
    int64_t scored_change; /* the newest change of answers that the scores know of */
    struct watched_file *files;
    size_t n_files, files_capacity;
    struct run_reader *reader; /* of files[reading], NULL: nothing is being read */
    size_t reading;
    bool labels_are_scored;  /* with all runs that have been read */
    int64_t scored_question; /* if not, how far they are */
    size_t n_labels;         /* that were ever scored, by which the work is measured */
    bool has_stumbled;       /* the last part of the work failed */
    size_t reread;           /* runs that were read again, and will be scored with the labels */
    struct arena labels;     /* of the question that is being scored; its memory is used again and again */
    struct arena arena;      /* annotator, guide, files */
    struct bytes annotator;
    struct bytes guide;
    bool is_blind;
    enum document_format format;
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
    file->size = status.st_size;
    file->changed_at = status.st_mtim;
    return true;
}

static bool score_question(struct labelling *labelling, int64_t question_id, struct bytes qid,
                           struct err *err)
{
    struct judgment *labels;
    size_t n;
    struct grading_rule rule = grading_rule_default();
    arena_clear(&labelling->labels);
    if (!store_read_labels(labelling->store, question_id, &rule, &labelling->labels, &labels, &n, err))
        return false;
    scoreboard_set_labels(labelling->scoreboard, qid, labels, n);
    labelling->n_labels += n;
    return true;
}

/* Scores the questions whose answers anybody has changed since the last time. */
static bool score_news(struct labelling *labelling, struct err *err)
{
    struct arena arena = {0};
    struct question_name *names = NULL;
    size_t n = 0;
    bool worked =
        store_list_changed_questions(labelling->store, &labelling->scored_change, &arena, &names, &n, err);
    for (size_t i = 0; worked && i < n; i++)
        worked = score_question(labelling, names[i].question_id, names[i].qid, err);
    scoreboard_settle(labelling->scoreboard);
    arena_release(&arena);
    return worked;
}

/* --- Reading runs and scoring labels, a part at a time ------------------------------------------ */

/* The next file to read; n_files: none. */
static size_t next_wanted(const struct labelling *labelling)
{
    size_t i = 0;
    while (i < labelling->n_files && !labelling->files[i].is_wanted)
        i++;
    return i;
}

/* Of the bytes that are to be read, how many there are and how many have been. */
static int reading_percent(const struct labelling *labelling)
{
    double all = 0;
    double done = 0;
    for (size_t i = 0; i < labelling->n_files; i++) {
        all += (double)labelling->files[i].size;
        if (!labelling->files[i].is_wanted)
            done += (double)labelling->files[i].size;
    }
    if (labelling->reader != NULL)
        done += run_reader_share(labelling->reader) * (double)labelling->files[labelling->reading].size;
    return all > 0 ? (int)(100 * done / all) : 0;
}

static int labels_percent(const struct labelling *labelling)
{
    int64_t questions = labelling->session != NULL ? session_progress(labelling->session).questions : 0;
    return questions > 0 ? (int)(100 * labelling->scored_question / questions) : 0;
}

static void show_loading(struct labelling *labelling)
{
    struct loading loading = {.what = LOADING_NOTHING};
    if (next_wanted(labelling) < labelling->n_files)
        loading = (struct loading){LOADING_RUNS, reading_percent(labelling)};
    else if (!labelling->labels_are_scored)
        loading = (struct loading){LOADING_LABELS, labels_percent(labelling)};
    scoreboard_set_loading(labelling->scoreboard, loading);
}

/* All labels are to be scored (again), from the first question on. */
static void begin_labels(struct labelling *labelling)
{
    labelling->labels_are_scored = false;
    labelling->scored_question = 0;
}

/* It stands on runs that are no more. */
static void forget_history(struct labelling *labelling)
{
    history_close(labelling->history);
    labelling->history = NULL;
}

/* The file of a run can't be read. Returns false. */
static bool mark_old(struct labelling *labelling, size_t index, struct err *err)
{
    scoreboard_set_old(labelling->scoreboard, index, true);
    return labelling->files[index].was_read ? err_context(err, "the scores are those of before") : false;
}

/* Takes over what was read of a file, or why it can't be. */
static bool take_run(struct labelling *labelling, size_t index, bool worked, struct ranked_run *run,
                     struct err *err)
{
    struct watched_file *file = &labelling->files[index];
    file->is_wanted = false;
    file->is_unsound = !worked;
    if (!worked && file->is_on_trial) {
        labelling_remove_run(labelling, index);
        return false;
    }
    if (!worked && err->code == ERR_SYSTEM)
        file->size = NEVER_SEEN;
    if (!worked)
        return mark_old(labelling, index, err);
    forget_history(labelling);
    file->is_on_trial = false;
    labelling->reread += file->was_read;
    file->was_read = true;
    file->is_known = false;
    file->n_known = 0;
    scoreboard_put_run(labelling->scoreboard, index, run);
    begin_labels(labelling);
    return true;
}

static bool take_what_was_read(struct labelling *labelling, struct err *err)
{
    struct ranked_run run;
    if (!run_reader_is_done(labelling->reader))
        return true;
    bool worked = run_reader_finish(labelling->reader, &run, err);
    labelling->reader = NULL;
    return take_run(labelling, labelling->reading, worked, &run, err);
}

static bool read_file(struct labelling *labelling, size_t index, struct err *err)
{
    const struct watched_file *file = &labelling->files[index];
    struct ranked_run run;
    if (labelling->scores_later && file->size > READ_AT_ONCE) {
        labelling->reading = index;
        run_reader_start(&labelling->reader, file->path, TIES_DOCID_DESC);
        return true;
    }
    bool worked = import_ranked_run(file->path, TIES_DOCID_DESC, NULL, &run, err);
    return take_run(labelling, index, worked, &run, err);
}

/*
 * Scores the labels of the next questions. Who votes meanwhile scores the question by what they voted; what
 * others change, score_news finds. So it does not matter when a question's turn comes.
 */
static bool score_labels(struct labelling *labelling, struct err *err)
{
    struct progress progress;
    struct arena arena = {0};
    struct question_name *names = NULL;
    size_t n = 0;
    int64_t first = labelling->scored_question + 1;
    int64_t last = labelling->scored_question + QUESTIONS_AT_ONCE;
    size_t enough = labelling->n_labels + LABELS_AT_ONCE;
    bool worked = store_get_progress(labelling->store, &progress, err) &&
                  store_list_begun_questions(labelling->store, first, last, &arena, &names, &n, err);
    for (size_t i = 0; worked && i < n; i++) {
        worked = score_question(labelling, names[i].question_id, names[i].qid, err);
        if (labelling->n_labels >= enough) { /* large pools */
            last = names[i].question_id;
            break;
        }
    }
    arena_release(&arena);
    if (!worked)
        return false;
    labelling->scored_question = last;
    labelling->labels_are_scored = last >= progress.questions;
    if (labelling->labels_are_scored)
        scoreboard_finish(labelling->scoreboard);
    return true;
}

/* A run whose file has not been looked up in the database; n_files: none. */
static size_t next_unknown(const struct labelling *labelling)
{
    size_t i = 0;
    while (i < labelling->n_files && (labelling->files[i].is_known || !labelling->files[i].was_read))
        i++;
    return i;
}

/* Looks for questions of a run in the database, up to the first that is there; without one it says so. */
static bool look_for_questions(struct labelling *labelling, size_t index, struct err *err)
{
    struct watched_file *file = &labelling->files[index];
    const struct ranked_run *run = scoreboard_run(labelling->scoreboard, index);
    int64_t question_id = 0;
    for (size_t i = 0; i < QIDS_AT_ONCE && file->n_known < run->n_questions && question_id == 0; i++) {
        struct ranked_question question = ranked_run_question(run, file->n_known++);
        if (!store_find_question(labelling->store, question.qid, &question_id, err))
            return false;
    }
    bool has_ended = file->n_known == run->n_questions;
    file->is_known = has_ended || question_id != 0;
    if (question_id == 0 && has_ended)
        return err_set(err, ERR_INPUT,
                       "%s: none of its questions is in this database; are its ids those that were imported?",
                       file->path);
    return true;
}

static bool work(struct labelling *labelling, struct err *err)
{
    if (labelling->reader != NULL)
        return take_what_was_read(labelling, err);
    size_t wanted = next_wanted(labelling);
    if (wanted < labelling->n_files)
        return read_file(labelling, wanted, err);
    size_t unknown = next_unknown(labelling);
    if (unknown < labelling->n_files)
        return look_for_questions(labelling, unknown, err);
    if (!labelling->labels_are_scored)
        return score_labels(labelling, err);
    return history_work(labelling->history, err);
}

static bool has_scoring(const struct labelling *labelling)
{
    return labelling->scoreboard != NULL &&
           (!labelling->labels_are_scored || next_wanted(labelling) < labelling->n_files ||
            next_unknown(labelling) < labelling->n_files);
}

static bool has_work(const struct labelling *labelling)
{
    return has_scoring(labelling) || (labelling->history != NULL && !history_is_complete(labelling->history));
}

int labelling_pause_ms(const struct labelling *labelling)
{
    if (!has_work(labelling))
        return -1;
    return labelling->reader != NULL || labelling->has_stumbled ? PAUSE_MS : 0;
}

bool labelling_work(struct labelling *labelling, size_t *reread, struct err *err)
{
    *reread = 0;
    if (!has_work(labelling))
        return true;
    bool worked = work(labelling, err);
    labelling->has_stumbled = !worked;
    show_loading(labelling);
    if (worked && labelling->labels_are_scored) {
        *reread = labelling->reread;
        labelling->reread = 0;
    }
    return worked;
}

/* The runs are called by the names of their files. */
static void add_runs(struct labelling *labelling)
{
    size_t n = labelling->n_files;
    struct bytes *names = memory_get_zeroed(n, sizeof *names);
    const char **paths = memory_get_zeroed(n, sizeof *paths);
    for (size_t i = 0; i < n; i++) {
        paths[i] = labelling->files[i].path;
        names[i] = run_file_name(paths[i]);
    }
    run_names_tell_apart(names, paths, n);
    for (size_t i = 0; i < n; i++)
        scoreboard_add_run(labelling->scoreboard, names[i]);
    free(names);
    free(paths);
}

/* Reads now what can be read at once, with all scores if they are not to come later. */
static bool begin_scores(struct labelling *labelling, struct err *err)
{
    for (size_t i = 0; i < labelling->n_files; i++) {
        struct watched_file *file = &labelling->files[i];
        if (!look_at_file(file->path, file, err))
            return false;
        file->is_wanted = true;
        bool at_once = !labelling->scores_later || file->size <= READ_AT_ONCE;
        if (at_once && !read_file(labelling, i, err))
            return false;
    }
    while (!labelling->scores_later && !labelling->labels_are_scored)
        if (!score_labels(labelling, err))
            return false;
    show_loading(labelling);
    return true;
}

static struct watched_file *add_file(struct labelling *labelling)
{
    labelling->files = memory_grow(labelling->files, &labelling->files_capacity, labelling->n_files + 1,
                                   sizeof *labelling->files);
    labelling->files[labelling->n_files] = (struct watched_file){0};
    return &labelling->files[labelling->n_files++];
}

static bool open_scoreboard(struct labelling *labelling, struct err *err)
{
    if (labelling->scoreboard == NULL)
        scoreboard_open(&labelling->scoreboard, labelling->measures, labelling->n_measures);
    return store_find_newest_change(labelling->store, &labelling->scored_change, err);
}

static bool open_scores(struct labelling *labelling, const struct labelling_options *options, struct err *err)
{
    size_t n = options->n_runs;
    struct measure *measures = arena_get_array(&labelling->arena, options->n_measures, sizeof *measures);
    for (size_t i = 0; i < options->n_measures; i++)
        measures[i] = options->measures[i];
    labelling->measures = measures;
    labelling->n_measures = options->n_measures;
    labelling->scores_later = options->scores_later;
    if (n == 0)
        return true;
    for (size_t i = 0; i < n; i++)
        add_file(labelling)->path = arena_copy_string(&labelling->arena, options->run_paths[i]);
    if (!open_scoreboard(labelling, err))
        return false;
    add_runs(labelling);
    return begin_scores(labelling, err);
}

static bool is_as_it_was(const struct watched_file *known, const struct watched_file *seen)
{
    return seen->size == known->size && seen->changed_at.tv_sec == known->changed_at.tv_sec &&
           seen->changed_at.tv_nsec == known->changed_at.tv_nsec;
}

/* Wants a file that has changed, and one that is being read once more. */
static bool watch_file(struct labelling *labelling, size_t index, struct err *err)
{
    struct watched_file *known = &labelling->files[index];
    struct watched_file seen;
    if (!look_at_file(known->path, &seen, err))
        return mark_old(labelling, index, err);
    if (is_as_it_was(known, &seen)) {
        scoreboard_set_old(labelling->scoreboard, index, known->is_unsound);
        return true;
    }
    if (labelling->reader != NULL && labelling->reading == index)
        return true;         /* what is read now is taken first: the change is seen again then */
    known->size = seen.size; /* also when it can't be read: it is tried again once it changes again */
    known->changed_at = seen.changed_at;
    known->is_wanted = true;
    return true;
}

/* A file can be passed over, and the next one read; a database that fails will do so again. */
static void keep_first(struct err *first, const struct err *err)
{
    if (first->code == ERR_NONE || err->code == ERR_DATABASE)
        *first = *err;
}

bool labelling_refresh_runs(struct labelling *labelling, size_t *reread, struct err *err)
{
    struct err first = {0}; /* of what goes wrong */
    *reread = 0;
    for (size_t i = 0; i < labelling->n_files; i++)
        if (!watch_file(labelling, i, err))
            keep_first(&first, err);
    while (!labelling->scores_later && has_scoring(labelling) && first.code != ERR_DATABASE) {
        size_t n;
        if (!labelling_work(labelling, &n, err))
            keep_first(&first, err);
        *reread += n;
    }
    *err = first;
    return first.code == ERR_NONE;
}

/* --- Runs that come and go ---------------------------------------------------------------------- */

/* Whether the two paths are one file. */
static bool is_same_file(const char *path, const char *other)
{
    struct stat status;
    struct stat other_status;
    return stat(path, &status) == 0 && stat(other, &other_status) == 0 &&
           status.st_dev == other_status.st_dev && status.st_ino == other_status.st_ino;
}

static bool check_addable(const struct labelling *labelling, const char *path, struct watched_file *file,
                          struct err *err)
{
    for (size_t i = 0; i < labelling->n_files; i++)
        if (is_same_file(path, labelling->files[i].path))
            return err_set(err, ERR_INPUT, "%s: is loaded already", path);
    return look_at_file(path, file, err) && run_check_beginning(path, err);
}

/* The file's name, or its path where another run has that name. */
static struct bytes name_of_added(const struct labelling *labelling, const char *path)
{
    struct bytes name = run_file_name(path);
    for (size_t i = 0; i < scoreboard_run_count(labelling->scoreboard); i++)
        if (bytes_equal(scoreboard_run_name(labelling->scoreboard, i), name))
            return bytes_of(path);
    return name;
}

bool labelling_add_run(struct labelling *labelling, const char *path, struct err *err)
{
    struct watched_file file = {.is_wanted = true, .is_on_trial = true};
    if (!check_addable(labelling, path, &file, err) ||
        (labelling->scoreboard == NULL && !open_scoreboard(labelling, err)))
        return false;
    file.path = arena_copy_string(&labelling->arena, path);
    *add_file(labelling) = file;
    size_t index = scoreboard_add_run(labelling->scoreboard, name_of_added(labelling, file.path));
    forget_history(labelling);
    bool at_once = labelling->reader == NULL && (!labelling->scores_later || file.size <= READ_AT_ONCE);
    bool worked = !at_once || read_file(labelling, index, err);
    while (worked && !labelling->scores_later && !labelling->labels_are_scored)
        worked = score_labels(labelling, err);
    show_loading(labelling);
    return worked;
}

void labelling_remove_run(struct labelling *labelling, size_t index)
{
    forget_history(labelling);
    if (labelling->reader != NULL && labelling->reading == index) {
        run_reader_stop(labelling->reader);
        labelling->reader = NULL;
    } else if (labelling->reading > index) {
        labelling->reading--;
    }
    scoreboard_remove_run(labelling->scoreboard, index);
    labelling->n_files--;
    for (size_t i = index; i < labelling->n_files; i++)
        labelling->files[i] = labelling->files[i + 1];
    show_loading(labelling);
}

bool labelling_want_history(struct labelling *labelling, struct err *err)
{
    if (labelling->scoreboard == NULL || scoreboard_run_count(labelling->scoreboard) == 0)
        return true;
    struct progress progress = session_progress(labelling->session);
    if (labelling->history != NULL && history_is_fresh(labelling->history, progress.ballots_done))
        return true;
    forget_history(labelling);
    return history_open(&labelling->history, labelling->store, labelling->scoreboard, err);
}

const struct history *labelling_history(const struct labelling *labelling)
{
    return labelling->history;
}

/* --- The session ------------------------------------------------------------------------------ */

static bool read_settings(struct labelling *labelling, struct err *err)
{
    int64_t blind;
    if (!setting_get(labelling->store, SETTING_GUIDE, &labelling->arena, &labelling->guide, err) ||
        !setting_get_integer(labelling->store, SETTING_BLIND, &blind, err) ||
        !setting_get_format(labelling->store, &labelling->format, err))
        return false;
    labelling->is_blind = blind != 0;
    return true;
}

bool labelling_open(struct labelling **out, const struct labelling_options *options, struct err *err)
{
    struct labelling *labelling = memory_get_zeroed(1, sizeof *labelling);
    labelling->store = options->store;
    labelling->clock = options->clock;
    labelling->annotator = arena_copy(&labelling->arena, options->annotator);
    if (!read_settings(labelling, err) || !open_scores(labelling, options, err) ||
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
    run_reader_stop(labelling->reader); /* may take a moment, and nobody is to wait for the ballot so long */
    history_close(labelling->history);
    scoreboard_close(labelling->scoreboard);
    free(labelling->files);
    arena_release(&labelling->labels);
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
    struct answer given = *answer;
    given.elapsed_ms = elapsed_ms(labelling);
    outcome->answer = given;
    outcome->answer.note = (struct bytes){0};
    return session_answer(labelling->session, &given, err);
}

static bool redo(struct labelling *labelling, struct bytes note, struct outcome *outcome, struct err *err)
{
    if (!session_redo(labelling->session, note, &outcome->answer, err))
        return false;
    outcome->changed = answer_is_given(&outcome->answer);
    outcome->answer.elapsed_ms = 0;
    return true;
}

static bool carry_out(struct labelling *labelling, const struct act *act, struct outcome *outcome,
                      struct err *err)
{
    switch (act->kind) {
    case ACT_ANSWER:
        return give_answer(labelling, &act->answer, outcome, err);
    case ACT_UNDO:
        return session_undo(labelling->session, &outcome->changed, err);
    case ACT_REDO:
        return redo(labelling, act->answer.note, outcome, err);
    }
    BUG("act %d", (int)act->kind);
}

bool labelling_answer(struct labelling *labelling, const struct act *act, struct outcome *outcome,
                      struct err *err)
{
    const struct ballot *in_hand = session_ballot(labelling->session);
    *outcome = (struct outcome){.changed = true, .answer = {.position = VOTE_ABSENT}};
    if (in_hand == NULL && act->kind != ACT_UNDO) {
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
                  carry_out(labelling, act, outcome, err);
    const struct ballot *next = session_ballot(labelling->session);
    if (next == NULL || next->ballot_id != answered.ballot_id)
        labelling->shown_at = now(labelling);
    if (worked && act->kind == ACT_UNDO && outcome->changed)
        answered = *next;
    memcpy(outcome->uuid, answered.uuid, sizeof outcome->uuid);
    if (worked && outcome->changed && outcome->answer.skip == SKIP_ABSENT && labelling->scoreboard != NULL)
        worked = score_question(labelling, answered.question_id, answered.qid, err);
    arena_release(&arena);
    return worked;
}

bool labelling_find_question(struct labelling *labelling, struct bytes qid, int64_t *question_id,
                             struct err *err)
{
    return store_find_question(labelling->store, qid, question_id, err);
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

void labelling_on_busy(struct labelling *labelling, busy_report *report, void *context)
{
    store_on_busy(labelling->store, report, context);
}

bool labelling_take_settings(struct labelling *labelling, struct err *err)
{
    return read_settings(labelling, err) && session_count_again(labelling->session, err);
}

bool labelling_keep(struct labelling *labelling, struct err *err)
{
    return session_keep(labelling->session, err);
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

bool labelling_may_be_doubled(const struct labelling *labelling)
{
    return session_may_be_doubled(labelling->session);
}

struct bytes labelling_guide(const struct labelling *labelling)
{
    return labelling->guide;
}

struct store *labelling_store(const struct labelling *labelling)
{
    return labelling->store;
}

bool labelling_is_blind(const struct labelling *labelling)
{
    return labelling->is_blind;
}

enum document_format labelling_format(const struct labelling *labelling)
{
    return labelling->format;
}
