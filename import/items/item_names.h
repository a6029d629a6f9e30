/*
 * What fields of documents and questions are called, whatever the format.
 */
#ifndef ASSAY_IMPORT_ITEMS_ITEM_NAMES_H
#define ASSAY_IMPORT_ITEMS_ITEM_NAMES_H

#include "core/base/bytes.h"

enum item_kind { ITEM_DOCUMENT, ITEM_QUESTION };

/* "document", "question". */
const char *item_kind_name(enum item_kind kind);

/* What a field is to an item. */
enum item_role { ITEM_ROLE_NONE, ITEM_ROLE_ID, ITEM_ROLE_TEXT, ITEM_ROLE_TITLE, ITEM_ROLES };

/* How well a field's name fits another one: 1 just so, 2 as the same name written otherwise, 0 not at all. */
unsigned char item_name_fits(struct bytes field, const char *name);
/*
 * How well it fits the names by which a role is known: the lowest number wins, 0: not at all. *known = the name that it
 * goes by, or NULL.
 */
unsigned char item_name_rank(enum item_kind kind, enum item_role role, struct bytes field,
                             const char **known);

/*
 * What a field of this name is; *known = the name that it goes by, or NULL. The id of the other kind of item is an id
 * too, but not one that is taken.
 */
enum item_role item_field_role(enum item_kind kind, struct bytes name, const char **known);
/* Whether a text under this name is a question: "query", "question" and the like. */
bool item_field_is_query(struct bytes name);
/* Whether a list of items of this kind, or an object of them by their ids, goes by this name: "documents", "queries". */
bool item_names_container(enum item_kind kind, struct bytes name);
/* Adds the names that an error proposes for a role of this kind: "text" or "contents". */
void item_add_example_names(enum item_kind kind, enum item_role role, struct buffer *out);
/* Adds what an id of this kind may be called: "id, qid, … or topic". */
void item_add_id_names(enum item_kind kind, struct buffer *out);

#endif
