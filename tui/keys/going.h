/*
 * Tables of keys for the end of a screen's own table (`also`): the keys that go to other screens; the same with the
 * key that opens a run, for lists in which `o` is free; and the keys that give the reason of a vote.
 */
#pragma once

#include "tui/keys/keymap.h"

extern const struct key_table going_table;
extern const struct key_table going_and_loading_table;
extern const struct key_table reason_table;
