/*
 * The live scores: the scores of the runs on the present labels. They follow everybody's votes, as work that is done
 * in parts; it can never affect an answer. The history, which shows how the scores developed, belongs to them.
 *
 * On the screen the scores come later (`later`): the app gives live_scores_work a few milliseconds after an answer,
 * and whenever no key is waiting. The only thread (live/run_reader.c) knows a path and nothing else; store and
 * scoreboard belong to the caller. Labels are scored and not kept: after a run was read, the labels of all questions
 * are scored again, in parts.
 */
#pragma once

#include "core/metric/scoreboard.h"
#include "live/history.h"

struct store;

struct live_scores_options {
    const char *const *run_paths;
    size_t n_runs;
    const struct measure *measures; /* copied */
    size_t n_measures;
    /*
     * false: the scores are complete when live_scores_open or live_scores_refresh returns. true: the caller does not
     * wait; live_scores_work computes them in parts, and a thread reads large run files.
     */
    bool later;
    size_t n_threads; /* number of threads for the history; 0: only the caller's thread */
};

struct live_scores;

/* Fails if a run file can't be read, if that is known by then. `store` must outlive the scores. */
MUST_CHECK bool live_scores_open(struct live_scores **out, struct store *store,
                                 const struct live_scores_options *options, struct err *err);
/* NULL is allowed. */
void live_scores_close(struct live_scores *scores);

/* The path of the scoreboard's run number `run`, as it was given. */
const char *live_scores_run_path(const struct live_scores *scores, size_t run);

/* The scoreboard; NULL until the first run was added. */
const struct scoreboard *live_scores_board(const struct live_scores *scores);

/*
 * Notes an answer that changed the labels of this question; question_id 0: of none. The next work scores this
 * question first, as the change that is shown (scoreboard_change), and then what others voted meanwhile.
 */
void live_scores_note_answer(struct live_scores *scores, int64_t question_id, struct bytes qid);

/* Notes that others may have voted or changed the labels: the next work scores that. */
void live_scores_note_news(struct live_scores *scores);

/*
 * Looks at the run files: those whose size or time has changed are read again. With `later`, live_scores_work does
 * the rest; otherwise everything is read and scored on return. *reread is the number of runs that were read again.
 *
 * The error is only a remark, and answers stay valid. It says which file can't be read (its run keeps its old
 * scores), that a run has no question of this database (said once), what is doubtful about how a run was read
 * (run_doubt_add), or why the scores are behind the votes. Several such remarks are joined by "; ".
 */
MUST_CHECK bool live_scores_refresh(struct live_scores *scores, size_t *reread, struct err *err);

/* How long to wait for a key before live_scores_work, in ms: 0 when there is work, -1 when there is none. */
int live_scores_pause_ms(const struct live_scores *scores);
/* Does a few milliseconds of the waiting work, that of the last answer first. *reread and errors as above. */
MUST_CHECK bool live_scores_work(struct live_scores *scores, size_t *reread, struct err *err);

/*
 * Adds a run, scored like the first ones. Fails, and changes nothing, if the beginning of the file is not a run, if
 * the file is loaded already, or if it can't be read (as far as that is known by then). A large file that later turns
 * out not to be a run is removed again, and live_scores_work returns the error.
 */
MUST_CHECK bool live_scores_add_run(struct live_scores *scores, const char *path, struct err *err);
/* Removes the scoreboard's run number `index`. The runs after it move up by one. */
void live_scores_remove_run(struct live_scores *scores, size_t index);

/*
 * Makes live_scores_work read the history from now on, unless it is already known for these runs and (nearly) as many
 * votes.
 */
void live_scores_want_history(struct live_scores *scores, int64_t votes);
/*
 * The history so far. NULL: there are no runs, or no history was requested for these runs. Valid until the next
 * live_scores_work, live_scores_add_run or live_scores_remove_run.
 */
const struct history *live_scores_history(const struct live_scores *scores);
