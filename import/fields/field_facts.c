#include "import/fields/field_facts.h"

#include "core/base/map.h"
#include "core/base/number.h"
#include "import/field_names.h"
#include "import/fields/grade_words.h"
#include "import/fields/known_names.h"

#include <math.h>
#include <string.h>

/* --- Names ------------------------------------------------------------------ */

struct bytes field_last_name(struct bytes path)
{
    const char *point = path.size > 0 ? memrchr(path.data, '.', path.size) : NULL;
    return point == NULL ? path : bytes_from(path, (size_t)(point - path.data) + 1);
}

bool field_is_inner(struct bytes path)
{
    return field_last_name(path).size < path.size;
}

enum value_kind field_kind(const struct field_sample *sample, int field)
{
    for (size_t i = 0; i < sample->n_rows; i++) {
        if (sample->rows[i][field].kind != VALUE_ABSENT)
            return sample->rows[i][field].kind;
    }
    return VALUE_ABSENT;
}

int field_find_exact(const struct field_sample *sample, struct bytes name)
{
    int field = (int)sample->n_fields - 1;
    while (field >= 0 && !bytes_equal(sample->names[field], name))
        field--;
    return field;
}

bool field_is_plain(const struct field_sample *sample, int field)
{
    enum value_kind kind = field_kind(sample, field);
    return kind == VALUE_PLAIN || (kind == VALUE_ABSENT && sample->format != NULL);
}

int field_find_called(const struct field_sample *sample, const char *const *names)
{
    for (int inner = 0; inner < 2; inner++) {
        for (const char *const *name = names; *name != NULL; name++) {
            for (int field = 0; field < (int)sample->n_fields; field++) {
                struct bytes path = sample->names[field];
                if (field_is_inner(path) == (inner == 1) && field_is_called(field_last_name(path), *name) &&
                    field_is_plain(sample, field))
                    return field;
            }
        }
    }
    return NO_FIELD;
}

static bool has_part(struct bytes name, const char *part)
{
    struct bytes wanted = bytes_of(part);
    for (size_t i = 0; i + wanted.size <= name.size; i++) {
        if (bytes_equal_ignoring_case(bytes_slice(name, i, i + wanted.size), wanted))
            return true;
    }
    return false;
}

static bool has_any_part(struct bytes name, const char *const *parts)
{
    while (*parts != NULL && !has_part(name, *parts))
        parts++;
    return *parts != NULL;
}

bool field_sounds_like_grades(struct bytes name)
{
    static const char *const parts[] = {"grade", "score", "relevan", "rating", "label", "judg", NULL};
    return has_any_part(name, parts);
}

bool field_sounds_like_scores(struct bytes path)
{
    static const char *const parts[] = {"score", "similar", "relevan", "logit", "confidence", NULL};
    return has_any_part(field_last_name(path), parts);
}

bool field_sounds_like_distances(struct bytes path)
{
    return has_part(field_last_name(path), "dist");
}

bool field_sounds_like_ranks(struct bytes path)
{
    static const char *const parts[] = {"rank", "position", NULL};
    return has_any_part(field_last_name(path), parts);
}

static bool is_separator(char c)
{
    return c == '-' || c == '_' || c == ' ';
}

/* Returns whether the name goes on with these small letters, with or without separators between them. */
static bool goes_on_with(struct bytes name, const char *letters)
{
    size_t at = 0;
    for (; *letters != '\0'; letters++, at++) {
        while (at < name.size && is_separator(name.data[at]))
            at++;
        if (at == name.size || byte_in_small(name.data[at]) != *letters)
            return false;
    }
    return true;
}

static bool has_any_letters(struct bytes name, const char *const *parts)
{
    for (; *parts != NULL; parts++) {
        for (size_t i = 0; i < name.size; i++) {
            if (goes_on_with(bytes_from(name, i), *parts))
                return true;
        }
    }
    return false;
}

bool field_sounds_wrong(struct bytes path)
{
    static const char *const parts[] = {"irrelevant",    "negative",   "notrelevant", "nonrelevant",
                                        "falsepositive", "distractor", "unexpected",  "unrelated",
                                        "incorrect",     "wrong",      NULL};
    const struct bytes name = field_last_name(path);
    return has_any_letters(name, parts) || field_is_called(name, "neg") || bytes_starts_with(name, "neg_");
}

bool field_sounds_apart(struct bytes path)
{
    static const char *const parts[] = {"exclude", "ignore",   "lessrelevant", "mustnot", "forbid",
                                        "reject",  "previous", "seen",         "history", NULL};
    return has_any_letters(field_last_name(path), parts);
}

bool field_sounds_like_documents(struct bytes path)
{
    static const char *const parts[] = {"doc",    "passage", "chunk", "context", "corpus",
                                        "source", "_id",     "_pid",  NULL};
    return has_any_part(field_last_name(path), parts);
}

bool field_sounds_right(struct bytes path)
{
    static const char *const parts[] = {"relevant", "gold",      "expected",     "positive",
                                        "truth",    "reference", "retrieval_gt", NULL};
    static const char *const names[] = {"pos", NULL};
    const struct bytes name = field_last_name(path);
    const struct bytes outer = bytes_slice(path, 0, path.size - name.size);
    return !field_sounds_wrong(name) && !field_sounds_apart(name) &&
           (has_any_part(name, parts) || field_find_name(name, names) != NULL ||
            (has_any_part(outer, parts) && field_sounds_like_documents(name)));
}

bool field_names_item(struct bytes path)
{
    static const char *const *const lists[] = {prose_names, query_text_names, question_id_names,
                                               hit_id_names};
    const struct bytes name = field_last_name(path);
    size_t i = 0;
    while (i < sizeof lists / sizeof *lists && field_find_name(name, lists[i]) == NULL)
        i++;
    return i < sizeof lists / sizeof *lists;
}

struct bytes field_last_word(struct bytes name)
{
    size_t at = name.size;
    while (at > 0 && memchr("_- ", name.data[at - 1], 3) == NULL)
        at--;
    return bytes_from(name, at);
}

bool field_names_no_grade(struct bytes path)
{
    static const char *const id_words[] = {"id", "ids", "uuid", "guid", "url", "uri", "path", "hash", NULL};
    static const char *const *const lists[] = {document_id_names, place_names, aside_names};
    const struct bytes name = field_last_name(path);
    if (bytes_trim(path).size == 0 || field_names_item(path)) /* the index of a data frame has no name */
        return true;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        if (field_find_name(name, lists[i]) != NULL)
            return true;
    }
    const bool is_id = field_find_name(field_last_word(name), id_words) != NULL ||
                       bytes_ends_with(name, "Id") || bytes_ends_with(name, "ID");
    return is_id && !field_sounds_like_grades(name);
}

bool field_sounds_counted(struct bytes path)
{
    static const char *const words[] = {"n",      "num",        "number",    "no",       "count",
                                        "counts", "total",      "votes",     "vote",     "up",
                                        "down",   "upvotes",    "likes",     "dislikes", "helpful",
                                        "clicks", "views",      "shown",     "orders",   "purchases",
                                        "carts",  "sales",      "downvotes", "hits",     "impressions",
                                        "level",  "difficulty", "priority",  "year",     NULL};
    struct bytes rest = field_last_name(path);
    while (rest.size > 0) {
        const struct bytes word = field_last_word(rest);
        if (word.size > 0 && field_find_name(word, words) != NULL)
            return true;
        rest = bytes_slice(rest, 0, word.size < rest.size ? rest.size - word.size - 1 : 0);
    }
    return false;
}

bool field_sounds_found(struct bytes path)
{
    static const char *const parts[] = {"hits",        "results",      "documents", "docids",
                                        "retrieved",   "retrieval",    "matches",   "contexts",
                                        "source_docs", "source_nodes", NULL};
    const struct bytes name = field_last_name(path);
    return !field_sounds_wrong(name) && !field_sounds_right(path) && has_any_part(name, parts);
}

/* --- Numbers --------------------------------------------------------------- */

struct group_facts {
    bool is_begun, lacks; /* a row has a number; a row has none */
    double first, before;
    size_t n;
};

static void note_number(struct field_facts *facts, struct group_facts *group, double number)
{
    facts->is_whole = facts->is_whole && number == floor(number);
    facts->least = facts->n_numbers == 0 ? number : fmin(facts->least, number);
    facts->most = facts->n_numbers == 0 ? number : fmax(facts->most, number);
    facts->n_numbers++;
    if (!group->is_begun)
        *group =
            (struct group_facts){.is_begun = true, .lacks = group->lacks, .first = number, .before = number};
    facts->differs = facts->differs || number != group->first;
    facts->n_falling += number < group->before;
    facts->n_rising += number > group->before;
    bool follows = group->n == 0 ? number == 0 || number == 1 : number == group->before + 1;
    facts->are_ranks = facts->are_ranks && follows;
    group->before = number;
    group->n++;
}

static bool read_number(const struct shape_finding *finding, struct bytes text, double *number)
{
    char room[TABLE_NUMBER_SIZE];
    text = table_number(finding->sample->format, text, room);
    return finding->wanted == SHAPE_TRUTH ? grade_parse(text, number) : number_parse_real(text, number);
}

/* Two rows with 0 and 1 are not enough: they may be grades. */
static bool has_run_of_ranks(const struct group_facts *groups, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (groups[i].n >= 3 || (groups[i].n == 2 && groups[i].first == 1))
            return true;
    }
    return false;
}

struct field_facts field_facts_of(const struct shape_finding *finding, int field)
{
    const struct field_sample *sample = finding->sample;
    struct field_facts facts = {.is_whole = true, .are_ranks = true};
    struct group_facts *groups = arena_get_array(finding->arena, finding->n_groups, sizeof *groups);
    for (size_t i = 0; i < sample->n_rows; i++) {
        const struct field_value *value = &sample->rows[i][field];
        double number;
        if (value->kind == VALUE_ABSENT) {
            groups[finding->groups[i]].lacks = true;
            continue;
        }
        facts.n++;
        if (value->kind == VALUE_PLAIN && read_number(finding, bytes_trim(value->text), &number))
            note_number(&facts, &groups[finding->groups[i]], number);
    }
    facts.are_ranks = facts.are_ranks && has_run_of_ranks(groups, finding->n_groups);
    for (size_t i = 0; i < finding->n_groups; i++)
        facts.differs = facts.differs || (groups[i].n > 0 && groups[i].lacks);
    return facts;
}

bool facts_are_numbers(const struct field_facts *facts)
{
    return facts->n_numbers > 0 && facts->n_numbers == facts->n;
}

bool facts_may_be_grades(const struct field_facts *facts)
{
    enum { LOWEST_GRADE = -3, HIGHEST_GRADE = 10 };
    return facts_are_numbers(facts) && facts->is_whole && facts->least >= LOWEST_GRADE &&
           facts->most <= HIGHEST_GRADE;
}

bool field_has_numbers(const struct shape_finding *finding, int field)
{
    for (size_t i = 0; i < finding->sample->n_rows; i++) {
        const struct field_value *value = &finding->sample->rows[i][field];
        char room[TABLE_NUMBER_SIZE];
        const struct bytes text = table_number(finding->sample->format, bytes_trim(value->text), room);
        double number;
        if (value->kind == VALUE_PLAIN && number_parse_real(text, &number))
            return true;
    }
    return false;
}

/* --- Values ---------------------------------------------------------------- */

void field_group_by_question(struct shape_finding *finding)
{
    struct map questions = {0};
    const struct field_sample *sample = finding->sample;
    finding->groups = arena_get_array(finding->arena, sample->n_rows + 1, sizeof *finding->groups);
    for (size_t i = 0; i < sample->n_rows; i++)
        finding->groups[i] =
            (size_t)map_put(&questions, bytes_trim(sample->rows[i][finding->question].text), NULL);
    finding->n_groups = questions.size;
    finding->shape->repeats = questions.size < sample->n_rows;
    map_release(&questions);
}

bool field_tells_documents_apart(const struct shape_finding *finding, int field)
{
    const struct field_sample *sample = finding->sample;
    struct bytes *first = arena_get_array(finding->arena, finding->n_groups, sizeof *first);
    for (size_t i = 0; i < sample->n_rows; i++) {
        struct bytes text = sample->rows[i][field].text, *before = &first[finding->groups[i]];
        if (before->data != NULL && !bytes_equal(text, *before))
            return true;
        *before = text;
    }
    return !finding->shape->asks;
}

bool field_differs_in_question(const struct shape_finding *finding, int field)
{
    const struct field_sample *sample = finding->sample;
    struct bytes *first = arena_get_array(finding->arena, finding->n_groups, sizeof *first);
    bool *has_first = arena_get_array(finding->arena, finding->n_groups, sizeof *has_first);
    for (size_t i = 0; i < sample->n_rows; i++) {
        size_t group = finding->groups[i];
        if (has_first[group] && !bytes_equal(first[group], sample->rows[i][field].text))
            return true;
        first[group] = sample->rows[i][field].text;
        has_first[group] = true;
    }
    return false;
}

bool fields_have_same_values(const struct shape_finding *finding, int left, int right)
{
    for (size_t i = 0; i < finding->sample->n_rows; i++) {
        const struct field_value *row = finding->sample->rows[i];
        if (row[left].kind != row[right].kind || !bytes_equal(row[left].text, row[right].text))
            return false;
    }
    return true;
}

static bool has_white(struct bytes text)
{
    for (size_t i = 0; i < text.size; i++) {
        if (byte_is_white(text.data[i]))
            return true;
    }
    return false;
}

bool field_has_texts(const struct field_sample *sample, int field)
{
    size_t n = 0, n_white = 0;
    for (size_t i = 0; i < sample->n_rows; i++) {
        const struct field_value *value = &sample->rows[i][field];
        n += value->kind == VALUE_PLAIN;
        n_white += value->kind == VALUE_PLAIN && has_white(bytes_trim(value->text));
    }
    return 2 * n_white > n;
}

/* Visible ASCII with a digit, like most ids. */
static bool is_named_by_id(struct bytes text)
{
    bool has_digit = false;
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] <= ' ' || text.data[i] >= 127)
            return false;
        has_digit = has_digit || (text.data[i] >= '0' && text.data[i] <= '9');
    }
    return has_digit;
}

bool field_has_ids(const struct field_sample *sample, int field)
{
    size_t n = 0, n_ids = 0;
    for (size_t i = 0; i < sample->n_rows; i++) {
        n += sample->rows[i][field].kind == VALUE_PLAIN;
        n_ids += is_named_by_id(bytes_trim(sample->rows[i][field].text));
    }
    return 2 * n_ids > n;
}

/* 2026-11-29, optionally followed by a time. */
static bool is_date(struct bytes text)
{
    static const char pattern[] = "0000-00-00";
    bool fits = text.size >= sizeof pattern - 1;
    for (size_t i = 0; fits && i < sizeof pattern - 1; i++)
        fits = pattern[i] == '-' ? text.data[i] == '-' : text.data[i] >= '0' && text.data[i] <= '9';
    return fits;
}

bool field_has_dates(const struct field_sample *sample, int field)
{
    size_t n = 0;
    for (size_t i = 0; i < sample->n_rows; i++) {
        const struct field_value *value = &sample->rows[i][field];
        if (value->kind != VALUE_ABSENT && !is_date(bytes_trim(value->text)))
            return false;
        n += value->kind != VALUE_ABSENT;
    }
    return n > 0;
}

bool field_has_map(const struct field_sample *sample, int field)
{
    for (size_t i = 0; i < sample->n_rows; i++) {
        if (sample->rows[i][field].kind == VALUE_OBJECT)
            return field_is_map(sample->rows[i][field].text);
    }
    return false;
}

char field_separator(const struct field_sample *sample, int field)
{
    static const char separators[] = ";,|";
    const char *best = separators + strlen(separators);
    for (size_t i = 0; i < sample->n_rows; i++) {
        const struct field_value *value = &sample->rows[i][field];
        if (value->kind != VALUE_PLAIN || !field_cell_has_ids(value->text))
            continue;
        const char *found = strchr(separators, list_walk_of(value->text).separator);
        best = found < best ? found : best;
    }
    return *best;
}

enum { SAMPLED = 10 };

/* A number counts as an id only where a name says so. */
static bool is_known_name(struct bytes text)
{
    double number;
    return text.size > 0 && !number_parse_real(text, &number) && known_names_has_id(text);
}

bool field_joins_known(const struct field_sample *sample, int field)
{
    size_t n = 0, n_ids = 0, n_known = 0;
    for (size_t i = 0; known_names_any() && i < sample->n_rows && n < SAMPLED; i++) {
        const struct field_value *value = &sample->rows[i][field];
        if (value->kind == VALUE_PLAIN && known_names_separator(value->text) != '\0')
            return true;
        struct list_walk walk = list_walk_of(value->text);
        struct bytes id;
        while (value->kind == VALUE_PLAIN && field_cell_has_ids(value->text) && list_walk_next(&walk, &id)) {
            n_ids++;
            n_known += is_known_name(id);
        }
        n += value->kind == VALUE_PLAIN;
    }
    return n_known > 0 && 2 * n_known >= n_ids;
}

bool field_is_known(const struct shape_finding *finding, int field)
{
    const struct field_sample *sample = finding->sample;
    size_t n = 0, n_known = 0;
    for (size_t i = 0; known_names_any() && i < sample->n_rows && n < SAMPLED; i++) {
        const struct field_value *value = &sample->rows[i][field];
        if (value->kind == VALUE_ABSENT)
            continue;
        if (value->kind != VALUE_PLAIN)
            return false;
        n_known += is_known_name(value->text);
        n++;
    }
    return n_known > 0 && 2 * n_known >= n;
}

/* --- Lists ----------------------------------------------------------------- */

/* Makes the elements of the lists in a field rows, grouped by list. Returns false when they are not objects. */
static bool open_lists(const struct shape_finding *outer, const struct bytes *lists, size_t n,
                       struct shape_finding *inner)
{
    struct arena *arena = outer->arena;
    size_t n_groups = 0;
    *inner = (struct shape_finding){
        .sample = arena_get(arena, sizeof *inner->sample),
        .arena = arena,
        .shape = outer->shape,
        .choice = outer->choice,
        .wanted = outer->wanted,
        .question = NO_FIELD,
        .document = NO_FIELD,
    };
    for (size_t i = 0; i < n; i++) {
        field_sample_add_list(inner->sample, lists[i], arena);
        while (n_groups < inner->sample->n_rows)
            ARENA_PUSH(arena, inner->groups, n_groups) = i;
    }
    inner->n_groups = n;
    return inner->sample->n_rows > 0;
}

/* Returns whether every id of `outer` ends with the id in `inner`, as an address does: "id:shop:doc::d1". */
static bool are_addresses(const struct field_sample *sample, int outer, int inner)
{
    for (size_t i = 0; i < sample->n_rows; i++) {
        struct bytes longer = sample->rows[i][outer].text, shorter = sample->rows[i][inner].text;
        if (shorter.size == 0 || shorter.size >= longer.size ||
            !bytes_equal(bytes_from(longer, longer.size - shorter.size), shorter))
            return false;
    }
    return sample->n_rows > 0;
}

static int find_addressed(const struct field_sample *sample, int outer)
{
    for (int field = 0; field < (int)sample->n_fields; field++) {
        if (field_is_inner(sample->names[field]) &&
            field_find_name(field_last_name(sample->names[field]), hit_id_names) != NULL &&
            are_addresses(sample, outer, field))
            return field;
    }
    return outer;
}

static bool has_number(const struct shape_finding *inner)
{
    bool found = false;
    for (int field = 0; !found && field < (int)inner->sample->n_fields; field++) {
        const struct field_facts facts = field_facts_of(inner, field);
        found = facts_are_numbers(&facts);
    }
    return found;
}

enum { LOOKED_AT = 5 };

/* Returns whether some of the first ids are known. */
static bool has_known_ids(const struct field_sample *sample, int field)
{
    for (size_t i = 0; field != NO_FIELD && i < sample->n_rows && i < LOOKED_AT; i++) {
        if (known_names_has_id(sample->rows[i][field].text))
            return true;
    }
    return false;
}

/* Finds the field with the texts of the documents, if some of the first ones are known. */
static int find_known_text(const struct field_sample *sample)
{
    static const char *const names[] = {"page content", "text", "content", NULL};
    const int field = field_find_called(sample, names);
    for (size_t i = 0; field != NO_FIELD && i < sample->n_rows && i < LOOKED_AT; i++) {
        if (known_names_has_text(sample->rows[i][field].text))
            return field;
    }
    return NO_FIELD;
}

/*
 * Finds the field of the elements that names the document, outer fields first: its id, else its known text, else the
 * place that it comes from. Ids of nodes, as of LlamaIndex, are not those of documents: if none is known and a text is,
 * the text counts. NO_FIELD: there is none.
 */
static int find_element(const struct shape_finding *inner)
{
    const struct field_sample *sample = inner->sample;
    int named = field_find_called(sample, document_id_names), plain = field_find_called(sample, hit_id_names);
    plain = plain != NO_FIELD ? find_addressed(sample, plain) : NO_FIELD;
    const int text =
        has_known_ids(sample, named) || has_known_ids(sample, plain) ? NO_FIELD : find_known_text(sample);
    if (text != NO_FIELD)
        return text;
    if (named == NO_FIELD && plain == NO_FIELD && has_number(inner))
        return field_find_called(sample, place_names);
    if (named == NO_FIELD || plain == NO_FIELD)
        return named != NO_FIELD ? named : plain;
    bool is_better = field_is_inner(sample->names[named]) > field_is_inner(sample->names[plain]) ||
                     field_has_texts(sample, named);
    return is_better ? plain : named;
}

/* Returns whether the objects of the lists name documents. */
static bool find_elements(const struct shape_finding *outer, const struct bytes *lists, size_t n,
                          struct shape_finding *inner)
{
    if (!open_lists(outer, lists, n, inner))
        return false;
    inner->document = find_element(inner);
    return inner->document != NO_FIELD;
}

static size_t collect_lists(const struct shape_finding *finding, int field, struct bytes *lists)
{
    size_t n = 0;
    for (size_t i = 0; i < finding->sample->n_rows; i++) {
        if (finding->sample->rows[i][field].kind == VALUE_LIST)
            lists[n++] = finding->sample->rows[i][field].text;
    }
    return n;
}

struct listing field_listing(const struct shape_finding *finding, int field)
{
    struct listing listing = {
        .lists = arena_get_array(finding->arena, finding->sample->n_rows + 1, sizeof *listing.lists)};
    listing.n = collect_lists(finding, field, listing.lists);
    listing.are_objects =
        listing.n > 0 && find_elements(finding, listing.lists, listing.n, &listing.elements);
    return listing;
}

struct bytes list_first(struct bytes list)
{
    struct list_walk walk = list_walk_of(list);
    struct bytes element = {0};
    if (!list_walk_next(&walk, &element))
        return (struct bytes){0};
    return bytes_starts_with(element, "[") ? list_first(element) : element;
}

static bool is_like_id(struct bytes value)
{
    enum { LONGEST_ID = 200 };
    return value.size > 0 && value.size <= LONGEST_ID && memchr("{[", value.data[0], 2) == NULL &&
           !has_white(value);
}

bool field_has_lone_ids(const struct field_sample *sample, int field)
{
    size_t n = 0;
    for (size_t i = 0; i < sample->n_rows; i++) {
        const struct field_value *value = &sample->rows[i][field];
        if (value->kind == VALUE_ABSENT)
            continue;
        if (value->kind != VALUE_PLAIN || !is_like_id(bytes_trim(value->text)))
            return false;
        n++;
    }
    return n > 0;
}

/* Names of files may have blanks. They are short and do not end like a sentence. */
static bool is_like_file(struct bytes value)
{
    enum { LONGEST_NAME = 120 };
    return value.size > 0 && value.size <= LONGEST_NAME && memchr("{[", value.data[0], 2) == NULL &&
           memchr(".?!:;", value.data[value.size - 1], 5) == NULL &&
           memchr(value.data, '\n', value.size) == NULL;
}

bool listing_has_ids(const struct shape_finding *finding, const struct listing *listing)
{
    size_t n = 0;
    for (size_t i = 0; i < listing->n; i++) {
        struct bytes first = list_first(listing->lists[i]);
        struct bytes value = first.size > 0 ? field_value_of_json(first, finding->arena).text : first;
        bool is_id = is_like_id(value) || (finding->sample->is_keyed && is_like_file(value));
        if (first.size > 0 && !is_id)
            return false;
        n += first.size > 0;
    }
    return n > 0 || listing->n > 0;
}

static size_t count_elements(struct list_walk walk, bool *are_numbers)
{
    struct bytes element;
    double number;
    size_t n = 0;
    for (*are_numbers = true; list_walk_next(&walk, &element); n++)
        *are_numbers = *are_numbers && number_parse_real(element, &number);
    return n;
}

bool list_has_numbers(struct bytes list)
{
    bool are_numbers;
    count_elements(list_walk_of(list), &are_numbers);
    return are_numbers;
}

bool field_is_parallel(const struct shape_finding *finding, int field, bool *tells)
{
    *tells = false;
    for (size_t i = 0; i < finding->sample->n_rows; i++) {
        const struct field_value *row = finding->sample->rows[i];
        const struct field_value *documents = &row[finding->document], *numbers = &row[field];
        bool are_numbers, is_any;
        if (documents->kind == VALUE_ABSENT && numbers->kind == VALUE_ABSENT)
            continue;
        if (documents->kind == VALUE_ABSENT || documents->kind != numbers->kind)
            return false;
        const char separator = finding->shape->separator;
        const size_t n = count_elements(list_walk_between(documents, separator), &is_any);
        if (n != count_elements(list_walk_between(numbers, separator), &are_numbers) || !are_numbers)
            return false;
        *tells = *tells || n >= 2;
    }
    return true;
}

/*
 * Counts the first elements of the lists that are known documents, by id or text. Adds the number of examined elements
 * to *n.
 */
static size_t count_known(const struct shape_finding *finding, struct bytes list, size_t *n)
{
    struct list_walk walk = list_walk_of(list);
    struct bytes element;
    size_t n_known = 0;
    while (*n < SAMPLED && list_walk_next(&walk, &element)) {
        const struct field_value value = field_value_of_json(element, finding->arena);
        if (value.kind == VALUE_LIST)
            n_known += count_known(finding, value.text, n);
        *n += value.kind == VALUE_PLAIN;
        n_known +=
            value.kind == VALUE_PLAIN && (is_known_name(value.text) || known_names_has_text(value.text));
    }
    return n_known;
}

bool listing_is_known(const struct shape_finding *finding, const struct listing *listing, bool is_named)
{
    size_t n = 0, n_known = 0;
    for (size_t i = 0; known_names_any() && i < listing->n && n < SAMPLED; i++)
        n_known += count_known(finding, listing->lists[i], &n);
    return n_known > 0 && (is_named || 2 * n_known >= n);
}
