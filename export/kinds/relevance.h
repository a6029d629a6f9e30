/* The result of the votes for each candidate, as a table: wins, impressions, relevance, grade. */
#pragma once

#include "core/judge/relevance.h"
#include "export/forms/table.h"

void relevance_add_columns(struct table *table);
/* Adds the candidates of a question, the best first. Grades have `precision` decimals. */
void relevance_add_candidates(struct table *table, struct bytes qid, const struct tally *tallies, size_t n,
                              const struct grading_rule *rule, int precision);
