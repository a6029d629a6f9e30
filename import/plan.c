/*
 * A file that was opened to examine it stays open and mapped, because it may be packed and should be unpacked only
 * once. There may be more files than can be open at once. Then only those stay open that can't be opened twice.
 */
#include "import/plan.h"

#include "core/store/store.h"
#include "import/files/folder.h"
#include "import/exported.h"
#include "import/files/foreign.h"
#include "import/items/item_file.h"
#include "import/items/item_folder.h"
#include "import/items/item_recognise.h"
#include "import/office/office.h"
#include "import/text/json_fields.h"
#include "import/text/json_parts.h"
#include "import/text/json_scan.h"
#include "import/records/record_fields.h"
#include "import/records/record_line.h"
#include "import/text/yaml_text.h"
#include "import/tools/tools.h"

#include <string.h>
#include <sys/stat.h>

enum { BEGINNING_SIZE = 64 * 1024, OPEN_MOST = 64 };

void import_plan_release(struct import_plan *plan)
{
    for (size_t i = 0; i < plan->n_files; i++)
        file_close(&plan->files[i].file);
    arena_release(&plan->arena);
    *plan = (struct import_plan){0};
}

/*
 * Finds the open file. The same file may be planned as several things, and one of them has it open. NULL: none has.
 */
static const struct file *find_open(const struct import_plan *plan, const char *path)
{
    for (size_t i = 0; i < plan->n_files; i++) {
        if (plan->files[i].path == path && plan->files[i].is_open)
            return &plan->files[i].file;
    }
    return NULL;
}

bool import_plan_open(const struct import_plan *plan, const char *path, struct file *out, struct err *err)
{
    const struct file *open = plan != NULL ? find_open(plan, path) : NULL;
    if (open == NULL)
        return file_map(out, path, err);
    *out = file_lend(open);
    return true;
}

bool import_plan_hold(struct import_plan *plan, struct err *err)
{
    for (size_t i = 0; i < plan->n_files && plan->n_open < OPEN_MOST; i++) {
        struct planned_file *planned = &plan->files[i];
        if (planned->is_left_out || find_open(plan, planned->path) != NULL || item_folder_is(planned->path))
            continue;
        if (!file_map(&planned->file, planned->path, err))
            return false;
        planned->is_open = true;
        plan->n_open++;
    }
    return true;
}

/* Returns the planned file; NULL: the path is not planned. */
static const struct planned_file *find_file(const struct import_plan *plan, const char *path)
{
    for (size_t i = 0; plan != NULL && i < plan->n_files; i++) {
        if (plan->files[i].path == path)
            return &plan->files[i];
    }
    return NULL;
}

bool import_plan_is_ground_truth(const struct import_plan *plan, const char *path)
{
    const struct planned_file *file = find_file(plan, path);
    return file != NULL && file->is_ground_truth;
}

bool import_plan_has_passages(const struct import_plan *plan, const char *path)
{
    for (size_t i = 0; plan != NULL && i < plan->n_files; i++) {
        if (plan->files[i].path == path && plan->files[i].has_passages)
            return true;
    }
    return false;
}

bool import_plan_is_told(const struct import_plan *plan, const char *path)
{
    const struct planned_file *file = find_file(plan, path);
    return file != NULL && file->is_told;
}

bool import_plan_seems_other(const struct import_plan *plan, const char *path)
{
    const struct planned_file *file = find_file(plan, path);
    return file != NULL && file->seems_other;
}

const char *const *import_plan_paths(struct import_plan *plan, enum content_kind kind, size_t *n)
{
    const char **paths = arena_get_array(&plan->arena, plan->n_files, sizeof *paths);
    *n = 0;
    for (size_t i = 0; i < plan->n_files; i++) {
        if (plan->files[i].kind == kind && !plan->files[i].is_left_out)
            paths[(*n)++] = plan->files[i].path;
    }
    return paths;
}

/* --- Files that can't be used ----------------------------------------------------------------- */

/* Why a file without an option is not accepted; NULL: it is accepted. */
static const char *const reasons[CONTENT_KIND_COUNT] = {
    [CONTENT_UNKNOWN] =
        "its beginning does not look like documents, questions, a run or judgments; if it is "
        "one of these, use --documents, --questions, --candidates or --judgments, and name its "
        "fields with --text, --question, --truth or --hits",
    [CONTENT_EMPTY] = "the file is empty",
    [CONTENT_PACKED] = "it is packed twice; unpack it once",
    [CONTENT_DATABASE] = "a database, which import does not read",
    [CONTENT_TEXTS] = "it could be documents or questions; use --documents or --questions",
    [CONTENT_UNCLEAR] = "it has questions, documents and numbers that could be grades or scores; use --grade "
                        "FIELD or --score FIELD",
    [CONTENT_COLLECTION] =
        "more text follows the object with documents, questions or judgments; make it one JSON object",
    [CONTENT_RECORDS] = "it could be a run or judgments; use --candidates or --judgments",
};

static bool is_items(enum content_kind kind)
{
    return kind == CONTENT_DOCUMENTS || kind == CONTENT_QUESTIONS;
}

/*
 * Returns whether the user must be wrong. The meaning of numbers, and the difference between documents and questions,
 * are for the user to decide. A table of questions and documents may be judgments without grades.
 */
static bool contradicts(const struct content *content, enum content_kind said)
{
    static const bool is_sure[CONTENT_KIND_COUNT] = {
        [CONTENT_DATABASE] = true,   [CONTENT_DOCUMENTS] = true, [CONTENT_QUESTIONS] = true,
        [CONTENT_RUN] = true,        [CONTENT_QRELS] = true,     [CONTENT_VOTES] = true,
        [CONTENT_COLLECTION] = true,
    };
    return content->kind != said && is_sure[content->kind] && !content->by_numbers &&
           !(is_items(said) && (is_items(content->kind) || content->kind == CONTENT_COLLECTION)) &&
           !(said == CONTENT_QRELS && (is_items(content->kind) || content->kind == CONTENT_COLLECTION));
}

static bool fail_contradiction(const struct content *content, const char *path, enum content_kind said,
                               struct err *err)
{
    static const char *const options[CONTENT_KIND_COUNT] = {
        [CONTENT_DOCUMENTS] = "; give them to --documents",
        [CONTENT_QUESTIONS] = "; give them to --questions",
        [CONTENT_RUN] = "; give it to --candidates",
        [CONTENT_QRELS] = "; give them to --judgments",
        [CONTENT_VOTES] = "; give them to --votes",
    };
    content_fail_other(content, path, said, err);
    struct err other = *err;
    const char *option = options[content->kind];
    return err_set(err, ERR_INPUT, "%s%s", other.text, option != NULL ? option : "");
}

/* --- A file --------------------------------------------------------------- */

static struct planned_file *push_file(struct import_plan *plan, const char *path, enum content_kind kind)
{
    ARENA_PUSH(&plan->arena, plan->files, plan->n_files) = (struct planned_file){.path = path, .kind = kind};
    return &plan->files[plan->n_files - 1];
}

static struct bytes beginning_of(struct bytes content)
{
    return bytes_slice(content, 0, content.size < BEGINNING_SIZE ? content.size : BEGINNING_SIZE);
}

/* Counts the lines. Counted bytes need not stay in memory. */
static size_t count_lines(const struct file *file)
{
    struct bytes rest = file->bytes;
    struct bytes line;
    size_t n = 0, dropped = 0;
    for (; bytes_next_line(&rest, &line); n++)
        file_drop_read(file, file->bytes.size - rest.size, &dropped);
    return n;
}

static const char *format_of(const struct planned_file *file, const struct content *content,
                             struct bytes beginning, bool *has_lines)
{
    *has_lines = file->kind == CONTENT_RUN || file->kind == CONTENT_QRELS;
    if (is_items(file->kind))
        return item_file_format(file->kind == CONTENT_DOCUMENTS ? ITEM_DOCUMENT : ITEM_QUESTION,
                                bytes_without_mark(beginning), has_lines);
    return file->kind == CONTENT_QRELS ? content->qrels_format : content->run_format;
}

static void keep_or_close(struct import_plan *plan, struct planned_file *planned, struct file *file)
{
    planned->is_open = plan->n_open < OPEN_MOST || !file_is_regular(planned->path);
    plan->n_open += planned->is_open;
    if (planned->is_open)
        planned->file = *file;
    else
        file_close(file);
}

static void leave_out(struct import_plan *plan, struct planned_file *planned)
{
    plan->n_open -= planned->is_open;
    planned->is_open = false;
    planned->is_left_out = true;
    file_close(&planned->file);
}

static bool check_read_once(const struct import_plan *plan, const char *path, struct err *err)
{
    for (size_t i = 0; i < plan->n_files; i++) {
        if (strcmp(path, "-") == 0 && strcmp(plan->files[i].path, "-") == 0)
            return err_set(err, ERR_USAGE,
                           "- is standard input, which can be read only once; name - only once");
    }
    return true;
}

/* Plans the kind that the content tells. Takes over the file. */
static void push_told(struct import_plan *plan, const char *path, const struct content *content,
                      struct file *file)
{
    struct planned_file *planned = push_file(plan, path, content->kind);
    planned->is_told = true;
    bool has_lines;
    planned->format = format_of(planned, content, beginning_of(file->bytes), &has_lines);
    planned->format = file->made_from != NULL ? file->made_from : planned->format;
    planned->n_lines = has_lines && file->made_from == NULL ? count_lines(file) : 0;
    keep_or_close(plan, planned, file);
}

/* Returns the parts of a file with several kinds of content. A file with one kind has no parts. */
static struct json_parts find_parts(const struct content *content, const struct file *file)
{
    if (content->kind == CONTENT_GROUND_TRUTH)
        return (struct json_parts){.questions = true, .judgments = true};
    bool may_have_parts = content->kind == CONTENT_COLLECTION || content->kind == CONTENT_TEXTS ||
                          content->kind == CONTENT_UNKNOWN || is_items(content->kind);
    if (!may_have_parts)
        return (struct json_parts){0};
    struct json_parts parts = json_parts_find(file->bytes);
    bool is_one = parts.documents + parts.questions + parts.judgments == 1;
    return is_one && is_items(content->kind) ? (struct json_parts){0} : parts;
}

/* Plans the parts of one file like several files. If the file must stay open, one of them holds it for all. */
static void push_parts(struct import_plan *plan, const char *path, const struct content *content,
                       const struct json_parts *parts, struct file *file)
{
    const struct {
        bool is_there;
        enum content_kind kind;
    } of_file[] = {
        {parts->documents, CONTENT_DOCUMENTS},
        {parts->questions, CONTENT_QUESTIONS},
        {parts->judgments, CONTENT_QRELS},
    };
    const bool is_ground_truth = content->kind == CONTENT_GROUND_TRUTH;
    const struct bytes beginning = bytes_without_mark(beginning_of(file->bytes));
    for (size_t i = 0; i < sizeof of_file / sizeof *of_file; i++) {
        bool has_lines;
        if (!of_file[i].is_there)
            continue;
        struct planned_file *planned = push_file(plan, path, of_file[i].kind);
        planned->is_told = true;
        planned->is_ground_truth = is_ground_truth;
        planned->format = file->made_from != NULL ? file->made_from
                          : is_ground_truth       ? item_file_format(ITEM_QUESTION, beginning, &has_lines)
                                                  : "JSON";
    }
    keep_or_close(plan, &plan->files[plan->n_files - 1], file);
}

static bool refuse_binary(const char *path, struct bytes content, struct err *err)
{
    struct bytes beginning = beginning_of(content);
    return beginning.size == 0 || memchr(beginning.data, '\0', beginning.size) == NULL ||
           err_set(err, ERR_INPUT, "%s: an unknown binary file; name text files", file_label(path));
}

/* JSON whose first object has a fault is unknown only for that reason. */
static bool refuse_broken_json(const char *path, struct bytes content, struct err *err)
{
    struct json_scan scan = json_scan_of(bytes_without_mark(content));
    struct json_fields *object = NULL;
    struct bytes text;
    const char *broken_at;
    json_scan_take_if(&scan, '[');
    struct json_scan inside = scan;
    if (!json_scan_take_if(&inside, '{') || json_scan_peek(&inside) != '"')
        return true;
    if (!json_scan_value(&scan, &text)) {
        broken_at = scan.fault_at;
        err_set(err, ERR_INPUT, "%s", scan.fault);
    } else if (json_fields_parse_part(&object, text, &broken_at, err)) {
        json_fields_free(object);
        return true;
    }
    return err_context(err, "%s:%zu", file_label(path), record_line_number(content, broken_at));
}

/* Adds a file without an option. */
static bool add_told(struct import_plan *plan, const char *path, struct err *err)
{
    struct file file;
    if (!file_map(&file, path, err))
        return false;
    struct content content = content_recognise_file(path, beginning_of(file.bytes));
    if (file.is_documents) /* even if its texts are short */
        content.kind = CONTENT_DOCUMENTS;
    struct json_parts parts = find_parts(&content, &file);
    if (parts.documents || parts.questions || parts.judgments) {
        push_parts(plan, path, &content, &parts, &file);
        return true;
    }
    bool is_known = content.kind != CONTENT_UNKNOWN && content.kind != CONTENT_COLLECTION;
    bool is_unclear = content.kind == CONTENT_UNCLEAR;
    bool is_refused =
        (is_unclear && record_fields_say_unclear(bytes_without_mark(beginning_of(file.bytes)), path, err)) ||
        (!is_known && (!foreign_refuse(path, file.bytes, err) || !refuse_binary(path, file.bytes, err) ||
                       !refuse_broken_json(path, file.bytes, err) ||
                       !exported_refuse(path, bytes_without_mark(beginning_of(file.bytes)), err)));
    bool is_data = !is_known && foreign_is_table(file.bytes);
    push_told(plan, path, &content, &file);
    plan->files[plan->n_files - 1].is_data = is_data;
    return reasons[content.kind] == NULL ||
           (!is_refused && err_set(err, ERR_INPUT, "%s: %s", file_label(path), reasons[content.kind]));
}

/* Files on a disk are only examined here. So contradictions are reported before a large file is unpacked. */
static bool look_at(const char *path, char *room, struct bytes *beginning, struct file *file, struct err *err)
{
    size_t size;
    *file = (struct file){0};
    if (!file_is_regular(path) || yaml_is_name(bytes_of(path))) {
        bool opened = file_map(file, path, err);
        *beginning = beginning_of(file->bytes);
        return opened;
    }
    if (!file_peek(path, room, BEGINNING_SIZE, &size, err))
        return false;
    *beginning = (struct bytes){.data = room, .size = size};
    if (!office_may_begin(*beginning) && tool_of(*beginning) == NULL)
        return true;
    bool opened = file_map(file, path, err);
    *beginning = beginning_of(file->bytes);
    return opened;
}

static bool add_said(struct import_plan *plan, const char *path, enum content_kind said, struct err *err)
{
    struct file file;
    struct bytes beginning;
    char room[BEGINNING_SIZE];
    if (!look_at(path, room, &beginning, &file, err))
        return false;
    struct content content = content_recognise_file(path, beginning);
    struct planned_file *planned = push_file(plan, path, said);
    bool has_lines;
    planned->format = file.made_from != NULL           ? file.made_from
                      : content.kind != CONTENT_PACKED ? format_of(planned, &content, beginning, &has_lines)
                                                       : NULL;
    planned->seems_other = is_items(said) && is_items(content.kind) && content.kind != said &&
                           !(said == CONTENT_QUESTIONS && item_beginning_asks(beginning));
    if (file.bytes.data != NULL)
        keep_or_close(plan, planned, &file);
    return !contradicts(&content, said) || fail_contradiction(&content, path, said, err);
}

/* --- A folder ------------------------------------------------------------- */

static const char *path_in(struct import_plan *plan, const char *folder, struct bytes name)
{
    struct buffer path = {0};
    folder_add_child(bytes_of(folder), name, &path);
    const char *copy = arena_copy_string(&plan->arena, buffer_string(&path));
    buffer_release(&path);
    return copy;
}

/* A linked folder may lead back to where it is. */
static bool is_link(const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0 && S_ISLNK(status.st_mode);
}

static bool add_folder(struct import_plan *plan, const char *path, struct err *err);

/* Returns whether only the user can tell the kind. */
static bool is_unclear(enum content_kind kind)
{
    return kind == CONTENT_TEXTS || kind == CONTENT_RECORDS;
}

/* Adds an entry of a folder. It may be there for another purpose: then it is left out, and the user is told. */
static bool add_entry(struct import_plan *plan, const char *path, const struct folder_entry *entry,
                      struct err *err)
{
    if (entry->is_hidden)
        return true;
    const char *child = path_in(plan, path, entry->name);
    if (entry->is_folder)
        return is_link(child) || add_folder(plan, child, err);
    if (!file_is_regular(child) || store_has_file(child))
        return true;
    size_t n_before = plan->n_files;
    if (item_folder_is_office(entry->name)) { /* a text like .md */
        struct planned_file *text = push_file(plan, child, CONTENT_DOCUMENTS);
        text->is_told = true;
        leave_out(plan, text);
        return true;
    }
    if (add_told(plan, child, err))
        return true;
    if (plan->n_files == n_before || is_unclear(plan->files[n_before].kind))
        return false;
    if (plan->refused == NULL && plan->files[n_before].is_data)
        plan->refused = arena_copy_string(&plan->arena, err->text);
    leave_out(plan, &plan->files[n_before]);
    return true;
}

static bool add_folder(struct import_plan *plan, const char *path, struct err *err)
{
    struct folder_entry *entries;
    size_t n;
    if (!folder_list(path, &plan->arena, &entries, &n, err))
        return false;
    for (size_t i = 0; i < n; i++) {
        if (!add_entry(plan, path, &entries[i], err))
            return false;
    }
    return true;
}

/* Returns whether any file from this one on is used. */
static bool takes_any(const struct import_plan *plan, size_t first)
{
    for (size_t i = first; i < plan->n_files; i++) {
        if (!plan->files[i].is_left_out)
            return true;
    }
    return false;
}

/* Returns whether the files from this one on have documents that are read. */
static bool has_documents(const struct import_plan *plan, size_t first)
{
    for (size_t i = first; i < plan->n_files; i++) {
        if (plan->files[i].kind == CONTENT_DOCUMENTS && !plan->files[i].is_left_out)
            return true;
    }
    return false;
}

/* Returns the path relative to the folder; empty: the file is not in it. */
static struct bytes inner_path(const char *folder, const char *path)
{
    struct bytes root = bytes_of(folder), rest = bytes_of(path);
    while (root.size > 1 && root.data[root.size - 1] == '/')
        root.size--;
    if (bytes_equal(root, bytes_of(".")))
        return rest;
    if (rest.size <= root.size || !bytes_equal(bytes_slice(rest, 0, root.size), root))
        return (struct bytes){0};
    rest = bytes_from(rest, root.size);
    return bytes_starts_with(rest, "/") ? bytes_from(rest, 1) : rest;
}

/* Returns whether the file describes a data set and is not one of its documents. */
static bool describes_data(struct bytes inner)
{
    static const char *const names[] = {"readme", "license", "changelog"};
    const char *name = file_base_name(inner.data).data;
    const struct bytes last = {.data = name, .size = inner.size - (size_t)(name - inner.data)};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const size_t size = smaller_size(last.size, strlen(names[i]));
        if (bytes_equal_ignoring_case(bytes_slice(last, 0, size), bytes_of(names[i])))
            return true;
    }
    return false;
}

bool import_plan_has_other(const void *context, struct bytes inner)
{
    const struct import_folder *folder = context;
    bool has_data = false;
    for (size_t i = 0; folder->plan != NULL && i < folder->plan->n_files; i++) {
        const struct bytes planned = inner_path(folder->path, folder->plan->files[i].path);
        if (planned.size > 0 && bytes_equal(planned, inner))
            return true;
        has_data = has_data || planned.size > 0;
    }
    return has_data && describes_data(inner);
}

/*
 * Removes the texts that were left out, except those that describe data, from the plan. They become documents of the
 * folder.
 */
static void drop_texts(struct import_plan *plan, size_t first, const char *folder)
{
    size_t n = first;
    for (size_t i = first; i < plan->n_files; i++) {
        const struct planned_file file = plan->files[i];
        const struct bytes inner = inner_path(folder, file.path);
        if (!file.is_left_out || !item_folder_is_text(inner) || describes_data(inner))
            plan->files[n++] = file;
    }
    plan->n_files = n;
}

/* Adds the texts of a folder as one collection. */
static bool add_texts(struct import_plan *plan, const char *path, bool is_told)
{
    struct planned_file *planned = push_file(plan, path, CONTENT_DOCUMENTS);
    planned->format = "a folder of texts";
    planned->is_told = is_told;
    return true;
}

/* If a folder has data but no documents, for example a table of questions, its texts are the documents. */
static bool add_texts_beside(struct import_plan *plan, const char *path, size_t first, struct err *err)
{
    const struct import_folder folder = {plan, path};
    const struct item_folder_others others = {import_plan_has_other, &folder};
    struct err none = {0};
    drop_texts(plan, first, path);
    if (item_folder_has_texts(path, &others, &none))
        return add_texts(plan, path, true);
    if (none.code == ERR_SYSTEM)
        *err = none;
    return none.code != ERR_SYSTEM;
}

bool import_plan_add(struct import_plan *plan, const char *path, enum content_kind said, struct err *err)
{
    size_t n_before = plan->n_files;
    if (!check_read_once(plan, path, err))
        return false;
    if (said == CONTENT_DOCUMENTS && item_folder_is(path))
        return add_texts(plan, path, false);
    if (said != CONTENT_UNKNOWN)
        return add_said(plan, path, said, err);
    if (!item_folder_is(path))
        return add_told(plan, path, err);
    if (!add_folder(plan, path, err))
        return false;
    if (takes_any(plan, n_before) && has_documents(plan, n_before))
        return true;
    if (takes_any(plan, n_before))
        return add_texts_beside(plan, path, n_before, err);
    plan->n_files = n_before;
    if (plan->refused != NULL) /* the other files describe it */
        return err_set(err, ERR_INPUT, "%s", plan->refused);
    if (item_folder_has_texts(path, NULL, err))
        return add_texts(plan, path, true);
    return err->code == ERR_INPUT &&
           err_set(err, ERR_INPUT, "%s: no file in this folder holds documents, questions or a run", path);
}

/* --- Documents in judgments ------------------------------------------------------------------- */

static bool find_passages(struct bytes content)
{
    struct arena arena = {0};
    struct record_shape shape;
    const struct bytes text = record_skip_preamble(content);
    const bool is_json = bytes_starts_with(text, "{") || bytes_starts_with(text, "[");
    bool found = is_json && record_shape_find(text, SHAPE_TRUTH, &arena, &shape) && shape.unclear == NULL &&
                 !shape.is_keyed && shape.element_text.size > 0;
    arena_release(&arena);
    return found;
}

static bool add_passages_of(struct import_plan *plan, const char *path, bool is_told, struct err *err)
{
    struct file file;
    if (!import_plan_open(plan, path, &file, err))
        return false;
    const bool found = find_passages(file.bytes);
    bool worked = file_confirm(&file, path, true, err);
    file_close(&file);
    if (!worked || !found)
        return worked;
    struct planned_file *planned = push_file(plan, path, CONTENT_DOCUMENTS);
    planned->is_told = is_told;
    planned->has_passages = true;
    planned->format = "passages of the judgments";
    return true;
}

bool import_plan_add_passages(struct import_plan *plan, struct err *err)
{
    size_t n;
    import_plan_paths(plan, CONTENT_DOCUMENTS, &n);
    if (n > 0)
        return true;
    for (size_t i = 0, n_files = plan->n_files; i < n_files; i++) {
        const struct planned_file file = plan->files[i];
        if (file.kind == CONTENT_QRELS && !file.is_left_out && !item_folder_is(file.path) &&
            (file_is_regular(file.path) || find_open(plan, file.path) != NULL) &&
            !add_passages_of(plan, file.path, file.is_told, err))
            return false;
    }
    return true;
}
