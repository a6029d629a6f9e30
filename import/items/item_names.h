/* The names of the fields of documents and questions, in every format. */
#pragma once

#include "core/base/bytes.h"

enum item_kind { ITEM_DOCUMENT, ITEM_QUESTION };

/* "document", "question". */
const char *item_kind_name(enum item_kind kind);

/* The role of a field in an item. */
enum item_role { ITEM_ROLE_NONE, ITEM_ROLE_ID, ITEM_ROLE_TEXT, ITEM_ROLE_TITLE, ITEM_ROLES };

/* Returns how well a field's name fits `name`: 1 exactly, 2 in another spelling, 0 not at all. */
unsigned char item_name_fits(struct bytes field, const char *name);
/*
 * Returns how well the name fits the known names of a role: the lowest number is the best, 0 means not at all. Sets
 * *known to the matching name, or NULL.
 */
unsigned char item_name_rank(enum item_kind kind, enum item_role role, struct bytes field,
                             const char **known);

/*
 * Returns the role of a field with this name. Sets *known to the matching name, or NULL. The id of the other kind of
 * item has the role of an id, too, but is not used as one.
 */
enum item_role item_field_role(enum item_kind kind, struct bytes name, const char **known);
/* Returns whether a text under this name is a question: "query", "question" and the like. */
bool item_field_is_query(struct bytes name);
/*
 * Returns whether this is a name for a list of items of this kind, or for an object that maps ids to them: "documents",
 * "queries".
 */
bool item_names_container(enum item_kind kind, struct bytes name);
/* Adds the names that an error suggests for a role: "text" or "contents". */
void item_add_example_names(enum item_kind kind, enum item_role role, struct buffer *out);
/* Adds the names of an id of this kind: "id, qid, … or topic". */
void item_add_id_names(enum item_kind kind, struct buffer *out);
