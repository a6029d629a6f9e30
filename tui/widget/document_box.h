/*
 * A document of a ballot on the screen: its fields and its text, below a line with its number and its title. A line on its
 * left parts it from the one that it stands beside.
 */
#ifndef ASSAY_TUI_WIDGET_DOCUMENT_BOX_H
#define ASSAY_TUI_WIDGET_DOCUMENT_BOX_H

#include "core/judge/ballot.h"
#include "tui/widget/text_view.h"

/* {0} is empty and safe to release. */
struct document_box {
    int number;         /* the slot's position */
    struct buffer key;  /* that votes for it, which is said where it is not the number */
    bool is_old_answer; /* the vote that was taken back from this ballot was for this document */
    struct text_view title;
    int title_rows; /* that are kept for it below the line: another one beside it may have a longer one; 0: it is on the line */
    struct text_view text;
    size_t
        opening; /* the byte of the source that it was opened at, for the question's words; 0: it was not */
    struct buffer remark;     /* what is said of the document as a whole, on its frame; empty: nothing */
    struct buffer origin;     /* what stands below the title; empty: nothing */
    struct buffer field_line; /* the fields that are shown, above the text … */
    struct text_view fields;  /* … in as few rows as they need, or as there can be */
    int tabs; /* the numbers of so many documents stand on its line, since it is shown alone; 0: its own */
    bool has_side; /* the area's first column is a line */
    struct rectangle area;
};

void document_box_release(struct document_box *box);
void document_box_set(struct document_box *box, int number, bool is_old_answer,
                      const struct ballot_document *document);

/* "read before": what the frame or the title's line says where there is room. */
void document_box_set_remark(struct document_box *box, struct bytes remark);

/* The key that votes for the document from now on, as its label says it: "1". Until then it is its number. */
void document_box_set_key(struct document_box *box, struct bytes label);

/* Shows docid and sources below the title; NULL: not any more. */
void document_box_set_origin(struct document_box *box, const struct ballot_document *document);

/* Marks these words, which are not copied, in the title and the text from now on; NULL: none. */
void document_box_mark_words(struct document_box *box, const struct question_words *words);

/* In a box that is so large inside its sides: the rows that the title needs below its line, 0: it has room on it. */
int document_box_count_title_rows(struct document_box *box, int columns, int rows);

/* The rows of title, text, fields and origin, `most` at most, below a line of so many columns. */
int document_box_count_rows(struct document_box *box, int columns, int most);

/* Must be called before the box is drawn. */
void document_box_arrange(struct document_box *box, struct rectangle area, bool has_side, int title_rows);
/*
 * `n` of them beside each other, each with so many columns inside its sides. Their texts begin on one row. Returns how many rows
 * all of them leave empty.
 */
int document_boxes_columns(struct rectangle area, size_t n);
int document_boxes_arrange(struct document_box *boxes, size_t n, struct rectangle area);

/* Whether the cell belongs to the box, and the number that stands in it; 0: none does. */
bool document_box_has_cell(const struct document_box *box, int row, int column);
int document_box_number_at(const struct document_box *box, int row, int column);

/* Boxes share lines: the focused box is drawn after the others. */
void document_box_draw(const struct document_box *box, struct surface *surface, bool is_focused);

#endif
