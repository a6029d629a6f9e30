/*
 * Fields are recognised by their names, lines of columns by their number and by which of them are numbers. Only files
 * given without an option are checked: behind an option such as --documents, the user's word counts.
 */
#include "import/exported.h"

#include "core/base/number.h"
#include "import/fields/field_facts.h"
#include "import/files/file.h"
#include "import/records/record_line.h"

enum { NAMES_MOST = 5 };

static const char take_votes[] = "import the votes instead: assay export DB votes";
static const char take_qrels[] = "import qrels instead: assay export DB qrels";

/* Recognised by the names of fields. */
static const struct exported_kind {
    const char *what, *remedy;
    bool has_ids; /* its records look like documents */
    const char *fields[NAMES_MOST + 1];
} kinds[] = {
    {"a list of the passages that votes point at",
     take_votes,
     true,
     {"question", "document", "start", "end", "votes"}},
    {"a list of winners and losers, without their ballots", take_votes, true, {"winner", "loser", "count"}},
    {"training data for embeddings, which has no ids", take_qrels, false, {"anchor", "positive"}},
    {"preference data to train a model, which has no ids",
     take_votes,
     false,
     {"prompt", "chosen", "rejected"}},
};

enum { N_KINDS = sizeof kinds / sizeof *kinds };

static bool fits(const struct exported_kind *kind, const struct field_sample *sample)
{
    for (const char *const *name = kind->fields; *name != NULL; name++) {
        if (field_find_exact(sample, bytes_of(*name)) == NO_FIELD)
            return false;
    }
    return true;
}

static const struct exported_kind *find_kind(struct bytes content)
{
    struct arena arena = {0};
    struct field_sample *sample = arena_get(&arena, sizeof *sample);
    const struct exported_kind *found = NULL;
    bool is_read = field_sample_take(content, &arena, sample);
    for (size_t i = 0; is_read && found == NULL && i < N_KINDS; i++)
        found = fits(&kinds[i], sample) ? &kinds[i] : NULL;
    arena_release(&arena);
    return found;
}

bool exported_looks_like_documents(struct bytes content)
{
    const struct exported_kind *kind = find_kind(content);
    return kind != NULL && kind->has_ids;
}

/* --- Lines of columns ------------------------------------------------------- */

static bool is_number(struct bytes text)
{
    double number;
    return number_parse_real(text, &number);
}

/* Returns whether the first line is 'qid docid offset length grade'. */
static bool is_genomics(const struct record_columns *columns)
{
    return columns->count == 5 && is_number(columns->at[2]) && is_number(columns->at[3]) &&
           is_number(columns->at[4]);
}

/* Returns whether the first line is 'qid group subgroup docid level', where the group is a vote. */
static bool is_preference(const struct record_columns *columns)
{
    return columns->count == 5 && bytes_starts_with(columns->at[1], "v") &&
           is_number(bytes_from(columns->at[1], 1)) && is_number(columns->at[2]) && is_number(columns->at[4]);
}

bool exported_refuse(const char *path, struct bytes content, struct err *err)
{
    const struct exported_kind *kind = find_kind(content);
    const struct record_columns columns = record_first_columns(content);
    const char *what = kind != NULL ? kind->what : NULL, *remedy = kind != NULL ? kind->remedy : take_votes;
    if (what == NULL && is_preference(&columns)) {
        what = "a file of preferences for trec_eval, without their ballots";
    } else if (what == NULL && is_genomics(&columns)) {
        what = "a list of the passages that votes point at";
    }
    return what == NULL || err_set(err, ERR_INPUT, "%s: this is %s; assay cannot import it; %s",
                                   file_label(path), what, remedy);
}
