/*
 * Parts of a text.
 */
#pragma once

#include "core/base/bytes.h"

/* From byte `start` up to, not including, byte `end`. */
struct text_part {
    size_t start;
    size_t end;
};

/* In ascending order, without touching each other. {0} is empty and safe to release. */
struct text_parts {
    struct text_part *items;
    size_t count;
    size_t capacity;
};

void text_parts_release(struct text_parts *parts);

/* Adds a part, joined with the parts that it touches. An empty part is ignored. */
void text_parts_add(struct text_parts *parts, struct text_part part);

/* Adds those ranges of a part that are in none of the others. */
void text_parts_add_without(struct text_parts *parts, struct text_part part, const struct text_parts *others);

/* Whether one of the parts contains all of this part. */
bool text_parts_hold(const struct text_parts *parts, struct text_part part);
