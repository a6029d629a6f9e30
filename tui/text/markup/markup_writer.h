/*
 * Writes the parts of a marked-up text to a styled text as they are parsed: blocks, quotations, lists, tables, and
 * spans in them. tui/text/markup/markdown.h describes the output, which is the same for Markdown and HTML.
 *
 * Each beginning needs its end. Ends come in the reverse order of their beginnings.
 */
#pragma once

#include "tui/text/markup/markdown_table.h"
#include "tui/text/numeral.h"

enum {
    MARKUP_DEPTH_MAX = 12,                 /* of quotations and items whose bars and indents are shown */
    MARKUP_SPANS_MAX = 16,                 /* of nested styles that are distinguished */
    MARKUP_MARKER_SIZE = NUMERAL_SIZE + 2, /* a number, its delimiter and a blank */
};

enum markup_container_kind { MARKUP_QUOTATION, MARKUP_LIST, MARKUP_ITEM };

/* The marks before the items of a list. */
struct markup_numbering {
    enum numeral_kind kind;
    char delimiter; /* after a number; NUL: bullets */
    unsigned next;  /* the number of the next item */
};

/* An open quotation, list or item. */
struct markup_container {
    enum markup_container_kind kind;
    bool is_tight; /* a list: no empty lines between its items */
    struct markup_numbering numbering;
    bool is_pending; /* nothing was shown in it yet: its marker comes before the next text */
    char marker[MARKUP_MARKER_SIZE];
    char next[MARKUP_MARKER_SIZE]; /* prefix of the following lines */
};

/* An open style, link or image. */
struct markup_span {
    enum style style;
    size_t start; /* offset of its text in the visible text */
};

struct markup_writer {
    struct styled_text *styled;
    int columns; /* width for tables */
    struct markup_container containers[MARKUP_DEPTH_MAX];
    size_t depth; /* may exceed the array: deeper containers have no bars or indents */
    struct markup_container too_deep;
    struct markup_span spans[MARKUP_SPANS_MAX];
    size_t n_spans;        /* may exceed the array */
    enum style style;      /* of the block */
    bool is_open;          /* a text block has begun */
    bool wants_empty_line; /* an empty line comes before the next block */
    bool is_in_table;
    struct markdown_table table;
    size_t n_cells;
    bool has_tables;
};

/* `is_apart`: an empty line comes before the first text. */
void markup_begin(struct markup_writer *writer, struct styled_text *styled, int columns, bool is_apart);
void markup_release(struct markup_writer *writer);

/* Begins a text block. `more` precedes its lines, after the prefixes of its containers. */
void markup_begin_block(struct markup_writer *writer, enum wrap_kind kind, const char *more,
                        enum style style);
/* Begins a heading of this level, 1 to 6. */
void markup_begin_heading(struct markup_writer *writer, int level);
/* Ends the open block; does nothing if none is open. */
void markup_end_block(struct markup_writer *writer);
void markup_want_empty_line(struct markup_writer *writer);

void markup_begin_quotation(struct markup_writer *writer);
void markup_end_quotation(struct markup_writer *writer);

void markup_begin_list(struct markup_writer *writer, bool is_tight, struct markup_numbering numbering);
void markup_end_list(struct markup_writer *writer);
/* The number of the next item of the list; 0 if the list has bullets. */
unsigned markup_next_number(struct markup_writer *writer);
/* Sets the number of the next item. Has no effect in a list with bullets. */
void markup_set_number(struct markup_writer *writer, unsigned number);
/* `marker` replaces the list's marker; NULL: the list's marker is used. */
void markup_begin_item(struct markup_writer *writer, const char *marker);
void markup_end_item(struct markup_writer *writer);

void markup_add_rule(struct markup_writer *writer);

/* Begins a table with so many cells in each row; the first `n_header_rows` rows are the header. */
void markup_begin_table(struct markup_writer *writer, size_t n_columns, size_t n_header_rows);
/* Returns false if the table was too large to draw. */
bool markup_end_table(struct markup_writer *writer);
/* Returns false if there are too many cells. */
bool markup_begin_cell(struct markup_writer *writer, enum cell_align align);
void markup_end_cell(struct markup_writer *writer);
/* Repeats the cell that is `before` cells earlier. Returns false if there are too many cells. */
bool markup_repeat_cell(struct markup_writer *writer, size_t before);

/* Appends text that comes from `source`, or from nowhere in the source (NO_SOURCE). */
void markup_add_text(struct markup_writer *writer, struct bytes text, size_t source);
/* Begin and end a style, with the characters that are shown around it. */
void markup_begin_span(struct markup_writer *writer, enum style style, const char *notation);
void markup_end_span(struct markup_writer *writer, const char *notation);
/* Ends a link, which is a span. The address follows its text, unless the text is the address. */
void markup_end_link(struct markup_writer *writer, struct bytes address);
/* Ends an image, which is a span that begins with "[image: ". Without a text, its address is shown. */
void markup_end_image(struct markup_writer *writer, struct bytes address);
