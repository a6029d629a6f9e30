/*
 * The numbering of list items in HTML: by the list's attributes (start, type), its style (list-style-type) and an
 * item's own attribute (value).
 */
#pragma once

#include "core/markup/html_tokens.h"
#include "tui/text/markup/markup_writer.h"

/* The numbering of an <ol>. Unknown values are ignored; the default is decimal from 1 on. */
struct markup_numbering html_list_numbering(const struct html_token *list);

/* Reads the number that an <li> sets for itself. Returns false if it sets none. */
bool html_list_item_number(const struct html_token *item, unsigned *number);
