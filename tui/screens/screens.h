/*
 * All screens, a row each: ROW(NAME) is the `screen_NAME` of tui/screens/NAME.c. From
 * the rows are made the declarations, `screens` and its size. The help and the
 * manual have the screens' keys in this order.
 */
#ifndef ASSAY_TUI_SCREENS_SCREENS_H
#define ASSAY_TUI_SCREENS_SCREENS_H

#include "tui/screens/screen.h"

// clang-format off
#define SCREENS(ROW) \
    ROW(label)      \
    ROW(glances)    \
    ROW(finished)   \
    ROW(guide)      \
    ROW(examples)   \
    ROW(practice)   \
    ROW(card)       \
    ROW(help)       \
    ROW(scores)     \
    ROW(run)        \
    ROW(slices)     \
    ROW(ranking)    \
    ROW(open_run)   \
    ROW(questions)  \
    ROW(answers)    \
    ROW(candidates) \
    ROW(candidate)  \
    ROW(annotators) \
    ROW(board)      \
    ROW(settings)   \
    ROW(replay)     \
    ROW(contradictions)
// clang-format on

/* --- Made from the rows ----------------------------------------------------- */

#define SCREEN_DECLARED(name) extern const struct screen screen_##name;
SCREENS(SCREEN_DECLARED)

#define SCREEN_COUNTED(name) +1
enum { SCREEN_COUNT = SCREENS(SCREEN_COUNTED) };

extern const struct screen *const screens[SCREEN_COUNT];

/* --- What is asked of all of them ------------------------------------------- */

/* The screen's place in `screens`. */
size_t screen_index(const struct screen *screen);

/* The model of another screen, for one that lies on top of it. */
const void *desk_model(const struct desk *desk, const struct screen *screen);

/* The screen that the action goes to from anywhere; NULL: it goes to none. */
const struct screen *screen_of_action(int action);

/* The effects of actions that are the same on every screen (open the help, a list …, quit), and the remark for an unbound key. */
struct effect effect_common(struct action action);

/* Table number `i` (from 0) of the tables of keys of all screens, each of them once; NULL: there is none. */
const struct key_table *screens_key_table(size_t i);

#endif
