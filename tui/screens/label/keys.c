#include "tui/screens/label/keys.h"

#include "tui/keys/going.h"
#include "tui/widget/line_edit.h"

// clang-format off
static const struct key_row choosing_rows[] = {
    {.id = "vote", .keys = {'1', '2', '3'}, .places = 3, .action = LABEL_VOTE,
     .bar = {3, 1, "best"}, .help = "Vote: this document is the most relevant one"},
    {.id = "none", .keys = {'0'}, .action = LABEL_NONE,
     .bar = {1, 2, "none"}, .help = "Vote: none of the documents answers the question"},
    {.id = "tie", .keys = {'w'}, .action = LABEL_TIE, .is_for_ties = true,
     .bar = {1, 2, "two equal"}, .help = "Vote: two documents are the best, equally good; of three, press both numbers"},
    {.id = "skip", .keys = {'s'}, .action = LABEL_SKIP,
     .bar = {1, 4, "skip"}, .help = "Skip the comparison without a vote: for later, or for good"},
    {.id = "undo", .keys = {'u'}, .action = LABEL_UNDO,
     .bar = {1, 6, "undo"}, .help = "Undo your last answer; press again for the answer before it"},
    {.id = "redo", .keys = {'r'}, .action = LABEL_REDO,
     .bar = {0, 0, "redo"}, .help = "Restore the answer that you undid"},
    {.id = "note", .keys = {'e'}, .action = LABEL_NOTE,
     .bar = {1, 9, "note"}, .help = "Write a note that is kept with your answer: before it, or right after a vote"},
    {.id = "evidence", .keys = {'v'}, .action = LABEL_MARK,
     .bar = {1, 8, "why"}, .help = "Mark the sentences that decide: before the vote, or right after it"},
    {.id = "next", .keys = {NAMED_TAB, NAMED_RIGHT}, .action = LABEL_FOCUS_NEXT,
     .bar = {0, 0, "next document"}, .help = "Go to the next document, or to a shortened question"},
    {.id = "previous", .keys = {NAMED_BACKTAB, NAMED_LEFT}, .action = LABEL_FOCUS_PREVIOUS,
     .bar = {0, 0, "document before"}, .help = "Go to the document before"},
    {.id = "line", .keys = {NAMED_UP, NAMED_DOWN, 'k', 'j'}, .places = 2, .action = ACTION_LINE,
     .bar = {0, 0, "scroll"}, .help = "Scroll the focused document by a line"},
    {.id = "page", .keys = {NAMED_PAGE_UP, NAMED_PAGE_DOWN, KEY_CONTROL | 'u', KEY_CONTROL | 'd', KEY_CONTROL | 'b', KEY_CONTROL | 'f', ' '}, .places = 2,
     .action = ACTION_PAGE, .bar = {0, 0, "scroll by a page"}, .help = "Scroll it by a page"},
    {.id = "ends", .keys = {NAMED_HOME, NAMED_END, 'g', 'G'}, .places = 2, .action = ACTION_ENDS,
     .bar = {0, 0, "beginning, end"}, .help = "Go to its beginning or end"},
    {.id = "find", .keys = {'/'}, .action = LABEL_FIND,
     .bar = {1, 7, "find"}, .help = "Find a word or phrase in the documents"},
    {.id = "match-next", .keys = {'n', '>', '.'}, .action = LABEL_MATCH_NEXT,
     .bar = {1, 10, "next"}, .help = "Go to the next place found; without a search, to the next difference"},
    {.id = "match-previous", .keys = {'N', '<', ','}, .action = LABEL_MATCH_PREVIOUS,
     .bar = {0, 0, "before"}, .help = "Go to the place or the difference before"},
    {.id = "back", .keys = {NAMED_ESCAPE}, .action = ACTION_BACK,
     .bar = {0, 0, "back"}, .help = "Leave the zoom; remove the marks of a search, then the focus"},
    {.id = "passage", .keys = {'p'}, .action = LABEL_PASSAGE,
     .bar = {1, 12, "passage"}, .help = "Go to the next passage with rare words of the question"},
    {.id = "differences", .keys = {'d'}, .action = LABEL_DIFFERENCES,
     .bar = {0, 0, "differences"}, .help = "Mark where documents differ, or stop; long documents hide what they share"},
    {.id = "lock", .keys = {'='}, .action = LABEL_LOCK,
     .bar = {0, 0, "scroll together"}, .help = "Scroll similar documents together, or each separately"},
    {.id = "whole", .keys = {'f'}, .action = LABEL_WHOLE,
     .bar = {1, 13, "hidden text"}, .help = "Show hidden text (already read, or shared by documents), and hide it"},
    {.id = "zoom", .keys = {'z'}, .action = LABEL_ZOOM,
     .bar = {1, 11, "zoom"}, .help = "Show the document on the whole screen, and back"},
    {.id = "open", .keys = {NAMED_ENTER}, .action = LABEL_OPEN,
     .help = "Same as zoom, when a document has the focus"},
    {.id = "layout", .keys = {'l'}, .action = LABEL_LAYOUT,
     .bar = {0, 0, "layout"}, .help = "Change the layout: documents side by side or below each other; remembered"},
    {.id = "terms", .keys = {'t'}, .action = LABEL_WORDS,
     .bar = {0, 0, "mark question's words"}, .help = "Mark the question's words in the documents, or stop marking them"},
    {.id = "source", .keys = {'x'}, .action = LABEL_SOURCE,
     .bar = {0, 0, "source"}, .help = "Show the source of this ballot's documents in Markdown or HTML, and back"},
    {.id = "copy", .keys = {'y'}, .action = LABEL_COPY,
     .bar = {0, 0, "copy text"}, .help = "Copy the focused document's text to the clipboard"},
    {.id = "mouse", .keys = {'M'}, .action = ACTION_MOUSE,
     .bar = {0, 0, "mouse off or on"},
     .help = "Mouse off, to select text with it, or on; remembered"},
    {.id = "click", .keys = {NAMED_CLICK}, .action = LABEL_CLICK,
     .help = "Focus what is under the pointer; on a number: vote for it"},
    {.id = "wheel", .keys = {NAMED_WHEEL_UP, NAMED_WHEEL_DOWN}, .places = 2, .action = LABEL_WHEEL,
     .help = "Scroll the document under the pointer"},
    {.id = "candidates", .keys = {'c'}, .action = ACTION_CANDIDATES,
     .bar = {1, 16, "candidates"}, .help = "Show the candidates of this question and their votes"},
    {.id = "quit", .keys = {'q'}, .action = ACTION_QUIT,
     .bar = {1, 5, "quit"}, .help = "Quit, or leave the zoom; every answer is saved, and you resume where you were"},
};

static const struct key_row skipping_rows[] = {
    {.id = "later", .keys = {'l'}, .action = LABEL_SKIP_LATER,
     .bar = {1, 1, "ask me later"}, .brief = "later", .help = "Ask this comparison again later"},
    {.id = "cannot-tell", .keys = {'c'}, .action = LABEL_SKIP_CANNOT_TELL,
     .bar = {1, 2, "I can't tell, don't ask again"}, .brief = "can't tell", .help = "Don't show me this comparison again: I can't tell"},
    {.id = "back", .keys = {NAMED_ESCAPE}, .action = ACTION_BACK,
     .bar = {1, 3, "don't skip"}, .brief = "back", .help = "Go back to the comparison"},
};

static const struct key_row finding_rows[] = {
    {.id = "keep", .keys = {NAMED_ENTER}, .action = LABEL_FIND_KEEP,
     .bar = {1, 1, "search"}, .help = "Keep the marks and go on"},
    {.id = "back", .keys = {NAMED_ESCAPE}, .action = ACTION_BACK,
     .bar = {1, 2, "cancel"}, .help = "Remove the marks and go back to where you were"},
};

static const struct key_row noting_rows[] = {
    {.id = "keep", .keys = {NAMED_ENTER}, .action = LABEL_NOTE_KEEP,
     .bar = {1, 1, "keep the note"}, .help = "Keep the note; an empty note is removed"},
    {.id = "back", .keys = {NAMED_ESCAPE}, .action = ACTION_BACK,
     .bar = {1, 2, "cancel"}, .help = "Leave the note unchanged"},
};

static const struct key_row marking_rows[] = {
    {.id = "sentence", .keys = {NAMED_UP, NAMED_DOWN, 'k', 'j'}, .places = 2, .action = LABEL_MARK_SENTENCE,
     .bar = {2, 3, "sentence"}, .brief = "move", .help = "Choose the sentence before, or the next one"},
    {.id = "ends", .keys = {NAMED_HOME, NAMED_END, 'g', 'G'}, .places = 2, .action = LABEL_MARK_ENDS,
     .help = "Choose the first sentence, or the last one"},
    {.id = "wider", .keys = {'+', '='}, .action = LABEL_MARK_WIDER,
     .bar = {1, 4, "wider"}, .brief = "more", .help = "Add the next sentence"},
    {.id = "narrower", .keys = {'-'}, .action = LABEL_MARK_NARROWER,
     .bar = {1, 6, "narrower"}, .help = "Remove the last sentence"},
    {.id = "next", .keys = {NAMED_TAB, NAMED_RIGHT}, .action = LABEL_MARK_NEXT,
     .bar = {1, 5, "next document"}, .help = "Choose in the next document"},
    {.id = "previous", .keys = {NAMED_BACKTAB, NAMED_LEFT}, .action = LABEL_MARK_PREVIOUS,
     .help = "Choose in the document before"},
    {.id = "keep", .keys = {NAMED_ENTER}, .action = LABEL_MARK_KEEP,
     .bar = {1, 1, "keep"}, .help = "Keep the mark; then vote"},
    {.id = "remove", .keys = {'v', NAMED_BACKSPACE, NAMED_DELETE}, .action = LABEL_MARK_REMOVE,
     .bar = {1, 7, "no mark"}, .help = "Remove all evidence from this ballot"},
    {.id = "back", .keys = {NAMED_ESCAPE}, .action = ACTION_BACK,
     .bar = {1, 2, "cancel"}, .brief = "back", .help = "Leave the mark unchanged"},
};

static const struct key_row tying_rows[] = {
    {.id = "tied", .keys = {'1', '2', '3'}, .places = 3, .action = LABEL_TIED, .is_for_ties = true,
     .bar = {3, 1, "equally good"}, .help = "The two that are equally good: press one, then the other"},
    {.id = "back", .keys = {NAMED_ESCAPE}, .action = ACTION_BACK, .is_for_ties = true,
     .bar = {1, 2, "no vote yet"}, .help = "Go back to the comparison without a vote"},
    {.id = "next", .keys = {NAMED_TAB, NAMED_RIGHT}, .action = LABEL_FOCUS_NEXT, .is_for_ties = true,
     .help = "Go to the next document"},
    {.id = "previous", .keys = {NAMED_BACKTAB, NAMED_LEFT}, .action = LABEL_FOCUS_PREVIOUS, .is_for_ties = true,
     .help = "Go to the document before"},
    {.id = "line", .keys = {NAMED_UP, NAMED_DOWN, 'k', 'j'}, .places = 2, .action = ACTION_LINE, .is_for_ties = true,
     .help = "Scroll the focused document by a line"},
    {.id = "page", .keys = {NAMED_PAGE_UP, NAMED_PAGE_DOWN}, .places = 2, .action = ACTION_PAGE, .is_for_ties = true,
     .help = "Scroll it by a page"},
};

static const struct key_row seconding_rows[] = {
    {.id = "second", .keys = {'1', '2', '3'}, .places = 3, .action = LABEL_SECOND,
     .bar = {3, 1, "next best"}, .help = "Choose the next best of the other documents"},
    {.id = "none", .keys = {'0', NAMED_ENTER}, .action = LABEL_SECOND_NONE,
     .bar = {2, 2, "neither answers"}, .brief = "neither",
     .help = "Neither of the other documents answers the question"},
    {.id = "undo", .keys = {'u'}, .action = LABEL_UNDO,
     .bar = {1, 3, "undo"}, .help = "Undo your vote with all that belongs to it"},
    {.id = "back", .keys = {NAMED_ESCAPE}, .action = ACTION_BACK,
     .bar = {1, 4, "don't say"}, .help = "Go on without a second choice"},
    {.id = "next", .keys = {NAMED_TAB, NAMED_RIGHT}, .action = LABEL_FOCUS_NEXT,
     .help = "Go to the next document"},
    {.id = "previous", .keys = {NAMED_BACKTAB, NAMED_LEFT}, .action = LABEL_FOCUS_PREVIOUS,
     .help = "Go to the document before"},
    {.id = "line", .keys = {NAMED_UP, NAMED_DOWN, 'k', 'j'}, .places = 2, .action = ACTION_LINE,
     .help = "Scroll the focused document by a line"},
    {.id = "page", .keys = {NAMED_PAGE_UP, NAMED_PAGE_DOWN}, .places = 2, .action = ACTION_PAGE,
     .help = "Scroll it by a page"},
    {.id = "quit", .keys = {'q'}, .action = ACTION_QUIT,
     .help = "Quit; your vote is saved"},
};
// clang-format on

static const struct key_table choosing_table = {.id = "label",
                                                .title = "The ballot",
                                                .keeps_places = true,
                                                .rows = choosing_rows,
                                                .n_rows = sizeof choosing_rows / sizeof *choosing_rows,
                                                .also = &reason_table};
static const struct key_table skipping_table = {.id = "skip",
                                                .title = "After s, the skip",
                                                .rows = skipping_rows,
                                                .n_rows = sizeof skipping_rows / sizeof *skipping_rows};
static const struct key_table finding_table = {.id = "find",
                                               .title = "After /, the find",
                                               .takes_text = true,
                                               .rows = finding_rows,
                                               .n_rows = sizeof finding_rows / sizeof *finding_rows,
                                               .also = &line_edit_table};

static const struct key_table noting_table = {.id = "note",
                                              .title = "After e, the note",
                                              .takes_text = true,
                                              .rows = noting_rows,
                                              .n_rows = sizeof noting_rows / sizeof *noting_rows,
                                              .also = &line_edit_table};

static const struct key_table marking_table = {.id = "mark",
                                               .title = "After v, the evidence",
                                               .rows = marking_rows,
                                               .n_rows = sizeof marking_rows / sizeof *marking_rows};

static const struct key_table tying_table = {.id = "tie",
                                             .title = "After w, the two that are equally good",
                                             .rows = tying_rows,
                                             .n_rows = sizeof tying_rows / sizeof *tying_rows};

static const struct key_table seconding_table = {.id = "second",
                                                 .title = "After a vote, the second choice",
                                                 .rows = seconding_rows,
                                                 .n_rows = sizeof seconding_rows / sizeof *seconding_rows};

const struct key_table *const label_key_tables[] = {&choosing_table,  &skipping_table,
                                                    &tying_table,     &finding_table,
                                                    &noting_table,    &marking_table,
                                                    &seconding_table, NULL};

const struct key_table *label_keys(enum label_mode mode)
{
    static const struct key_table *const by_mode[] = {
        [LABEL_CHOOSING] = &choosing_table, [LABEL_SKIPPING] = &skipping_table,
        [LABEL_FINDING] = &finding_table,   [LABEL_NOTING] = &noting_table,
        [LABEL_MARKING] = &marking_table,   [LABEL_SECONDING] = &seconding_table,
        [LABEL_TYING] = &tying_table,
    };
    return by_mode[mode];
}

const struct key_row *label_choosing_row(enum label_action action)
{
    const struct key_row *row = choosing_rows;
    while (row->action != (int)action)
        row++;
    return row;
}
