/*
 * Finds what looks wrong in ground truth before anybody relies on it. People should check each finding, because
 * each kind has false positives. So each kind can be left out.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/judgment.h"
#include "core/base/map.h"
#include "core/base/words.h"

enum lint_kind {
    LINT_DUPLICATE,      /* two questions with the same words in the same order */
    LINT_NEAR_DUPLICATE, /* two questions that share nearly all words */
    LINT_TEMPLATE, /* "question1", "Here are 5 questions": text that a program wrote instead of a question */
    LINT_SHORT,    /* hardly a word */
    LINT_LEAK,     /* nearly all words of a question are in a document that is relevant to it */
    LINT_UNKNOWN_QUESTION, /* judgments for a question that is not in the collection */
    LINT_UNKNOWN_DOCUMENT, /* a judgment of a document that is not in the collection */
    LINT_NO_RELEVANT,      /* a question whose judgments have no relevant document */
    LINT_TWINS,      /* two documents of nearly the same text that have different grades for one question */
    LINT_TEST_VOTES, /* votes by annotators who seem to have only tried the program */
    LINT_KIND_COUNT,
};

/* By enum lint_kind. */
extern const struct words lint_kind_words;
/* The meaning of the kind, for people. */
const char *lint_kind_help(enum lint_kind kind);
/* The data that a kind needs: only judgments, also questions, or also documents. */
enum lint_reading { LINT_READS_JUDGMENTS, LINT_READS_QUESTIONS, LINT_READS_DOCUMENTS };
enum lint_reading lint_kind_reads(enum lint_kind kind);

struct lint_finding {
    enum lint_kind kind;
    struct bytes id;     /* of the question, or of the annotator of votes */
    struct bytes other;  /* of the other question or the document; may be empty */
    struct bytes detail; /* may be empty */
};

/* The findings. Begin with {0} and set the wanted kinds. The findings are sorted by kind after lint_finish. */
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

/* Checks the questions and compares them with each other. Ids and texts must outlive the lint. */
void lint_questions(struct lint *lint, const struct lint_question *questions, size_t n);
/* Checks whether the name is one that people use to try a program. */
void lint_annotator(struct lint *lint, struct bytes name, int64_t votes);

/* The judgments of a question. */
struct lint_judged {
    struct bytes id;
    struct bytes text; /* of the question, if known */
    bool is_unknown;   /* it is not in the collection */
    const struct judgment *judgments;
    size_t n;
};

/* Checks the kinds that need no documents. Judgments and ids must outlive the lint. */
void lint_judgments(struct lint *lint, const struct lint_judged *questions, size_t n);

/* Data about judged documents, collected while the collection is read. {0} is empty. */
struct lint_documents {
    const struct lint_judged *questions;
    size_t n_questions;
    struct map by_docid;           /* the judged documents */
    uint64_t *sketches;            /* by number in by_docid */
    struct lint_content *contents; /* by question */
    struct lint_pair *pairs;       /* a document and a question to which it is relevant, sorted by document */
    size_t n_pairs;
    struct arena arena;
    uint64_t *words; /* of a text: working space */
    size_t n_words, words_capacity;
};

void lint_documents_release(struct lint_documents *documents);
/* Prepares for the documents of these questions. The questions, their judgments and ids must outlive both structs. */
void lint_documents_expect(struct lint_documents *documents, const struct lint_judged *questions, size_t n);
/* Checks a document of the collection. A document without judgments costs almost nothing. */
void lint_visit_document(struct lint *lint, struct lint_documents *documents, struct bytes docid,
                         struct bytes title, struct bytes text);
/* Call it after all documents: finds judgments of missing documents and of duplicates. */
void lint_documents_finish(struct lint *lint, const struct lint_documents *documents);
