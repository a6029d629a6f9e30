/*
 * A document of a ballot on the screen: its number, its title and its text, in a
 * box (beside others, or alone) or under a heading (below others).
 */
#ifndef ASSAY_TUI_WIDGET_DOCUMENT_BOX_H
#define ASSAY_TUI_WIDGET_DOCUMENT_BOX_H

#include "core/store/store.h"
#include "tui/widget/text_view.h"

enum pane_shape { PANE_BOXED, PANE_HEADED };

/* {0} is empty and safe to release. */
struct pane {
    int number;         /* the slot's position */
    bool is_old_answer; /* the vote that was taken back from this ballot was for this document */
    struct passage title;
    struct passage text;
    struct buffer origin; /* what stands below the title; empty: nothing */
    enum pane_shape shape;
    struct rectangle area;
};

void pane_release(struct pane *pane);
void pane_set(struct pane *pane, int number, bool is_old_answer, const struct ballot_document *document);

/* Shows docid, prior and source below the title; NULL: not any more. */
void pane_set_origin(struct pane *pane, const struct ballot_document *document);

/* Marks these words, which are not copied, in the title and the text from now on; NULL: none. */
void pane_mark_terms(struct pane *pane, const struct terms *terms);

/* The rows of text and origin, `most` at most, that a heading `columns` wide would have below it. */
int pane_count_rows(struct pane *pane, int columns, int most);

/* Must be called before the pane is drawn. */
void pane_arrange(struct pane *pane, enum pane_shape shape, struct rectangle area);

/* Whether the cell belongs to the pane, and whether it is one of its number's. */
bool pane_has_cell(const struct pane *pane, int row, int column);
bool pane_has_number_at(const struct pane *pane, int row, int column);

/* Boxes share their sides: the focused pane is drawn after the others. */
void pane_draw(const struct pane *pane, struct surface *surface, bool is_focused);

#endif
