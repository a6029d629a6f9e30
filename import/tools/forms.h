/*
 * The forms that tools.c chooses from, one file each. A tool_recogniser tells whether the beginning of a file has the
 * form; a tool_adder adds its records (tools.h).
 */
#pragma once

#include "core/base/bytes.h"
#include "core/base/err.h"

typedef bool tool_recogniser(struct bytes beginning);
typedef bool tool_adder(struct bytes content, struct buffer *out, size_t *line, struct err *err);

tool_recogniser opensearch_recognises, ranklib_recognises, rre_recognises, question_lists_recognise,
    tasks_recognise, comparisons_recognise, clicks_recognise, columns_recognise, promptfoo_recognises,
    rank_eval_recognises, langsmith_recognises, annotators_recognise;
tool_adder ranklib_add, rre_add, question_lists_add, tasks_add, comparisons_add, clicks_add, opensearch_add,
    columns_add, promptfoo_add, rank_eval_add, langsmith_add, annotators_add;
