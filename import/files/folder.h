/*
 * Lists a folder for a user who looks for a run: folders first, then files, each sorted by name, with the kind of
 * content by its first bytes. Only regular files are opened.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"

/* In folders with more files than this, none is opened: their kind is "?". */
enum { FOLDER_LOOKS_MAX = 500 };

struct folder_entry {
    struct bytes name;
    bool is_folder;   /* or a link to one */
    bool is_hidden;   /* its name begins with a dot */
    int64_t size;     /* in bytes, of a file */
    const char *kind; /* "TREC run", "qrels", "documents", "–" … */
    bool may_be_run;
};

/*
 * Lists all entries except "." and "..", copied into the arena. ERR_SYSTEM: the folder can't be read; the text names
 * it.
 */
MUST_CHECK bool folder_list(const char *path, struct arena *arena, struct folder_entry **entries, size_t *n,
                            struct err *err);

/* Adds the parent of the folder: "a/b" → "a", "a" → ".", "." → "..", "/" → "/". */
void folder_add_parent(struct bytes path, struct buffer *parent);
/* Adds the path of an entry of the folder: "a" and "b" → "a/b", "." and "b" → "b". */
void folder_add_child(struct bytes path, struct bytes name, struct buffer *child);
