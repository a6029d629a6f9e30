/*
 * What an import is to read: the files and folders that it is given, each told by its content or said outright to be
 * something. A plan only looks; import_files (import/import.h) reads.
 */
#ifndef ASSAY_IMPORT_PLAN_H
#define ASSAY_IMPORT_PLAN_H

#include "import/files/file.h"
#include "import/recognise.h"

/* A file of the plan. */
struct planned_file {
    const char *path;
    enum content_kind kind;
    const char *format;   /* "JSON lines", "TREC run"; NULL: that is seen when it is read */
    size_t n_lines;       /* 0: nobody has counted them, or they are none to count by */
    bool is_told;         /* its content told what it is, and nobody said it */
    bool seems_other;     /* said to be documents though it seems to hold questions, or the other way round */
    bool is_ground_truth; /* one of two parts of it: each record is a question and a judgment */
    bool has_passages;    /* its documents are those that its judgments name, with their texts */
    bool is_left_out;     /* of a folder, which may hold more than an import takes */
    bool is_data;         /* a table in a format that is not read */
    bool is_open;
    struct file file;
};

/* {0} is empty and safe to release. */
struct import_plan {
    struct planned_file *files; /* in the order in which they were named, those of a folder by name */
    size_t n_files;
    size_t n_open;
    const char *refused; /* of a folder: why its first table could not be read; NULL: it has none such */
    struct arena arena;
};

void import_plan_release(struct import_plan *plan);

/*
 * Adds a file, or what is in a folder; `said` is what the user says that it is, CONTENT_UNKNOWN: nothing. What is no
 * file on a disk is read to its end, so that nobody waits for it while the database is locked. The path must outlive the
 * plan. ERR_INPUT, which names the way out: it can't be told what the file is, it is nothing that a database takes,
 * or it is surely not what it is said to be. ERR_SYSTEM: see file_open.
 */
bool import_plan_add(struct import_plan *plan, const char *path, enum content_kind said, struct err *err)
    __attribute__((warn_unused_result));

/*
 * Behind all that is added: where no file has documents, and judgments have the texts of theirs beside the ids, these are the
 * documents. Errors as of file_map.
 */
bool import_plan_add_passages(struct import_plan *plan, struct err *err) __attribute__((warn_unused_result));

/*
 * Opens what is not open yet and unpacks it, so that nobody waits for that while the database is locked. Of very many files,
 * and of a folder of texts, the rest is opened when it is read. Errors as of file_map.
 */
bool import_plan_hold(struct import_plan *plan, struct err *err) __attribute__((warn_unused_result));

/* Maps a file; one that the plan (NULL: there is none) holds open is lent by it. */
bool import_plan_open(const struct import_plan *plan, const char *path, struct file *out, struct err *err)
    __attribute__((warn_unused_result));

/* Whether what the plan (NULL: there is none) has at this path is questions and judgments in one. */
bool import_plan_is_ground_truth(const struct import_plan *plan, const char *path);
/* A folder of texts, and the plan (NULL: there is none) that has it. */
struct import_folder {
    const struct import_plan *plan;
    const char *path;
};
/*
 * Whether the plan has this file of the folder for something else, or as left out; beside such data a README or a LICENSE is no
 * document either. For item_folder_read: the context is a struct import_folder.
 */
bool import_plan_has_other(const void *folder, struct bytes inner);

/* Whether its documents are those that its judgments name. */
bool import_plan_has_passages(const struct import_plan *plan, const char *path);
/* Whether nobody said what it is. */
bool import_plan_is_told(const struct import_plan *plan, const char *path);
/* Whether the user says that it holds documents, and it seems to hold questions, or the other way round. */
bool import_plan_seems_other(const struct import_plan *plan, const char *path);

/* The paths of the files of a kind that are to be read, in order; in the plan's arena. */
const char *const *import_plan_paths(struct import_plan *plan, enum content_kind kind, size_t *n);

#endif
