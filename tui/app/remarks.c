/*
 * A remark begins with what was done to the ballot, followed by what is most worth knowing: that the question is done
 * and its result, and how to undo the answer. A question can only have become done when the next ballot has another
 * question. Only then, or without a next ballot, is it read from the store. If it can't be read, that is added at the
 * end: the answer is saved anyway.
 */
#include "tui/app/remarks.h"

#include "core/base/unicode.h"
#include "core/store/content/questions.h"
#include "core/store/labelling/status.h"
#include "tui/text/shortening.h"

enum {
    TITLE_COLUMNS_MAX = 30, /* of a document, in the status line */
};

/* Names a candidate by its title. A blind annotator must not see more of it. */
static void add_candidate_name(const struct desk *desk, const struct candidate_row *candidate,
                               struct buffer *text)
{
    struct buffer name = {0};
    struct bytes rest = bytes_skip_blank_lines(candidate->title), title;
    if (bytes_next_line(&rest, &title)) /* a document without a title is named by its first line */
        unicode_add_visible(&name, bytes_trim(title));
    else if (desk->is_blind)
        buffer_add_string(&name, "a document without a title");
    else
        unicode_add_visible(&name, candidate->tally.docid);
    struct bytes shown = text_fitting(buffer_bytes(&name), TITLE_COLUMNS_MAX);
    buffer_add(text, shown);
    buffer_add_string(text, shown.size < name.size ? "…" : "");
    buffer_release(&name);
}

static void add_result(const struct desk *desk, const struct answered *answered,
                       const struct question_details *details, struct buffer *text)
{
    long long ballots = details->question.ballots_done;
    const struct candidate_row *best = details->candidates;
    buffer_add_format(text, " · question %lld is done: %lld answer%s", answered->question_number, ballots,
                      ballots == 1 ? "" : "s");
    if (details->question.none_votes > 0)
        buffer_add_format(text, ", %lld none", (long long)details->question.none_votes);
    /* A single answer is the vote that was just given. */
    if (ballots > 1 && details->n_candidates > 0 && best->tally.wins > 0) {
        buffer_add_string(text, " · best: ");
        add_candidate_name(desk, best, text);
    }
}

/* If the answered question is done, appends one line about its result. */
static bool add_result_if_done(const struct desk *desk, const struct answered *answered, struct buffer *text,
                               struct err *err)
{
    struct arena arena = {0};
    struct question_details details;
    struct grading_rule rule = grading_rule_default();
    bool read = store_read_question(desk->store, answered->question_id, &rule, &arena, &details, err);
    if (read && details.question.ballots_left == 0)
        add_result(desk, answered, &details, text);
    arena_release(&arena);
    return read;
}

/* The vote may have been a slip. The lead sees how many quick votes there are. */
static bool is_quick(const struct desk *desk, const struct outcome *outcome)
{
    return desk->preferences->values[PREFERENCE_FAST_VOTE_HINT] == PREFERENCE_ON &&
           outcome->answer.elapsed_ms > 0 && outcome->answer.elapsed_ms < QUICK_VOTE_MS;
}

/* Appends "Saved: document 2" with the title in quotes. */
static void add_choice(const struct answered *answered, const struct outcome *outcome, struct buffer *text)
{
    if (outcome->answer.position == VOTE_NONE) {
        buffer_add_string(text, "Saved: none of them");
        return;
    }
    const int tied = second_tied(outcome->answer.second);
    if (tied > 0) {
        buffer_add_format(text, "Saved: documents %d and %d, equally good", outcome->answer.position, tied);
        return;
    }
    buffer_add_format(text, "Saved: document %d", outcome->answer.position);
    if (answered->title.size > 0)
        buffer_add_format(text, YIELDING(", “%s”"), buffer_string(&answered->title));
}

static void add_what_may_follow(const struct outcome *outcome, struct buffer *text)
{
    buffer_add_string(text, outcome->answer.position == VOTE_NONE
                                ? YIELDING_WHOLLY(" · " KEY_OF("note") " note")
                                : YIELDING_WHOLLY(" · " KEY_OF("note") " note, " KEY_OF("evidence") " why"));
    buffer_add_string(text, YIELDING_WHOLLY(" · " KEY_OF("undo") " undoes"));
}

static void remark_saved(struct frame *frame, const struct desk *desk, const struct answered *answered,
                         const struct outcome *outcome)
{
    struct err err;
    struct buffer text = {0}, result = {0};
    const struct ballot *next = desk->ballot;
    bool is_elsewhere = next == NULL || next->question_id != answered->question_id;
    add_choice(answered, outcome, &text);
    bool read = !is_elsewhere || add_result_if_done(desk, answered, &result, &err);
    buffer_add_format(&text, YIELDING("%s"), buffer_string(&result));
    if (is_quick(desk, outcome))
        buffer_add_format(&text, YIELDING_WHOLLY(" · That was quick (%.1f s)"),
                          (double)outcome->answer.elapsed_ms / 1000);
    if (desk->asks_second)
        buffer_add_string(&text, ". Which" YIELDING_WHOLLY(" of the others") " is next best?");
    else
        add_what_may_follow(outcome, &text);
    frame_remark_vote(frame, buffer_string(&text));
    if (!read)
        frame_warn_too(frame, err.text);
    buffer_release(&text);
    buffer_release(&result);
}

static void remark_skip(struct frame *frame, const struct desk *desk, const struct answered *answered,
                        enum skip_reason reason)
{
    const struct ballot *next = desk->ballot;
    if (reason == SKIP_CANNOT_TELL)
        frame_remark(frame,
                     "Skipped; you will not be asked again" YIELDING_WHOLLY(" · " KEY_OF("undo") " undoes"));
    else if (next != NULL && next->ballot_id == answered->ballot_id)
        frame_remark(frame, "Skipped" YIELDING_WHOLLY(" for later") ", but it is the only one left");
    else
        frame_remark(frame,
                     "Skipped: you may be asked again later" YIELDING_WHOLLY(" · " KEY_OF("undo") " undoes"));
}

static void remark_undo(struct frame *frame, const struct desk *desk, const struct outcome *outcome)
{
    const struct ballot *ballot = desk->ballot;
    if (!outcome->changed)
        frame_remark(frame, "There is no answer left to undo");
    else if (ballot->withdrawn.position == VOTE_ABSENT)
        frame_remark(frame,
                     "Undone" YIELDING(": you had skipped it") ". Answer it, or " KEY_OF("redo") " skips it");
    else if (ballot->withdrawn.position == VOTE_NONE)
        frame_remark(frame, "Undone" YIELDING(": your answer was “none”") ". Answer again, or " KEY_OF(
                                "redo") " restores it");
    else if (second_tied(ballot->withdrawn.second) > 0)
        frame_remark(
            frame,
            "Undone" YIELDING(": your answer was %d and %d, equally good") ". Answer again, or " KEY_OF(
                "redo") " restores it",
            ballot->withdrawn.position, second_tied(ballot->withdrawn.second));
    else
        frame_remark(frame,
                     "Undone" YIELDING(": your answer was document %d") ". Answer again, or " KEY_OF(
                         "redo") " restores it",
                     ballot->withdrawn.position);
}

/* The ballot of an answer is shown again; the answer stands. */
static void remark_reopened(struct frame *frame, const struct ballot *ballot)
{
    const struct answer *answer = &ballot->withdrawn;
    const int tied = second_tied(answer->second);
    struct buffer text = {0};
    if (answer->position == VOTE_ABSENT)
        buffer_add_string(&text, "You skipped it");
    else if (ballot->is_glance)
        buffer_add_format(&text, "You %s it", answer->position == VOTE_NONE ? "dropped" : "kept");
    else if (answer->position == VOTE_NONE)
        buffer_add_string(&text, "Your answer: none of them");
    else if (tied > 0)
        buffer_add_format(&text, "Your answer: %d and %d, equally good", answer->position, tied);
    else
        buffer_add_format(&text, "Your answer: document %d", answer->position);
    buffer_add_string(&text, ". A new answer replaces it · " KEY_OF("back") " keeps it");
    frame_remark(frame, "%s", buffer_string(&text));
    buffer_release(&text);
}

/* Remarks on a decision in the screening, or that the ballots follow. */
static void remark_glance(struct frame *frame, const struct act *act, const struct outcome *outcome)
{
    if (act->kind == ACT_DROP_REST)
        frame_remark(frame, "Saved: the rest is dropped" YIELDING_WHOLLY(" · " KEY_OF("undo") " undoes"));
    else if (outcome->answer.position == VOTE_ABSENT)
        frame_remark(frame, "Now choose between them" YIELDING_WHOLLY("; dropped ones can appear once more"));
    else
        frame_remark(frame, "Saved: %s" YIELDING_WHOLLY(" · " KEY_OF("undo") " undoes"),
                     outcome->answer.position == VOTE_NONE ? "dropped" : "kept");
}

/* The candidate is in the list again, to be kept or dropped. */
static void remark_undone_glance(struct frame *frame, const struct answer *withdrawn, size_t n)
{
    if (n > 1)
        frame_remark(frame, "Undone: %zu were dropped. Keep or drop them again", n);
    else
        frame_remark(frame, withdrawn->position == VOTE_NONE ? "Undone: it was dropped. Keep or drop it again"
                                                             : "Undone: it was kept. Keep or drop it again");
}

void remark_answer(struct frame *frame, const struct desk *desk, const struct act *act,
                   const struct answered *answered, const struct outcome *outcome)
{
    if (act->kind == ACT_LEAVE)
        frame_remark(frame,
                     outcome->changed ? "Your earlier answer stays as it was" : "nothing to go back from");
    else if (act->kind == ACT_REOPEN && !outcome->changed)
        frame_remark(frame, "That answer has already been undone");
    else if (act->kind == ACT_REOPEN)
        remark_reopened(frame, desk->ballot);
    else if (act_goes_back(act) && outcome->changed && desk->ballot->is_glance)
        remark_undone_glance(frame, &desk->ballot->withdrawn, outcome->n_undone);
    else if (act_goes_back(act))
        remark_undo(frame, desk, outcome);
    else if (answered->is_glance)
        remark_glance(frame, act, outcome);
    else if (outcome->answer.skip != SKIP_ABSENT)
        remark_skip(frame, desk, answered, outcome->answer.skip);
    else
        remark_saved(frame, desk, answered, outcome);
}

void remark_dense(struct frame *frame, int kept_percent)
{
    struct buffer text = {0};
    if (kept_percent == 0)
        return;
    buffer_add_format(&text,
                      "No list to keep or drop" YIELDING_WHOLLY(
                          ": %d %% were kept lately, so it saves no time"),
                      kept_percent);
    frame_remark_too(frame, buffer_string(&text));
    buffer_release(&text);
}
