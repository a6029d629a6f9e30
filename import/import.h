/* Fills a database with documents, questions and pools of candidates, in one transaction. */
#pragma once

#include "core/base/arena.h"
#include "core/base/clock.h"
#include "core/metric/run.h"
#include "core/store/labelling/status.h"
#include "import/filling.h"
#include "import/items/item_fields.h"
#include "import/judgments.h"
#include "import/known_texts.h"
#include "import/plan.h"

struct store;

enum { DEPTH_DEFAULT = 10 };

/* The progress of reading a file. */
struct import_progress {
    const char *path;
    size_t done, total; /* in the file's own unit, for example bytes */
    size_t n;           /* documents, questions, or questions of a run, read from the file so far */
};

/* Called now and then, for a progress line. Return false to stop the import (ERR_INTERRUPTED). */
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
    const char *source; /* name of the judgments; NULL: each file is a source under its own name */
    enum judged_documents judged;
    const char *const *votes; /* files of JSON lines, see import/votes.h */
    size_t n_votes;
    const char *annotator; /* for votes that name none; NULL: such votes are an error */
    /* What the user says about the fields of documents and questions; NULL: nothing. */
    struct item_mapping *mapping;
    const struct import_plan *plan; /* lends the files that it holds open; NULL: no plan */
    int64_t depth;            /* how many of the best documents of each question in a run enter its pool */
    enum replacing replacing; /* whether different content replaces what the database has */
    bool skip_unknown;        /* leave out candidates, judgments and votes with an unknown qid or docid */
    int64_t now;              /* milliseconds since 1970-01-01 UTC */
    struct clock clock;       /* the time of each part of a large import into a file; {0}: one transaction */
    bool dry_run;             /* do everything, then roll back */
    import_watch *watch;
    void *watch_context;
};

struct imported_run {
    enum run_doubt doubt;
    int64_t ranked_anew; /* candidates that get a new rank or score from a run of the same name */
};

/* A field of a file, in a dry run. */
struct imported_field {
    const char *path;
    struct bytes name;
    const char *looks, *taken;
};

struct import_summary {
    struct put_counts documents, questions, candidates, judgments;
    struct put_counts votes;               /* replaced: known votes that were undone or extended since */
    struct put_counts candidates_of_votes; /* shown documents that became candidates */
    int64_t files_left_out;                /* of folders of documents: files that are no text */
    struct bytes first_left_out;           /* its path relative to the folder */
    const char *why_left_out;
    int64_t documents_without_text;
    struct bytes first_without_text;  /* its docid */
    int64_t not_unicode;              /* documents and questions that are not valid UTF-8 */
    const char *first_not_unicode;    /* the place of the first: "docs.jsonl:7" */
    int64_t documents_returned;       /* documents that are added again after a carry put them away */
    struct bytes first_returned;      /* its docid */
    int64_t questions_keeping_fields; /* questions found by their texts whose other fields were not taken */
    int64_t votes_on_others;          /* votes kept although the content they saw was replaced */
    int64_t votes_withdrawn;          /* votes whose content was replaced (REPLACE_WITHDRAWING_VOTES) */
    /* Votes of models deleted because their content was replaced (unless REPLACE_KEEPING_VOTES). */
    int64_t model_votes_gone;
    int64_t like_comments;             /* questions whose ids begin with '#', like comments of TREC */
    struct bytes first_like_comment;   /* its qid */
    int64_t documents_with_same_text;  /* new documents with the same text as an earlier one in these files */
    struct bytes first_with_same_text; /* its docid */
    const char *without_grades;        /* the first file of judgments without grades; NULL: all have grades */
    int64_t open_judgments;            /* judgments with an empty grade: unjudged, and left out */
    struct bytes unused_field; /* of questions: an unused field that holds known documents; {0}: none */
    const char *unused_in;     /* its file */
    struct bytes label_field;  /* of hits: an unused field that is called like a grade; {0}: none */
    const char *labels_in;     /* its file */
    const char *rated;         /* the first file whose grades are clicks out of impressions; NULL: none */
    struct known_texts_count texts; /* texts that name documents */
    struct unknown_ids unknown;     /* left out because of unknown ids (skip_unknown) */
    struct lacking_questions lacking;
    /* The meaning of the fields in each of the request's `documents` and `questions`; see item_fields_describe. */
    struct bytes *documents_fields, *questions_fields;
    struct imported_field *fields; /* in a dry run */
    size_t n_fields;
    struct imported_run *runs; /* one for each of the request's `candidates` */
};

/*
 * Imports everything or nothing. A large import into an existing file, or of votes into an existing database, is committed
 * in parts (store_continue_import), which are undone if a later one fails. They stay if they have votes, or if the program
 * is killed.
 * The order is documents, questions, candidates. The source of the candidates of a run
 * is the name of its file. If several files have that name, it is the shortest ending of the path that is unique.
 * Errors name file and line. Texts of the summary lie in the arena.
 *
 * The same id with different content, in the files or in the database, is an error that names both places, unless
 * `replacing` allows it.
 */
MUST_CHECK bool import_files(struct store *store, const struct import_request *request, struct arena *arena,
                             struct import_summary *summary, struct err *err);
