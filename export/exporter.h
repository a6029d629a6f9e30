/*
 * Shared by the kinds of exports. A kind is a file in this folder that ends in a row, `struct export_kind`. export.c
 * lists the rows for all users: the command, its help, the manual.
 *
 * A format declares what it can't hold, so that no kind has to check: judged_visit (judged.h) checks ids, texts and
 * grades before the kind sees them. A violation is an error that names the item.
 *
 * An export is written while it is read: only one document, one answer, or the candidates of one question are in memory
 * at a time. store_visit_answers returns a row for each slot, in an order of tables that SQLite need not sort.
 */
#pragma once

#include "core/base/words.h"
#include "core/judge/relevance.h"
#include "core/markup/markup_guess.h"
#include "export/file.h"

struct store;

/* Which questions are exported. */
enum export_questions {
    EXPORT_BEGUN, /* questions with a vote */
    EXPORT_DONE,  /* questions with no votes left to collect */
};

/* Indexed by enum export_questions. */
extern const struct words export_questions_words;

enum { EXPORT_NEGATIVES_DEFAULT = 1, EXPORT_NEGATIVES_MAX = 100 };

struct export_options {
    size_t format; /* index among the formats of the kind */
    struct grading_rule rule;
    enum export_questions questions;
    bool has_positive; /* false: any grade above `negative` makes a positive */
    double positive;   /* lowest grade of a positive, above `negative` */
    double negative;   /* highest grade of a negative (default 0) */
    int64_t negatives; /* number for each positive */
    bool is_anonymous;
    bool has_notes;     /* include notes in an anonymous export */
    const char *index;  /* of Elasticsearch; NULL: not given */
    const char *name;   /* of the judgments in OpenSearch */
    const char *source; /* export the judgments of this source instead of the votes; NULL: the votes */
};

/* Properties of an id that a format can't hold. */
enum export_flaw {
    FLAW_SPACE = 1 << 0,     /* white space, which separates columns */
    FLAW_QUOTATION = 1 << 1, /* a leading quotation mark, which makes readers expect a quoted cell */
    FLAW_INVALID = 1 << 2,   /* invalid UTF-8, which JSON would change */
    FLAW_COMMENT = 1 << 3,   /* a leading hash in a question's id, which makes its lines comments */
};

struct export_format {
    const char *name;
    const char *help;      /* what it is, and for which tools */
    unsigned flaws;        /* enum export_flaw: ids that it can't hold */
    bool has_whole_grades; /* grades are whole numbers */
    bool is_keyed_by_text; /* the text identifies a question, so that no two may have the same */
    bool is_for_trec_eval; /* trec_eval reads grades with fractions but truncates them */
    bool is_for_spreadsheets;
};

/* The options that a kind uses. */
enum export_takes {
    TAKES_GRADES = 1 << 0,    /* the grading options and --min-impressions */
    TAKES_QUESTIONS = 1 << 1, /* --questions */
    TAKES_POSITIVE = 1 << 2,
    TAKES_NEGATIVES = 1 << 3, /* --negatives, --negative */
    TAKES_ANONYMOUS = 1 << 4, /* --anonymous, --notes */
    TAKES_INDEX = 1 << 5,
    TAKES_NAME = 1 << 6,
    TAKES_JUDGMENTS = 1 << 7, /* --judgments */
};

/* The state of an export. */
struct exporter {
    struct store *store;
    const struct export_options *options;
    const struct export_format *format;
    const char *folder; /* destination of a kind that writes a folder; other kinds use `file` */
    struct file_writer *file;
    enum document_format documents; /* format of the texts, for readers of the export */
    bool (*interrupted)(void);      /* returns whether to stop; may be NULL */
    struct buffer summary;          /* what was written, as text */
    struct buffer remarks;          /* further remarks, one per line */
    size_t n_formulas;              /* cells that a spreadsheet would take for formulas */
    struct buffer formula;          /* the first of them */
};

struct export_kind {
    const char *name;
    const char *help;
    const struct export_format *formats; /* the first one is the default */
    size_t n_formats;
    unsigned takes; /* enum export_takes */
    bool is_folder;
    bool is_of_answers; /* exports answers as they were given, even if the sums were changed since */
    bool (*write)(struct exporter *exporter, struct err *err);
};

/* The formats of a kind, for its row. */
#define EXPORT_FORMATS(array) .formats = (array), .n_formats = sizeof(array) / sizeof *(array)

/* Returns the buffer for the output. */
struct buffer *exporter_out(struct exporter *exporter);
/* Call it after each item that was written. ERR_INTERRUPTED: the export shall stop. */
MUST_CHECK bool exporter_pass(struct exporter *exporter, struct err *err);
/* Checks that the format can hold an id; `what` names its kind. ERR_INPUT names the id. */
MUST_CHECK bool exporter_check_id(const struct exporter *exporter, const char *what, struct bytes id,
                                  struct err *err);
/* Checks a cell of CSV for a formula, and counts it. */
void exporter_note_cell(struct exporter *exporter, struct bytes text);
/* Adds a remark about the export, on a separate line. */
void exporter_remark(struct exporter *exporter, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Returns the number of decimals of grades. */
int exporter_precision(const struct exporter *exporter);
/* Returns whether a grade makes a positive. */
bool exporter_is_positive(const struct exporter *exporter, double grade);
