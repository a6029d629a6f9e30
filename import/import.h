/*
 * Filling a database: documents, questions and pools of candidates, all in one
 * transaction.
 */
#ifndef ASSAY_IMPORT_IMPORT_H
#define ASSAY_IMPORT_IMPORT_H

#include "core/base/arena.h"
#include "core/metric/run.h"
#include "core/store/labelling/status.h"
#include "import/filling.h"
#include "import/items/item_fields.h"
#include "import/judgments.h"
#include "import/known_texts.h"
#include "import/plan.h"

struct store;

enum { DEPTH_DEFAULT = 10 };

/* Where reading stands. */
struct import_progress {
    const char *path;
    size_t done, total; /* of the file, in whatever it is measured by */
    size_t n;           /* documents, questions or questions of a run that were read of it */
};

/* Told now and then, for a progress line. False stops the import (ERR_INTERRUPTED). */
typedef bool import_watch(void *context, const struct import_progress *progress);

struct import_request {
    const char *const *documents;
    size_t n_documents;
    const char *const *questions;
    size_t n_questions;
    const char *const *candidates; /* run files */
    size_t n_candidates;
    const char *const *judgments; /* qrels files */
    size_t n_judgments;
    const char *source; /* of the judgments; NULL: each file is one, by its name */
    enum judged_documents judged;
    const char *const *votes; /* files of JSON lines, see import/votes.h */
    size_t n_votes;
    const char *annotator;          /* of votes that name none; NULL: then they are an error */
    struct item_mapping *mapping;   /* what is said of the fields of documents and questions; NULL: nothing */
    const struct import_plan *plan; /* lends the files that it holds open; NULL: there are none */
    int64_t depth;                  /* how many of each question's best documents of a run enter its pool */
    enum replacing replacing;       /* whether content that differs takes the place of what is there */
    bool skip_unknown; /* candidates, judgments and votes with an unknown qid or docid are left out */
    int64_t now;       /* milliseconds since 1970-01-01 UTC */
    bool dry_run;      /* all of it is done, and taken back in the end */
    import_watch *watch;
    void *watch_context;
};

struct imported_run {
    enum run_doubt doubt;
    int64_t ranked_anew; /* candidates that a run of its name had given another rank or score */
};

/* A field of a file, where an import is only tried. */
struct imported_field {
    const char *path;
    struct bytes name;
    const char *looks, *taken;
};

struct import_summary {
    struct put_counts documents, questions, candidates, judgments;
    struct put_counts votes;               /* replaced: known, and taken back or added to since */
    struct put_counts candidates_of_votes; /* that became ones since they were shown */
    int64_t files_left_out;                /* of folders of documents: what is no text */
    struct bytes first_left_out;           /* its path from the folder */
    const char *why_left_out;
    int64_t documents_without_text;
    struct bytes first_without_text;   /* its docid */
    int64_t not_unicode;               /* documents and questions that are not all UTF-8 */
    const char *first_not_unicode;     /* the place of the first: "docs.jsonl:7" */
    int64_t documents_returned;        /* that are new, and were put away by a carry */
    struct bytes first_returned;       /* its docid */
    int64_t votes_on_others;           /* that saw what was replaced, and stand */
    int64_t votes_withdrawn;           /* that saw what was replaced (REPLACE_WITHDRAWING_VOTES) */
    int64_t model_votes_gone;          /* of models, that saw what was replaced (but REPLACE_KEEPING_VOTES) */
    int64_t like_comments;             /* questions whose ids begin with '#', as TREC's comments do */
    struct bytes first_like_comment;   /* its qid */
    int64_t documents_with_same_text;  /* that are new, and have the text of one before them in these files */
    struct bytes first_with_same_text; /* its docid */
    const char *without_grades;        /* the first file of judgments that has none; NULL: all have */
    int64_t open_judgments; /* whose grade is empty: nobody has judged them, and they are left out */
    struct bytes
        unused_field;      /* of questions: it holds known documents, and nothing is made of it; {0}: none */
    const char *unused_in; /* its file */
    const char *rated;     /* the first file whose grades are clicks of impressions; NULL: none is */
    struct known_texts_count texts; /* that name documents */
    struct unknown_ids unknown;     /* candidates, judgments and votes left out (skip_unknown) */
    struct lacking_questions lacking;
    /* What was taken for what in each of the request's `documents` and `questions`; item_fields_describe. */
    struct bytes *documents_fields, *questions_fields;
    struct imported_field *fields; /* of a dry run */
    size_t n_fields;
    struct imported_run *runs; /* of each of the request's `candidates` */
};

/*
 * Imports all of it or nothing; documents come before questions, and those before candidates. A run is the source
 * of its candidates by the name of its file, or, where several files have that name, by the shortest ending of its
 * path that no other has. Errors name file and line. What the summary
 * points to lies in the arena.
 *
 * The same id with other content, in the files or in the database, is an error
 * that names both places, unless `replace`.
 */
bool import_files(struct store *store, const struct import_request *request, struct arena *arena,
                  struct import_summary *summary, struct err *err) __attribute__((warn_unused_result));

#endif
