/*
 * All screens, one row each: ROW(NAME) stands for `screen_NAME` of tui/screens/NAME.c. The declarations and the array
 * `screens` are made from the rows. The help and the manual list the screens' keys in this order.
 */
#pragma once

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

/* --- Functions for all screens ---------------------------------------------- */

/* The index of the screen in `screens`. */
size_t screen_index(const struct screen *screen);

/* The model of another screen, for a screen that is open on top of it. */
const void *desk_model(const struct desk *desk, const struct screen *screen);

/* The screen that the action opens from anywhere. NULL: none. */
const struct screen *screen_of_action(int action);

/*
 * The effects of actions that are the same on every screen (opening the help or a list, quitting), and the remark for
 * an unbound key.
 */
struct effect effect_common(struct action action);

/*
 * Key table number `i` (from 0) of all screens; a table that several screens share counts once. NULL: there is no
 * such table.
 */
const struct key_table *screens_key_table(size_t i);
