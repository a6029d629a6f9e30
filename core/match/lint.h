/*
 * Finds what looks wrong in ground truth, before anybody relies on it. People should look at each finding: each kind has false
 * ones, so each kind can be left out.
 */
#ifndef ASSAY_CORE_MATCH_LINT_H
#define ASSAY_CORE_MATCH_LINT_H

#include "core/base/arena.h"
#include "core/base/judgment.h"
#include "core/base/map.h"
#include "core/base/words.h"

enum lint_kind {
    LINT_DUPLICATE,      /* two questions of the same words in the same order */
    LINT_NEAR_DUPLICATE, /* two questions that share nearly all words */
    LINT_TEMPLATE, /* "question1", "Here are 5 questions": what a program wrote in the place of a question */
    LINT_SHORT,    /* hardly a word */
    LINT_LEAK,     /* nearly all words of a question stand in a document that is relevant to it */
    LINT_UNKNOWN_QUESTION, /* judgments of a question that is not in the collection */
    LINT_UNKNOWN_DOCUMENT, /* a judgment of a document that is not in the collection */
    LINT_NO_RELEVANT,      /* a question whose judgments know no relevant document */
    LINT_TWINS,            /* two documents of nearly the same text, with different grades for one question */
    LINT_TEST_VOTES,       /* votes of who seems to have tried the program only */
    LINT_KIND_COUNT,
};

/* By enum lint_kind. */
extern const struct words lint_kind_words;
/* The meaning of the kind, for people. */
const char *lint_kind_help(enum lint_kind kind);
/* The data that a kind needs: only judgments, also questions, also documents. */
enum lint_reading { LINT_READS_JUDGMENTS, LINT_READS_QUESTIONS, LINT_READS_DOCUMENTS };
enum lint_reading lint_kind_reads(enum lint_kind kind);

struct lint_finding {
    enum lint_kind kind;
    struct bytes id;     /* of the question; of votes, their annotator */
    struct bytes other;  /* of the other question, or the document; empty: there is none */
    struct bytes detail; /* may be empty */
};

/* {0} and the kinds that are wanted make it; findings stand kind by kind once lint_finish was called. */
struct lint {
    bool wanted[LINT_KIND_COUNT];
    struct lint_finding *findings;
    size_t n, capacity;
    struct arena arena;
};

void lint_release(struct lint *lint);
void lint_finish(struct lint *lint);
size_t lint_count(const struct lint *lint, enum lint_kind kind);

struct lint_question {
    struct bytes id;
    struct bytes text;
};

/* The questions among themselves. Ids and texts outlive the lint. */
void lint_questions(struct lint *lint, const struct lint_question *questions, size_t n);
/* Whether the name is one that people give when they try a program. */
void lint_annotator(struct lint *lint, struct bytes name, int64_t votes);

/* The judgments of a question. */
struct lint_judged {
    struct bytes id;
    struct bytes text; /* of the question, where it is known */
    bool is_unknown;   /* it is not in the collection */
    const struct judgment *judgments;
    size_t n;
};

/* Looks for the kinds that need no documents. Judgments and ids must outlive the lint. */
void lint_judgments(struct lint *lint, const struct lint_judged *questions, size_t n);

/* The facts about judged documents, collected while the collection is read. {0} is empty. */
struct lint_documents {
    const struct lint_judged *questions;
    size_t n_questions;
    struct map by_docid;           /* those that are judged */
    uint64_t *sketches;            /* by their numbers there */
    struct lint_content *contents; /* by question */
    struct lint_pair *pairs;       /* of a document and a question that it is relevant to, by document */
    size_t n_pairs;
    struct arena arena;
    uint64_t *words; /* of a text: room to work in */
    size_t n_words, words_capacity;
};

void lint_documents_release(struct lint_documents *documents);
/* Tells what to look for in the documents. The questions, their judgments and ids must outlive both. */
void lint_documents_expect(struct lint_documents *documents, const struct lint_judged *questions, size_t n);
/* A document of the collection; one that nobody judged costs next to nothing. */
void lint_visit_document(struct lint *lint, struct lint_documents *documents, struct bytes docid,
                         struct bytes title, struct bytes text);
/* After all documents: the judgments of those that did not come, and those of twins. */
void lint_documents_finish(struct lint *lint, const struct lint_documents *documents);

#endif
