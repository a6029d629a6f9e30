/*
 * The model of the labelling screen: the present ballot, the reader's position, and the typed text. All parts of the
 * screen share it: keys.c has the keys; answering.c, remarking.c, places.c, moving.c and showing.c have their
 * actions; draw.c arranges and draws everything.
 */
#pragma once

#include "core/judge/addition.h"
#include "core/metric/scoreboard.h"
#include "core/store/settings.h"
#include "tui/keys/preferences.h"
#include "tui/text/excerpt.h"
#include "core/text/sentences.h"
#include "tui/text/text_changes.h"
#include "tui/widget/document_box.h"
#include "tui/widget/line_edit.h"

enum label_mode {
    LABEL_CHOOSING,  /* the next key answers or moves */
    LABEL_SKIPPING,  /* the next key gives the reason of a skip */
    LABEL_FINDING,   /* the user types a search term */
    LABEL_NOTING,    /* the user types a note */
    LABEL_SECONDING, /* the vote is saved; the next key gives the second choice */
    LABEL_MARKING,   /* the user chooses the sentences that decided */
    LABEL_TYING,     /* the next keys name the two of three documents that are tied */
};

/* Evidence: a part of a document's source that is saved with a vote for the document. {0}: nothing is marked. */
struct label_evidence {
    int position;
    size_t start;
    size_t end;
};

/* The mark of a ballot with the marked text, from which it is restored when the ballot comes back. */
struct held_evidence {
    int64_t ballot_id;
    struct label_evidence evidence;
    struct buffer text;
};

/* The parts of a document's source that were on the screen for a question. */
struct displayed_document {
    int64_t question_id;
    int64_t candidate_id;
    uint64_t text_hash; /* a corrected text counts as another text */
    struct text_parts parts;
};

/* The reader's position, restored when a search is given up. */
struct label_place {
    size_t focus;
    bool shows_focus;
    struct text_place places[BALLOT_SIZE_MAX];
};

/* Whether to compare documents: decided by the documents and the user's preference, or by a key for this ballot. */
enum label_comparing { COMPARING_AS_EVER, COMPARING_ON, COMPARING_OFF };

/* The visible parts of the documents, and where they open. */
struct label_reading {
    /* The user's preferences. */
    enum shown_text read_before;
    enum differences_choice differences_choice;
    enum opening opening;
    /* For this ballot, set by keys. */
    bool shows_whole; /* nothing is folded */
    enum label_comparing comparing;
    /* For the present texts. */
    bool is_followed;                            /* the following members are up to date … */
    unsigned versions[BALLOT_SIZE_MAX];          /* … for these versions of the texts … */
    struct rectangle room;                       /* … in this area … */
    enum layout_choice layout;                   /* … with this layout */
    bool is_comparing;                           /* text that only one document has is marked */
    bool fits[BALLOT_SIZE_MAX];                  /* the document's whole text fits into its window */
    bool has_folds;                              /* something is folded, or would be without shows_whole */
    struct text_parts folded[BALLOT_SIZE_MAX];   /* what is folded now, in offsets of the sources */
    struct differences differences;              /* n = 0: the documents were not compared */
    struct arena arena;                          /* for the folds and the following three */
    struct shared_units shared[BALLOT_SIZE_MAX]; /* set while is_comparing */
    /* the whole texts as they are seen without folds; set while is_comparing */
    struct bytes texts[BALLOT_SIZE_MAX];
    struct text_changes changes;
    size_t change;                              /* the difference last shown; SIZE_MAX: none */
    bool is_unlocked;                           /* nearly identical documents scroll independently */
    bool is_opened[BALLOT_SIZE_MAX];            /* the document was moved to where it opens */
    struct arena units_arenas[BALLOT_SIZE_MAX]; /* each holds a document's units */
    struct text_units units[BALLOT_SIZE_MAX];
    struct passage_list passages[BALLOT_SIZE_MAX];
    /* the versions of the texts to which units and passages belong */
    unsigned units_versions[BALLOT_SIZE_MAX];
    size_t passage[BALLOT_SIZE_MAX]; /* the passage last shown */
    /* parts that were read before, in offsets of the visible text */
    struct text_parts read[BALLOT_SIZE_MAX];
    /* rows of text in boxes side by side; 0: the boxes are not side by side */
    int rows_beside;
    struct buffer whole_key; /* label of the key that shows what is folded */
    struct buffer next_key;  /* label of the key that goes to the next difference */
};

/* Made by {0} and label_show; freed by the screen's `release`. */
struct label_model {
    /* The ballot in hand, or the last vote's; never NULL while the screen is shown. */
    const struct ballot *ballot;
    int64_t ballot_id; /* the id of the ballot when it was shown; `ballot` may have another content by now */
    int64_t question_id;
    int64_t questions;               /* the number of all questions */
    bool goes_on;                    /* the previous ballot had the same question */
    const struct scoreboard *scores; /* NULL: there are no runs */

    enum label_mode mode;
    int tied;       /* of LABEL_TYING: the position of the first of the two; 0: it is not named yet */
    bool is_zoomed; /* the focused document or question fills the screen */
    size_t focus;   /* the index of a box; ballot->n_slots: the question, when it is cut */
    bool was_shown
        /* since the ballot is shown, the document was visible for more than a moment, or a key went to it */
        [BALLOT_SIZE_MAX];
    /* a key was meant for the focus; before that, no document stands out, because it would look chosen */
    bool shows_focus;
    struct text_view question;
    struct buffer question_fields;              /* the shown fields in one row; empty: none */
    struct document_box boxes[BALLOT_SIZE_MAX]; /* by position - 1 */
    struct line_edit needle;
    enum document_format format;               /* of the documents: the setting */
    enum text_markup markups[BALLOT_SIZE_MAX]; /* by position - 1 */
    bool shows_source;                         /* instead of rendered Markdown or HTML */
    bool hides_words;
    const char *language;        /* of questions and documents: the setting; NULL: none */
    struct question_words words; /* of the question */
    struct label_reading reading;
    struct label_place before_find;
    struct buffer note;     /* to be saved with the answer */
    bool is_note_half;      /* it was restored as it was typed, and has not been kept since */
    struct line_edit draft; /* of the note while the user types it */
    struct label_evidence evidence;
    struct held_evidence *held; /* of all ballots shown so far */
    size_t n_held;
    size_t held_capacity;
    /* since the present ballot is shown, by position - 1 */
    struct displayed_document on_screen[BALLOT_SIZE_MAX];
    struct displayed_document *displayed; /* before the present ballot */
    size_t n_displayed;
    size_t displayed_capacity;
    struct sentence chosen;  /* while choosing: sentences of the visible text of the focused document … */
    unsigned chosen_version; /* … in this version of its view */
    enum layout_choice layout;
    /* The vote to which the user adds. It has the ballot; if it has none, the ballot in hand is shown. */
    struct last_vote vote;
    bool is_practice;   /* the ballot in hand is for practice and does not count */
    bool has_reasons;   /* there are reasons that can be given after a vote */
    bool shows_origins; /* docids, priors and sources are shown, because the annotator is not blind */

    /* The layout, computed by label_arrange. */
    struct rectangle area;
    struct rectangle room; /* for the documents and the scores */
    int progress_columns;  /* columns that the question leaves free at the end of its first row */
    struct rectangle question_area;
    bool has_chip; /* a remark such as "same question" is shown next to the question */
    struct rectangle fields_area;
    struct rectangle note_area;
    struct rectangle evidence_area;
    struct rectangle scores_area;
    struct rectangle changes_area;
};

struct label_place label_place(const struct label_model *model);
void label_go_to_place(struct label_model *model, const struct label_place *place);
