/*
 * Finding a needle in a text, in either case, as a reader would: any run of white space in the needle meets any run of white
 * space in the text, so a phrase is found across the ends of lines. A hyphen or dash within a word may be another one, a space,
 * or missing, in either of them: wifi meets Wi-Fi. Between two digits none may be missing. The sign of a subscript counts like
 * a hyphen: Cmax matches C_max. Superscripts and subscripts are met by their digits.
 */
#ifndef ASSAY_TUI_TEXT_MATCH_H
#define ASSAY_TUI_TEXT_MATCH_H

#include "core/base/bytes.h"

#include <uchar.h>

/* A byte range of the text. */
struct match {
    size_t start;
    size_t end;
};

/* In ascending order, never overlapping. {0} is empty and safe to release. */
struct match_list {
    struct match *items;
    size_t count;
    size_t capacity;
};

void match_list_release(struct match_list *list);

/* Adds a match behind all others. */
void match_list_add(struct match_list *list, struct match match);

/* Replaces the list by the matches of `needle`; an empty or blank needle matches nothing. */
void match_list_find(struct match_list *list, struct bytes text, struct bytes needle);

/* Makes one of matches between which nothing but white space of the text stands. */
void match_list_join(struct match_list *list, struct bytes text);

/* The letter that stands for both cases, and for σ and ς; any other code point is its own. */
char32_t match_fold(char32_t code);

/* Whether the needle is anywhere in the text; an empty or blank one is. */
bool match_exists(struct bytes text, struct bytes needle);

/* The first match that ends after `offset`; list->count when there is none. */
size_t match_list_after(const struct match_list *list, size_t offset);

#endif
