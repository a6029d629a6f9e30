/*
 * Writes what a marked-up text says to a styled text: blocks, quotations, lists, tables, and spans in them, as they are met.
 * tui/text/markup/markdown.h describes the output, which is the same for marks of Markdown and of HTML.
 *
 * Each beginning needs its end, and ends come in the order of their beginnings, the last one first.
 */
#ifndef ASSAY_TUI_TEXT_MARKUP_MARKUP_WRITER_H
#define ASSAY_TUI_TEXT_MARKUP_MARKUP_WRITER_H

#include "tui/text/markup/markdown_table.h"
#include "tui/text/numeral.h"

enum {
    MARKUP_DEPTH_MAX = 12,                 /* of quotations and items whose bars and indents are shown */
    MARKUP_SPANS_MAX = 16,                 /* of styles within each other that are told apart */
    MARKUP_MARKER_SIZE = NUMERAL_SIZE + 2, /* a number, what stands behind it, and a blank */
};

enum markup_container_kind { MARKUP_QUOTATION, MARKUP_LIST, MARKUP_ITEM };

/* The marks before the items of a list. */
struct markup_numbering {
    enum numeral_kind kind;
    char delimiter; /* behind a number; NUL: they have bullets */
    unsigned next;  /* the number of the next item */
};

/* A quotation, a list or an item that is open. */
struct markup_container {
    enum markup_container_kind kind;
    bool is_tight; /* a list: no empty lines between its items */
    struct markup_numbering numbering;
    bool is_pending; /* nothing was shown in it yet: its marker comes before what is shown next */
    char marker[MARKUP_MARKER_SIZE];
    char next[MARKUP_MARKER_SIZE]; /* before the lines after it */
};

/* A style, a link or an image that is open. */
struct markup_span {
    enum style style;
    size_t start; /* of what is seen in it */
};

struct markup_writer {
    struct styled_text *styled;
    int columns; /* that tables are made for */
    struct markup_container containers[MARKUP_DEPTH_MAX];
    size_t depth; /* may be larger: what is deeper is shown as if it were not */
    struct markup_container too_deep;
    struct markup_span spans[MARKUP_SPANS_MAX];
    size_t n_spans;        /* may be larger */
    enum style style;      /* of the block */
    bool is_open;          /* a block of text has begun */
    bool wants_empty_line; /* an empty line comes before the next block */
    bool is_in_table;
    struct markdown_table table;
    size_t n_cells;
    bool has_tables;
};

/* `is_apart`: an empty line comes before what is written first. */
void markup_begin(struct markup_writer *writer, struct styled_text *styled, int columns, bool is_apart);
void markup_release(struct markup_writer *writer);

/* A block of text; `more` stands before its lines, behind what its containers put there. */
void markup_begin_block(struct markup_writer *writer, enum wrap_kind kind, const char *more,
                        enum style style);
/* One of this level, 1 to 6. */
void markup_begin_heading(struct markup_writer *writer, int level);
/* Nothing when none is open. */
void markup_end_block(struct markup_writer *writer);
void markup_want_empty_line(struct markup_writer *writer);

void markup_begin_quotation(struct markup_writer *writer);
void markup_end_quotation(struct markup_writer *writer);

void markup_begin_list(struct markup_writer *writer, bool is_tight, struct markup_numbering numbering);
void markup_end_list(struct markup_writer *writer);
/* The number of the next item of the list; 0 where it has bullets. */
unsigned markup_next_number(struct markup_writer *writer);
/* It has this number; a list with bullets has none. */
void markup_set_number(struct markup_writer *writer, unsigned number);
/* `marker`: instead of that of its list; NULL: that one. */
void markup_begin_item(struct markup_writer *writer, const char *marker);
void markup_end_item(struct markup_writer *writer);

void markup_add_rule(struct markup_writer *writer);

/* Each row has so many cells, and so many rows are the header. */
void markup_begin_table(struct markup_writer *writer, size_t n_columns, size_t n_header_rows);
/* False: it was too large to be drawn. */
bool markup_end_table(struct markup_writer *writer);
/* False: there are too many. */
bool markup_begin_cell(struct markup_writer *writer, enum cell_align align);
void markup_end_cell(struct markup_writer *writer);
/* The cell that stands so many before it takes this one's place, too. False: there are too many. */
bool markup_repeat_cell(struct markup_writer *writer, size_t before);

/* Text that comes from the source there, or from nowhere in it (NO_SOURCE). */
void markup_add_text(struct markup_writer *writer, struct bytes text, size_t source);
/* A style, with what is noted before and behind it. */
void markup_begin_span(struct markup_writer *writer, enum style style, const char *notation);
void markup_end_span(struct markup_writer *writer, const char *notation);
/* A link is a span; the address stands behind its text, unless it is that. */
void markup_end_link(struct markup_writer *writer, struct bytes address);
/* An image is a span that begins with "[image: "; without a text it is named by its address. */
void markup_end_image(struct markup_writer *writer, struct bytes address);

#endif
