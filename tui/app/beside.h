/*
 * The additions to an answer: a note, a mark (evidence), a reason. Drafts of notes and marks are stored as soon as no
 * key is waiting.
 */
#pragma once

#include "tui/app/state.h"

/* Saves a note on the last vote that is still being typed, because the app is stopped. */
void app_keep_typed(struct app *app);
/* Takes over a draft. It is stored once no key is waiting, so that typing never waits for the disk. */
void app_take_note(struct app *app, const struct effect *effect);
void app_take_mark(struct app *app, const struct effect *effect);
void app_give_reason(struct app *app, size_t number);

/*
 * Whether the message "vote saved" is still shown. While it is, certain keys add to that vote. It ends after some
 * seconds, once no key is waiting.
 */
bool app_is_behind_vote(const struct app *app, int64_t now);
void app_end_saved_message(struct app *app);
/*
 * Shows the ballot of the last vote so that the user can add to the vote, which itself stays. Returns the effect to
 * carry out next.
 */
struct effect app_go_beside(struct app *app, enum addition_kind kind);
/* Stores the addition and goes back to the ballot in hand; app_leave_vote only goes back. */
void app_add_to_vote(struct app *app, const struct addition *addition);
void app_leave_vote(struct app *app);

bool app_has_new_draft(const struct app *app);
/* Stores the drafts of the note and the mark, each on its own. A draft that can't be stored remains new. */
MUST_CHECK bool app_store_draft(struct app *app, struct err *err);
/* Stores the drafts at the end of the app: no screen is left that could report a loss. `quit` and `err` are the
 * result of the loop that has ended. */
MUST_CHECK bool app_end_draft(struct app *app, bool quit, struct err *err);
