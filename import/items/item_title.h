/* Finds the titles of texts that are whole files. */
#pragma once

#include "core/base/arena.h"

/* Return the title of a text in Markdown or in HTML; empty: none. It lies in the text or the arena. */
struct bytes item_markdown_title(struct bytes text, struct arena *arena);
struct bytes item_html_title(struct bytes text, struct arena *arena);
