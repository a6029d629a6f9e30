/*
 * The documents of a ballot as lines of text, with what the screen shows by marks in words: rendered, wrapped at words, what
 * was read before as its best passage, documents that share much by their differences.
 */
#ifndef ASSAY_FACES_PLAIN_DOCUMENTS_H
#define ASSAY_FACES_PLAIN_DOCUMENTS_H

#include "live/labelling.h"

struct plain_view {
    int columns;      /* that lines have at most; 0: paragraphs are lines */
    bool shows_whole; /* nothing is left out */
    bool is_blind;    /* docids and sources are not said */
};

/* Adds the documents of the ballot in hand, each behind an empty line. `*leaves_out`: something of them is not said. */
void plain_documents_add(struct buffer *out, const struct labelling *labelling, struct plain_view view,
                         bool *leaves_out);

/* Adds a text line by line, each made safe for a terminal. */
void plain_lines_add(struct buffer *out, struct bytes text, int columns);

/* Adds a line for each: "section: General". */
void plain_fields_add(struct buffer *out, const struct shown_fields *fields);

#endif
