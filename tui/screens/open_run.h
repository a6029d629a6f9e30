/*
 * Opening a run: the folders and files of a folder, and which of them are runs.
 */
#ifndef ASSAY_TUI_SCREENS_OPEN_RUN_H
#define ASSAY_TUI_SCREENS_OPEN_RUN_H

#include "import/files/folder.h"
#include "tui/screens/list_screen.h"

/* {0} and open_run_show make it; the screen's `release` ends it. */
struct open_run_model {
    struct list_screen screen;    /* first */
    struct folder_entry *entries; /* those whose names begin with a dot stand last */
    size_t n_entries;
    size_t n_plain;       /* without those */
    struct buffer path;   /* of the folder */
    struct buffer chosen; /* the path that an effect is about */
};

#endif
