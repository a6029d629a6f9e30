/*
 * What the three faces (screen, --plain, --json) do alike: a session, and the
 * live scores that follow its votes.
 */
#ifndef ASSAY_TUI_LABELLING_H
#define ASSAY_TUI_LABELLING_H

#include "core/metric/scoreboard.h"
#include "core/session/history.h"
#include "core/session/session.h"
#include "core/store/settings.h"

struct labelling_options {
    struct store *store;
    struct bytes annotator;
    uint64_t seed;
    struct clock clock;
    const char *const *run_paths;
    size_t n_runs;
    const struct measure *measures; /* copied */
    size_t n_measures;
    /*
     * false: the scores are there, and complete, whenever a call returns. true: nobody waits for them; they
     * come by and by with labelling_work, but for a vote's own, and large run files are read in a thread.
     */
    bool scores_later;
};

struct labelling;

/* Fails when a run file can't be read, if that is known by then. */
bool labelling_open(struct labelling **out, const struct labelling_options *options, struct err *err)
    __attribute__((warn_unused_result));
bool labelling_close(struct labelling *labelling, struct err *err);

enum act_kind { ACT_ANSWER, ACT_UNDO, ACT_REDO };

/* What an annotator does to the ballot in hand. */
struct act {
    enum act_kind kind;
    struct answer answer; /* ACT_ANSWER, but for elapsed_ms; ACT_REDO: its note alone, see session_redo */
};

struct outcome {
    bool changed;         /* false: there was nothing to undo or redo */
    char uuid[UUID_SIZE]; /* the ballot that was answered or, for an undo, came back */
    struct answer answer; /* that was given, without its note; elapsed_ms: 0 when it was given again */
};

/*
 * Does it. When it returns true everything is durable, the scores are those after
 * it, and the next ballot is in hand. The time from shown to answered is taken from
 * the clock.
 */
bool labelling_answer(struct labelling *labelling, const struct act *act, struct outcome *outcome,
                      struct err *err) __attribute__((warn_unused_result));

/*
 * Looks at the run files: those whose size or time has changed are read again, with scores_later by
 * labelling_work. *reread: how many were. The error says which file can't be read: it keeps the scores that it
 * has, as old ones; or, once, that a run has no question of this database.
 */
bool labelling_refresh_runs(struct labelling *labelling, size_t *reread, struct err *err)
    __attribute__((warn_unused_result));

/*
 * One more run, scored like those it was opened with. It fails, and nothing changes, when the file's
 * beginning is no run's, when it is loaded already and, if that is known by then, when it can't be read;
 * a large file that turns out to be no run later is taken away again, with labelling_work's error.
 */
bool labelling_add_run(struct labelling *labelling, const char *path, struct err *err)
    __attribute__((warn_unused_result));
/* Takes run number `index` of the scoreboard away; those behind it move up by one. */
void labelling_remove_run(struct labelling *labelling, size_t index);

/*
 * Begins to read, by labelling_work, how the scores came to be what they are, unless that is known already for
 * the runs and (nearly) the votes of now.
 */
bool labelling_want_history(struct labelling *labelling, struct err *err) __attribute__((warn_unused_result));
/* What is known of it; NULL without runs, and when it has never been wanted for these runs. */
const struct history *labelling_history(const struct labelling *labelling);

/* How long to wait for a key before labelling_work: 0 when there is something to do, -1 when there is nothing. */
int labelling_pause_ms(const struct labelling *labelling);
/* Does a few milliseconds' part of what there is to do for the scores. *reread and errors as above. */
bool labelling_work(struct labelling *labelling, size_t *reread, struct err *err)
    __attribute__((warn_unused_result));

/* The number of the question with this qid; 0: there is none. */
bool labelling_find_question(struct labelling *labelling, struct bytes qid, int64_t *question_id,
                             struct err *err) __attribute__((warn_unused_result));
/* Goes to a question to label it. See session_take_question; on ERR_NO_BALLOT nothing has changed. */
bool labelling_take_question(struct labelling *labelling, int64_t question_id, struct err *err)
    __attribute__((warn_unused_result));

/* While another program that writes keeps this one waiting, `report` is called: see store_on_busy. */
void labelling_on_busy(struct labelling *labelling, busy_report *report, void *context);

/* To be called soon after a key: the annotator is at the ballot in hand. See session_keep. */
bool labelling_keep(struct labelling *labelling, struct err *err) __attribute__((warn_unused_result));

/* With no ballot in hand: whether there is one by now. See session_look_again. */
bool labelling_look_again(struct labelling *labelling, struct err *err) __attribute__((warn_unused_result));

/* All valid until the next labelling_answer, labelling_take_question or labelling_look_again. */
const struct ballot *labelling_ballot(const struct labelling *labelling); /* NULL: nothing more to do */
struct progress labelling_progress(const struct labelling *labelling);
int64_t labelling_median_ms(const struct labelling *labelling);
const struct scoreboard *labelling_scoreboard(const struct labelling *labelling); /* NULL without runs */
struct bytes labelling_annotator(const struct labelling *labelling);
bool labelling_may_be_doubled(const struct labelling *labelling); /* see session_may_be_doubled */
struct bytes labelling_guide(const struct labelling *labelling);
/*
 * Takes guide, blind, format and progress as they are by now: a setting was
 * changed. The ballot in hand stays as it was dealt; the next one is dealt anew.
 * `measures` counts from the next start on.
 */
bool labelling_take_settings(struct labelling *labelling, struct err *err)
    __attribute__((warn_unused_result));

/* Whether docids, priors and sources are kept from the annotator's eyes: the setting `blind` at opening. */
bool labelling_is_blind(const struct labelling *labelling);
enum document_format labelling_format(const struct labelling *labelling);
/* For what is only read, and by the app alone: lists of questions, candidates, annotators. */
struct store *labelling_store(const struct labelling *labelling);

#endif
