/* What fields of records are taken for: what import/fields/record_shape.h finds, and readers go by. */
#ifndef ASSAY_IMPORT_FIELDS_SHAPE_H
#define ASSAY_IMPORT_FIELDS_SHAPE_H

#include "import/fields/field_sample.h"

/* What a member of a keyed object is called in paths. */
#define SHAPE_BEHIND_KEY "hits"

enum shape_wanted { SHAPE_NONE, SHAPE_TRUTH, SHAPE_RUN, SHAPE_RANKS };

enum number_meaning {
    NUMBER_NONE,     /* of a truth: each document is right; of hits: they stand in their order */
    NUMBER_GRADE,    /* or a score: the highest is the best */
    NUMBER_DISTANCE, /* or a rank: the least is */
    NUMBER_RATE,     /* so many clicks of so many impressions */
};

enum document_form {
    DOCUMENT_ONE,  /* a record names one */
    DOCUMENT_LIST, /* ids or objects in a list; their grades may stand in another one, or in an object by id */
    DOCUMENT_MAP,  /* an object of their grades by their ids */
};

enum { RATERS_MOST = 32, WRONG_LISTS_MOST = 2 };

/* What the fields of raters' grades begin with, where it is sure that they are that (import/tools/tasks.c). */
#define RATER_PREFIX "grade by "

struct record_shape {
    enum shape_wanted wanted;
    struct bytes question; /* paths of fields, as field_find takes them */
    bool question_is_text; /* nothing in the record is called as an id of a question is */
    bool asks;             /* the record has the text of its question, which is no id */
    bool
        has_prose; /* a question has one document, and neither is said by an id alone: it may be a document's title */
    struct bytes document;
    enum document_form form;
    struct bytes element; /* of a list of objects: the field of the document in each */
    struct bytes element_text,
        element_title; /* likewise, where the documents are there whole; empty: they are not */
    struct bytes wrong
        [WRONG_LISTS_MOST]; /* of a list in a truth: other lists, of documents that the source says are wrong */
    size_t n_wrong;
    enum number_meaning meaning;
    struct bytes number;      /* beside the document: in the record or, of a list of objects, in each */
    struct bytes impressions; /* of a rate */
    struct bytes raters[RATERS_MOST]; /* each rater's grades, in a field of the rater's own */
    size_t n_raters;
    size_t rater; /* whose grades `number` holds */
    /* Fields beside, where a question stands in several records: those that differ between its documents and say something of
     * these, and those that tell questions of one text apart. */
    struct bytes of_document[SAMPLE_FIELDS], of_question[SAMPLE_FIELDS];
    size_t n_of_document, n_of_question;
    const struct row_format *format;
    bool
        is_keyed; /* as in struct field_sample: `question` is the key, and paths begin with SHAPE_BEHIND_KEY */
    const char *list_at; /* likewise */
    bool is_known;       /* the documents are known ones */
    bool repeats;        /* a question stands in more than one of the first records */
    const char *unclear; /* why nothing can be read, and what to do; NULL: it can */
    bool is_by_value;    /* no name says that the number is a score, and it is none of ranks */
    bool is_ambiguous;   /* unclear since several fields go by the names of what is wanted */
};

#endif
