/*
 * The part that the three faces (screen, --plain, --json) share: a session, and the live scores that follow its votes.
 *
 * A vote is the truth, scores are work: an answer reads and writes nothing for them, it only notes for which
 * question the labels have changed. So nothing about runs can refuse an answer or make a stored one look failed;
 * what fails later is a remark beside it. test_faults lets each call of the database fail in turn and compares
 * what was said.
 */
#ifndef ASSAY_LIVE_LABELLING_H
#define ASSAY_LIVE_LABELLING_H

#include "core/judge/ballot.h"
#include "core/session/session.h"
#include "core/store/content/documents.h"
#include "core/store/labelling/practice.h"
#include "core/store/settings.h"
#include "core/store/labelling/status.h"
#include "core/store/content/strata.h"
#include "live/decider.h"
#include "live/scores.h"

struct store;

struct labelling_options {
    struct store *store;
    struct bytes annotator;
    uint64_t seed;
    bool adjudicates; /* the annotator is a judge of what others disagree on */
    struct clock clock;
    struct live_scores_options scores;
    const struct decider_options *decider; /* NULL: ballots are dealt as the settings say */
};

struct labelling;

/* Fails when a run file can't be read, if that is known by then. */
bool labelling_open(struct labelling **out, const struct labelling_options *options, struct err *err)
    __attribute__((warn_unused_result));
bool labelling_close(struct labelling *labelling, struct err *err);

struct outcome {
    bool changed;      /* false: there was nothing to undo or redo */
    int64_t ballot_id; /* the ballot that was answered or, for an undo, came back */
    /* The practice ballot with the lead's answer; nothing is saved. NULL: it was not practice. */
    const struct practice_ballot *practice;
    /* That was given, without its note, evidence and reason; elapsed_ms: 0 when it was given again. */
    struct answer answer;
};

/*
 * Does it. When it returns true everything is durable, and the next ballot
 * is in hand; when it returns false, see session_answer. Neither runs nor scores have a
 * say in it: its scores are the first thing that live_scores_work does. The time from
 * shown to answered is taken from the clock.
 */
bool labelling_answer(struct labelling *labelling, const struct act *act, struct outcome *outcome,
                      struct err *err) __attribute__((warn_unused_result));

/*
 * Whether something else that is read, as the guide, lies over the ballot in hand: of that time nothing is taken for reading
 * it. To be called when that changes, or again.
 */
void labelling_cover(struct labelling *labelling, bool is_covered);

/*
 * The lines that the journal (the setting `journal`) lacks now, and why; NULL: none, or there is no journal. As of the last
 * call that opened, answered, took a question or settings, or looked again; what that did to the database is stored anyway.
 */
const char *labelling_journal_failure(const struct labelling *labelling);

/* The number of the question with this qid; 0: there is none. */
bool labelling_find_question(struct labelling *labelling, struct bytes qid, int64_t *question_id,
                             struct err *err) __attribute__((warn_unused_result));
/* The same of the question at this place in the order of import, which its ballots show. */
bool labelling_find_question_at(struct labelling *labelling, int64_t place, int64_t *question_id,
                                struct err *err) __attribute__((warn_unused_result));
/* The beginnings of some texts of the pool of the question in hand: see store_read_pool_texts. */
bool labelling_read_pool_texts(const struct labelling *labelling, struct arena *arena,
                               struct bytes texts[POOL_TEXTS_MAX], size_t *n, struct err *err)
    __attribute__((warn_unused_result));
/* Goes to a question to label it. See session_take_question; on ERR_NO_BALLOT nothing has changed. */
bool labelling_take_question(struct labelling *labelling, int64_t question_id, struct err *err)
    __attribute__((warn_unused_result));

/* The last vote, and what is said beside it. See session_last_vote, session_add_to_vote. */
struct last_vote labelling_last_vote(const struct labelling *labelling);
bool labelling_add_to_vote(struct labelling *labelling, const struct addition *addition, bool *added,
                           struct err *err) __attribute__((warn_unused_result));
/* Whether the last vote lacks a second choice that is asked for: two documents or more are left. */
bool labelling_asks_second(const struct labelling *labelling);
/* The reasons that are set. */
const struct reason_list *labelling_reasons(const struct labelling *labelling);
/* What the last vote is for, if it lacks a reason and some are set; else VOTE_ABSENT. */
int labelling_vote_without_reason(const struct labelling *labelling);

/* Stores the note that is typed to the ballot in hand, and what is marked on it. See session_keep_note, session_keep_mark. */
bool labelling_keep_note(struct labelling *labelling, struct bytes note, struct err *err)
    __attribute__((warn_unused_result));
bool labelling_keep_mark(struct labelling *labelling, const struct evidence_mark *mark, struct err *err)
    __attribute__((warn_unused_result));

/* Follows the work of others: reads the progress again; if they wrote anything, the scores follow with their next work. */
bool labelling_follow(struct labelling *labelling, struct err *err) __attribute__((warn_unused_result));

/* To be called soon after a key: the annotator is at the ballot in hand. See session_keep. */
bool labelling_keep(struct labelling *labelling, struct err *err) __attribute__((warn_unused_result));

/* With no ballot in hand: whether there is one by now. See session_look_again. */
bool labelling_look_again(struct labelling *labelling, struct err *err) __attribute__((warn_unused_result));

/*
 * A newcomer practises first if the setting `practice` names a lead: the present ballot is one of the lead's, number *number of
 * *of. NULL: the ballot was dealt, and its answer counts.
 */
const struct practice_ballot *labelling_practice(const struct labelling *labelling, size_t *number,
                                                 size_t *of);

/* All valid until the next labelling_answer, labelling_take_question or labelling_look_again. */
const struct ballot *labelling_ballot(const struct labelling *labelling); /* NULL: nothing more to do */
struct progress labelling_progress(const struct labelling *labelling);
/* How many votes of the annotator stand. */
int64_t labelling_own_votes(const struct labelling *labelling);
/* ERR_NO_BALLOT, with a sentence that says what is missing and how to get it: nothing can be labelled yet. */
bool labelling_check_ballots(const struct labelling *labelling, struct err *err)
    __attribute__((warn_unused_result));
/* How many questions are not labelled, since they are not in the sample. */
bool labelling_count_left_out(const struct labelling *labelling, int64_t *questions, struct err *err)
    __attribute__((warn_unused_result));
/* How much of each stratum is labelled, in the arena: what the scores rest on. Reads all questions where strata are set. */
bool labelling_read_strata(const struct labelling *labelling, struct arena *arena, struct strata *strata,
                           struct err *err) __attribute__((warn_unused_result));
/* NULL: nothing is to be decided. Up to date with the votes as of the last answer. */
const struct decider *labelling_decider(const struct labelling *labelling);
/*
 * The remaining work: the last forecast minus the votes since. Under adaptive dealing all questions are read for it once one
 * can have ended, and for a judge all that several voted on once there can be more: that is due then, and at the start, and
 * labelling_foretell does it, which is not for the way to a ballot on the screen. Until it was done first, and where they can't
 * be read, nothing is foretold. Valid as the ballot is.
 */
const struct forecast *labelling_forecast(const struct labelling *labelling);
bool labelling_forecast_is_due(const struct labelling *labelling);
/* Where nothing is due nothing is read. */
void labelling_foretell(struct labelling *labelling);
bool labelling_adjudicates(const struct labelling *labelling); /* as its options say */
struct bytes labelling_annotator(const struct labelling *labelling);
bool labelling_may_be_doubled(const struct labelling *labelling); /* see session_may_be_doubled */
uint64_t labelling_settings(const struct labelling *labelling);   /* settings_digest of those that are held */
struct bytes labelling_guide(const struct labelling *labelling);
/*
 * Takes guide, blind, reasons, format, language and progress as they are by now: a setting was changed. Changes made elsewhere
 * take effect with the next ballot. The ballot in hand stays as it was dealt, but for the fields that are shown; the next one
 * is dealt anew. `measures` counts from the next start on.
 */
bool labelling_take_settings(struct labelling *labelling, struct err *err)
    __attribute__((warn_unused_result));

/* Whether docids, priors and sources are kept from the annotator's eyes: the setting `blind`. */
bool labelling_is_blind(const struct labelling *labelling);
enum document_format labelling_format(const struct labelling *labelling);
/* Whose forms of the question's words are marked; NULL: none. */
const char *labelling_language(const struct labelling *labelling);
/* Those that follow its answers. */
struct live_scores *labelling_scores(const struct labelling *labelling);

#endif
