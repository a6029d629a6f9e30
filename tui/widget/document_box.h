/*
 * A document of a ballot on the screen: a line with its number and title, and below it its fields and its text. A
 * vertical line on the left separates it from the document next to it.
 */
#pragma once

#include "core/judge/ballot.h"
#include "tui/widget/text_view.h"

/* {0} is empty and safe to release. */
struct document_box {
    int number;             /* the slot's position */
    struct buffer key;      /* the key that votes for it; shown if it differs from the number */
    const char *old_answer; /* sign of an earlier vote for this document on this ballot, static; NULL: none */
    struct text_view title;
    /*
     * rows reserved for the title below the line, because a box next to it may have a longer title; 0: the title is
     * on the line
     */
    int title_rows;
    struct text_view text;
    size_t
        /* the byte of the source where the text was opened, for the question's words; 0: not opened there */
        opening;
    struct buffer remark;     /* a remark about the whole document, on its frame; empty: none */
    struct buffer origin;     /* the text below the title; empty: none */
    struct buffer field_line; /* the shown fields, above the text … */
    struct text_view fields;  /* … in as few rows as they need, within the available room */
    int of;        /* number of documents of which only this one is shown; 0: the others are shown, too */
    bool has_side; /* the first column of the area is a vertical line */
    struct rectangle area;
};

void document_box_release(struct document_box *box);
void document_box_set(struct document_box *box, int number, const char *old_answer,
                      const struct ballot_document *document);

/* Sets a remark such as "read before". The frame or the title line shows it if there is room. */
void document_box_set_remark(struct document_box *box, struct bytes remark);

/* Sets the label of the key that votes for the document: "1". Until then the key is its number. */
void document_box_set_key(struct document_box *box, struct bytes label);

/* Shows docid and sources below the title. NULL: shows them no longer. */
void document_box_set_origin(struct document_box *box, const struct ballot_document *document);

/* Marks these words in the title and the text from now on. The words are not copied. NULL: marks none. */
void document_box_mark_words(struct document_box *box, const struct question_words *words);

/* Returns the rows that the title needs below the line in a box of this inner size. 0: it fits on the line. */
int document_box_count_title_rows(struct document_box *box, int columns, int rows);

/* Returns the rows of title, text, fields and origin, at most `most`, below a line of so many columns. */
int document_box_count_rows(struct document_box *box, int columns, int most);

/* Must be called before the box is drawn. */
void document_box_arrange(struct document_box *box, struct rectangle area, bool has_side, int title_rows);
/*
 * Arranges `n` boxes side by side. document_boxes_columns returns the number of columns inside the sides of each box.
 * document_boxes_arrange makes their texts begin on the same row and returns how many rows all of them leave empty.
 */
int document_boxes_columns(struct rectangle area, size_t n);
int document_boxes_arrange(struct document_box *boxes, size_t n, struct rectangle area);

/* Whether the cell belongs to the box; and which document's number stands in the cell, 0 for none. */
bool document_box_has_cell(const struct document_box *box, int row, int column);
int document_box_number_at(const struct document_box *box, int row, int column);

/* Boxes share lines, so the focused box must be drawn last. */
void document_box_draw(const struct document_box *box, struct surface *surface, bool is_focused);
