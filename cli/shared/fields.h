/* What commands that read judgments or hits share: what the user says of the fields of records. */
#ifndef ASSAY_CLI_SHARED_FIELDS_H
#define ASSAY_CLI_SHARED_FIELDS_H

#include "cli/command.h"
#include "cli/options.h"
#include "import/known_texts.h"

struct field_options {
    const char *question, *truth, *hits, *grade, *score, *grades; /* NULL: not given */
};

/* These rows fill `member` of the struct `owner`, which is a struct field_options. */
#define FIELD_OPTION_ROWS(owner, member)                                                                     \
    TEXT_OPTION("question", "FIELD", owner, member.question, .help = "field with the question"),             \
        TEXT_OPTION("truth", "FIELD", owner, member.truth, .help = "field with the relevant documents"),     \
        TEXT_OPTION("hits", "FIELD", owner, member.hits, .help = "field with the retrieved documents"),      \
        TEXT_OPTION("grade", "FIELD", owner, member.grade,                                                   \
                    .help = "field with the grade; none: all documents count the same"),                     \
        TEXT_OPTION("score", "FIELD", owner, member.score, .help = "field with the score"),                  \
        TEXT_OPTION("grades", "LIST", owner, member.grades,                                                  \
                    .help = "grades for words, such as Exact=2,Partial=1")

/* What these options say holds for all that is read from now on. ERR_USAGE: the grades are no list of words and numbers. */
bool fields_choose(const struct field_options *options, struct err *err) __attribute__((warn_unused_result));

/* Behind all that was read. ERR_INPUT: one of these options names a field that no file has. */
bool fields_check(struct err *err) __attribute__((warn_unused_result));

/*
 * Remarks on judgments: the file that has no grades, the one whose grades are clicks of impressions (NULL: there is none), and how
 * many documents have no grade.
 */
void fields_remark_judgments(const char *without_grades, const char *rated, size_t n_open,
                             struct world *world);
/* Remarks on texts that named documents: passages, those that stand in one but for a few words, and those that stand in none. */
void fields_remark_texts(const struct known_texts_count *count, struct world *world);
/*
 * Remarks on a run that has known documents (import/fields/known_names.h) in a field which is not read. Pipes and packed files are
 * not looked at.
 */
void fields_remark_unused(const char *run, struct world *world);

#endif
