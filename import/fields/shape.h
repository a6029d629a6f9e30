/* The meaning of the fields of records: import/fields/record_shape.h finds it, and readers use it. */
#pragma once

#include "import/fields/field_sample.h"

/* Name of a member of a keyed object, in paths. */
#define SHAPE_BEHIND_KEY "hits"

enum shape_wanted { SHAPE_NONE, SHAPE_TRUTH, SHAPE_RUN, SHAPE_RANKS };

enum number_meaning {
    NUMBER_NONE,     /* of a truth: each document is relevant; of hits: they are in order */
    NUMBER_GRADE,    /* or a score: the highest is the best */
    NUMBER_DISTANCE, /* or a rank: the lowest is the best */
    NUMBER_RATE,     /* clicks out of impressions */
};

enum document_form {
    DOCUMENT_ONE,  /* each record names one document */
    DOCUMENT_LIST, /* a list of ids or objects; the grades may be in another list, or in an object by id */
    DOCUMENT_MAP,  /* an object that maps ids to grades */
};

enum { RATERS_MOST = 32, WRONG_LISTS_MOST = 2 };

/* Prefix of the fields with raters' grades, where their meaning is certain (import/tools/tasks.c). */
#define RATER_PREFIX "grade by "

struct record_shape {
    enum shape_wanted wanted;
    struct bytes question; /* path of a field, as for field_find */
    bool question_is_text; /* no field of the record has a name for the id of a question */
    bool asks;             /* the record has the text of its question, which is not an id */
    /* Each question has one document, and the records contain prose: the question may be the title of a document. */
    bool has_prose;
    struct bytes document;
    enum document_form form;
    char separator; /* between the ids of all cells: ';', ',' or '|'; NUL: no cell with several was seen */
    struct bytes element; /* in a list of objects: the field of each that names the document */
    struct bytes element_text,
        element_title; /* in a list of whole documents: the fields of their texts and titles */
    /* Beside a list in a truth: lists of documents that the source calls wrong. */
    struct bytes wrong[WRONG_LISTS_MOST];
    size_t n_wrong;
    enum number_meaning meaning;
    struct bytes number;              /* in the record or, for a list of objects, in each object */
    struct bytes impressions;         /* of a rate */
    struct bytes raters[RATERS_MOST]; /* one field of grades for each rater */
    size_t n_raters;
    size_t rater; /* the rater whose grades are in `number` */
    /*
     * Other fields, when a question has several records. `of_document` differ between the documents of a question and
     * describe them; `of_question` distinguish questions with the same text.
     */
    struct bytes of_document[SAMPLE_FIELDS], of_question[SAMPLE_FIELDS];
    size_t n_of_document, n_of_question;
    const struct row_format *format;
    /* As in struct field_sample; `question` is the key, and paths begin with SHAPE_BEHIND_KEY. */
    bool is_keyed;
    const char *list_at; /* as in struct field_sample */
    bool is_known;       /* the documents are known */
    bool repeats;        /* a question is in more than one of the first records */
    bool has_row_ids;    /* each record has an "id" of its own, also records with the same question text */
    const char *unclear; /* why nothing can be read, and what to do; NULL: it can be read */
    bool has_systems;    /* of a run: a field tells several systems apart under a question */
    bool falls;          /* the number is called a distance, but falls from hit to hit, as a score does */
    bool is_by_value;    /* no name says that the number is a score, and it is not a rank */
    bool is_ambiguous;   /* unclear because several fields have names of the wanted kind */
};
