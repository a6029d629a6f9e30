/* The keys of the labelling screen: one table for each mode. */
#pragma once

#include "tui/keys/action.h"
#include "tui/screens/label/model.h"

enum label_action {
    LABEL_VOTE = ACTION_OWN,
    LABEL_NONE,
    LABEL_TIE,
    LABEL_TIED,
    LABEL_SKIP,
    LABEL_SKIP_LATER,
    LABEL_SKIP_CANNOT_TELL,
    LABEL_UNDO,
    LABEL_REDO,
    LABEL_FOCUS_NEXT,
    LABEL_FOCUS_PREVIOUS,
    LABEL_ZOOM,
    LABEL_OPEN,
    LABEL_FIND,
    LABEL_FIND_KEEP,
    LABEL_MATCH_NEXT,
    LABEL_MATCH_PREVIOUS,
    LABEL_COPY,
    LABEL_CLICK,
    LABEL_WHEEL,
    LABEL_NOTE,
    LABEL_NOTE_KEEP,
    LABEL_MARK,
    LABEL_MARK_SENTENCE,
    LABEL_MARK_ENDS,
    LABEL_MARK_NEXT,
    LABEL_MARK_PREVIOUS,
    LABEL_MARK_WIDER,
    LABEL_MARK_NARROWER,
    LABEL_MARK_KEEP,
    LABEL_MARK_REMOVE,
    LABEL_LAYOUT,
    LABEL_SOURCE,
    LABEL_WORDS,
    LABEL_WHOLE,
    LABEL_DIFFERENCES,
    LABEL_PASSAGE,
    LABEL_LOCK,
    LABEL_SECOND,
    LABEL_SECOND_NONE,
    LABEL_ACTION_COUNT,
};

/* All of these tables, for the help; NULL ends the list. */
extern const struct key_table *const label_key_tables[];

const struct key_table *label_keys(enum label_mode mode);
/* The row of an action in the table of LABEL_CHOOSING. */
const struct key_row *label_choosing_row(enum label_action action);
