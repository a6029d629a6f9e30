/*
 * The documents of a ballot as lines of text. Words say what the screen shows by marks. Documents are rendered and
 * wrapped at words. Long documents, and documents already read, are reduced to their best passage; long documents
 * that are nearly identical omit the text that they share.
 */
#pragma once

#include "live/labelling.h"
#include "tui/text/markup/markdown.h"

struct plain_view {
    int columns;      /* largest width of a line; 0: each paragraph is one line */
    bool shows_whole; /* nothing is omitted */
    bool is_blind;    /* docids and sources are omitted */
};

/* A ballot with the data needed to print it. */
struct plain_source {
    const struct ballot *ballot;
    enum document_format format;
    const char *language;
    const struct labelling
        *labelling; /* NULL: there is no pool, so all words of the question have the same weight */
};

/* The source for the ballot in hand. */
struct plain_source plain_source_of(const struct labelling *labelling);

/*
 * Appends the documents of a ballot, each after an empty line: title, size in words, text. Sets *leaves_out if part
 * of a document is omitted.
 */
void plain_documents_add(struct buffer *out, struct plain_source source, struct plain_view view,
                         bool *leaves_out);

/* Appends the whole of document number `i` (from 0) in the same form. */
void plain_document_add_whole(struct buffer *out, struct plain_source source, struct plain_view view,
                              size_t i);

/*
 * Appends passage number `n` of each document that has so many passages with words of the question: 0 is the best
 * one, the others follow in the order of the text. Returns false, and appends nothing, if no document has so many.
 */
bool plain_passages_add(struct buffer *out, struct plain_source source, struct plain_view view, size_t n);

/* Appends the sentences of each document that contain `needle`; of many, the first few and how many more there are. */
void plain_found_add(struct buffer *out, struct plain_source source, struct plain_view view,
                     struct bytes needle);

/* A sentence of a document as it is printed, and its range in the document's source. */
struct plain_sentence {
    struct bytes text;
    struct text_part source;
};

/* Lists the sentences of document number `i` (from 0) of the ballot in hand. They are copied into the arena. */
void plain_sentences_list(const struct labelling *labelling, size_t i, struct arena *arena,
                          struct plain_sentence **sentences, size_t *n);

/* Appends a text line by line, each line made safe for a terminal. */
void plain_lines_add(struct buffer *out, struct bytes text, int columns);

/* Appends a line for each field: "section: General". */
void plain_fields_add(struct buffer *out, const struct shown_fields *fields);
