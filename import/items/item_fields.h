/*
 * Finds the fields that make an item by their names, for every format: the keys of a JSON object and the names in a
 * header count alike. Each file has one `struct item_fields`: what the user says about its fields, and which field was
 * taken for what so far.
 *
 * A reader passes each record as an object of fields to item_take_fields. The reader need not know which field is what,
 * nor how an id is made from other fields.
 */
#pragma once

#include "core/store/content/fill.h"
#include "import/items/id_recipe.h"
#include "import/items/item_names.h"
#include "import/text/json_fields.h"
#include "import/fields/record_shape.h"

/* A field that the user names for a role. */
struct item_name {
    const char *name;
    bool is_used; /* by a file that was read */
};

/*
 * What the user says about the fields of all files of an import. A file uses the first name of a role, and the first
 * recipe, whose fields its first record has. If there is none, the known names decide.
 */
struct item_mapping {
    struct item_name *names[ITEM_ROLES]; /* --id, --text, --title */
    size_t n_names[ITEM_ROLES];
    struct id_recipe *recipes; /* --make-id */
    size_t n_recipes;
    size_t id_length; /* length of ids that are made; 0: ID_LENGTH_DEFAULT */
};

/* A field of the records of a file. */
struct seen_field {
    struct bytes name;
    unsigned char ranks[ITEM_ROLES]; /* how well its name fits each role: the lowest wins; 0: not at all */
    /* Number of items that used it for each role; ITEM_ROLE_NONE: as one of their other fields. */
    size_t taken[ITEM_ROLES];
};

enum { SEEN_MOST = 64 };

/* A document that the record of a question names. */
struct item_judgment {
    struct bytes docid;
    double grade; /* 1 when the file has no grades */
};

/* The judgments of a record. */
struct item_judged {
    struct item_judgment *judgments;
    size_t n;
};

/* Initialise it as {.kind = …, .mapping = …}; item_fields.c sets the rest. */
struct item_fields {
    enum item_kind kind;
    struct item_mapping *mapping; /* NULL: the known names decide */
    /* Each record is a question that names documents in this shape; NULL: none does. */
    const struct record_shape *judges;
    /* The items are the documents of a truth with this shape (item_passages.c); NULL: they are not. */
    const struct record_shape *passages;
    bool has_columns;               /* the file has no names; these are for its first two columns */
    bool is_begun;                  /* its first record has been seen */
    const char *named[ITEM_ROLES];  /* names from the user; NULL: the known names */
    const struct id_recipe *recipe; /* how ids are made; NULL: the items have ids */
    struct seen_field *seen;        /* in the order of their first appearance, at most SEEN_MOST */
    size_t n_seen;
    bool has_unseen; /* there are more than SEEN_MOST fields */
    size_t n_items;
    struct arena *judged_arena; /* holds the judgments */
    struct item_judged judged;  /* of the last record; empty without `judges` */
    size_t n_open;              /* documents without a grade in a file that has grades */
    struct arena arena;
};

void item_fields_release(struct item_fields *fields);

/*
 * Takes the id, the text and, of a document, the title out of the object. The rest becomes the other fields of the
 * item. A question without an id gets one made from its text. If records judge, docids and grades are not fields of the
 * question: they go to `judged`, in the arena. ERR_INPUT: a field is missing or not a text, or a grade is not a number.
 */
MUST_CHECK bool item_take_fields(struct item_fields *fields, struct json_fields *object, struct arena *arena,
                                 struct item *item, struct err *err);
/* Does the same for a line of a file without names: its first and its second column. */
MUST_CHECK bool item_take_columns(struct item_fields *fields, struct bytes id, struct bytes text,
                                  struct arena *arena, struct item *item, struct err *err);

/* Counts an item all of whose fields are other fields; NULL: the item has no fields. */
void item_fields_note(struct item_fields *fields, const struct json_fields *object);

/*
 * Adds a description of the fields: `id from "doc_id", title from "question", text from "answer"; other fields: section
 * (3 of 8)`. If records judge, it adds `, documents from "document", grade from "label"`.
 */
void item_fields_describe(const struct item_fields *fields, struct buffer *out);
/* Returns false with ERR_INPUT when a name or a recipe of the mapping fits no file that was read. */
MUST_CHECK bool item_mapping_check_used(const struct item_mapping *mapping, struct err *err);
