/* Visits the questions of an export, one after the other, with their graded candidates. */
#pragma once

#include "export/exporter.h"

struct judged_question {
    int64_t question_id;
    size_t number; /* 1, 2, 3 … in the order of import, among all questions */
    struct bytes qid;
    struct bytes text;
    const struct tally *tallies; /* all candidates, by docid */
    const double *grades;        /* for each candidate; NAN: no grade */
    size_t n_tallies;
    bool has_twins;                /* some candidates stand for documents with the same text */
    const struct judgment *labels; /* the graded candidates, by docid */
    size_t n_labels;
    struct arena *arena; /* lives as long as the visit */
};

/* Called for each question, whose data is valid until it returns. Return false with the error set to stop. */
typedef bool judged_visitor(void *context, struct exporter *exporter, const struct judged_question *question,
                            struct err *err);

/* What was visited. */
struct judged_count {
    size_t questions; /* questions visited */
    size_t of;        /* all questions */
    size_t judgments;
    size_t inferred; /* those of them that are inferred (tally_is_inferred) */
};

/*
 * Visits the questions in the order of import, without those that have no label. Refuses what the format can't hold.
 * Call it while the store is read as of one moment.
 */
MUST_CHECK bool judged_visit(struct exporter *exporter, judged_visitor *visit, void *context,
                             struct judged_count *count, struct err *err);
/*
 * Further data that each visit reads, so that it is fetched for many questions at once. NULL: nothing of the kind.
 */
struct judged_prefetches {
    void (*prefetch)(struct store *store,
                     int64_t question_id); /* for example store_prefetch_votes (votes.h) */
    /* Returns whether the visit reads the text of this candidate (judged_read_document). */
    bool (*reads_text)(const struct exporter *exporter, const struct judged_question *question, size_t i);
};
MUST_CHECK bool judged_visit_prefetching(struct exporter *exporter,
                                         const struct judged_prefetches *prefetches, judged_visitor *visit,
                                         void *context, struct judged_count *count, struct err *err);
/*
 * A document of a higher rank is preferred to one of a lower rank on the same ballot. Two that are tied are both chosen.
 */
enum judged_rank { RANK_BESIDE, RANK_SECOND, RANK_CHOSEN };

/* A document that a vote was shown. */
struct judged_slot {
    int64_t answer_id;
    struct bytes docid; /* of the candidate that stands for it */
    enum judged_rank rank;
};
/*
 * Lists the slots of the votes on the question, in the order of the votes, in the question's arena. For visits that
 * prefetch them by store_prefetch_votes (votes.h).
 */
MUST_CHECK bool judged_list_slots(struct exporter *exporter, const struct judged_question *question,
                                  struct judged_slot **slots, size_t *n, struct err *err);
/*
 * Lists the docids of the document and of those with the same text, which share all its grades. The document comes
 * first. In the question's arena.
 */
size_t judged_list_same(const struct judged_question *question, struct bytes docid, struct bytes **docids);
/*
 * Reads a document as annotators saw it: its title, if any, on a line above its text. HTML is converted to text
 * (core/markup/html_text.h). In the arena. For visits that prefetch what they read.
 */
MUST_CHECK bool judged_read_document(struct exporter *exporter, struct bytes docid, struct arena *arena,
                                     struct bytes *text, struct err *err);
/* Joins a title and a text in the same way; `text` is cleared before. */
void judged_join_document(struct bytes title, struct bytes content, struct buffer *text);
/* Sets the summary of an export of judgments. */
void judged_summarise(struct exporter *exporter, const struct judged_count *count);
