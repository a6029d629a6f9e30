/* The parts that the files of merging share. */
#ifndef ASSAY_CORE_STORE_UPKEEP_MERGING_PRIVATE_H
#define ASSAY_CORE_STORE_UPKEEP_MERGING_PRIVATE_H

#include "core/store/upkeep/merging.h"
#include "core/store/rows.h"
#include "core/store/store_private.h"
#include "core/store/upkeep/forgetting.h"

/* The kinds of things with an id or a name. */
enum merged_kind {
    MERGED_DOCUMENT,
    MERGED_QUESTION,
    MERGED_ANNOTATOR,
    MERGED_SOURCE, /* of judgments */
    MERGED_MODEL,
    MERGED_KIND_COUNT,
};

/* The items of a file: their numbers there and in the new database. */
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
    struct merged_numbers numbers[MERGED_KIND_COUNT]; /* of the present file, once numbers are given */
    struct arena arena;                               /* holds the next member */
    struct forgotten_name *forgotten;                 /* of all files (forgetting.h) */
    size_t n_forgotten;
};

/* --- merging_progress.c: reporting ------------------------------------------------------------------ */

/* Reports the progress of work on `path`. False: the caller wants to stop; the error is set. */
bool merging_tell_of(const struct merge_request *request, const char *path, int64_t done, int64_t total,
                     struct err *err) __attribute__((warn_unused_result));
/* The same for the present file. */
bool merging_tell(struct merging *merging, int64_t done, int64_t total, struct err *err)
    __attribute__((warn_unused_result));
/* Makes this file the present one. */
bool merging_begin_file(struct merging *merging, size_t file, struct err *err)
    __attribute__((warn_unused_result));
/* Counts a row that was read. False: the merge was stopped; the error is set. */
bool merging_count_row(struct merging *merging, struct err *err) __attribute__((warn_unused_result));
/* Reports a difference between the files, and counts it. */
void merging_add_difference(struct merging *merging, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* --- merging_names.c: items with an id or a name ---------------------------------------------------- */

/* Reads these items of all files, and gives them their numbers. */
bool merging_read_names(struct merging *merging, struct err *err) __attribute__((warn_unused_result));
/* Reads merging.numbers of a file; there are none before they are given. merging_release_numbers frees them. */
bool merging_read_numbers(struct merging *merging, size_t file, struct err *err)
    __attribute__((warn_unused_result));
void merging_release_numbers(struct merging *merging);
/* Returns the number in the new database of an item of the present file; 0: there is no such item. */
int64_t merging_number_of(const struct merging *merging, enum merged_kind kind, int64_t item_id);

/* Returns the name in the new database of an annotator or a source of judgments with this name in a file. */
struct bytes merging_new_name(const struct merging *merging, size_t file, struct bytes name);

/* --- merging_settings.c ----------------------------------------------------------------------------- */

bool merging_compare_settings(struct merging *merging, struct err *err) __attribute__((warn_unused_result));
bool merging_put_settings(struct merging *merging, struct err *err) __attribute__((warn_unused_result));

/* --- merging_votes.c -------------------------------------------------------------------------------- */

/* Reads the ballots and answers of all files, after their items got numbers. */
bool merging_read_votes(struct merging *merging, struct err *err) __attribute__((warn_unused_result));

/* --- merging_ballots.c ------------------------------------------------------------------------------ */

/* Finds the ballots of different files that are the same ballot. */
bool merging_link_ballots(struct merging *merging, struct err *err) __attribute__((warn_unused_result));

#endif
