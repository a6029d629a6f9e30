/*
 * The live scores: what the runs score on the labels as they are by now. They follow the votes, of everybody, as
 * work that is done part by part; nothing about them can touch an answer. With them goes the history: how the scores
 * came to be what they are.
 *
 * On the screen scores come later (`later`): the app gives live_scores_work a few milliseconds after an answer,
 * and whenever no key is waiting. The one thread (live/run_reader.c) knows a path and nothing else; store and
 * scoreboard belong to the caller. Labels are scored and not kept: after a run was read, those of all questions
 * are scored again, in parts.
 */
#ifndef ASSAY_LIVE_SCORES_H
#define ASSAY_LIVE_SCORES_H

#include "core/metric/scoreboard.h"
#include "live/history.h"

struct store;

struct live_scores_options {
    const char *const *run_paths;
    size_t n_runs;
    const struct measure *measures; /* copied */
    size_t n_measures;
    /*
     * false: the scores are complete when live_scores_open or live_scores_refresh returns. true: nobody waits for
     * them; they come by and by with live_scores_work, and large run files are read in a thread.
     */
    bool later;
    size_t n_threads; /* that work on the history; 0: the caller's alone */
};

struct live_scores;

/* Fails when a run file can't be read, if that is known by then. `store` must outlive the scores. */
bool live_scores_open(struct live_scores **out, struct store *store,
                      const struct live_scores_options *options, struct err *err)
    __attribute__((warn_unused_result));
/* NULL is fine. */
void live_scores_close(struct live_scores *scores);

/* The path of run number `run` of the scoreboard, as it was given. */
const char *live_scores_run_path(const struct live_scores *scores, size_t run);

/* NULL as long as there was never a run. */
const struct scoreboard *live_scores_board(const struct live_scores *scores);

/*
 * An answer was given that changed the labels of this question; 0: of none. The next work scores it before anything
 * else, as the change that is shown (scoreboard_change), and then what others voted meanwhile.
 */
void live_scores_note_answer(struct live_scores *scores, int64_t question_id, struct bytes qid);

/* Others may have voted, or changed what labels follow from: the next work scores that. */
void live_scores_note_news(struct live_scores *scores);

/*
 * Looks at the run files: those whose size or time has changed are to be read again. With `later` the rest is
 * live_scores_work's; without, everything is read and scored when it returns. *reread: how many runs were read again.
 * The error is a remark beside the answers, which are what they are: which file can't be read (it keeps the scores
 * that it has, as old ones); once, that a run has no question of this database; what is to be said of how a run was
 * read (run_doubt_add); or why the scores are behind the votes. Several of them stand behind each other, after "; ".
 */
bool live_scores_refresh(struct live_scores *scores, size_t *reread, struct err *err)
    __attribute__((warn_unused_result));

/* How long to wait for a key before live_scores_work: 0 when there is something to do, -1 when there is nothing. */
int live_scores_pause_ms(const struct live_scores *scores);
/* Does a few milliseconds' part of what there is to do, that of the last answer first. *reread and errors as above. */
bool live_scores_work(struct live_scores *scores, size_t *reread, struct err *err)
    __attribute__((warn_unused_result));

/*
 * One more run, scored like those it was opened with. It fails, and nothing changes, when the file's
 * beginning is no run's, when it is loaded already and, if that is known by then, when it can't be read;
 * a large file that turns out to be no run later is taken away again, with live_scores_work's error.
 */
bool live_scores_add_run(struct live_scores *scores, const char *path, struct err *err)
    __attribute__((warn_unused_result));
/* Takes run number `index` of the scoreboard away; those behind it move up by one. */
void live_scores_remove_run(struct live_scores *scores, size_t index);

/*
 * From now on live_scores_work reads how the scores came to be what they are, unless that is known already for
 * the runs and (nearly) so many votes.
 */
void live_scores_want_history(struct live_scores *scores, int64_t votes);
/*
 * The result so far; NULL without runs, or if it was never wanted for these runs. Valid until the next live_scores_work,
 * live_scores_add_run or live_scores_remove_run.
 */
const struct history *live_scores_history(const struct live_scores *scores);

#endif
