/*
 * Searches a text as a reader would, ignoring case. Any white space in the needle matches any white space in the
 * text, so a phrase is found across line ends. In both, a hyphen or dash inside of a word may be another dash, a
 * space, or missing: wifi matches Wi-Fi. Between two digits it must not be missing. The sign of a subscript counts as
 * a hyphen: Cmax matches C_max. Digits match superscripts and subscripts.
 */
#pragma once

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

/* Appends a match after all others. */
void match_list_add(struct match_list *list, struct match match);

/* Replaces the list by the matches of `needle`. An empty or blank needle matches nothing. */
void match_list_find(struct match_list *list, struct bytes text, struct bytes needle);

/* Joins matches that are separated only by white space of the text. */
void match_list_join(struct match_list *list, struct bytes text);

/* The letter that stands for both cases, and for σ and ς. Other code points are returned unchanged. */
char32_t match_fold(char32_t code);

/* Whether the text contains the needle. An empty or blank needle is always contained. */
bool match_exists(struct bytes text, struct bytes needle);

/* The first match that ends after `offset`; list->count if there is none. */
size_t match_list_after(const struct match_list *list, size_t offset);
