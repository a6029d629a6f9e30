/*
 * What the kinds of exports share. A kind is a file in this folder that ends in a row, `struct export_kind`; export.c
 * has the list of the rows, and everybody reads them there: the command, its help, the manual.
 *
 * A format says of itself what it can't carry, so that no kind has to look: judged_visit (judged.h) checks ids, texts
 * and grades before the kind sees them. What fails is an error that names the thing.
 *
 * What is exported is written while it is read: of documents, answers and the candidates of questions one is in
 * memory at a time. The answers of store_visit_answers come a row for each slot, in an order of tables that SQLite
 * need not sort.
 */
#ifndef ASSAY_EXPORT_EXPORTER_H
#define ASSAY_EXPORT_EXPORTER_H

#include "core/base/words.h"
#include "core/judge/relevance.h"
#include "core/markup/markup_guess.h"
#include "export/file.h"

struct store;

/* Which questions are told of. */
enum export_questions {
    EXPORT_BEGUN, /* those with a vote */
    EXPORT_DONE,  /* those of which nothing is left to ask */
};

/* By enum export_questions. */
extern const struct words export_questions_words;

enum { EXPORT_NEGATIVES_DEFAULT = 1, EXPORT_NEGATIVES_MAX = 100 };

struct export_options {
    size_t format; /* place among the formats of the kind */
    struct grading_rule rule;
    enum export_questions questions;
    bool has_positive; /* otherwise any grade above `negative` makes a positive */
    double positive;   /* the least grade of one, above `negative` */
    double negative;   /* the highest grade of a negative; 0 where none was given */
    int64_t negatives; /* beside each positive */
    bool is_anonymous;
    bool has_notes;     /* although it is anonymous */
    const char *index;  /* of Elasticsearch; NULL: none was named */
    const char *name;   /* of the judgments in OpenSearch */
    const char *source; /* of judgments that are told of in place of the votes; NULL: none */
};

/* Of an id, what a format can't hold. */
enum export_flaw {
    FLAW_SPACE = 1 << 0, /* white space, of which columns are made */
    FLAW_QUOTATION =
        1 << 1,            /* a quotation mark at the beginning: the reader takes the id for a quoted cell */
    FLAW_INVALID = 1 << 2, /* what is not UTF-8: JSON would hold another id */
    FLAW_COMMENT = 1 << 3, /* a hash at the beginning of a question's: its lines would be comments */
};

struct export_format {
    const char *name;
    const char *help;      /* what it is, and for whom */
    unsigned flaws;        /* enum export_flaw: of ids that it can't hold */
    bool has_whole_grades; /* and no fractions */
    bool is_keyed_by_text; /* a question is known by its text: no two may have the same */
    bool is_for_trec_eval; /* which reads grades with fractions, and cuts them */
    bool is_for_spreadsheets;
};

/* What the options of a call can mean to a kind. */
enum export_takes {
    TAKES_GRADES = 1 << 0,    /* the gradings, and --min-impressions */
    TAKES_QUESTIONS = 1 << 1, /* --questions */
    TAKES_POSITIVE = 1 << 2,
    TAKES_NEGATIVES = 1 << 3, /* --negatives, --negative */
    TAKES_ANONYMOUS = 1 << 4, /* --anonymous, --notes */
    TAKES_INDEX = 1 << 5,
    TAKES_NAME = 1 << 6,
    TAKES_JUDGMENTS = 1 << 7, /* --judgments */
};

/* An export on its way. */
struct exporter {
    struct store *store;
    const struct export_options *options;
    const struct export_format *format;
    const char *folder; /* of a kind that writes one: where; else: */
    struct file_writer *file;
    enum document_format documents; /* what their texts are, for who reads them */
    bool (*interrupted)(void);      /* whether it shall stop; may be NULL */
    struct buffer summary;          /* what was written, in words */
    struct buffer remarks;          /* lines of what there is to say besides */
    size_t n_formulas;              /* cells that a spreadsheet takes for formulas */
    struct buffer formula;          /* the first of them */
};

struct export_kind {
    const char *name;
    const char *help;
    const struct export_format *formats; /* the first one is the default */
    size_t n_formats;
    unsigned takes; /* enum export_takes */
    bool is_folder;
    bool is_of_answers; /* as they were given: whatever became of the sums, they are the truth */
    bool (*write)(struct exporter *exporter, struct err *err);
};

/* The array of formats of a kind, in its row. */
#define EXPORT_FORMATS(array) .formats = (array), .n_formats = sizeof(array) / sizeof *(array)

/* What is written goes here. */
struct buffer *exporter_out(struct exporter *exporter);
/* After each thing that was written. ERR_INTERRUPTED too. */
bool exporter_pass(struct exporter *exporter, struct err *err) __attribute__((warn_unused_result));
/* Makes sure that the format can hold an id; `what` it is the id of. ERR_INPUT names it. */
bool exporter_check_id(const struct exporter *exporter, const char *what, struct bytes id, struct err *err)
    __attribute__((warn_unused_result));
/* Notes a cell of CSV. */
void exporter_note_cell(struct exporter *exporter, struct bytes text);
/* Says something of what was written, in a line of its own. */
void exporter_remark(struct exporter *exporter, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Digits behind the point of grades. */
int exporter_precision(const struct exporter *exporter);
/* Whether a grade makes a positive. */
bool exporter_is_positive(const struct exporter *exporter, double grade);

#endif
