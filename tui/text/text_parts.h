/*
 * Parts of a text.
 */
#ifndef ASSAY_TUI_TEXT_TEXT_PARTS_H
#define ASSAY_TUI_TEXT_TEXT_PARTS_H

#include "core/base/bytes.h"

/* From a byte up to and without another one. */
struct text_part {
    size_t start;
    size_t end;
};

/* In ascending order, none touching another one. {0} is empty and safe to release. */
struct text_parts {
    struct text_part *items;
    size_t count;
    size_t capacity;
};

void text_parts_release(struct text_parts *parts);

/* Adds a part, one with those that it meets; an empty one is none. */
void text_parts_add(struct text_parts *parts, struct text_part part);

/* Adds of a part what is in none of the others. */
void text_parts_add_without(struct text_parts *parts, struct text_part part, const struct text_parts *others);

/* Whether one of them holds all of this part. */
bool text_parts_hold(const struct text_parts *parts, struct text_part part);

#endif
