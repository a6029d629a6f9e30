/*
 * The interface for the reader of a format. The reader finds the items and passes them on, each with its place in the
 * file. The part that all formats share is done here: the roles of fields, ids, memory for one item at a time, and
 * errors that name file and line.
 */
#pragma once

#include "import/items/item_fields.h"
#include "import/items/item_sink.h"

/* A file that is being read. Memory of the current item comes from `arena`. */
struct item_reading {
    struct item_fields *fields;
    const char *path;
    struct bytes content;
    item_sink *sink;
    void *context;
    item_look *look; /* receives the fields of the first item; NULL: read items */
    bool has_item;   /* an item has been passed on */
    /* Fields of the group, for items without the same field; NULL: none. */
    const struct json_fields *of_group;
    struct arena arena; /* memory of the current item */
    /* Lines are counted once, up to where they are needed. */
    const char *counted_to;
    const char *counted_kept; /* see mapped_drop_passed */
    size_t lines_before;      /* lines before `counted_to` */
};

/* Passes on a line of two columns without names. */
MUST_CHECK bool item_reading_put_columns(struct item_reading *reading, struct bytes id, struct bytes text,
                                         struct bytes source, struct err *err);
/* Passes on the fields of an item, wrapped or not (item_object.h). Frees the object. */
MUST_CHECK bool item_reading_put_object(struct item_reading *reading, struct json_fields *object,
                                        struct bytes source, struct err *err);
/* Prefixes an error with the file and the line of a place in the content. Returns false. */
bool item_reading_fail(struct item_reading *reading, const char *at, struct err *err);
/*
 * Returns false with ERR_INPUT when `source` can't be an item: it is too large, or contains a NUL, which no text may.
 */
MUST_CHECK bool item_reading_check(struct item_reading *reading, struct bytes source, struct err *err);

/* Nobody could judge a larger item, and the fields of one item must fit into memory. */
enum { ITEM_SIZE_MAX = 64 << 20 };

/* Passes the fields of an item to `look`. Returns false when there is no `look`. */
bool item_reading_show(struct item_reading *reading, const struct json_fields *object);

/* Passes on all items of the content. */
typedef bool item_reader(struct item_reading *reading, struct err *err);
/* Returns whether the content has the format, by its beginning. */
typedef bool item_recogniser(const struct item_fields *fields, struct bytes content);

item_reader item_bulk_read, item_jsonl_read, item_json_read, item_answers_read, item_columns_read,
    item_trec_read, item_table_read, item_faq_read, item_pairs_read, item_lines_read, item_passages_read;
item_recogniser item_bulk_recognise, item_jsonl_recognise, item_json_recognise, item_answers_recognise,
    item_columns_recognise, item_trec_recognise, item_table_recognise, item_faq_recognise,
    item_pairs_recognise;

/*
 * Returns whether the content is JSON with items in groups that name their kind: [{"course": …, "documents": [{…
 */
bool item_json_has_groups(enum item_kind kind, struct bytes content);
