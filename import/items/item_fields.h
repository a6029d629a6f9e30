/*
 * The fields that make an item, by their names, whatever the format: those of a JSON object are one, those that a
 * header names are another.
 */
#ifndef ASSAY_IMPORT_ITEMS_ITEM_FIELDS_H
#define ASSAY_IMPORT_ITEMS_ITEM_FIELDS_H

#include "core/store/fill.h"
#include "import/items/item_file.h"
#include "import/json_fields.h"

/*
 * Takes id, text and, of a document, title out of the object; what is left of it are the item's other fields.
 * ERR_INPUT: one of them is missing or no text.
 */
bool item_take_fields(enum item_kind kind, struct json_fields *object, struct arena *arena, struct item *item,
                      struct err *err) __attribute__((warn_unused_result));

enum item_role { ITEM_ROLE_NONE, ITEM_ROLE_ID, ITEM_ROLE_TEXT /* or title */ };

/*
 * What a field of this name (in either case; an id: see import/field_names.h) is; *known = the name as item_take_fields knows it, or NULL. The id of
 * the other kind of item is an id too, but not one that is taken.
 */
enum item_role item_field_role(enum item_kind kind, struct bytes name, const char **known);
/* Adds what an id of this kind may be called: "id, qid, … or topic". */
void item_add_id_names(enum item_kind kind, struct buffer *out);

#endif
