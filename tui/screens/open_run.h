/*
 * The screen that opens a run: the entries of a folder, and which of its files are runs.
 */
#pragma once

#include "import/files/folder.h"
#include "tui/screens/list_screen.h"

/* Made by {0} and the screen's `fill`; freed by the screen's `release`. */
struct open_run_model {
    struct list_screen screen;    /* must be the first member */
    struct folder_entry *entries; /* entries whose names begin with a dot come last */
    size_t n_entries;
    size_t n_plain;       /* the number of entries without a leading dot */
    struct buffer path;   /* of the folder */
    struct buffer chosen; /* the path for an effect */
};
