/*
 * The words of judging: a ballot shows one question with two or three documents,
 * and an answer is what an annotator says to it, a vote or a skip. Plain structs.
 */
#ifndef ASSAY_CORE_JUDGE_BALLOT_H
#define ASSAY_CORE_JUDGE_BALLOT_H

#include "core/base/bytes.h"
#include "core/base/err.h"
#include "core/judge/quotation.h"
#include "core/judge/reason.h"

enum { BALLOT_SIZE_MIN = 2, BALLOT_SIZE_MAX = 3 };

/* One of the other fields of a document or a question, as the import found it. */
struct shown_field {
    struct bytes name;
    struct bytes value;
    bool is_json; /* the value is no text but JSON: a number, true, a list … */
};

/* Those that are to be shown and are there, in the order in which they are to be shown. */
struct shown_fields {
    struct shown_field *fields;
    size_t n;
};

/* Adds them as one line, "section: General · course: ml"; nothing without fields. Any bytes but line ends. */
void shown_fields_add(const struct shown_fields *fields, struct buffer *out);

/* A document as a ballot shows it. Any bytes: nothing is known to be UTF-8, or harmless. */
struct ballot_document {
    /* The candidate that stands for it, by its document_id: itself or a twin. Of a document that is on no ballot 0. */
    int64_t candidate_id;
    int64_t text_version; /* another number where an import corrects the text. Likewise 0 */
    struct bytes docid;
    struct bytes title; /* empty when it has none */
    struct bytes text;
    struct bytes sources; /* as struct candidate_row's. An annotator who votes blind sees neither the sources nor the docid */
    struct shown_fields fields;
    bool was_read; /* on another ballot of the question, which the annotator answered */
};

/* A document on a ballot that the annotator answered, and for how long that was shown. */
struct seen_document {
    int64_t ballot_id;
    int64_t candidate_id; /* as the ballot's document's, */
    int64_t text_version; /* and this; -1: of another text, which the answer saw */
    int64_t size;         /* of its text */
    int64_t elapsed_ms;   /* as the answer's */
    int64_t before_ms;    /* as the ballot's */
};

/* In place of a position: the vote is for none of the documents; there is no vote. */
enum { VOTE_NONE = 0, VOTE_ABSENT = -1 };

/* The next best of the documents that a vote for one left over: a position, or one of these. */
enum { SECOND_ABSENT = 0, SECOND_NONE = -1 };

/* A ballot as far as it is counted: its documents, and which of them was chosen. */
struct choice {
    int64_t document_ids[BALLOT_SIZE_MAX]; /* by position - 1 */
    size_t n_slots;
    int position; /* of the one chosen; VOTE_NONE; VOTE_ABSENT: it is in somebody's hands */
    int second;   /* of the next best; SECOND_NONE; SECOND_ABSENT: nobody has said */
};

/* What a second choice says: a ballot of the documents that the first one left over. False: there is none, or nothing was left. */
bool choice_of_rest(const struct choice *choice, struct choice *rest) __attribute__((warn_unused_result));

/* Where the document stands in the choice, from 1; it is added unless it, or a twin it stands for, is there. 0: no room. */
int choice_take_slot(struct choice *choice, int64_t document_id);

/* SKIP_ABSENT: it is no skip. */
enum skip_reason { SKIP_ABSENT, SKIP_LATER, SKIP_CANNOT_TELL };

enum { NOTE_SIZE_MAX = 4000 };

/* A vote (a position or VOTE_NONE) or a skip (a reason, and VOTE_ABSENT); with neither there is no answer. */
struct answer {
    int position; /* of a slot, from 1; VOTE_NONE; VOTE_ABSENT */
    enum skip_reason skip;
    int64_t elapsed_ms;        /* from shown to answered; 0: not known */
    struct bytes note;         /* any bytes, at most NOTE_SIZE_MAX; empty: none */
    struct quotation evidence; /* of a vote for a document: what of its text decided, as that was then */
    struct bytes reason;       /* of a vote, which may get it later; at most REASON_SIZE_MAX; empty: none */
    int second;                /* of a vote for a document, which may get it later: a position, SECOND_NONE, SECOND_ABSENT */
};

/* Whether there is an answer. */
bool answer_is_given(const struct answer *answer);
bool answer_is_vote(const struct answer *answer);
/* Whether its note, evidence and reason are what can be kept; ERR_INPUT when not. */
bool answer_is_accepted(const struct answer *answer, struct err *err) __attribute__((warn_unused_result));
/* Whether a note (any bytes) is short enough to be kept; ERR_INPUT when not. */
bool note_is_accepted(struct bytes note, struct err *err) __attribute__((warn_unused_result));

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
    ACT_REOPEN,
    ACT_DROP_REST,   /* drops the candidate of the glance in hand and all behind it, one after the other */
    ACT_END_GLANCES, /* goes on to the ballots of the question; what was neither kept nor dropped stays so */
};

/* An action of the annotator on the present ballot. */
struct act {
    enum act_kind kind;
    /* ACT_ANSWER, but for elapsed_ms; ACT_REDO: its note and evidence alone, given again; no bytes: that of before. */
    struct answer answer;
    int64_t answer_id;   /* ACT_REOPEN: the answer that is taken back, whose ballot is in hand then */
    int64_t document_id; /* ACT_ANSWER to a glance: the candidate that is meant; 0: the one in hand */
};

/* Whether the act takes an answer back, whatever ballot is in hand. */
bool act_takes_back(const struct act *act);

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
    /* The answer last taken back from it, which can be given again. Where the ballot has come back after a skip
     * with a note, the note is that one, even if there is no answer to give again. */
    struct answer withdrawn;
    /* The longest time in which it was answered before, of answers taken back; 0: none is known. */
    int64_t before_ms;
    /* The note typed for the next answer; if nothing was typed, the note of `withdrawn`. */
    struct bytes note;
    /*
     * The evidence marked for the next answer; if nothing was marked, the evidence of `withdrawn`. The text of its document
     * contains it.
     */
    struct evidence_mark mark;
};

/* The mark, if its document is on the ballot and still has it; else none. */
struct evidence_mark ballot_standing_mark(const struct ballot *ballot, const struct evidence_mark *mark);
/* That of the vote that was taken back, if there is one that stands. */
struct evidence_mark ballot_withdrawn_mark(const struct ballot *ballot);

#endif
