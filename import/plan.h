/*
 * Plans an import: what each of the given files and folders holds, by its content or as the user says. A plan only
 * looks at files; import_files (import/import.h) reads them.
 */
#pragma once

#include "import/files/file.h"
#include "import/recognise.h"

/* A file of the plan. */
struct planned_file {
    const char *path;
    enum content_kind kind;
    const char *format;   /* "JSON lines", "TREC run"; NULL: known only when the file is read */
    size_t n_lines;       /* 0: not counted, or its items are not lines */
    bool is_told;         /* the content told the kind, not the user */
    bool seems_other;     /* the user says documents but it seems to hold questions, or the other way round */
    bool is_ground_truth; /* one of its two parts: each record is a question and a judgment */
    bool has_passages;    /* its documents are those that its judgments name, with their texts */
    bool is_left_out;     /* of a folder: an import does not take it */
    bool is_data;         /* a table in a format that assay does not read */
    bool is_open;
    struct file file;
};

/* {0} is empty and safe to release. */
struct import_plan {
    struct planned_file *files; /* in the order in which the user named them; files of a folder by name */
    size_t n_files;
    size_t n_open;
    const char *refused; /* of a folder: why its first table could not be read; NULL: no such table */
    struct arena arena;
};

void import_plan_release(struct import_plan *plan);

/*
 * Adds a file, or the contents of a folder. `said` is the kind that the user says, or CONTENT_UNKNOWN. Input that is
 * not a file on a disk is read to its end, so that the database is not locked while assay waits for it. The path must
 * outlive the plan. ERR_INPUT, which names the remedy: the kind of the file can't be recognised, a database takes no
 * such file, or it is certainly not what the user says. ERR_SYSTEM: see file_open.
 */
MUST_CHECK bool import_plan_add(struct import_plan *plan, const char *path, enum content_kind said,
                                struct err *err);

/*
 * Call it after all files are added. If no file has documents, and judgments have texts beside the ids of documents,
 * these texts become the documents. Errors as for file_map.
 */
MUST_CHECK bool import_plan_add_passages(struct import_plan *plan, struct err *err);

/*
 * Opens and unpacks the remaining files, so that the database is not locked meanwhile. If there are very many files, or
 * in a folder of texts, the rest is opened when it is read. Errors as for file_map.
 */
MUST_CHECK bool import_plan_hold(struct import_plan *plan, struct err *err);

/* Maps a file, or borrows it from the plan when the plan holds it open. `plan` may be NULL. */
MUST_CHECK bool import_plan_open(const struct import_plan *plan, const char *path, struct file *out,
                                 struct err *err);

/* Returns whether the plan has questions and judgments in one file at this path. `plan` may be NULL. */
bool import_plan_is_ground_truth(const struct import_plan *plan, const char *path);
/* A folder of texts and its plan, which may be NULL. */
struct import_folder {
    const struct import_plan *plan;
    const char *path;
};
/*
 * Returns whether the plan has this file of the folder for something else, or leaves it out. Beside data of the plan, a
 * README or a LICENSE is not a document either. For item_folder_read: the context is a struct import_folder.
 */
bool import_plan_has_other(const void *folder, struct bytes inner);

/* Returns whether the documents of the file are those that its judgments name. */
bool import_plan_has_passages(const struct import_plan *plan, const char *path);
/* Returns whether the content told the kind of the file, not the user. */
bool import_plan_is_told(const struct import_plan *plan, const char *path);
/*
 * Returns whether the user says that the file holds documents but it seems to hold questions, or the other way round.
 */
bool import_plan_seems_other(const struct import_plan *plan, const char *path);

/* Returns the paths of the files of a kind that are to be read, in order, in the arena of the plan. */
const char *const *import_plan_paths(struct import_plan *plan, enum content_kind kind, size_t *n);
