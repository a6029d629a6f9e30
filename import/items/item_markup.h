/* The small part of SGML and HTML that is needed to find documents: tags, and the plain text between them. */
#pragma once

#include "core/base/arena.h"

struct markup_tag {
    struct bytes name; /* "title" of <title lang="en"> */
    struct bytes rest; /* attributes, after the name */
    bool is_closing;
    const char *begin; /* the opening bracket */
    const char *end;   /* after the closing bracket */
};

/* Finds the first tag of the text. Returns false when there is none. */
bool markup_find_tag(struct bytes text, struct markup_tag *tag);
/* Finds the first opening or closing tag with this name, in any case. */
bool markup_find(struct bytes text, const char *name, bool is_closing, struct markup_tag *tag);
/* Returns the value of an attribute; empty when there is none. */
struct bytes markup_attribute(const struct markup_tag *tag, const char *name);
/* Finds the text between this tag and its closing tag. Returns false when the tag is not closed. */
bool markup_between(struct bytes text, const struct markup_tag *tag, struct bytes *inside);
/*
 * Returns the text without tags, with references replaced by their characters (core/markup/entity.h; &nbsp; becomes a
 * blank), and with one blank between words.
 */
struct bytes markup_plain(struct bytes text, struct arena *arena);
