/*
 * The keys that go from screen to screen, for the end of a screen's table (`also`);
 * the same with the one that opens a run, where lists leave `o` free; and with those that say why one voted so.
 */
#ifndef ASSAY_TUI_KEYS_GOING_H
#define ASSAY_TUI_KEYS_GOING_H

#include "tui/keys/keymap.h"

extern const struct key_table going_table;
extern const struct key_table going_and_loading_table;
extern const struct key_table reason_table;

#endif
