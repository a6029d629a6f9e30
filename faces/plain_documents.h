/*
 * The documents of a ballot as lines of text, with what the screen shows by marks in words: rendered, wrapped at words, what is
 * long or was read before as its best passage, long ones that are nearly the same without what they share.
 */
#ifndef ASSAY_FACES_PLAIN_DOCUMENTS_H
#define ASSAY_FACES_PLAIN_DOCUMENTS_H

#include "live/labelling.h"
#include "tui/text/markup/markdown.h"

struct plain_view {
    int columns;      /* that lines have at most; 0: paragraphs are lines */
    bool shows_whole; /* nothing is left out */
    bool is_blind;    /* docids and sources are not said */
};

/* A ballot, and what there is to know for saying it. */
struct plain_source {
    const struct ballot *ballot;
    enum document_format format;
    const char *language;
    const struct labelling
        *labelling; /* NULL: without a pool, the words of its question are as rare as each other */
};

/* The ballot in hand. */
struct plain_source plain_source_of(const struct labelling *labelling);

/*
 * Adds the documents of a ballot, each behind an empty line: title, size in words, text. `*leaves_out`: something of
 * them is not said.
 */
void plain_documents_add(struct buffer *out, struct plain_source source, struct plain_view view,
                         bool *leaves_out);

/* Adds all of document number `i`, from 0, likewise. */
void plain_document_add_whole(struct buffer *out, const struct labelling *labelling, struct plain_view view,
                              size_t i);

/*
 * Adds passage number `n` of each document in which the question's words stand together: 0 is the best one, then come the
 * others in the order of the text. False: no document has so many, and nothing was added.
 */
bool plain_passages_add(struct buffer *out, const struct labelling *labelling, struct plain_view view,
                        size_t n);

/* Adds the sentences of each document in which `needle` was found, the first few of many. */
void plain_found_add(struct buffer *out, const struct labelling *labelling, struct plain_view view,
                     struct bytes needle);

/* A sentence of a document as it is said, and what of the document's text it is. */
struct plain_sentence {
    struct bytes text;
    struct text_part source;
};

/* Those of document number `i`, from 0, of the ballot in hand; copied into the arena. */
void plain_sentences_list(const struct labelling *labelling, size_t i, struct arena *arena,
                          struct plain_sentence **sentences, size_t *n);

/* Adds a text line by line, each made safe for a terminal. */
void plain_lines_add(struct buffer *out, struct bytes text, int columns);

/* Adds a line for each: "section: General". */
void plain_fields_add(struct buffer *out, const struct shown_fields *fields);

#endif
