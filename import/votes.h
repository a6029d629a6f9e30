/*
 * Votes from elsewhere, one JSON object a line, as `assay export DB votes` writes them:
 *
 *     {"uuid":"…","question":"q1","shown":["d3","d1"],"chosen":"d1","annotator":"maria",
 *      "time":"2026-11-21T20:31:05.123Z","elapsed_ms":4200,"note":"…"}
 *
 * A question, what was shown and what was chosen (null: none of them) are enough. A skip has "skip" ("later", "cannot
 * tell") in place of "chosen"; what was taken back has "withdrawn", when, and "withdrawn_by" ("undo", "return");
 * an answer to a control, which is no vote, has "control" ("repeat", "gold"). "evidence" (quotation_field.h) is what of the
 * chosen document decided, "reason" a word that says why, "second" the next best (null: none of the rest). Other keys are passed over. Without a uuid one is made of
 * question, documents, choice, annotator and time: so the same line twice is one vote.
 */
#ifndef ASSAY_IMPORT_VOTES_H
#define ASSAY_IMPORT_VOTES_H

#include "import/filling.h"

struct votes_request {
    const char *annotator; /* of lines that name none; NULL: then they are an error */
    int64_t now;           /* of lines without a time */
};

/*
 * Puts the votes of a file, inside an import of the caller, who settles afterwards what is left of the questions. What
 * was shown and is no candidate becomes one, of the source "votes". Votes that are known and were taken back, or got a
 * reason, since count as replaced. Errors name file and line.
 */
bool import_votes(const struct filling *filling, const char *path, const struct votes_request *request,
                  struct put_counts *votes, struct put_counts *candidates, struct err *err)
    __attribute__((warn_unused_result));

#endif
