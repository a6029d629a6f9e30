/*
 * The labelling screen: a question, its documents, one key for an answer.
 */
#ifndef ASSAY_TUI_SCREENS_LABEL_LABEL_H
#define ASSAY_TUI_SCREENS_LABEL_LABEL_H

#include "tui/screens/label/model.h"
#include "tui/screens/screens.h"

enum label_action {
    LABEL_VOTE = ACTION_OWN,
    LABEL_NONE,
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
    LABEL_ACTION_COUNT,
};

/*
 * Shows the ballot, whose texts may have moved. Another ballot is shown from its
 * beginning, and what is looked for stays only as long as the question does.
 */
void label_show(struct label_model *model, const struct ballot *ballot, int64_t questions,
                const struct scoreboard *scores);

#endif
