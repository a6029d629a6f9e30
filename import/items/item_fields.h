/*
 * The fields that make an item, by their names, whatever the format: those of a JSON object are one, those that a
 * header names are another. A file has one `struct item_fields`: what the user says of its fields, and what was taken for
 * what so far.
 *
 * A reader hands over each record as an object of fields, by item_take_fields; it need not know which field is what, nor
 * how an id is made of others.
 */
#ifndef ASSAY_IMPORT_ITEMS_ITEM_FIELDS_H
#define ASSAY_IMPORT_ITEMS_ITEM_FIELDS_H

#include "core/store/content/fill.h"
#include "import/items/id_recipe.h"
#include "import/items/item_names.h"
#include "import/text/json_fields.h"
#include "import/fields/record_shape.h"

/* A field that is to be taken for something, whatever its name. */
struct item_name {
    const char *name;
    bool is_used; /* by a file that was read */
};

/*
 * What the user says of the fields of all files of an import. Of the names of a role, and of the recipes, a file takes the
 * first one whose fields its first record has; where it has none of them, the names that are known decide.
 */
struct item_mapping {
    struct item_name *names[ITEM_ROLES]; /* --id, --text, --title */
    size_t n_names[ITEM_ROLES];
    struct id_recipe *recipes; /* --make-id */
    size_t n_recipes;
    size_t id_length; /* of ids that are made; 0: ID_LENGTH_DEFAULT */
};

/* A field that records of a file have. */
struct seen_field {
    struct bytes name;
    unsigned char ranks[ITEM_ROLES]; /* how well its name fits a role: the lowest wins; 0: not at all */
    size_t taken[ITEM_ROLES]; /* to how many items it was this; ITEM_ROLE_NONE: one of their other fields */
};

enum { SEEN_MOST = 64 };

/* A document that a record names beside its question. */
struct item_judgment {
    struct bytes docid;
    double grade; /* 1 where the file has none */
};

/* What a record says beside its question. */
struct item_judged {
    struct item_judgment *judgments;
    size_t n;
};

/* Begins as {.kind = …, .mapping = …}; the rest is item_fields.c's. */
struct item_fields {
    enum item_kind kind;
    struct item_mapping *mapping; /* NULL: the names that are known decide */
    const struct record_shape
        *judges; /* each record is a question that names documents, as this says; NULL: none do */
    const struct record_shape *
        passages; /* the items are the documents of a truth, as this says (item_passages.c); NULL: they are not */
    bool has_columns;               /* the names are not the file's: its first two columns are called so */
    bool is_begun;                  /* its first record has been seen */
    const char *named[ITEM_ROLES];  /* what the user named; NULL: the names that are known */
    const struct id_recipe *recipe; /* what ids are made by; NULL: the items have ids */
    struct seen_field *seen; /* in the order in which they were seen first, the first SEEN_MOST of them */
    size_t n_seen;
    bool has_unseen; /* there are more */
    size_t n_items;
    struct arena *judged_arena; /* where they lie */
    struct item_judged judged;  /* of the record taken last; nothing where it `judges` not */
    size_t n_open;              /* documents that have no grade where others have one */
    struct arena arena;
};

void item_fields_release(struct item_fields *fields);

/*
 * Takes id, text and, of a document, title out of the object; what is left of it are the item's other fields. Questions
 * without ids get ids that are made of their text. Where records judge, docids and grades are no fields of the question: they go to
 * `judged`, in the arena. ERR_INPUT: one of them is missing or no text, a grade no number.
 */
bool item_take_fields(struct item_fields *fields, struct json_fields *object, struct arena *arena,
                      struct item *item, struct err *err) __attribute__((warn_unused_result));
/* The same for a line of a file without names: its first column and its second one. */
bool item_take_columns(struct item_fields *fields, struct bytes id, struct bytes text, struct arena *arena,
                       struct item *item, struct err *err) __attribute__((warn_unused_result));

/* Counts an item, all of whose fields are other ones; NULL: it has none. */
void item_fields_note(struct item_fields *fields, const struct json_fields *object);

/*
 * Adds what was taken for what: `id from "doc_id", title from "question", text from "answer"; other fields: section (3 of 8)`,
 * where records judge also `, documents from "document", grade from "label"`.
 */
void item_fields_describe(const struct item_fields *fields, struct buffer *out);
/* ERR_INPUT: a name or a recipe of the mapping fits no file that was read. */
bool item_mapping_check_used(const struct item_mapping *mapping, struct err *err)
    __attribute__((warn_unused_result));

#endif
