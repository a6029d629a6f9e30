/* Options of commands that read judgments or hits: what the user says about the fields of records. */
#pragma once

#include "cli/command.h"
#include "cli/options.h"
#include "import/known_texts.h"

struct field_options {
    const char *question, *truth, *hits, *grade, *score, *grades; /* NULL: not given */
};

/* Option rows that fill `member` of the struct `owner`, a struct field_options. */
#define FIELD_OPTION_ROWS(owner, member)                                                                     \
    TEXT_OPTION("question", "FIELD", owner, member.question, .help = "field with the question"),             \
        TEXT_OPTION("truth", "FIELD", owner, member.truth, .help = "field with the relevant documents"),     \
        TEXT_OPTION("hits", "FIELD", owner, member.hits, .help = "field with the retrieved documents"),      \
        TEXT_OPTION("grade", "FIELD", owner, member.grade,                                                   \
                    .help = "field with the grade; none: all documents count the same"),                     \
        TEXT_OPTION("score", "FIELD", owner, member.score, .help = "field with the score"),                  \
        TEXT_OPTION("grades", "LIST", owner, member.grades,                                                  \
                    .help = "grades for words, such as Exact=2,Partial=1")

/* The rows of them that are about runs. */
#define RUN_FIELD_OPTION_ROWS(owner, member)                                                                 \
    TEXT_OPTION("question", "FIELD", owner, member.question, .help = "field with the question"),             \
        TEXT_OPTION("hits", "FIELD", owner, member.hits, .help = "field with the retrieved documents"),      \
        TEXT_OPTION("score", "FIELD", owner, member.score, .help = "field with the score")

/*
 * Applies the options to everything that is read from now on. ERR_USAGE: the grades are no list of words and numbers.
 */
MUST_CHECK bool fields_choose(const struct field_options *options, struct err *err);

/* Call it after everything was read. ERR_INPUT: an option names a field that no file has. */
MUST_CHECK bool fields_check(struct err *err);

/*
 * Prints remarks on judgments: the file without grades, the file whose grades are clicks out of impressions (NULL:
 * none), and the number of documents without a grade.
 */
void fields_remark_judgments(const char *without_grades, const char *rated, size_t n_open,
                             struct world *world);
/*
 * Prints remarks on texts that named documents: passages, texts that differ in a few words from a document, and texts
 * in no document.
 */
void fields_remark_texts(const struct known_texts_count *count, struct world *world);
/* Prints a remark on a field of a run's hits that is called like a grade and not used; {0}: there is none. */
void fields_remark_label(const char *run, struct bytes field, struct world *world);
/*
 * Prints a remark on a run if an unused field holds known documents (import/fields/known_names.h), and
 * fields_remark_label's remark. Does not examine pipes and packed files.
 */
void fields_remark_unused(const char *run, struct world *world);
