/*
 * The part that the three faces (screen, --plain, --json) share: a session, and the live scores that follow its
 * votes.
 *
 * Votes come first; scores follow from them. An answer reads and writes nothing for the scores: it only notes for
 * which question the labels have changed. So nothing about runs can refuse an answer or make a stored answer look
 * failed; later failures are only remarks. test_faults lets each call to the database fail in turn and compares what
 * is reported.
 */
#pragma once

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
    bool adjudicates; /* the annotator judges what others disagree on */
    struct clock clock;
    struct live_scores_options scores;
    const struct decider_options *decider; /* NULL: ballots are dealt as the settings say */
};

struct labelling;

/* Fails if a run file can't be read, if that is known by then. */
MUST_CHECK bool labelling_open(struct labelling **out, const struct labelling_options *options,
                               struct err *err);
bool labelling_close(struct labelling *labelling, struct err *err);

struct outcome {
    bool changed;      /* false: there was nothing to undo or redo */
    size_t n_undone;   /* how many answers an undo has taken back */
    int64_t ballot_id; /* the ballot that was answered or, after an undo, the ballot that came back */
    /* The practice ballot with the lead's answer; nothing was saved. NULL: it was not practice. */
    const struct practice_ballot *practice;
    /* The given answer, without its note, evidence and reason. elapsed_ms is 0 after a redo. */
    struct answer answer;
};

/*
 * Carries out the act. If it returns true, everything is durable and the next ballot is in hand. If it returns false,
 * see session_answer. Runs and scores can't make it fail; live_scores_work computes the scores of the answer before
 * anything else. The time from shown to answered is taken from the clock.
 */
MUST_CHECK bool labelling_answer(struct labelling *labelling, const struct act *act, struct outcome *outcome,
                                 struct err *err);

/*
 * Tells whether something else to read, such as the guide, covers the ballot in hand. That time does not count as
 * reading the ballot. To be called when this changes; repeated calls are harmless.
 */
void labelling_cover(struct labelling *labelling, bool is_covered);

/*
 * Why the journal (the setting `journal`) lacks lines, and which. NULL: it lacks none, or there is no journal. It is
 * the result of the last call that opened, answered, took a question or settings, or looked again. What that call
 * wrote to the database is stored anyway.
 */
const char *labelling_journal_failure(const struct labelling *labelling);

/* Finds the number of the question with this qid; 0: there is none. */
MUST_CHECK bool labelling_find_question(struct labelling *labelling, struct bytes qid, int64_t *question_id,
                                        struct err *err);
/* Does the same for the question at this place in the order of import, which its ballots show. */
MUST_CHECK bool labelling_find_question_at(struct labelling *labelling, int64_t place, int64_t *question_id,
                                           struct err *err);
/* Reads the beginnings of some texts of the pool of the question in hand: see store_read_pool_texts. */
MUST_CHECK bool labelling_read_pool_texts(const struct labelling *labelling, struct arena *arena,
                                          struct bytes texts[POOL_TEXTS_MAX], size_t *n, struct err *err);
/* Goes to a question to label it. See session_take_question. On ERR_NO_BALLOT nothing has changed. */
MUST_CHECK bool labelling_take_question(struct labelling *labelling, int64_t question_id, struct err *err);

/* The last vote, and additions to it. See session_last_vote, session_add_to_vote. */
struct last_vote labelling_last_vote(const struct labelling *labelling);
MUST_CHECK bool labelling_add_to_vote(struct labelling *labelling, const struct addition *addition,
                                      bool *added, struct err *err);
/* Whether the last vote still needs a second choice among at least two remaining documents. */
bool labelling_asks_second(const struct labelling *labelling);
/* Whether an answer can say that two documents are equally good (SECOND_TIED). */
bool labelling_takes_ties(const struct labelling *labelling);
/* How to answer if two documents are equally good: a sentence for guides. */
const char *labelling_on_equals(bool takes_ties);
/* The reasons that are set. */
const struct reason_list *labelling_reasons(const struct labelling *labelling);
/* The choice of the last vote if reasons are set and it has none; else VOTE_ABSENT. */
int labelling_vote_without_reason(const struct labelling *labelling);

/* Store the note and the mark drafted for the ballot in hand. See session_keep_note, session_keep_mark. */
MUST_CHECK bool labelling_keep_note(struct labelling *labelling, struct bytes note, struct err *err);
MUST_CHECK bool labelling_keep_mark(struct labelling *labelling, const struct evidence_mark *mark,
                                    struct err *err);

/* Reads the progress again. If others have written anything, the scores follow with their next work. */
MUST_CHECK bool labelling_follow(struct labelling *labelling, struct err *err);

/* To be called soon after a key: the annotator is still working on the ballot in hand. See session_keep. */
MUST_CHECK bool labelling_keep(struct labelling *labelling, struct err *err);

/* Without a ballot in hand: looks whether there is one now. See session_look_again. */
MUST_CHECK bool labelling_look_again(struct labelling *labelling, struct err *err);

/*
 * The practice ballot in hand, number *number of *of. If the setting `practice` names a lead, a new annotator first
 * practises on the lead's ballots. NULL: the ballot was dealt, and its answer counts.
 */
const struct practice_ballot *labelling_practice(const struct labelling *labelling, size_t *number,
                                                 size_t *of);

/* The following values are valid until the next labelling_answer, labelling_take_question or labelling_look_again. */
const struct ballot *labelling_ballot(const struct labelling *labelling); /* NULL: nothing more to do */
struct progress labelling_progress(const struct labelling *labelling);
/* Whether this session has saved a keep or a drop. */
bool labelling_has_glanced(const struct labelling *labelling);
/* The number of the annotator's votes in force. */
int64_t labelling_own_votes(const struct labelling *labelling);
/* Fails with ERR_NO_BALLOT if nothing can be labelled yet. The text says what is missing and how to provide it. */
MUST_CHECK bool labelling_check_ballots(const struct labelling *labelling, struct err *err);
/* Counts the questions that are not labelled because they are not in the sample. */
MUST_CHECK bool labelling_count_left_out(const struct labelling *labelling, int64_t *questions,
                                         struct err *err);
/*
 * Reads how much of each stratum is labelled, on which the scores rest. The result is in the arena. Reads all
 * questions if strata are set.
 */
MUST_CHECK bool labelling_read_strata(const struct labelling *labelling, struct arena *arena,
                                      struct strata *strata, struct err *err);
/* The decider, up to date with the votes as of the last answer. NULL: there is no decision to make. */
const struct decider *labelling_decider(const struct labelling *labelling);
/*
 * The remaining work: the last forecast minus the votes since. Its numbers are NAN while no forecast could be made.
 * Valid like the ballot.
 *
 * With adaptive dealing, making a new forecast reads all questions; it is due at the start and when a question may have
 * ended. For a judge it reads all that several annotators voted on; it is due at the start and when there may be more
 * to judge. labelling_update_forecast makes it; do not call it while a ballot is on its way to the screen.
 */
const struct forecast *labelling_forecast(const struct labelling *labelling);
bool labelling_forecast_is_due(const struct labelling *labelling);
/* Makes the forecast. Reads nothing if none is due. */
void labelling_update_forecast(struct labelling *labelling);
bool labelling_adjudicates(const struct labelling *labelling); /* as given in the options */
struct bytes labelling_annotator(const struct labelling *labelling);
bool labelling_may_be_doubled(const struct labelling *labelling); /* see session_may_be_doubled */
int labelling_kept_percent(const struct labelling *labelling);    /* see session_kept_percent */
uint64_t labelling_settings(const struct labelling *labelling);   /* settings_digest of the settings in use */
struct bytes labelling_guide(const struct labelling *labelling);
/*
 * To be called after a setting was changed here: takes over guide, blind, reasons, format, language and progress.
 * Changes made elsewhere take effect with the next ballot. The ballot in hand stays as it was dealt, except for its
 * shown fields; the next one is dealt anew. `measures` takes effect at the next start.
 */
MUST_CHECK bool labelling_take_settings(struct labelling *labelling, struct err *err);

/* Whether docids, priors and sources are hidden from the annotator: the setting `blind`. */
bool labelling_is_blind(const struct labelling *labelling);
enum document_format labelling_format(const struct labelling *labelling);
/* The language whose word forms are marked in documents. NULL: none. */
const char *labelling_language(const struct labelling *labelling);
/* The live scores that follow the answers. */
struct live_scores *labelling_scores(const struct labelling *labelling);
