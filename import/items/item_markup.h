/*
 * As much of SGML and HTML as documents are found by: tags, and what stands between them as plain text.
 */
#ifndef ASSAY_IMPORT_ITEMS_ITEM_MARKUP_H
#define ASSAY_IMPORT_ITEMS_ITEM_MARKUP_H

#include "core/base/arena.h"

struct markup_tag {
    struct bytes name; /* "title" of <title lang="en"> */
    struct bytes rest; /* what stands behind the name: attributes */
    bool is_closing;
    const char *begin; /* the bracket */
    const char *end;   /* behind the other bracket */
};

/* The first tag of the text. False: there is none. */
bool markup_find_tag(struct bytes text, struct markup_tag *tag);
/* The first tag of this name, in either case, that opens or that closes. */
bool markup_find(struct bytes text, const char *name, bool is_closing, struct markup_tag *tag);
/* The value of an attribute; empty when there is none. */
struct bytes markup_attribute(const struct markup_tag *tag, const char *name);
/* The text between this tag and the one that closes it. False: it is not closed. */
bool markup_between(struct bytes text, const struct markup_tag *tag, struct bytes *inside);
/*
 * Without tags, with the characters that references stand for (core/markup/entity.h; a blank for &nbsp;), its words separated
 * by one blank each.
 */
struct bytes markup_plain(struct bytes text, struct arena *arena);

#endif
