/*
 * What is in a folder, for who looks for a run: folders first, then files, each
 * by name, with what it is by its first bytes. Nothing is opened but plain files.
 */
#ifndef ASSAY_IMPORT_FILES_FOLDER_H
#define ASSAY_IMPORT_FILES_FOLDER_H

#include "core/base/arena.h"
#include "core/base/err.h"

/* More files than this are not looked into: their kind is "?". */
enum { FOLDER_LOOKS_MAX = 500 };

struct folder_entry {
    struct bytes name;
    bool is_folder;   /* or a link to one */
    bool is_hidden;   /* its name begins with a dot */
    int64_t size;     /* in bytes, of a file */
    const char *kind; /* "TREC run", "qrels", "documents", "–" … */
    bool may_be_run;
};

/* All but "." and "..", copied into the arena. ERR_SYSTEM: it can't be read; the text names it. */
bool folder_list(const char *path, struct arena *arena, struct folder_entry **entries, size_t *n,
                 struct err *err) __attribute__((warn_unused_result));

/* Adds the folder that this one is in: "a/b" → "a", "a" → ".", "." → "..", "/" → "/". */
void folder_add_parent(struct bytes path, struct buffer *parent);
/* Adds the path of what is in it: "a" and "b" → "a/b", "." and "b" → "b". */
void folder_add_child(struct bytes path, struct bytes name, struct buffer *child);

#endif
