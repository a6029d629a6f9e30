/* What commands that read judgments or hits share: what the user says of the fields of records. */
#ifndef ASSAY_CLI_FIELDS_H
#define ASSAY_CLI_FIELDS_H

#include "cli/options.h"

/* These rows stand one behind the other in the table of a command, from the option `first` on. */
enum { FIELD_QUESTION, FIELD_TRUTH, FIELD_HITS, FIELD_GRADE, FIELD_SCORE, FIELD_OPTION_COUNT };

#define FIELD_OPTION_ROWS(first)                                                                             \
    [(first) +                                                                                               \
        FIELD_QUESTION] = {.name = "question",                                                               \
                           .argument = "FIELD",                                                              \
                           .help = "the field that names the question"},                                     \
        [(first) + FIELD_TRUTH] = {.name = "truth",                                                          \
                                   .argument = "FIELD",                                                      \
                                   .help = "the field that names the relevant documents"},                   \
        [(first) + FIELD_HITS] = {.name = "hits",                                                            \
                                  .argument = "FIELD",                                                       \
                                  .help = "the field that names the retrieved documents"},                   \
        [(first) +                                                                                           \
            FIELD_GRADE] = {.name = "grade",                                                                 \
                            .argument = "FIELD",                                                             \
                            .help = "the field that is the grade; none: every document counts alike"},       \
        [(first) +                                                                                           \
            FIELD_SCORE] = {.name = "score", .argument = "FIELD", .help = "the field that is the score"}

/* What these options say holds for all that is read from now on. */
void fields_choose(const struct arguments *arguments, size_t first);

#endif
