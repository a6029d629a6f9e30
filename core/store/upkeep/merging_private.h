/* The parts that the files of merging share. */
#pragma once

#include "core/store/upkeep/merging.h"
#include "core/store/rows.h"
#include "core/store/store_private.h"
#include "core/store/upkeep/forgetting.h"

/* The kinds of things that get a number in the new database. All but imports have an id or a name. */
enum merged_kind {
    MERGED_DOCUMENT,
    MERGED_QUESTION,
    MERGED_ANNOTATOR,
    MERGED_SOURCE, /* of judgments */
    MERGED_MODEL,
    MERGED_NAMED_COUNT,
    MERGED_IMPORT = MERGED_NAMED_COUNT,
    MERGED_KIND_COUNT,
};

/* Things of a file: their numbers there and in the new database. */
struct merged_numbers {
    struct merged_number *items;
    size_t n, capacity;
};

struct merging {
    const struct merge_request *request;
    struct store *to;
    bool is_for_server; /* `to` is temporary, with the server's name in messages */
    size_t n_differences;
    bool has_unlike_items; /* files have different contents under one id */
    int64_t n_answers;     /* that were read */
    int64_t n_superseded;  /* answers replaced by later ones to the same ballot */
    const char *path;      /* of the present file */
    /* The rows of the present file that were read, and their number. */
    int64_t n, n_rows;
    /* Once numbers are given: of the first file, and of what the present file has otherwise (merging_names.c). */
    struct merged_numbers first[MERGED_KIND_COUNT], numbers[MERGED_KIND_COUNT];
    struct arena arena;               /* holds the next members */
    int64_t *sizes;                   /* how many rows each file has; 0: not counted yet */
    struct forgotten_name *forgotten; /* of all files (forgetting.h) */
    size_t n_forgotten;
};

/* --- merging_progress.c: reporting ------------------------------------------------------------------ */

/* Reports the progress of work on `path`. False: the caller wants to stop; the error is set. */
MUST_CHECK bool merging_tell_of(const struct merge_request *request, const char *path, int64_t done,
                                int64_t total, struct err *err);
/* The same for the present file. */
MUST_CHECK bool merging_tell(struct merging *merging, int64_t done, int64_t total, struct err *err);
/* Makes this file the present one. */
MUST_CHECK bool merging_begin_file(struct merging *merging, size_t file, struct err *err);
/* Counts a row that was read. False: the merge was stopped; the error is set. */
MUST_CHECK bool merging_count_row(struct merging *merging, struct err *err);
/* Reports a difference between the files, and counts it. */
void merging_add_difference(struct merging *merging, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* --- merging_checks.c ------------------------------------------------------------------------------- */

/*
 * Calls `read` while other threads check that the files are sound, and waits for both. If a file is damaged, err says so,
 * whatever `read` says.
 */
MUST_CHECK bool merging_check_beside(struct merging *merging,
                                     bool (*read)(struct merging *merging, struct err *err), struct err *err);

/* --- merging_names.c: items with an id or a name ---------------------------------------------------- */

/* Reads these items of all files, and gives them their numbers. */
MUST_CHECK bool merging_read_names(struct merging *merging, struct err *err);
/* Makes merging_number_of answer for this file. merging_release_numbers frees what it reads. */
MUST_CHECK bool merging_read_numbers(struct merging *merging, size_t file, struct err *err);
void merging_release_numbers(struct merging *merging);
/* Returns the number in the new database of a thing of the present file; 0: there is no such thing. */
int64_t merging_number_of(const struct merging *merging, enum merged_kind kind, int64_t item_id);
/* Returns the number of a thing of the first file. */
int64_t merging_first_number_of(const struct merging *merging, enum merged_kind kind, int64_t item_id);
/*
 * Of a file after the first one: whether it has an item of this kind that the first file has otherwise or not at all;
 * whether this document or question is one of these.
 */
bool merging_has_own(const struct merging *merging, enum merged_kind kind);
bool merging_is_own(const struct merging *merging, enum merged_kind kind, int64_t item_id);

/* Returns the name in the new database of an annotator or a source of judgments with this name in a file. */
struct bytes merging_new_name(const struct merging *merging, size_t file, struct bytes name);

/* --- merging_first.c: rows that the first file has, too --------------------------------------------- */

/* The rows of the first file, read beside those of another one, both in the order of their first `n_key` columns. */
struct first_rows {
    struct query query;
    int n_key;
    bool is_read, has_row;
    int64_t n; /* of its rows that came up to now */
};

/* Begins to read. There are no rows beside the first file itself. first_rows_end is called in any case. */
void first_rows_begin(struct first_rows *first, const struct merging *merging, size_t file,
                      enum statement from, int n_key);
/* Returns whether the first file has this row of the other one, with the same value in each column. */
bool first_rows_have(struct first_rows *first, const struct query *row);
/* Returns whether the first file has rows after the last one that came. */
bool first_rows_have_more(struct first_rows *first);
/* If `read` is false, err keeps the caller's error. */
MUST_CHECK bool first_rows_end(struct first_rows *first, bool read, struct err *err);

/* --- merging_settings.c ----------------------------------------------------------------------------- */

MUST_CHECK bool merging_compare_settings(struct merging *merging, struct err *err);
MUST_CHECK bool merging_put_settings(struct merging *merging, struct err *err);

/* --- merging_votes.c -------------------------------------------------------------------------------- */

/* Reads the ballots and answers of all files, after their items got numbers. */
MUST_CHECK bool merging_read_votes(struct merging *merging, struct err *err);

/* --- merging_ballots.c ------------------------------------------------------------------------------ */

/* Finds the ballots of different files that are the same ballot. */
MUST_CHECK bool merging_link_ballots(struct merging *merging, struct err *err);
