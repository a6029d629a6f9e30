/*
 * Imports votes from elsewhere, one JSON object per line, as `assay export DB votes` writes them:
 *
 *     {"uuid":"…","question":"q1","shown":["d3","d1"],"chosen":"d1","annotator":"maria",
 *      "time":"2026-11-21T20:31:05.123Z","elapsed_ms":4200,"note":"…"}
 *
 * Only the question, the shown documents and the chosen one (null: none of them) are required. A skip has "skip"
 * ("later", "cannot tell") in place of "chosen". A vote that was undone has "withdrawn", with the time, and
 * "withdrawn_by" ("undo", "return"). An answer to a control, which is not a vote, has "control" ("repeat", "gold").
 * "evidence" (quotation_field.h) is the decisive passage of the chosen document, "reason" a word for the reason,
 * "second" the second-best document (null: none of the rest). In place of it, "tie" is a document that is as good as
 * the chosen one. Other keys are ignored.
 *
 * A vote without a uuid gets one made from question, documents, choice, annotator and time. So a repeated line is one
 * vote.
 */
#pragma once

#include "import/filling.h"

struct votes_request {
    const char *annotator; /* for lines that name none; NULL: such lines are an error */
    int64_t now;           /* for lines without a time */
};

/*
 * Stores the votes of a file, inside an import of the caller. The caller updates the remaining work of the questions
 * afterwards. A shown document that is not a candidate becomes one, with the source "votes". Known votes that were
 * undone or got a reason since count as replaced. Errors name file and line.
 */
MUST_CHECK bool import_votes(const struct filling *filling, const char *path,
                             const struct votes_request *request, struct put_counts *votes,
                             struct put_counts *candidates, struct err *err);
