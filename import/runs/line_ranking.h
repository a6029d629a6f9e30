/*
 * The ranking of one question from its lines, without reading their numbers as long as the lines stand in its order:
 * the rank of a document is then the place of its line, and only documents with equal scores have to be sorted out.
 */
#ifndef ASSAY_IMPORT_RUNS_LINE_RANKING_H
#define ASSAY_IMPORT_RUNS_LINE_RANKING_H

#include "core/metric/judged_search.h"
#include "core/metric/ranking.h"
#include "import/records/record_lines.h"

/* Room to work in, used again and again. {0} is empty and safe to release. */
struct line_ranking {
    struct record_lines lines;
    struct judged_search search;
    struct judged_places places;
    size_t places_capacity;
    const struct record_layout *layout;
    enum score_type scores;
    bool is_tied; /* of line_ranking_place: a judged document has the score of another one */
    struct run_question first;
    struct run_question tied;
};

void line_ranking_release(struct line_ranking *ranking);
/*
 * Reads the lines that follow with this qid; `truth` NULL: the question has no judgments. False: one of them is no record, or
 * a rank that does not rise, or a document stands there twice.
 */
bool line_ranking_read(struct line_ranking *ranking, struct record_reader *reader, struct bytes qid,
                       const struct qrels_question *truth) __attribute__((warn_unused_result));
/* The same without a look for documents that stand there twice, and only for line_ranking_entries. */
bool line_ranking_read_all(struct line_ranking *ranking, struct record_reader *reader, struct bytes qid)
    __attribute__((warn_unused_result));
/*
 * Sets `places` and `first` for evaluator_score_places, of scores that are so exact. False: the lines stand in another order
 * than the ranking, or too many scores are equal; line_ranking_entries has them all, as they are written.
 */
bool line_ranking_place(struct line_ranking *ranking, enum ties ties, enum score_type scores)
    __attribute__((warn_unused_result));
/* Behind that call: sets `places` to where they are with ties broken by another rule. False: there are too many. */
bool line_ranking_place_otherwise(struct line_ranking *ranking, enum ties ties)
    __attribute__((warn_unused_result));
/* Adds all lines to a question. False: a number is none; of lines that line_ranking_read has read, since the file was
 * changed meanwhile. */
bool line_ranking_entries(const struct line_ranking *ranking, struct run_question *retrieved)
    __attribute__((warn_unused_result));

#endif
