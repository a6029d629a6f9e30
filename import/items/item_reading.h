/*
 * What the reader of a format is given. It finds the items and hands them over, each with its place in the file; what
 * is the same for all formats is done here: which field is what, ids, the memory of one item after the other, and
 * errors that name file and line.
 */
#ifndef ASSAY_IMPORT_ITEMS_ITEM_READING_H
#define ASSAY_IMPORT_ITEMS_ITEM_READING_H

#include "import/items/item_fields.h"
#include "import/items/item_sink.h"

/* A file that is being read. Memory of the item in hand comes from `arena`. */
struct item_reading {
    struct item_fields *fields;
    const char *path;
    struct bytes content;
    item_sink *sink;
    void *context;
    item_look *look; /* NULL: items are wanted. Else the fields of the first one are */
    bool has_item;   /* one has been handed over */
    /* Fields that each item of it has, unless it has its own; NULL: none. */
    const struct json_fields *of_group;
    struct arena arena; /* of one item after the other */
    /* Lines are counted once, as far as they are asked for. */
    const char *counted_to;
    const char *counted_kept; /* see mapped_drop_passed */
    size_t lines_before;      /* `counted_to` */
};

/* The same for a line of two columns that have no names. */
bool item_reading_put_columns(struct item_reading *reading, struct bytes id, struct bytes text,
                              struct bytes source, struct err *err) __attribute__((warn_unused_result));
/* The same for the fields of an item, whatever wraps them (item_object.h); the object is freed. */
bool item_reading_put_object(struct item_reading *reading, struct json_fields *object, struct bytes source,
                             struct err *err) __attribute__((warn_unused_result));
/* Puts the file and the line of a place in the content in front of an error; returns false. */
bool item_reading_fail(struct item_reading *reading, const char *at, struct err *err);
/* ERR_INPUT: what stands in `source` is no item: it is too large, or holds a NUL, which no text does. */
bool item_reading_check(struct item_reading *reading, struct bytes source, struct err *err)
    __attribute__((warn_unused_result));

/* What is larger is no item: nobody could judge it, and the fields of one are in memory. */
enum { ITEM_SIZE_MAX = 64 << 20 };

/* Shows the fields of an item to `look`; false: nobody looks. */
bool item_reading_show(struct item_reading *reading, const struct json_fields *object);

/* Hands over all items of the content. */
typedef bool item_reader(struct item_reading *reading, struct err *err);
/* Whether this content is of the format, by its beginning. */
typedef bool item_recogniser(const struct item_fields *fields, struct bytes content);

item_reader item_bulk_read, item_jsonl_read, item_json_read, item_answers_read, item_columns_read,
    item_trec_read, item_table_read, item_faq_read, item_pairs_read, item_lines_read, item_passages_read;
item_recogniser item_bulk_recognise, item_jsonl_recognise, item_json_recognise, item_answers_recognise,
    item_columns_recognise, item_trec_recognise, item_table_recognise, item_faq_recognise,
    item_pairs_recognise;

/* Whether this content is JSON whose items are in groups that name their kind: [{"course": …, "documents": [{… */
bool item_json_has_groups(enum item_kind kind, struct bytes content);

#endif
