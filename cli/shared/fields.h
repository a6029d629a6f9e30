/* What commands that read judgments or hits share: what the user says of the fields of records. */
#ifndef ASSAY_CLI_SHARED_FIELDS_H
#define ASSAY_CLI_SHARED_FIELDS_H

#include "cli/command.h"
#include "cli/options.h"

/* These rows stand one behind the other in the table of a command, from the option `first` on. */
enum { FIELD_QUESTION, FIELD_TRUTH, FIELD_HITS, FIELD_GRADE, FIELD_SCORE, FIELD_GRADES, FIELD_OPTION_COUNT };

#define FIELD_OPTION_ROWS(first)                                                                             \
    [(first) +                                                                                               \
        FIELD_QUESTION] = {.name = "question", .argument = "FIELD", .help = "field with the question"},      \
        [(first) + FIELD_TRUTH] = {.name = "truth",                                                          \
                                   .argument = "FIELD",                                                      \
                                   .help = "field with the relevant documents"},                             \
        [(first) + FIELD_HITS] = {.name = "hits",                                                            \
                                  .argument = "FIELD",                                                       \
                                  .help = "field with the retrieved documents"},                             \
        [(first) + FIELD_GRADE] = {.name = "grade",                                                          \
                                   .argument = "FIELD",                                                      \
                                   .help = "field with the grade; none: all documents count the same"},      \
        [(first) + FIELD_SCORE] = {.name = "score", .argument = "FIELD", .help = "field with the score"},    \
        [(first) + FIELD_GRADES] = {.name = "grades",                                                        \
                                    .argument = "LIST",                                                      \
                                    .help = "grades for words, such as Exact=2,Partial=1"}

/* What these options say holds for all that is read from now on. ERR_USAGE: the grades are no list of words and numbers. */
bool fields_choose(const struct arguments *arguments, size_t first, struct err *err)
    __attribute__((warn_unused_result));

/* Behind all that was read. ERR_INPUT: one of these options names a field that no file has. */
bool fields_check(struct err *err) __attribute__((warn_unused_result));

/*
 * Remarks on judgments: the file that has no grades, the one whose grades are clicks of impressions (NULL: there is none), and how
 * many documents have no grade.
 */
void fields_remark_judgments(const char *without_grades, const char *rated, size_t n_open,
                             struct world *world);
/*
 * Remarks on a run that has known documents (import/fields/known_names.h) in a field which is not read. Pipes and packed files are
 * not looked at.
 */
void fields_remark_unused(const char *run, struct world *world);

#endif
