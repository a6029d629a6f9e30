/*
 * How the items of a list in HTML are numbered: by its attributes (start, type) and its style (list-style-type), and by what
 * an item says of itself (value).
 */
#ifndef ASSAY_TUI_TEXT_MARKUP_HTML_LIST_H
#define ASSAY_TUI_TEXT_MARKUP_HTML_LIST_H

#include "core/markup/html_tokens.h"
#include "tui/text/markup/markup_writer.h"

/* Of an <ol>; what is not understood is as if it were not there: from 1 on, decimal. */
struct markup_numbering html_list_numbering(const struct html_token *list);

/* The number that an <li> gives itself; false: none. */
bool html_list_item_number(const struct html_token *item, unsigned *number);

#endif
