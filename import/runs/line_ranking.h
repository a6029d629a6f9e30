/*
 * Ranks the documents of one question from its lines, without parsing their numbers while the lines are in ranking
 * order. The rank of a document is then the place of its line, and only documents with equal scores must be sorted.
 */
#pragma once

#include "core/metric/judged_search.h"
#include "core/metric/ranking.h"
#include "import/records/record_lines.h"

/* Reusable working memory. {0} is empty and safe to release. */
struct line_ranking {
    struct record_lines lines;
    struct judged_search search;
    struct judged_places places;
    size_t places_capacity;
    const struct record_layout *layout;
    enum score_type scores;
    bool is_tied; /* set by line_ranking_place: a judged document has the same score as another one */
    struct run_question first;
    struct run_question tied;
};

void line_ranking_release(struct line_ranking *ranking);
/*
 * Reads the following lines with this qid; `truth` NULL: the question has no judgments. Returns false when one of them
 * is not a record, a rank does not rise, or a document occurs twice.
 */
MUST_CHECK bool line_ranking_read(struct line_ranking *ranking, struct record_reader *reader,
                                  struct bytes qid, const struct qrels_question *truth);
/* Does the same without checking for repeated documents, and only for line_ranking_entries. */
MUST_CHECK bool line_ranking_read_all(struct line_ranking *ranking, struct record_reader *reader,
                                      struct bytes qid);
/*
 * Sets `places` and `first` for evaluator_score_places, with scores of this precision. Returns false when the lines are
 * not in ranking order, or too many scores are equal. Use line_ranking_entries then: it has all lines as they are
 * written.
 */
MUST_CHECK bool line_ranking_place(struct line_ranking *ranking, enum ties ties, enum score_type scores);
/*
 * Call it after line_ranking_place: sets `places` for another rule for ties. Returns false when there are too many
 * ties.
 */
MUST_CHECK bool line_ranking_place_otherwise(struct line_ranking *ranking, enum ties ties);
/*
 * Adds all lines to a question. Returns false when a number is invalid. For lines that line_ranking_read has read, that
 * means that the file was changed meanwhile.
 */
MUST_CHECK bool line_ranking_entries(const struct line_ranking *ranking, struct run_question *retrieved);
