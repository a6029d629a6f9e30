/*
 * A document of a ballot on the screen: its number, its title, its fields and its text, in a
 * box (beside others, or alone) or below a line with its title (below others).
 */
#ifndef ASSAY_TUI_WIDGET_DOCUMENT_BOX_H
#define ASSAY_TUI_WIDGET_DOCUMENT_BOX_H

#include "core/judge/ballot.h"
#include "tui/widget/text_view.h"

enum document_box_shape { BOX_FRAMED, BOX_HEADED };

/* {0} is empty and safe to release. */
struct document_box {
    int number;         /* the slot's position */
    struct buffer key;  /* that votes for it, as the box says it below the text */
    bool asks_nothing;  /* no key votes for it: it is only shown */
    bool is_old_answer; /* the vote that was taken back from this ballot was for this document */
    struct text_view title;
    int title_rows; /* that are kept for it in a box: another one beside it may have a longer one */
    struct text_view text;
    size_t
        opening; /* the byte of the source that it was opened at, for the question's words; 0: it was not */
    struct buffer remark;     /* what is said of the document as a whole, on its frame; empty: nothing */
    struct buffer origin;     /* what stands below the title; empty: nothing */
    struct buffer field_line; /* the fields that are shown, above the text … */
    struct text_view fields;  /* … in as few rows as they need, or as there can be */
    enum document_box_shape shape;
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

/* The rows of text, fields and origin, `most` at most, that a line `columns` wide with its title would have below it. */
int document_box_count_rows(struct document_box *box, int columns, int most);

/* Must be called before the box is drawn. */
void document_box_arrange(struct document_box *box, enum document_box_shape shape, struct rectangle area);
/* The same in a box beside others, of which one has a title of so many rows: so that all texts begin on one row. */
void document_box_arrange_below(struct document_box *box, struct rectangle area, int title_rows);
/* How many rows the text leaves empty in the box, as it was arranged last. */
int document_box_spare_rows(struct document_box *box);

/* Whether the cell belongs to the box, and whether it is one of its number's. */
bool document_box_has_cell(const struct document_box *box, int row, int column);
bool document_box_has_number_at(const struct document_box *box, int row, int column);

/* Boxes share their sides: the focused box is drawn after the others. */
void document_box_draw(const struct document_box *box, struct surface *surface, bool is_focused);

#endif
