/*
 * The questions that an export tells of, one after the other, with their graded candidates.
 */
#ifndef ASSAY_EXPORT_JUDGED_H
#define ASSAY_EXPORT_JUDGED_H

#include "export/exporter.h"

struct judged_question {
    int64_t question_id;
    size_t number; /* 1, 2, 3 … in the order of import, whichever questions are told of */
    struct bytes qid;
    struct bytes text;
    const struct tally *tallies; /* all candidates, by docid */
    const double *grades;        /* of each; NAN: it has none */
    size_t n_tallies;
    bool has_twins;                /* some of them stand for documents of the same words */
    const struct judgment *labels; /* those with a grade, by docid */
    size_t n_labels;
    struct arena *arena; /* lives as long as the visit */
};

/* Called with what is there until it returns; false, with the error set, ends the visits. */
typedef bool judged_visitor(void *context, struct exporter *exporter, const struct judged_question *question,
                            struct err *err);

/* What was visited. */
struct judged_count {
    size_t questions; /* that were visited */
    size_t of;        /* in all */
    size_t judgments;
};

/*
 * Visits the questions in the order of import, those without a label left out, with what the format can't hold refused. To
 * be called while the store is being read as of one moment.
 */
bool judged_visit(struct exporter *exporter, judged_visitor *visit, void *context, struct judged_count *count,
                  struct err *err) __attribute__((warn_unused_result));
/* What each visit asks beside that, so that it is asked for many questions together. NULL: nothing of the kind. */
struct judged_foresight {
    void (*foresee)(struct store *store, int64_t question_id); /* as store_foresee_votes (votes.h) */
    /* Whether it reads the text of this candidate (judged_read_document). */
    bool (*reads_text)(const struct exporter *exporter, const struct judged_question *question, size_t i);
};
bool judged_visit_foreseeing(struct exporter *exporter, const struct judged_foresight *foresight,
                             judged_visitor *visit, void *context, struct judged_count *count,
                             struct err *err) __attribute__((warn_unused_result));
/* A document that a vote was shown. */
struct judged_slot {
    int64_t answer_id;
    struct bytes docid; /* of the candidate that stands for it */
    bool is_chosen;
    bool is_second; /* the next best of those that were left */
};
/*
 * Those of the votes on the question, in the order in which they were cast; those of a vote side by side. In the question's
 * arena. For a visit that foresees it by store_foresee_votes (votes.h).
 */
bool judged_list_slots(struct exporter *exporter, const struct judged_question *question,
                       struct judged_slot **slots, size_t *n, struct err *err)
    __attribute__((warn_unused_result));
/* The document and those of the same words, which have all that it has: their docids, it first, in the question's arena. */
size_t judged_list_same(const struct judged_question *question, struct bytes docid, struct bytes **docids);
/*
 * What stands in a document, as annotators saw it: its title, where it has one, in a line above its text, and of HTML what it
 * says (core/markup/html_text.h). In the arena. For a visit that foresees what it reads.
 */
bool judged_read_document(struct exporter *exporter, struct bytes docid, struct arena *arena,
                          struct bytes *text, struct err *err) __attribute__((warn_unused_result));
/* The same of what is at hand; `text` is cleared before. */
void judged_join_document(struct bytes title, struct bytes content, struct buffer *text);
/* The summary of an export of judgments. */
void judged_summarise(struct exporter *exporter, const struct judged_count *count);

#endif
