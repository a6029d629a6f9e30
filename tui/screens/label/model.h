/*
 * The model of the labelling screen: the present ballot, the position of its reader, and the typed text. Its parts share it:
 * keys.c has the keys, answering.c, remarking.c, places.c, moving.c and showing.c what they do, draw.c says where things stand
 * and paints them.
 */
#ifndef ASSAY_TUI_SCREENS_LABEL_MODEL_H
#define ASSAY_TUI_SCREENS_LABEL_MODEL_H

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
    LABEL_CHOOSING, /* the next key is an answer, or moves about */
    LABEL_SKIPPING, /* the next key says why the ballot is put aside */
    LABEL_FINDING,  /* a needle is typed */
    LABEL_NOTING,   /* a note is typed */
    LABEL_SECONDING, /* the vote is saved, and the next key says what is next best */
    LABEL_MARKING,  /* the sentences that decided are chosen */
};

/* Evidence: a part of a document's source, which is saved with a vote for the document. {0}: nothing is marked. */
struct label_evidence {
    int position;
    size_t start;
    size_t end;
};

/* The mark of a ballot, with the marked text: it is marked again when the ballot comes back. */
struct held_evidence {
    int64_t ballot_id;
    struct label_evidence evidence;
    struct buffer text;
};

/* The parts of a document's source that were on the screen while a question was asked. */
struct displayed_document {
    int64_t question_id;
    int64_t candidate_id;
    uint64_t text_hash; /* a text that is corrected is another one */
    struct text_parts parts;
};

/* Where the reader is: what a find that is given up goes back to. */
struct label_place {
    size_t focus;
    bool shows_focus;
    struct text_place places[BALLOT_SIZE_MAX];
};

/* Whether documents are compared: as it follows from them and the user's choice, or as a key said for this ballot. */
enum label_comparing { COMPARING_AS_EVER, COMPARING_ON, COMPARING_OFF };

/* The visible parts of the documents, and where they open. */
struct label_reading {
    /* As the user likes it. */
    enum shown_text read_before;
    enum differences_choice differences_choice;
    enum opening opening;
    /* Of this ballot, as keys said. */
    bool shows_whole; /* nothing is folded */
    enum label_comparing comparing;
    /* Of the texts as they are. */
    bool is_followed;                            /* what follows holds … */
    unsigned versions[BALLOT_SIZE_MAX];          /* … for these texts … */
    struct rectangle room;                       /* … with so much room … */
    enum layout_choice layout;                   /* … in this layout */
    bool is_comparing;                           /* what only one says is marked */
    bool fits[BALLOT_SIZE_MAX];                  /* the document has room for all of its text */
    bool has_folds;                              /* or would have, but for shows_whole */
    struct text_parts folded[BALLOT_SIZE_MAX];   /* of the sources: what is folded now */
    struct differences differences;              /* n = 0: they were not compared */
    struct arena arena;                          /* of the folds, and of: */
    struct shared_units shared[BALLOT_SIZE_MAX]; /* while is_comparing, and: */
    struct bytes texts[BALLOT_SIZE_MAX];         /* all of them, as they are seen without folds */
    struct text_changes changes;
    size_t change;                              /* that the documents were taken to; SIZE_MAX: to none */
    bool is_unlocked;                           /* what is nearly the same scrolls each for itself */
    bool is_opened[BALLOT_SIZE_MAX];            /* the document was shown where it opens */
    struct arena units_arenas[BALLOT_SIZE_MAX]; /* of: */
    struct text_units units[BALLOT_SIZE_MAX];
    struct passage_list passages[BALLOT_SIZE_MAX];
    unsigned units_versions[BALLOT_SIZE_MAX]; /* of the texts that units and passages are of */
    size_t passage[BALLOT_SIZE_MAX];          /* that was gone to last */
    struct text_parts read[BALLOT_SIZE_MAX];  /* of the texts that were read before, as they are seen */
    int rows_beside;                          /* of text, in boxes beside each other; 0: they are not */
    struct buffer whole_key;                  /* that shows what is folded */
    struct buffer next_key;                   /* that goes to the next difference */
};

/* {0} and label_show make it; the screen's `release` ends it. */
struct label_model {
    /* The ballot in hand, or the last vote's; never NULL while the screen is shown. */
    const struct ballot *ballot;
    int64_t ballot_id; /* what it was when it was shown: another may lie in its place by now */
    int64_t question_id;
    int64_t questions;               /* all there are */
    bool goes_on;                    /* the ballot shown before was of the same question */
    const struct scoreboard *scores; /* NULL without runs, and for annotators */

    enum label_mode mode;
    bool is_zoomed; /* what has the focus fills the screen */
    size_t focus;   /* the index of a box; ballot->n_slots: the question, when it is cut */
    bool was_shown
        [BALLOT_SIZE_MAX]; /* since the ballot is: more than a glimpse of the document, or a key went to it */
    bool shows_focus;      /* a key was for it: until then nothing stands out, as if it were chosen */
    struct text_view question;
    struct buffer question_fields;              /* those that are shown, in one row; empty: none */
    struct document_box boxes[BALLOT_SIZE_MAX]; /* by position - 1 */
    struct line_edit needle;
    enum document_format format;               /* of the documents, as it is set */
    enum text_markup markups[BALLOT_SIZE_MAX]; /* by position - 1 */
    bool shows_source;                         /* of those that are Markdown or HTML */
    bool hides_words;
    const char *language;        /* of questions and documents, as it is set; NULL: none */
    struct question_words words; /* of the question */
    struct label_reading reading;
    struct label_place before_find;
    struct buffer note;     /* goes with the answer */
    struct line_edit draft; /* of the note, while it is typed */
    struct label_evidence evidence;
    struct held_evidence *held; /* of all ballots that were shown */
    size_t n_held;
    size_t held_capacity;
    struct displayed_document on_screen[BALLOT_SIZE_MAX]; /* since the ballot is shown, by position - 1 */
    struct displayed_document *displayed;                 /* before it */
    size_t n_displayed;
    size_t displayed_capacity;
    struct sentence chosen;  /* while it is: sentences of the focused document as it is seen … */
    unsigned chosen_version; /* … in this version of its view */
    enum layout_choice layout;
    /* Beside which something is said: it has the ballot; else the one in hand is shown. */
    struct last_vote vote;
    bool is_practice;   /* the ballot in hand counts nowhere */
    bool has_reasons;   /* to be given after a vote */
    bool shows_origins; /* docids, priors and sources: the annotator is not blind */

    /* Where things stand; label_arrange says. */
    struct rectangle area;
    struct rectangle room; /* of the documents and the scores */
    int progress_columns;  /* that the question leaves free at the end of its first row */
    struct rectangle question_area;
    bool has_chip; /* what the question is stands beside it */
    struct rectangle fields_area;
    struct rectangle note_area;
    struct rectangle evidence_area;
    struct rectangle scores_area;
    struct rectangle changes_area;
};

struct label_place label_place(const struct label_model *model);
void label_go_to_place(struct label_model *model, const struct label_place *place);

#endif
