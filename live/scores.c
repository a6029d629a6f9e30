/*
 * The work, in this order: after an answer, find what others voted meanwhile; score the questions that are owed, that
 * of the last answer first; read run files that are new or have changed; check whether a new run has questions of
 * this database; after a run was read, score the labels of all questions again, because labels are not kept; the
 * history. A part that fails remains the next part.
 *
 * While the question of the last answer is owed, it is the last element of `owed`.
 */
#include "live/scores.h"

#include "core/base/memory.h"
#include "core/store/content/documents.h"
#include "core/store/votes/holding.h"
#include "core/store/votes/labels.h"
#include "core/store/content/questions.h"
#include "core/store/labelling/status.h"
#include "core/store/store.h"
#include "import/runs/run.h"
#include "live/run_files.h"

#include <stdlib.h>

enum {
    PAUSE_MS = 20, /* in ms, between two looks at the reading thread, and after a failure */
    /* Sizes of parts of the work, each of some milliseconds: */
    LABELS_AT_ONCE = 320,
    QUESTIONS_AT_ONCE = 32, /* questions whose labels are scored */
    QIDS_AT_ONCE = 500,     /* qids looked up in the database */
    QUESTIONS_MET = 20,     /* largest number of questions whose documents are looked up */

    /* From so many votes and questions on, reading them all at once costs less than looking them up. */
    VOTES_HELD = 500,
    QUESTIONS_LOOKED_UP = 2 * QUESTIONS_AT_ONCE,
};

/* A question whose labels have changed, but not yet its scores. */
struct owed_question {
    int64_t question_id;
    struct bytes qid;
    bool is_answered; /* by the last answer: its change is the one that is shown */
};

/* What is still to be checked about a run. It has the same index as the run's row on the scoreboard and its file. */
struct run_check {
    bool is_on_trial;     /* added by the user: removed if its first reading fails */
    bool is_due;          /* it must be checked whether its questions and documents are in the database */
    size_t n_looked;      /* questions that have been looked up … */
    size_t n_met;         /* … and those that were found */
    enum run_doubt doubt; /* a doubt about how it was read that is still to be reported */
};

struct live_scores {
    struct store *store;
    struct measure *measures;
    size_t n_measures;
    bool later;
    size_t n_threads; /* for the history */
    struct scoreboard *scoreboard;
    struct run_files files;
    struct run_check *checks;
    size_t checks_capacity;
    struct answer_change scored_change; /* the newest change of answers included in the scores */
    bool news_are_due;                  /* there may be newer changes */
    uint64_t labels_version;            /* with which all labels were scored, or are being scored */
    struct owed_question *owed;
    size_t n_owed, owed_capacity;
    struct arena owed_qids;  /* holds the qids of `owed` and of those scored since it was last empty */
    bool labels_are_scored;  /* for all runs that have been read */
    int64_t scored_question; /* else, how far scoring has come */
    int64_t last_question;   /* the number of the last question */
    int64_t n_votes;         /* that stood when the last labels were scored */
    size_t n_labels;         /* all labels ever scored, the unit in which work is measured */
    bool has_stumbled;       /* the last part of the work failed */
    size_t reread;           /* runs that were read again and will be scored with the labels */
    struct arena labels;     /* for the question that is being scored; its memory is reused */
    /* For the labels of all questions; NULL: not begun, or done. It has read all docids or votes that it is to hold. */
    struct holding *holding;
    bool has_docids, has_all_votes;
    struct history *history;
    bool history_is_wanted; /* a new history was requested */
};

static void end_holding(struct live_scores *scores)
{
    holding_close(scores->holding);
    scores->holding = NULL;
    scores->has_docids = scores->has_all_votes = false;
}

static void begin_labels(struct live_scores *scores)
{
    end_holding(scores);
    scores->labels_are_scored = false;
    scores->scored_question = 0;
}

/* Drops the history, because it rests on runs or labels that no longer exist. */
static void forget_history(struct live_scores *scores)
{
    history_close(scores->history);
    scores->history = NULL;
    scores->history_is_wanted = false;
}

/* --- Changes by answers ----------------------------------------------------------------------- */

typedef void put_labels(struct scoreboard *scoreboard, struct bytes qid, const struct judgment *labels,
                        size_t n);

static bool score_question(struct live_scores *scores, int64_t question_id, struct bytes qid, put_labels *put,
                           struct err *err)
{
    struct judgment *labels;
    size_t n;
    struct grading_rule rule = grading_rule_default();
    arena_clear(&scores->labels);
    if (!store_read_labels(scores->store, question_id, &rule, &scores->labels, &labels, &n, err))
        return false;
    put(scores->scoreboard, qid, labels, n);
    scores->n_labels += n;
    return true;
}

static void owe_question(struct live_scores *scores, int64_t question_id, struct bytes qid, bool is_answered)
{
    VECTOR_PUSH(scores->owed, scores->n_owed, scores->owed_capacity) =
        (struct owed_question){question_id, arena_copy(&scores->owed_qids, qid), is_answered};
    if (scores->holding != NULL)
        holding_change(scores->holding, question_id);
}

/* Reads nothing, so it can't fail. */
void live_scores_note_answer(struct live_scores *scores, int64_t question_id, struct bytes qid)
{
    if (scores->scoreboard == NULL)
        return;
    scoreboard_clear_changes(scores->scoreboard);
    for (size_t i = 0; i < scores->n_owed; i++)
        scores->owed[i].is_answered = false;
    if (question_id != 0)
        owe_question(scores, question_id, qid, true);
    scores->news_are_due = true;
}

void live_scores_note_news(struct live_scores *scores)
{
    scores->news_are_due = scores->scoreboard != NULL;
}

/* Announces the questions that are owed and will be read first. */
static bool prefetch_owed(const struct live_scores *scores, struct err *err)
{
    int64_t question_ids[QUESTIONS_AT_ONCE];
    size_t n = scores->n_owed < QUESTIONS_AT_ONCE ? scores->n_owed : QUESTIONS_AT_ONCE;
    for (size_t i = 0; i < n; i++)
        question_ids[i] = scores->owed[scores->n_owed - 1 - i].question_id;
    return store_prefetch_candidates_of(scores->store, question_ids, n, err);
}

/* Scores as many owed questions as fit into one part; that of the last answer alone, because the user waits for it. */
static bool score_owed(struct live_scores *scores, struct err *err)
{
    size_t enough = scores->n_labels + LABELS_AT_ONCE;
    bool is_answered = false;
    if (!prefetch_owed(scores, err))
        return false;
    while (scores->n_owed > 0 && scores->n_labels < enough && !is_answered) {
        const struct owed_question *owed = &scores->owed[scores->n_owed - 1];
        is_answered = owed->is_answered;
        if (!score_question(scores, owed->question_id, owed->qid,
                            is_answered ? scoreboard_change_labels : scoreboard_set_labels, err))
            return false;
        scores->n_owed--;
    }
    if (scores->n_owed == 0)
        arena_clear(&scores->owed_qids);
    return true;
}

/* Scores all labels again if the same answers now give different labels. */
static bool look_for_other_labels(struct live_scores *scores, struct err *err)
{
    uint64_t version;
    if (!store_get_labels_version(scores->store, &version, err))
        return false;
    if (version != scores->labels_version) {
        begin_labels(scores);
        forget_history(scores);
    }
    scores->labels_version = version;
    return true;
}

/*
 * Owes the questions whose answers anybody has changed since the last time, placed below the question of the last
 * answer.
 */
static bool look_for_news(struct live_scores *scores, struct err *err)
{
    struct arena arena = {0};
    struct question_name *names = NULL;
    size_t n = 0;
    struct answer_change newest = scores->scored_change;
    store_prefetch_changed_questions(scores->store, &newest);
    if (!look_for_other_labels(scores, err) ||
        !store_list_changed_questions(scores->store, &newest, &arena, &names, &n, err)) {
        arena_release(&arena);
        return false;
    }
    scores->scored_change = newest;
    scores->news_are_due = false;
    struct owed_question answered = {0};
    if (scores->n_owed > 0 && scores->owed[scores->n_owed - 1].is_answered)
        answered = scores->owed[--scores->n_owed];
    for (size_t i = 0; i < n; i++)
        if (names[i].question_id != answered.question_id)
            owe_question(scores, names[i].question_id, names[i].qid, false);
    if (answered.question_id != 0)
        owe_question(scores, answered.question_id, answered.qid, true);
    arena_release(&arena);
    return true;
}

/* Does everything in one part after an answer, because the user waits for its scores. */
static bool score_votes(struct live_scores *scores, struct err *err)
{
    if (!store_begin_reading(scores->store, err))
        return false;
    bool worked = (!scores->news_are_due || look_for_news(scores, err)) && score_owed(scores, err);
    store_end_reading(scores->store);
    return worked;
}

/* --- Scoring all labels again ----------------------------------------------------------------- */

static bool prefetch_labels(const struct live_scores *scores, const struct question_name *names, size_t n,
                            struct err *err)
{
    int64_t question_ids[QUESTIONS_AT_ONCE];
    for (size_t i = 0; i < n; i++)
        question_ids[i] = names[i].question_id;
    return store_prefetch_candidates_of(scores->store, question_ids, n, err);
}

/*
 * Reads the next docids and votes to be held. Votes after the last change that is scored owe their question, which is
 * looked up.
 */
static bool hold_next(struct live_scores *scores, struct err *err)
{
    if (scores->holding == NULL)
        return holding_open(&scores->holding, scores->store, scores->scored_change.answer_id, scores->n_votes,
                            err);
    if (!scores->has_docids)
        return holding_read_docids(scores->holding, &scores->has_docids, err);
    return holding_read_votes(scores->holding, &scores->has_all_votes, err);
}

/* Scores the labels of the next questions. */
static bool score_next(struct live_scores *scores, struct err *err)
{
    struct progress progress;
    struct arena arena = {0};
    struct question_name *names = NULL;
    size_t n = 0;
    int64_t first = scores->scored_question + 1;
    int64_t last = scores->scored_question + QUESTIONS_AT_ONCE;
    size_t enough = scores->n_labels + LABELS_AT_ONCE;
    bool worked = store_get_progress(scores->store, &progress, err) &&
                  store_list_begun_questions(scores->store, first, last, &arena, &names, &n, err) &&
                  prefetch_labels(scores, names, n, err);
    for (size_t i = 0; worked && i < n; i++) {
        worked = score_question(scores, names[i].question_id, names[i].qid, scoreboard_set_labels, err);
        if (scores->n_labels >= enough) { /* large pools */
            last = names[i].question_id;
            break;
        }
    }
    arena_release(&arena);
    if (!worked)
        return false;
    scores->last_question = progress.last_question;
    scores->n_votes = progress.ballots_done;
    scores->scored_question = last;
    scores->labels_are_scored = last >= progress.last_question;
    return true;
}

/* Does the same in a reading, which takes what is held. */
static bool score_held(struct live_scores *scores, struct err *err)
{
    if (!holding_begin_reading(scores->holding, err))
        return false;
    const bool worked = score_next(scores, err);
    holding_end_reading(scores->holding);
    return worked;
}

static bool score_looked_up(struct live_scores *scores, struct err *err)
{
    if (!store_begin_reading(scores->store, err))
        return false;
    const bool worked = score_next(scores, err);
    store_end_reading(scores->store);
    return worked;
}

/*
 * Does the next part: looks up the candidates and votes of the first questions, and of all if they are few; else reads
 * all before it scores the others. Votes cast meanwhile owe their question, and look_for_news finds changes by others.
 * So the order of the questions does not matter.
 */
static bool score_labels(struct live_scores *scores, struct err *err)
{
    const bool holds = scores->scored_question >= QUESTIONS_LOOKED_UP && scores->n_votes >= VOTES_HELD;
    if (holds && !scores->has_all_votes)
        return hold_next(scores, err);
    if (!(holds ? score_held : score_looked_up)(scores, err))
        return false;
    if (scores->labels_are_scored) {
        end_holding(scores);
        scoreboard_finish(scores->scoreboard);
    }
    return true;
}

/* --- The history ------------------------------------------------------------------------------ */

/* Begins a new history. The old one is shown until then. */
static bool begin_history(struct live_scores *scores, struct err *err)
{
    struct history *history;
    if (!history_open(&history, scores->store, scores->scoreboard, scores->n_threads, err))
        return false;
    forget_history(scores);
    scores->history = history;
    return history_work(history, err);
}

void live_scores_want_history(struct live_scores *scores, int64_t votes)
{
    bool has_runs = scores->scoreboard != NULL && scoreboard_run_count(scores->scoreboard) > 0;
    bool is_known = scores->history != NULL && history_is_fresh(scores->history, votes);
    scores->history_is_wanted = has_runs && !is_known;
}

const struct history *live_scores_history(const struct live_scores *scores)
{
    return scores->history;
}

/* --- Runs ------------------------------------------------------------------------------------- */

/* Notes that the file of a run can't be read. Returns false. */
static bool fail_run(struct live_scores *scores, size_t index, struct err *err)
{
    scoreboard_set_old(scores->scoreboard, index, true);
    return run_files_was_read(&scores->files, index) ? err_context(err, "the scores are the old ones")
                                                     : false;
}

/* Takes over what was read of a file, or why it can't be read. */
static bool take_run(struct live_scores *scores, bool worked, struct read_run *read, struct err *err)
{
    struct run_check *check = &scores->checks[read->index];
    if (!worked && check->is_on_trial) {
        live_scores_remove_run(scores, read->index);
        return false;
    }
    if (!worked)
        return fail_run(scores, read->index, err);
    if (!read->is_done)
        return true;
    forget_history(scores);
    scores->reread += read->is_again;
    *check = (struct run_check){.is_due = true, .doubt = read->run.doubt};
    scoreboard_put_run(scores->scoreboard, read->index, &read->run);
    begin_labels(scores);
    return true;
}

static bool read_run(struct live_scores *scores, struct err *err)
{
    struct read_run read;
    bool worked = run_files_read(&scores->files, &read, err);
    return take_run(scores, worked, &read, err);
}

static bool read_at_once(struct live_scores *scores, size_t index, struct err *err)
{
    struct read_run read;
    bool worked = run_files_read_at_once(&scores->files, index, &read, err);
    return take_run(scores, worked, &read, err);
}

/* The next run whose questions have not been looked up in the database; the number of runs: none. */
static size_t next_due(const struct live_scores *scores)
{
    size_t i = 0;
    while (i < scores->files.n && !scores->checks[i].is_due)
        i++;
    return i;
}

/* Whether one of the documents that the run ranks is in the database. */
static bool look_for_documents(const struct live_scores *scores, struct ranked_question question,
                               bool *is_there, struct err *err)
{
    struct bytes docid;
    int64_t document_id = 0;
    for (struct ranked_question all = question; ranked_question_next(&all, &docid);)
        store_prefetch_document_number(scores->store, docid);
    while (document_id == 0 && ranked_question_next(&question, &docid)) {
        if (!store_find_document(scores->store, docid, &document_id, err))
            return false;
    }
    *is_there = document_id != 0;
    return true;
}

static bool fail_strange_run(const struct live_scores *scores, size_t index, const char *what,
                             struct err *err)
{
    return err_set(err, ERR_INPUT,
                   "%s: none of its %s in this database; check that it has the ids that were imported",
                   run_files_path(&scores->files, index), what);
}

/* Finds the next question of a run that is in the database, and whether one of its documents is. */
static bool meet_question(const struct live_scores *scores, const struct ranked_run *run,
                          struct run_check *check, bool *is_there, struct err *err)
{
    const size_t rest = run->n_questions - check->n_looked;
    const size_t end = check->n_looked + (rest < QIDS_AT_ONCE ? rest : QIDS_AT_ONCE);
    int64_t question_id = 0;
    for (size_t i = check->n_looked; i < end; i++)
        store_prefetch_question_number(scores->store, ranked_run_question(run, i).qid);
    while (check->n_looked < end && question_id == 0) {
        struct ranked_question question = ranked_run_question(run, check->n_looked++);
        if (!store_find_question(scores->store, question.qid, &question_id, err) ||
            (question_id != 0 && !look_for_documents(scores, question, is_there, err)))
            return false;
    }
    check->n_met += question_id != 0;
    return true;
}

/*
 * Looks up questions of a run, and the documents of the first ones found, until a document is found. Without one,
 * reports that.
 */
static bool look_for_ids(struct live_scores *scores, size_t index, struct err *err)
{
    struct run_check *check = &scores->checks[index];
    const struct ranked_run *run = scoreboard_run(scores->scoreboard, index);
    bool is_there = false;
    if (!store_begin_reading(scores->store, err))
        return false;
    const bool looked = meet_question(scores, run, check, &is_there, err);
    store_end_reading(scores->store);
    if (!looked)
        return false;
    const bool has_ended = check->n_looked == run->n_questions || check->n_met == QUESTIONS_MET;
    check->is_due = !has_ended && !is_there;
    if (!has_ended || is_there)
        return true;
    return fail_strange_run(scores, index, check->n_met == 0 ? "questions is" : "documents is", err);
}

/* The next run with a doubt to report; the number of runs: none. */
static size_t next_doubtful(const struct live_scores *scores)
{
    size_t i = 0;
    while (i < scores->files.n && scores->checks[i].doubt == RUN_DOUBT_NONE)
        i++;
    return i;
}

/* Reports the doubt as an error, so it returns false. */
static bool say_doubt(struct live_scores *scores, size_t index, struct err *err)
{
    struct run_check *check = &scores->checks[index];
    struct buffer text = {0};
    run_doubt_add(check->doubt, run_files_path(&scores->files, index), &text);
    err_set(err, ERR_INPUT, "%s", buffer_string(&text));
    buffer_release(&text);
    check->doubt = RUN_DOUBT_NONE;
    return false;
}

/* --- The work --------------------------------------------------------------------------------- */

/* Whether votes must be scored. */
static bool has_votes(const struct live_scores *scores)
{
    return scores->n_owed > 0 || scores->news_are_due;
}

static bool has_scoring(const struct live_scores *scores)
{
    return scores->scoreboard != NULL &&
           (has_votes(scores) || !scores->labels_are_scored || run_files_are_wanted(&scores->files) ||
            next_doubtful(scores) < scores->files.n || next_due(scores) < scores->files.n);
}

static bool has_any_work(const struct live_scores *scores)
{
    return has_scoring(scores) || scores->history_is_wanted ||
           (scores->history != NULL && !history_is_complete(scores->history));
}

static bool work_on_next_part(struct live_scores *scores, struct err *err)
{
    if (has_votes(scores))
        return score_votes(scores, err);
    if (run_files_are_wanted(&scores->files))
        return read_run(scores, err);
    if (next_doubtful(scores) < scores->files.n)
        return say_doubt(scores, next_doubtful(scores), err);
    if (next_due(scores) < scores->files.n)
        return look_for_ids(scores, next_due(scores), err);
    if (!scores->labels_are_scored)
        return score_labels(scores, err);
    if (scores->history_is_wanted)
        return begin_history(scores, err);
    return history_work(scores->history, err);
}

static int labels_percent(const struct live_scores *scores)
{
    return scores->last_question > 0 ? (int)(100 * scores->scored_question / scores->last_question) : 0;
}

static void show_loading(struct live_scores *scores)
{
    struct loading loading = {.what = LOADING_NOTHING};
    if (run_files_are_wanted(&scores->files))
        loading = (struct loading){LOADING_RUNS, run_files_percent(&scores->files)};
    else if (!scores->labels_are_scored)
        loading = (struct loading){LOADING_LABELS, labels_percent(scores)};
    scoreboard_set_loading(scores->scoreboard, loading);
}

int live_scores_pause_ms(const struct live_scores *scores)
{
    if (!has_any_work(scores))
        return -1;
    bool waits = run_files_are_being_read(&scores->files) && !has_votes(scores);
    return waits || scores->has_stumbled ? PAUSE_MS : 0;
}

bool live_scores_work(struct live_scores *scores, size_t *reread, struct err *err)
{
    *reread = 0;
    if (!has_any_work(scores))
        return true;
    bool worked = work_on_next_part(scores, err);
    scores->has_stumbled = !worked;
    if (!worked && err->code == ERR_DATABASE)
        err_context(err, "the scores are behind the votes");
    show_loading(scores);
    if (worked && scores->labels_are_scored) {
        *reread = scores->reread;
        scores->reread = 0;
    }
    return worked;
}

/* Appends a finding to the earlier ones. A bad file can be skipped and the next one read; a failing database would
 * fail again. */
static void add_finding(struct err *findings, const struct err *err)
{
    struct err earlier = *findings;
    *findings = *err;
    if (earlier.code != ERR_NONE)
        err_set(findings, err->code, "%s; %s", earlier.text, err->text);
}

/* Marks the file as wanted if it has changed. */
static bool look_at_run(struct live_scores *scores, size_t index, struct err *err)
{
    if (!run_files_look(&scores->files, index, err))
        return fail_run(scores, index, err);
    scoreboard_set_old(scores->scoreboard, index, run_files_is_old(&scores->files, index));
    return true;
}

bool live_scores_refresh(struct live_scores *scores, size_t *reread, struct err *err)
{
    struct err findings = {0}; /* its code is that of the last finding */
    *reread = 0;
    for (size_t i = 0; i < scores->files.n; i++)
        if (!look_at_run(scores, i, err))
            add_finding(&findings, err);
    while (!scores->later && has_scoring(scores) && findings.code != ERR_DATABASE) {
        size_t n;
        if (!live_scores_work(scores, &n, err))
            add_finding(&findings, err);
        *reread += n;
    }
    *err = findings;
    return findings.code == ERR_NONE;
}

/* --- Adding and removing runs ----------------------------------------------------------------- */

static bool open_scoreboard(struct live_scores *scores, struct err *err)
{
    if (scores->scoreboard == NULL)
        scoreboard_open(&scores->scoreboard, scores->measures, scores->n_measures);
    return store_find_newest_change(scores->store, &scores->scored_change, err) &&
           store_get_labels_version(scores->store, &scores->labels_version, err);
}

/* Adds the row of the file that was added last. Returns its index. */
static size_t add_run_row(struct live_scores *scores, struct bytes name, bool is_on_trial)
{
    size_t index = scoreboard_add_run(scores->scoreboard, name);
    scores->checks = memory_grow(scores->checks, &scores->checks_capacity, index + 1, sizeof *scores->checks);
    scores->checks[index] = (struct run_check){.is_on_trial = is_on_trial};
    return index;
}

/* The file's name, or its path if another run has that name. */
static struct bytes name_of_added(const struct live_scores *scores, const char *path)
{
    struct bytes name = run_file_name(path);
    for (size_t i = 0; i < scoreboard_run_count(scores->scoreboard); i++)
        if (bytes_equal(scoreboard_run_name(scores->scoreboard, i), name))
            return bytes_of(path);
    return name;
}

static bool add_file(struct live_scores *scores, const char *path, struct err *err)
{
    if (run_files_has(&scores->files, path))
        return err_set(err, ERR_INPUT, "%s is already loaded", path);
    if (!run_files_add(&scores->files, path, err))
        return false;
    if (run_check_beginning(path, err) && (scores->scoreboard != NULL || open_scoreboard(scores, err)))
        return true;
    run_files_remove(&scores->files, scores->files.n - 1);
    return false;
}

/* Scores all labels now, unless `later`. */
static bool finish_labels(struct live_scores *scores, struct err *err)
{
    while (!scores->later && !scores->labels_are_scored)
        if (!score_labels(scores, err))
            return false;
    return true;
}

bool live_scores_add_run(struct live_scores *scores, const char *path, struct err *err)
{
    if (!add_file(scores, path, err))
        return false;
    size_t index = add_run_row(scores, name_of_added(scores, path), true);
    forget_history(scores);
    bool worked = read_at_once(scores, index, err) && finish_labels(scores, err);
    show_loading(scores);
    return worked;
}

void live_scores_remove_run(struct live_scores *scores, size_t index)
{
    forget_history(scores);
    run_files_remove(&scores->files, index);
    scoreboard_remove_run(scores->scoreboard, index);
    for (size_t i = index; i < scores->files.n; i++)
        scores->checks[i] = scores->checks[i + 1];
    show_loading(scores);
}

/* --- Opening ---------------------------------------------------------------------------------- */

/* Adds rows for the runs, named after their files. */
static void add_run_rows(struct live_scores *scores, const char *const *paths, size_t n)
{
    struct bytes *names = memory_get_zeroed(n, sizeof *names);
    for (size_t i = 0; i < n; i++)
        names[i] = run_file_name(paths[i]);
    run_names_make_unique(names, paths, n);
    for (size_t i = 0; i < n; i++)
        add_run_row(scores, names[i], false);
    free(names);
}

/* Reads the runs that can be read at once, and computes their scores unless `later`. */
static bool read_first_runs(struct live_scores *scores, const struct live_scores_options *options,
                            struct err *err)
{
    if (options->n_runs == 0)
        return true;
    if (!open_scoreboard(scores, err))
        return false;
    for (size_t i = 0; i < options->n_runs; i++)
        if (!run_files_add(&scores->files, options->run_paths[i], err))
            return false;
    add_run_rows(scores, options->run_paths, options->n_runs);
    for (size_t i = 0; i < options->n_runs; i++)
        if (!read_at_once(scores, i, err))
            return false;
    if (!finish_labels(scores, err))
        return false;
    show_loading(scores);
    return true;
}

bool live_scores_open(struct live_scores **out, struct store *store,
                      const struct live_scores_options *options, struct err *err)
{
    struct live_scores *scores = memory_get_zeroed(1, sizeof *scores);
    scores->store = store;
    scores->later = options->later;
    scores->n_threads = options->n_threads;
    scores->files.in_thread = options->later;
    scores->n_measures = options->n_measures;
    scores->measures = memory_get_zeroed(options->n_measures + 1, sizeof *scores->measures);
    for (size_t i = 0; i < options->n_measures; i++)
        scores->measures[i] = options->measures[i];
    if (!read_first_runs(scores, options, err)) {
        live_scores_close(scores);
        return false;
    }
    *out = scores;
    return true;
}

void live_scores_close(struct live_scores *scores)
{
    if (scores == NULL)
        return;
    run_files_release(&scores->files); /* may take a moment */
    end_holding(scores);
    history_close(scores->history);
    scoreboard_close(scores->scoreboard);
    free(scores->checks);
    free(scores->owed);
    free(scores->measures);
    arena_release(&scores->owed_qids);
    arena_release(&scores->labels);
    free(scores);
}

const char *live_scores_run_path(const struct live_scores *scores, size_t run)
{
    return run_files_path(&scores->files, run);
}

const struct scoreboard *live_scores_board(const struct live_scores *scores)
{
    return scores->scoreboard;
}
