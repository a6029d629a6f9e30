/* The parts beside an answer: a note, a mark, a reason. Drafts of notes and marks are stored while no key waits. */
#ifndef ASSAY_TUI_APP_BESIDE_H
#define ASSAY_TUI_APP_BESIDE_H

#include "tui/app/state.h"

/* As soon as no key waits: whoever types does not wait for the disk. */
void app_take_note(struct app *app, const struct effect *effect);
void app_take_mark(struct app *app, const struct effect *effect);
void app_give_reason(struct app *app, size_t number);

/* Whether the message that a vote is saved stands: then keys are for that vote. It ends after some seconds, once no key waits. */
bool app_is_behind_vote(const struct app *app, int64_t now);
void app_end_saved_message(struct app *app);
/* Shows the last vote's ballot and begins what is said beside the vote, which stands; what is to be done further is returned. */
struct effect app_go_beside(struct app *app, enum addition_kind kind);
/* Says it, and goes back to the ballot in hand; or goes back alone. */
void app_add_to_vote(struct app *app, const struct addition *addition);
void app_leave_vote(struct app *app);

bool app_has_new_draft(const struct app *app);
/* Stores the drafts of note and mark separately; a draft that can't be stored stays new. */
bool app_store_draft(struct app *app, struct err *err) __attribute__((warn_unused_result));
/* The last chance of what is typed and marked: there is no screen any more that could say that it is lost. `quit`, `err`: of the
 * loop that has ended. */
bool app_end_draft(struct app *app, bool quit, struct err *err) __attribute__((warn_unused_result));

#endif
