/*
 * A field is found by its name: the user's name, else lists of known names. Case, '-', '_' and blanks do not count. If
 * several fields of a record fit a role, the one whose name is first in the list is used. Of two fields with the same
 * name, the one with the exact spelling is used.
 *
 * Records of a file mostly have the same fields in the same order. So each name is ranked once for each file, and found
 * again at its previous place.
 *
 * A field that is used is removed from the object, so that the rest are the item's other fields. "question" may be a
 * text or a title: in a document it is the title if another field is the text.
 */
#include "import/items/item_fields.h"

#include "core/base/unicode.h"
#include "import/field_names.h"
#include "import/fields/known_names.h"
#include "import/fields/record_documents.h"

#include <math.h>
#include <string.h>

static const struct {
    const char *name, *option;
} roles[] = {
    [ITEM_ROLE_ID] = {"id", "--id"},
    [ITEM_ROLE_TEXT] = {"text", "--text"},
    [ITEM_ROLE_TITLE] = {"title", "--title"},
};

/* The recipe for questions in a file without ids. */
static const struct id_recipe recipe_of_questions = {.parts = &(struct id_part){.field = "text"},
                                                     .n_parts = 1};

/* 2^53: some readers can't distinguish larger numbers in JSON. */
static const double LARGEST_EXACT_INTEGER = 9007199254740992;

/* The keys that a record has for each role; NULL: none. */
struct item_keys {
    const char *of[ITEM_ROLES];
};

/* --- Ranking names ---------------------------------------------------------------------------- */

/* Ranks a field. A field that the user named has only that role. */
static void rank_field(const struct item_fields *fields, struct seen_field *seen)
{
    const char *known;
    bool is_named = false;
    for (size_t role = ITEM_ROLE_ID; role < ITEM_ROLES; role++) {
        if (fields->named[role] != NULL)
            seen->ranks[role] = item_name_fits(seen->name, fields->named[role]);
        is_named = is_named || seen->ranks[role] > 0;
    }
    for (enum item_role role = ITEM_ROLE_ID; !is_named && role < ITEM_ROLES; role++) {
        if (fields->named[role] == NULL)
            seen->ranks[role] = item_name_rank(fields->kind, role, seen->name, &known);
    }
}

/*
 * Returns the field with this name, which is mostly at `place` again. Returns `unseen` when no more fields are kept.
 */
static struct seen_field *see_field(struct item_fields *fields, size_t place, struct bytes name,
                                    struct seen_field *unseen)
{
    if (place < fields->n_seen && bytes_equal(fields->seen[place].name, name))
        return &fields->seen[place];
    for (size_t i = 0; i < fields->n_seen; i++) {
        if (bytes_equal(fields->seen[i].name, name))
            return &fields->seen[i];
    }
    *unseen = (struct seen_field){.name = name};
    rank_field(fields, unseen);
    if (fields->n_seen == SEEN_MOST) {
        fields->has_unseen = true;
        return unseen;
    }
    unseen->name = arena_copy(&fields->arena, name);
    ARENA_PUSH(&fields->arena, fields->seen, fields->n_seen) = *unseen;
    return &fields->seen[fields->n_seen - 1];
}

static void note_taken(struct item_fields *fields, const char *key, enum item_role role)
{
    struct seen_field unseen;
    see_field(fields, 0, bytes_of(key), &unseen)->taken[role]++;
}

/* --- Choosing the fields of a record ---------------------------------------------------------- */

static bool is_there(const struct json_fields *object, const char *key)
{
    enum json_field kind = json_fields_kind(object, key);
    return kind != JSON_FIELD_ABSENT && kind != JSON_FIELD_NULL;
}

/* Returns the key of the object with this name, or NULL. */
static const char *find_called(const struct json_fields *object, const char *name)
{
    if (is_there(object, name))
        return name;
    struct json_cursor field = json_fields_begin(object);
    while (json_fields_next(&field)) {
        if (field.kind != JSON_FIELD_NULL && field_is_called(field.key, name))
            return field.key.data;
    }
    return NULL;
}

static bool is_taken(const struct item_keys *keys, const char *key)
{
    for (size_t role = ITEM_ROLE_ID; role < ITEM_ROLES; role++) {
        if (keys->of[role] == key)
            return true;
    }
    return false;
}

/*
 * Returns the best key for the role that has no other role yet. A title must be a text; another value under such a name
 * stays a field.
 */
static const char *find_best(struct item_fields *fields, const struct json_fields *object,
                             enum item_role role, const struct item_keys *taken)
{
    const char *best = NULL;
    unsigned char best_rank = 0;
    struct json_cursor field = json_fields_begin(object);
    for (size_t place = 0; json_fields_next(&field); place++) {
        struct seen_field unseen;
        unsigned char rank = see_field(fields, place, field.key, &unseen)->ranks[role];
        bool fits = rank > 0 && field.kind != JSON_FIELD_NULL &&
                    (role != ITEM_ROLE_TITLE || field.kind == JSON_FIELD_TEXT);
        if (fits && (best == NULL || rank < best_rank) && !is_taken(taken, field.key.data)) {
            best = field.key.data;
            best_rank = rank;
        }
    }
    return best;
}

/* "document" may be an id, but not if the item has no other text. */
static bool is_text_after_all(struct item_fields *fields, const struct item_keys *keys)
{
    struct seen_field unseen;
    const char *id = keys->of[ITEM_ROLE_ID];
    return id != NULL && keys->of[ITEM_ROLE_TEXT] == NULL && keys->of[ITEM_ROLE_TITLE] == NULL &&
           see_field(fields, 0, bytes_of(id), &unseen)->ranks[ITEM_ROLE_TEXT] > 0;
}

static struct item_keys find_keys(struct item_fields *fields, const struct json_fields *object)
{
    struct item_keys keys = {0};
    if (fields->recipe == NULL || fields->recipe == &recipe_of_questions)
        keys.of[ITEM_ROLE_ID] = find_best(fields, object, ITEM_ROLE_ID, &keys);
    keys.of[ITEM_ROLE_TEXT] = find_best(fields, object, ITEM_ROLE_TEXT, &keys);
    if (fields->kind == ITEM_DOCUMENT)
        keys.of[ITEM_ROLE_TITLE] = find_best(fields, object, ITEM_ROLE_TITLE, &keys);
    if (is_text_after_all(fields, &keys)) {
        keys.of[ITEM_ROLE_TEXT] = keys.of[ITEM_ROLE_ID];
        keys.of[ITEM_ROLE_ID] = NULL;
    }
    return keys;
}

/* --- Choosing names for a file ---------------------------------------------------------------- */

/*
 * Finds the key for a part of a recipe: a field with that name, or else the field used as the item's text or title.
 */
static const char *find_part(const struct json_fields *object, const struct item_keys *keys,
                             const struct id_part *part)
{
    const char *key = find_called(object, part->field);
    for (size_t role = ITEM_ROLE_TEXT; key == NULL && role < ITEM_ROLES; role++) {
        if (strcmp(part->field, roles[role].name) == 0)
            key = keys->of[role];
    }
    return key;
}

/* Returns the first part that the record lacks, or NULL. */
static const struct id_part *find_lacking(const struct json_fields *object, const struct item_keys *keys,
                                          const struct id_recipe *recipe)
{
    for (size_t i = 0; i < recipe->n_parts; i++) {
        if (find_part(object, keys, &recipe->parts[i]) == NULL)
            return &recipe->parts[i];
    }
    return NULL;
}

static void choose_names(struct item_fields *fields, const struct json_fields *object)
{
    struct item_mapping *mapping = fields->mapping;
    for (size_t role = ITEM_ROLE_ID; role < ITEM_ROLES; role++) {
        bool has_role = fields->kind == ITEM_DOCUMENT || role != ITEM_ROLE_TITLE;
        for (size_t i = 0; has_role && fields->named[role] == NULL && i < mapping->n_names[role]; i++) {
            struct item_name *name = &mapping->names[role][i];
            if (find_called(object, name->name) == NULL)
                continue;
            fields->named[role] = name->name;
            name->is_used = true;
        }
    }
}

/*
 * Returns whether the record is a document: it has an id of a document, and its text has no name of a question. No id
 * is made for such a question.
 */
static bool is_document(const struct json_fields *object, const struct item_keys *keys)
{
    const char *text = keys->of[ITEM_ROLE_TEXT];
    struct json_cursor field = json_fields_begin(object);
    bool has_document_id = false;
    while (json_fields_next(&field))
        has_document_id = has_document_id || field_find_name(field.key, document_id_names) != NULL;
    return has_document_id && text != NULL && !item_field_is_query(bytes_of(text));
}

/* Makes a recipe of the text and the fields that distinguish questions with the same text. */
static const struct id_recipe *recipe_of_differing(struct item_fields *fields)
{
    struct id_recipe *recipe = arena_get(&fields->arena, sizeof *recipe);
    ARENA_PUSH(&fields->arena, recipe->parts, recipe->n_parts) = recipe_of_questions.parts[0];
    for (size_t i = 0; i < fields->judges->n_of_question; i++) {
        const char *name = arena_copy(&fields->arena, fields->judges->of_question[i]).data;
        ARENA_PUSH(&fields->arena, recipe->parts, recipe->n_parts) = (struct id_part){.field = name};
    }
    return recipe;
}

/* Chooses how ids are made. If the user named the id, none is made. */
static void choose_recipe(struct item_fields *fields, const struct json_fields *object)
{
    struct item_keys keys = find_keys(fields, object);
    struct item_mapping *mapping = fields->mapping;
    for (size_t i = 0; mapping != NULL && fields->named[ITEM_ROLE_ID] == NULL && i < mapping->n_recipes;
         i++) {
        struct id_recipe *recipe = &mapping->recipes[i];
        if (find_lacking(object, &keys, recipe) != NULL)
            continue;
        fields->recipe = recipe;
        recipe->is_used = true;
        return;
    }
    bool has_row_ids = fields->judges != NULL && fields->judges->has_row_ids;
    if (fields->kind == ITEM_QUESTION && fields->named[ITEM_ROLE_ID] == NULL &&
        (keys.of[ITEM_ROLE_ID] == NULL || has_row_ids) && (has_row_ids || !is_document(object, &keys)))
        fields->recipe = has_row_ids || (fields->judges != NULL && fields->judges->n_of_question > 0)
                             ? recipe_of_differing(fields)
                             : &recipe_of_questions;
}

static void begin_file(struct item_fields *fields, const struct json_fields *object)
{
    fields->is_begun = true;
    if (fields->mapping != NULL)
        choose_names(fields, object);
    choose_recipe(fields, object);
}

void item_fields_release(struct item_fields *fields)
{
    arena_release(&fields->arena);
    *fields = (struct item_fields){0};
}

/* --- Missing fields --------------------------------------------------------------------------- */

/* Returns whether the field can be an example for --make-id, inside quotation marks of a shell. */
static bool is_plain_name(struct bytes name)
{
    for (size_t i = 0; i < name.size; i++) {
        if ((unsigned char)name.data[i] <= ' ' || strchr("',:\"\\\x7f", name.data[i]) != NULL)
            return false;
    }
    return name.size > 0 && name.size <= 40;
}

/*
 * Adds fields of this record that may distinguish it from similar ones: short texts, the title, the beginning of the
 * text.
 */
static void add_example(const struct json_fields *object, const struct item_keys *keys, struct buffer *out)
{
    enum { SHORT = 100, MOST_OTHERS = 2 };
    size_t n_others = 0;
    struct json_cursor field = json_fields_begin(object);
    while (json_fields_next(&field)) {
        bool is_short = field.kind == JSON_FIELD_TEXT && is_plain_name(field.key) &&
                        json_fields_text(object, field.key.data).size <= SHORT;
        if (is_short && !is_taken(keys, field.key.data) && n_others++ < MOST_OTHERS)
            buffer_add_format(out, "%s,", field.key.data);
    }
    if (keys->of[ITEM_ROLE_TITLE] != NULL)
        buffer_add_format(out, "%s,", keys->of[ITEM_ROLE_TITLE]);
    buffer_add_format(out, "%s:10", keys->of[ITEM_ROLE_TEXT]);
}

static void add_names(const struct json_fields *object, struct buffer *out)
{
    enum { MOST = 8, CHARACTERS = 40 };
    size_t n = 0;
    struct json_cursor field = json_fields_begin(object);
    while (json_fields_next(&field) && n < MOST) {
        buffer_add_string(out, n++ == 0 ? "\"" : ", \"");
        unicode_add_beginning(out, field.key, CHARACTERS);
        buffer_add_byte(out, '"');
    }
    if (n == MOST)
        buffer_add_string(out, ", …");
}

static bool fail_lacking(const struct json_fields *object, const char *name, const char *option,
                         struct err *err)
{
    struct buffer names = {0};
    add_names(object, &names);
    err_set(err, ERR_INPUT, "no \"%s\", which %s names; the fields here are %s", name, option,
            buffer_string(&names));
    buffer_release(&names);
    return false;
}

static bool fail_no_id(const struct item_fields *fields, const struct json_fields *object,
                       const struct item_keys *keys, struct err *err)
{
    const struct item_mapping *mapping = fields->mapping;
    const struct id_part *lacking =
        mapping != NULL && mapping->n_recipes > 0 ? find_lacking(object, keys, &mapping->recipes[0]) : NULL;
    if (fields->named[ITEM_ROLE_ID] != NULL)
        return fail_lacking(object, fields->named[ITEM_ROLE_ID], roles[ITEM_ROLE_ID].option, err);
    if (lacking != NULL)
        return fail_lacking(object, lacking->field, "--make-id", err);
    struct buffer names = {0}, example = {0};
    item_add_example_names(fields->kind, ITEM_ROLE_ID, &names);
    if (keys->of[ITEM_ROLE_TEXT] != NULL) {
        buffer_add_string(&example, ", or make ids: --make-id '");
        add_example(object, keys, &example);
        buffer_add_byte(&example, '\'');
    }
    err_set(err, ERR_INPUT, "there is no id; name it %s, or use --id FIELD%s", buffer_string(&names),
            buffer_string(&example));
    buffer_release(&names);
    buffer_release(&example);
    return false;
}

/* Returns the first field that would be the text if it were not null; NULL: there is none. */
static const char *find_null_text(struct item_fields *fields, const struct json_fields *object)
{
    struct json_cursor field = json_fields_begin(object);
    for (size_t place = 0; json_fields_next(&field); place++) {
        struct seen_field unseen;
        bool is_text = see_field(fields, place, field.key, &unseen)->ranks[ITEM_ROLE_TEXT] > 0;
        if (is_text && field.kind == JSON_FIELD_NULL)
            return field.key.data;
    }
    return NULL;
}

static bool fail_no_text(struct item_fields *fields, const struct json_fields *object, struct err *err)
{
    const char *null = find_null_text(fields, object);
    if (null != NULL)
        return err_set(err, ERR_INPUT, "\"%s\" is null, so there is no text; write one, or remove the line",
                       null);
    if (fields->named[ITEM_ROLE_TEXT] != NULL)
        return fail_lacking(object, fields->named[ITEM_ROLE_TEXT], roles[ITEM_ROLE_TEXT].option, err);
    struct buffer known = {0}, there = {0};
    item_add_example_names(fields->kind, ITEM_ROLE_TEXT, &known);
    add_names(object, &there);
    err_set(err, ERR_INPUT, "there is no text; name it %s, or use --text FIELD%s%s", buffer_string(&known),
            there.size > 0 ? " of " : "", buffer_string(&there));
    buffer_release(&known);
    buffer_release(&there);
    return false;
}

/* --- Taking ----------------------------------------------------------------------------------- */

/* Reads the text under `key`, copied into the arena. */
static bool read_text(const struct json_fields *object, const char *key, struct arena *arena,
                      struct bytes *text, struct err *err)
{
    enum json_field kind = json_fields_kind(object, key);
    if (kind == JSON_FIELD_OBJECT || kind == JSON_FIELD_OTHER)
        return err_set(err, ERR_INPUT,
                       "\"%s\" is %s, not a text; make it one text, or choose another field with --id, "
                       "--text or --title",
                       key, kind == JSON_FIELD_OBJECT ? "an object" : "a list");
    if (kind != JSON_FIELD_TEXT)
        return err_set(err, ERR_INPUT, "\"%s\" is not a text; write it in quotation marks", key);
    *text = arena_copy(arena, json_fields_text(object, key));
    return true;
}

/* Returns whether the double is the number that is written. */
static bool is_exact(double number, struct bytes written, struct arena *arena)
{
    return fabs(number) < LARGEST_EXACT_INTEGER / 2 ||
           (fabs(number) <= LARGEST_EXACT_INTEGER &&
            bytes_equal(written, bytes_of(arena_format(arena, "%.0f", number))));
}

static bool read_number(const struct json_fields *object, const char *key, struct arena *arena,
                        struct bytes *id, struct err *err)
{
    double number = json_fields_number(object, key);
    if (!(number >= 0) || floor(number) < number ||
        !is_exact(number, json_fields_value(object, key, arena), arena))
        return err_set(err, ERR_INPUT,
                       "the number under \"%s\" is not a whole number up to %.0f; write it as a text", key,
                       LARGEST_EXACT_INTEGER);
    *id = bytes_of(arena_format(arena, "%.0f", number));
    return true;
}

/* An id may be a whole number, or MongoDB's {"$oid": "…"}. */
static bool read_id(const struct json_fields *object, const char *key, struct arena *arena, struct bytes *id,
                    struct err *err)
{
    const struct json_fields *inner = json_fields_object(object, key);
    if (inner != NULL && json_fields_kind(inner, "$oid") == JSON_FIELD_TEXT) {
        *id = arena_copy(arena, json_fields_text(inner, "$oid"));
        return true;
    }
    return json_fields_kind(object, key) == JSON_FIELD_NUMBER ? read_number(object, key, arena, id, err)
                                                              : read_text(object, key, arena, id, err);
}

/* A field that has been read is not one of the item's other fields. */
static void remove_taken(struct item_fields *fields, struct json_fields *object, const char *key,
                         enum item_role role)
{
    note_taken(fields, key, role);
    json_fields_remove(object, key);
}

static bool take_text(struct item_fields *fields, struct json_fields *object, const char *key,
                      enum item_role role, struct arena *arena, struct bytes *text, struct err *err)
{
    if (!read_text(object, key, arena, text, err))
        return false;
    remove_taken(fields, object, key, role);
    return true;
}

static bool take_id(struct item_fields *fields, struct json_fields *object, const char *key,
                    struct arena *arena, struct bytes *id, struct err *err)
{
    if (!read_id(object, key, arena, id, err))
        return false;
    if (fields->kind == ITEM_DOCUMENT)
        *id = id_without_blanks(*id, arena);
    remove_taken(fields, object, key, ITEM_ROLE_ID);
    return true;
}

static bool join_part(const struct json_fields *object, const struct item_keys *keys,
                      const struct id_part *part, bool is_first, struct arena *arena, struct buffer *joined,
                      struct err *err)
{
    const char *key = find_part(object, keys, part);
    if (key == NULL)
        return err_set(err, ERR_INPUT, "no \"%s\", which ids are made from; give it to each record",
                       part->field);
    enum json_field kind = json_fields_kind(object, key);
    if (kind != JSON_FIELD_TEXT && kind != JSON_FIELD_NUMBER)
        return err_set(err, ERR_INPUT, "\"%s\", which ids are made from, is neither a text nor a number",
                       key);
    struct bytes value = json_fields_value(object, key, arena);
    if (kind == JSON_FIELD_NUMBER && !is_exact(json_fields_number(object, key), value, arena))
        return err_set(err, ERR_INPUT,
                       "the number under \"%s\", which ids are made from, is above %.0f; write it as a text",
                       key, LARGEST_EXACT_INTEGER);
    id_part_join(part, value, is_first, joined);
    return true;
}

static bool make_id(const struct item_fields *fields, const struct json_fields *object,
                    const struct item_keys *keys, struct arena *arena, struct bytes *id, struct err *err)
{
    struct buffer joined = {0};
    bool worked = true;
    size_t length = fields->mapping != NULL && fields->mapping->id_length > 0 ? fields->mapping->id_length
                                                                              : ID_LENGTH_DEFAULT;
    for (size_t i = 0; worked && i < fields->recipe->n_parts; i++)
        worked = join_part(object, keys, &fields->recipe->parts[i], i == 0, arena, &joined, err);
    if (worked)
        *id = id_make(buffer_bytes(&joined), length, arena);
    buffer_release(&joined);
    return worked;
}

/* The id is found after the other roles, but removed first, because ids may be made from the whole record. */
static bool take_any_id(struct item_fields *fields, struct json_fields *object, const struct item_keys *keys,
                        struct arena *arena, struct bytes *id, struct err *err)
{
    const char *key = keys->of[ITEM_ROLE_ID];
    if (fields->recipe == NULL)
        return key != NULL ? take_id(fields, object, key, arena, id, err)
                           : fail_no_id(fields, object, keys, err);
    if (key != NULL)
        return err_set(err, ERR_INPUT,
                       "it has an id, \"%s\", and the first one in the file has none; give every %s an id, "
                       "or make all ids with --make-id",
                       key, item_kind_name(fields->kind));
    return make_id(fields, object, keys, arena, id, err);
}

static bool add_judgment(void *context, const struct named_document *document, struct err *err)
{
    struct item_fields *fields = context;
    struct item_judged *judged = &fields->judged;
    (void)err;
    ARENA_PUSH(fields->judged_arena, judged->judgments, judged->n) =
        (struct item_judgment){.docid = known_names_document(document->docid, fields->judged_arena),
                               .grade = document->number};
    return true;
}

/* Finds the values at the paths: the text of a cell in a table, else JSON. */
static void find_values(const struct record_shape *shape, const struct json_fields *object,
                        const struct bytes *paths, struct bytes *values, size_t n, struct arena *arena)
{
    if (shape->format == NULL) {
        field_find(json_fields_print(object, arena), paths, values, n);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        if (paths[i].size > 0)
            values[i] = json_fields_value(object, arena_copy(arena, paths[i]).data, arena);
    }
}

/* Removes the field, or the object that contains it, because it does not belong to the question. */
static void remove_judged(struct json_fields *object, struct bytes path, struct arena *arena)
{
    struct bytes name, rest;
    if (path.size == 0)
        return;
    name = json_fields_kind(object, arena_copy(arena, path).data) == JSON_FIELD_ABSENT &&
                   bytes_split(path, '.', &name, &rest)
               ? name
               : path;
    json_fields_remove(object, arena_copy(arena, name).data);
}

static bool take_judged(struct item_fields *fields, struct json_fields *object, struct arena *arena,
                        struct err *err)
{
    const struct record_shape *shape = fields->judges;
    bool is_of_elements = shape->element.size > 0;
    const struct bytes paths[] = {shape->document, is_of_elements ? (struct bytes){0} : shape->number,
                                  is_of_elements ? (struct bytes){0} : shape->impressions, shape->wrong[0],
                                  shape->wrong[1]};
    struct bytes found[] = {{0}, {0}, {0}, {0}, {0}};
    struct documents_outcome outcome;
    find_values(shape, object, paths, found, sizeof paths / sizeof *paths, arena);
    const struct record_values values = {found[0], found[1], found[2], {found[3], found[4]}};
    fields->judged_arena = arena;
    if (!record_documents_visit(shape, &values, true, arena, add_judgment, fields, &outcome, err))
        return false;
    fields->n_open += outcome.n_open;
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        remove_judged(object, paths[i], arena);
    for (size_t i = 0; i < shape->n_raters; i++)
        remove_judged(object, shape->raters[i], arena);
    for (size_t i = 0; i < shape->n_of_document; i++)
        remove_judged(object, shape->of_document[i], arena);
    return true;
}

void item_fields_note(struct item_fields *fields, const struct json_fields *object)
{
    struct seen_field unseen;
    struct json_cursor field = object != NULL ? json_fields_begin(object) : (struct json_cursor){0};
    for (size_t place = 0; json_fields_next(&field); place++)
        see_field(fields, place, field.key, &unseen)->taken[ITEM_ROLE_NONE]++;
    fields->n_items++;
}

bool item_take_fields(struct item_fields *fields, struct json_fields *object, struct arena *arena,
                      struct item *item, struct err *err)
{
    fields->judged = (struct item_judged){0};
    if (!fields->is_begun)
        begin_file(fields, object);
    struct item_keys keys = find_keys(fields, object);
    const char *text = keys.of[ITEM_ROLE_TEXT];
    const char *title = keys.of[ITEM_ROLE_TITLE];
    if (!take_any_id(fields, object, &keys, arena, &item->id, err))
        return false;
    if (text == NULL && (title == NULL || fields->named[ITEM_ROLE_TEXT] != NULL))
        return fail_no_text(fields, object, err);
    if ((text != NULL && !take_text(fields, object, text, ITEM_ROLE_TEXT, arena, &item->text, err)) ||
        (title != NULL && !take_text(fields, object, title, ITEM_ROLE_TITLE, arena, &item->title, err)) ||
        (fields->judges != NULL && !take_judged(fields, object, arena, err)))
        return false;
    item_fields_note(fields, object);
    item->fields = json_fields_print(object, arena);
    return true;
}

bool item_take_columns(struct item_fields *fields, struct bytes id, struct bytes text, struct arena *arena,
                       struct item *item, struct err *err)
{
    struct json_fields *object = json_fields_make();
    json_fields_add_text(object, roles[ITEM_ROLE_ID].name, id);
    json_fields_add_text(object, roles[ITEM_ROLE_TEXT].name, text);
    fields->has_columns = true;
    bool taken = item_take_fields(fields, object, arena, item, err);
    json_fields_free(object);
    return taken;
}

/* --- Description ------------------------------------------------------------------------------ */

/*
 * Adds the names of the fields used for this role, with `before` before the first one. Returns false when there are
 * none.
 */
static bool add_taken(const struct item_fields *fields, enum item_role role, const char *before,
                      const char *between, struct buffer *out)
{
    bool has_any = false;
    for (size_t i = 0; i < fields->n_seen; i++) {
        const struct seen_field *seen = &fields->seen[i];
        if (seen->taken[role] == 0)
            continue;
        buffer_add_string(out, has_any ? between : before);
        has_any = true;
        if (fields->has_columns && role != ITEM_ROLE_NONE)
            buffer_add_format(out, "column %zu", i + 1);
        else
            buffer_add_format(out, role == ITEM_ROLE_NONE ? "%.*s" : "\"%.*s\"", BYTES_FORMAT(seen->name));
        if (role == ITEM_ROLE_NONE && seen->taken[role] < fields->n_items)
            buffer_add_format(out, " (%zu of %zu)", seen->taken[role], fields->n_items);
    }
    return has_any;
}

static void describe_judged(const struct record_shape *shape, struct buffer *out)
{
    buffer_add_format(out, ", documents from \"%.*s\"", BYTES_FORMAT(shape->document));
    if (shape->n_raters > 0)
        buffer_add_format(out, ", grades of %zu raters", shape->n_raters);
    else if (shape->meaning == NUMBER_RATE)
        buffer_add_format(out, ", grade from \"%.*s\" / \"%.*s\"", BYTES_FORMAT(shape->number),
                          BYTES_FORMAT(shape->impressions));
    else if (shape->number.size > 0)
        buffer_add_format(out, ", grade from \"%.*s\"", BYTES_FORMAT(shape->number));
}

void item_fields_describe(const struct item_fields *fields, struct buffer *out)
{
    if (fields->recipe != NULL) {
        buffer_add_string(out, "id made from ");
        id_recipe_describe(fields->recipe, out);
    } else {
        add_taken(fields, ITEM_ROLE_ID, "id from ", " or ", out);
    }
    add_taken(fields, ITEM_ROLE_TITLE, ", title from ", " or ", out);
    add_taken(fields, ITEM_ROLE_TEXT, ", text from ", " or ", out);
    if (fields->judges != NULL)
        describe_judged(fields->judges, out);
    bool has_others = add_taken(fields, ITEM_ROLE_NONE, "; other fields: ", ", ", out);
    if (fields->has_unseen)
        buffer_add_string(out, has_others ? ", …" : "; other fields: …");
}

bool item_mapping_check_used(const struct item_mapping *mapping, struct err *err)
{
    for (size_t role = ITEM_ROLE_ID; role < ITEM_ROLES; role++) {
        for (size_t i = 0; i < mapping->n_names[role]; i++) {
            const struct item_name *name = &mapping->names[role][i];
            if (!name->is_used)
                return err_set(err, ERR_INPUT,
                               "%s %s: no file has this field; correct its name or leave it out",
                               roles[role].option, name->name);
        }
    }
    for (size_t i = 0; i < mapping->n_recipes; i++) {
        if (!mapping->recipes[i].is_used)
            return err_set(err, ERR_INPUT,
                           "--make-id: no file has all its fields (\"%s\" is missing); correct --make-id or "
                           "leave it out",
                           mapping->recipes[i].parts[0].field);
    }
    return true;
}
