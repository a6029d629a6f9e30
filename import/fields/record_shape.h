/*
 * What the fields of records are: which one names the question, which the documents, which number counts. It is decided once a
 * file, of the names of its fields and of what stands in its first records (import/fields/field_sample.h), and is the same for a
 * table and for JSON, whatever the order of columns or keys. What could be a grade, a rank or a count is never passed over: where
 * nothing says what it is, the shape says so and no record is read.
 */
#ifndef ASSAY_IMPORT_FIELDS_RECORD_SHAPE_H
#define ASSAY_IMPORT_FIELDS_RECORD_SHAPE_H

#include "core/base/err.h"
#include "import/fields/field_choice.h"

/* Holds for whatever is read from now on; NULL: nothing is said. */
void record_shape_choose(const struct field_choice *choice);
struct field_choice *record_shape_choice(void);

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

enum { RATERS_MOST = 32 };

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

/*
 * What the content is as records of a truth or of a run; false: they name no question, or no document. All in the arena or in
 * the content. Looks at the first SAMPLE_BYTES.
 */
bool record_shape_find(struct bytes content, enum shape_wanted wanted, struct arena *arena,
                       struct record_shape *shape);
/* Whether the shape has the field for something; or it is one of several raters'. */
bool shape_uses(const struct record_shape *shape, struct bytes field);
bool shape_is_rater(const struct record_shape *shape, struct bytes field);

#endif
