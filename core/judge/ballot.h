/*
 * The terms of judging. A ballot shows one question with two or three documents. An answer is an annotator's reply
 * to it: a vote or a skip. Plain structs.
 */
#pragma once

#include "core/base/bytes.h"
#include "core/base/err.h"
#include "core/judge/quotation.h"
#include "core/judge/reason.h"

enum { BALLOT_SIZE_MIN = 2, BALLOT_SIZE_MAX = 3 };

/* One of the further fields of a document or a question, as it was imported. */
struct shown_field {
    struct bytes name;
    struct bytes value;
    bool is_json; /* the value is JSON rather than text: a number, true, a list … */
};

/* The fields that are configured to be shown and that exist, in the order in which they are shown. */
struct shown_fields {
    struct shown_field *fields;
    size_t n;
};

/*
 * Adds the fields as one line, "section: General · course: ml"; nothing without fields. Line ends become blanks;
 * other bytes are unchanged.
 */
void shown_fields_add(const struct shown_fields *fields, struct buffer *out);

/* A document as a ballot shows it. All texts are arbitrary bytes: they need not be UTF-8, and may be harmful. */
struct ballot_document {
    /*
     * The document_id of its candidate: itself or the duplicate that represents it. 0 for a document that is on no
     * ballot.
     */
    int64_t candidate_id;
    int64_t
        text_version; /* changes when an import corrects the text; 0 for a document that is on no ballot */
    struct bytes docid;
    struct bytes title; /* empty when it has none */
    struct bytes text;
    /* like that of struct candidate_row; blind annotators see neither the sources nor the docid */
    struct bytes sources;
    struct shown_fields fields;
    bool was_read; /* on another ballot of the question that the annotator answered */
};

/* A document on a ballot that the annotator answered, and how long the ballot was shown. */
struct seen_document {
    int64_t ballot_id;
    int64_t candidate_id; /* like that of the ballot's document */
    int64_t text_version; /* likewise; -1: the answer saw another text */
    int64_t size;         /* of the text, in bytes */
    int64_t elapsed_ms;   /* like that of the answer */
    int64_t before_ms;    /* like that of the ballot */
};

/* Values in place of a position: the vote is for none of the documents; there is no vote. */
enum { VOTE_NONE = 0, VOTE_ABSENT = -1 };

/*
 * The second choice: the best of the documents that are left after the vote. It is a position or one of these
 * values. SECOND_TIED + position is a tie: this document is as good as the one voted for, which is the one of the
 * two with the smaller position. So a tie has one form.
 */
enum { SECOND_ABSENT = 0, SECOND_NONE = -1, SECOND_TIED = BALLOT_SIZE_MAX };

/* Returns the position that is as good as the one voted for; 0: it is no tie. */
int second_tied(int64_t second);

/* The part of a ballot that is counted: its documents and the chosen one. */
struct choice {
    int64_t document_ids[BALLOT_SIZE_MAX]; /* by position - 1 */
    size_t n_slots;
    int position; /* of the chosen document; VOTE_NONE; VOTE_ABSENT: not answered yet */
    int second;   /* the second choice, see SECOND_TIED; SECOND_ABSENT: not given */
};

/* Whether the vote and the second choice name slots of the choice, or none of them. */
bool choice_is_whole(const struct choice *choice);
/* Returns the position that is as good as the one voted for; 0: it is no tie, or a tie of duplicates. */
int choice_tied(const struct choice *choice);
/* Returns how much of the vote is for a position: 1 for the chosen document, 1/2 for each of two that are tied, or 0. */
double choice_wins(const struct choice *choice, int position);
/*
 * Turns a second choice into a ballot of the remaining documents. Returns false if there is no second choice or no
 * other document, and for a tie.
 */
MUST_CHECK bool choice_of_rest(const struct choice *choice, struct choice *rest);

/*
 * Returns the document's place in the choice, from 1. It is added unless it, or its duplicate, is there. Returns 0
 * if there is no room.
 */
int choice_take_slot(struct choice *choice, int64_t document_id);
/*
 * Takes the second choice of an answer, which refers to slots of its ballot. Called for each slot: `slot` is its
 * position on the ballot, `place` its place in the choice (choice_take_slot).
 */
void choice_take_second(struct choice *choice, int64_t second, int64_t slot, int place);

/* SKIP_ABSENT: it is not a skip. */
enum skip_reason { SKIP_ABSENT, SKIP_LATER, SKIP_CANNOT_TELL };

enum { NOTE_SIZE_MAX = 4000 };

/* A vote (a position or VOTE_NONE) or a skip (a reason, and VOTE_ABSENT). With neither, there is no answer. */
struct answer {
    int position; /* of a slot, from 1; VOTE_NONE; VOTE_ABSENT */
    enum skip_reason skip;
    int64_t elapsed_ms; /* from shown to answered; 0: unknown */
    struct bytes note;  /* any bytes, at most NOTE_SIZE_MAX; empty: none */
    struct quotation
        evidence;        /* for a vote for a document: the passage that decided, from the text at that time */
    struct bytes reason; /* of a vote, possibly added later; at most REASON_SIZE_MAX bytes; empty: none */
    /* of a vote for a document, possibly added later: see SECOND_TIED */
    int second;
};

/* Returns whether there is an answer. */
bool answer_is_given(const struct answer *answer);
bool answer_is_vote(const struct answer *answer);
/* Returns whether the answer is a vote for this position, or a tie of it with another one. */
bool answer_is_for(const struct answer *answer, int position);
/* Returns a tie of two different positions, given in either order. */
struct answer answer_of_tie(int one, int other);
/* Returns whether note, evidence, reason and second choice are valid. Otherwise it returns false with ERR_INPUT. */
MUST_CHECK bool answer_is_accepted(const struct answer *answer, struct err *err);
/* Returns whether a note (any bytes) is short enough to be stored. Otherwise it returns false with ERR_INPUT. */
MUST_CHECK bool note_is_accepted(struct bytes note, struct err *err);

/* The passage of a document that decided; it is saved with a vote for this document. {0}: nothing is marked. */
struct evidence_mark {
    int position;              /* of the document's slot, from 1; VOTE_NONE: nothing is marked */
    struct quotation evidence; /* of the document's text */
};

/* The evidence to save with a vote for this position; empty bytes if the mark is in another document. */
struct quotation evidence_mark_for(const struct evidence_mark *mark, int position);
bool evidence_mark_is_equal(const struct evidence_mark *a, const struct evidence_mark *b);

enum act_kind {
    ACT_ANSWER,
    ACT_UNDO,
    ACT_REDO,
    ACT_REOPEN,    /* shows the ballot of an answer again; the answer stands until another one is given */
    ACT_LEAVE,     /* goes back from such a ballot to the one that was in hand; its answer stands */
    ACT_DROP_REST, /* drops the candidate of the current glance and all that follow, one after the other */
    /* goes on to the ballots of the question; candidates that were neither kept nor dropped stay so */
    ACT_END_GLANCES,
};

/* An action of the annotator on the current ballot. */
struct act {
    enum act_kind kind;
    /*
     * For ACT_ANSWER: the answer, without elapsed_ms. For ACT_REDO: only its note and evidence; empty means those
     * of the undone answer.
     */
    struct answer answer;
    int64_t
        answer_id; /* for ACT_REOPEN: the answer; for ACT_ANSWER to a glance: the one that it replaces, or 0 */
    int64_t document_id; /* for ACT_ANSWER to a glance: the candidate; 0: the current one */
};

/* Returns whether the act is none on the current ballot: it undoes an answer, or shows another ballot. */
bool act_goes_back(const struct act *act);

struct ballot {
    int64_t ballot_id;
    int64_t question_id;
    struct bytes qid;
    struct bytes question;
    struct shown_fields question_fields;
    int64_t question_number; /* 1 … progress.questions, in the order of import */
    size_t n_slots;          /* 1 … BALLOT_SIZE_MAX */
    bool is_glance; /* its one candidate is kept (position 1) or dropped (VOTE_NONE): core/judge/glance.h */
    struct ballot_document documents[BALLOT_SIZE_MAX]; /* by position - 1 */
    /*
     * The answer of this ballot that was undone last, which can be given again. If the ballot has come back after a
     * skip with a note, the note is that of the skip, even without an answer to give again. With `stands` it is the
     * answer of this ballot that counts until another one is given.
     */
    struct answer withdrawn;
    bool stands;
    /* The longest time that earlier, undone answers took; 0: unknown. */
    int64_t before_ms;
    /* The note typed for the next answer; if nothing was typed, the note of `withdrawn`. */
    struct bytes note;
    /*
     * The evidence marked for the next answer; if nothing was marked, the evidence of `withdrawn`. The text of its
     * document contains it.
     */
    struct evidence_mark mark;
};
/* Whether both show the same question and documents, with the same texts and fields, in the same slots. */
bool ballot_shows_the_same(const struct ballot *ballot, const struct ballot *other);

/* Returns the mark, if its document is on the ballot and still contains it; else none. */
struct evidence_mark ballot_standing_mark(const struct ballot *ballot, const struct evidence_mark *mark);
/* Returns the mark of the undone vote, if its document still contains it; else none. */
struct evidence_mark ballot_withdrawn_mark(const struct ballot *ballot);
