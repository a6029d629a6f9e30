/*
 * If anything fails, the database is unchanged. Documents and questions come first, because candidates name them by
 * their ids.
 *
 * The import is one transaction of the store, except in a database in which others may be labelling. There it is
 * committed in parts: on a file because nobody can vote during a transaction, on a server because nobody can vote on
 * the questions of votes that a transaction has added. So on a server the first part ends among the votes. The parts
 * are undone if a later one fails. No number of a row is kept from one part to the next.
 *
 * Items go into the store as they are read; on a server, some thousand at once. Only their ids and the places of their
 * first occurrence stay here, so that a conflict can name both places. `seen` and `places` hold the items of one kind
 * at a time. A run is in memory as a whole: its best entries for each question are known only at its end.
 */
#include "import/import.h"

#include "core/base/number.h"
#include "core/base/unicode.h"
#include "core/store/labelling/answers.h"
#include "core/store/content/carrying.h"
#include "core/store/content/documents.h"
#include "core/store/content/field_list.h"
#include "core/store/content/fill.h"
#include "core/store/content/imports.h"
#include "core/store/models/models.h"
#include "core/store/content/questions.h"
#include "core/store/content/removal.h"
#include "core/store/settings.h"
#include "core/store/store.h"
#include "import/difference.h"
#include "import/fields/shape_report.h"
#include "import/files/file.h"
#include "import/items/item_file.h"
#include "import/items/item_folder.h"
#include "import/judgments.h"
#include "import/known_texts.h"
#include "import/qrels.h"
#include "import/question_texts.h"
#include "import/runs/run.h"
#include "import/same_texts.h"
#include "import/votes.h"

#include <stdlib.h>

enum { WATCH_INTERVAL = 256 }; /* items between two calls of the watch */

/* An item that was read from a file and is stored together with the following ones: see put_items. */
struct read_item {
    struct item item;
    struct item_judged judged;
    size_t line, bytes_read;
};

struct item_batch {
    struct arena arena; /* for the whole batch */
    struct read_item *items;
    size_t n, size;     /* `size` is in bytes */
    struct err failure; /* error of an item, with its place; ERR_NONE: all items so far are stored */
};

/* The place where an id was first read, so that a conflict can name both places. */
struct item_place {
    const char *path;
    size_t line;
};

/* The judgments of a file that also has their questions. */
struct judged_with {
    const char *path;
    struct qrels qrels;
    struct record_shape shape; /* of its records */
};

struct importer {
    struct store *store;
    const struct import_request *request;
    struct import_summary *summary;
    struct arena *arena;
    struct filling filling;
    struct item_fields fields; /* of the file being read */
    struct item_batch batch;   /* of this file */
    const char *path;          /* its name */
    size_t size;
    const struct file *file; /* NULL: a folder */
    size_t dropped;          /* bytes of the file that are not needed any more */
    size_t n_read;           /* items, or questions of a run, read from it */
    struct map seen;         /* the ids of this kind, in the order of `places` */
    struct item_place *places;
    struct same_texts document_texts;
    struct question_texts texts; /* the questions that existed before the file */
    bool is_found;               /* the current question got its id by its text */
    /* One for each file of judgments, then for each file of questions that also judges. */
    struct judged_with *judged;
    size_t n_judged;
    struct known_texts known; /* set up when the documents are stored */
    int64_t n_put_away;       /* documents that a carry put away */
    bool may_be_in_parts;
    struct import_part {
        int64_t changes, votes; /* of the summary when the part began */
    } part;
};

static bool report_progress(void *context, size_t done, size_t total, struct err *err)
{
    struct importer *importer = context;
    const struct import_request *request = importer->request;
    const struct import_progress progress = {.path = importer->path,
                                             .done = done,
                                             .total = total,
                                             .n = importer->n_read};
    if (importer->n_read++ % WATCH_INTERVAL != 0 || request->watch == NULL ||
        request->watch(request->watch_context, &progress))
        return true;
    return err_set(err, ERR_INTERRUPTED, "stopped; the database is as it was");
}

/* --- Parts ---------------------------------------------------------------- */

static int64_t count_changes(const struct import_summary *summary)
{
    const struct put_counts *const counts[] = {&summary->documents, &summary->questions, &summary->candidates,
                                               &summary->judgments, &summary->votes};
    int64_t changes = 0;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        changes += counts[i]->added + counts[i]->replaced;
    return changes;
}

static int64_t count_votes(const struct import_summary *summary)
{
    return summary->votes.added + summary->votes.replaced;
}

static bool end_part(struct importer *importer, struct err *err)
{
    struct import_summary *summary = importer->summary;
    bool has_replaced = summary->documents.replaced > 0 || summary->questions.replaced > 0;
    bool forgets = has_replaced && importer->request->replacing != REPLACE_KEEPING_VOTES;
    int64_t model_votes = 0;
    bool ended = store_set_import_votes(importer->store, count_votes(summary) - importer->part.votes, err) &&
                 (!forgets || store_forget_model_votes(importer->store, &model_votes, err));
    summary->model_votes_gone += model_votes;
    return ended;
}

static bool begin_next_part(struct importer *importer, struct err *err)
{
    const struct clock *clock = &importer->request->clock;
    const bool has_changed = count_changes(importer->summary) > importer->part.changes;
    if (!end_part(importer, err) ||
        !store_continue_import(importer->store, has_changed, clock->now(clock->context), err))
        return false;
    importer->part = (struct import_part){.changes = count_changes(importer->summary),
                                          .votes = count_votes(importer->summary)};
    return true;
}

/* Between two rows: begins the next part when this one is full. */
static bool heed_parts(void *context, size_t n_rows, size_t size, struct err *err)
{
    struct importer *importer = context;
    return !store_import_fills_part(importer->store, n_rows, size) || begin_next_part(importer, err);
}

/* --- Items ---------------------------------------------------------------- */

/* Remembers the place of the id. Sets *first to its earlier place in these files, or NULL. */
static void remember_place(struct importer *importer, struct bytes id, size_t line,
                           const struct item_place **first)
{
    bool is_new;
    if (map_find(&importer->seen, id) == MAP_ABSENT)
        id = arena_copy(importer->arena, id);
    size_t number = (size_t)map_put(&importer->seen, id, &is_new);
    *first = is_new ? NULL : &importer->places[number];
    if (!is_new)
        return;
    importer->places = arena_make_room(importer->arena, importer->places, number, sizeof *importer->places);
    importer->places[number] = (struct item_place){.path = importer->path, .line = line};
}

/* A document of a folder has no line. */
static const char *name_place(struct importer *importer, const struct item_place *place)
{
    return place->line == 0
               ? arena_format(importer->arena, "in the folder %s", place->path)
               : arena_format(importer->arena, "at %s:%zu", file_label(place->path), place->line);
}

/* Adds how the item differs from the stored one with the same id, which is at `where`. */
static bool describe_difference(struct importer *importer, const struct item *item, const char *where,
                                struct buffer *out, struct err *err)
{
    struct item kept;
    if (!(importer->fields.kind == ITEM_DOCUMENT
              ? store_read_kept_document
              : store_read_kept_question)(importer->store, item->id, importer->arena, &kept, err))
        return false;
    difference_describe(item, &kept, where, out);
    return true;
}

/* Two different records have the same generated id. Nobody chose that id. */
static bool fail_made_conflict(const struct importer *importer, const struct item *item,
                               const char *difference, struct err *err)
{
    struct buffer recipe = {0};
    id_recipe_describe(importer->fields.recipe, &recipe);
    err_set(err, ERR_INPUT,
            "two %ss get the id '%.*s', made from %s: %s; remove one from the file, make ids from more "
            "fields or characters with --make-id, or longer ids with --id-length",
            item_kind_name(importer->fields.kind), BYTES_FORMAT(item->id), buffer_string(&recipe),
            difference);
    buffer_release(&recipe);
    return false;
}

/*
 * Returns the remedy for two items with the same id. `first`: the place of the earlier one in these files; NULL: it is
 * in the database.
 */
static const char *conflict_remedy(const struct importer *importer, const struct item_place *first)
{
    if (first == NULL)
        return "use --replace if this version is better; if they are two things, give this one another id";
    return importer->file == NULL && first->line == 0
               ? "keep one of them, or use --replace to keep the last; if they are two things, import the "
                 "folder that contains both folders"
               : "keep one of them, or use --replace to keep the last; if they are two things, make ids from "
                 "their fields with --make-id";
}

static bool fail_conflict(struct importer *importer, const struct item *item, const struct item_place *first,
                          struct err *err)
{
    struct buffer difference = {0};
    const char *where = first != NULL ? name_place(importer, first)
                                      : arena_format(importer->arena, "in %s", store_path(importer->store));
    bool is_made = importer->fields.recipe != NULL && !importer->is_found;
    if (!describe_difference(importer, item, is_made ? where : "there", &difference, err))
        return false;
    if (is_made)
        fail_made_conflict(importer, item, buffer_string(&difference), err);
    else
        err_set(err, ERR_INPUT, "%s '%.*s' has other content than %s: %s; %s",
                item_kind_name(importer->fields.kind), BYTES_FORMAT(item->id), where,
                buffer_string(&difference), conflict_remedy(importer, first));
    buffer_release(&difference);
    return false;
}

/* Counts the valid votes that saw the stored item. */
static bool count_votes_on(const struct importer *importer, struct bytes id, int64_t *votes, struct err *err)
{
    return importer->fields.kind == ITEM_DOCUMENT
               ? store_count_document_votes(importer->store, id, votes, err)
               : store_count_question_votes(importer->store, id, votes, err);
}

static bool fail_voted(struct importer *importer, const struct item *item, struct err *err)
{
    int64_t votes;
    struct buffer difference = {0};
    if (!count_votes_on(importer, item->id, &votes, err) ||
        !describe_difference(importer, item, "there", &difference, err))
        return false;
    err_set(err, ERR_INPUT,
            "%s '%.*s' differs from the text that %lld vote%s saw: %s; replace it with --replace "
            "--keep-votes if %s still stand%s, else with --replace --withdraw-votes",
            item_kind_name(importer->fields.kind), BYTES_FORMAT(item->id), (long long)votes,
            votes == 1 ? "" : "s", buffer_string(&difference), votes == 1 ? "it" : "they",
            votes == 1 ? "s" : "");
    buffer_release(&difference);
    return false;
}

/* Two records of these files with the same generated id are not two versions of one item. */
static enum replacing replacing_of(const struct importer *importer, const struct item *item)
{
    bool is_clash = importer->fields.recipe != NULL && map_find(&importer->seen, item->id) != MAP_ABSENT;
    return is_clash ? REPLACE_NOTHING : importer->request->replacing;
}

/* Two documents with the same text split the votes on it. */
static void note_text(struct importer *importer, const struct item *item)
{
    struct import_summary *summary = importer->summary;
    if (item->text.size > 0 && same_texts_add(&importer->document_texts, item->text) &&
        summary->documents_with_same_text++ == 0)
        summary->first_with_same_text = arena_copy(importer->arena, item->id);
}

/* A returned document has lost the votes that it had before `assay carry` put it away. */
static bool note_returned(struct importer *importer, const struct item *item, struct err *err)
{
    struct import_summary *summary = importer->summary;
    bool was_put_away;
    if (!store_was_put_away(importer->store, item->id, item->title, item->text, &was_put_away, err))
        return false;
    if (was_put_away && summary->documents_returned++ == 0)
        summary->first_returned = arena_copy(importer->arena, item->id);
    return true;
}

static bool put_document(struct importer *importer, const struct item *item, enum stored *stored,
                         struct err *err)
{
    struct import_summary *summary = importer->summary;
    if (!store_put_document(importer->store, item, replacing_of(importer, item), stored, err))
        return false;
    put_count(&summary->documents, *stored);
    if (item->text.size == 0 && summary->documents_without_text++ == 0)
        summary->first_without_text = arena_copy(importer->arena, item->id);
    if (*stored == STORED_NEW)
        note_text(importer, item);
    return *stored != STORED_NEW || importer->n_put_away == 0 || note_returned(importer, item, err);
}

static bool put_question(struct importer *importer, const struct item *item, enum stored *stored,
                         struct err *err)
{
    struct import_summary *summary = importer->summary;
    if (item->text.size == 0)
        return err_set(err, ERR_INPUT, "question '%.*s' has an empty text; %s", BYTES_FORMAT(item->id),
                       import_plan_seems_other(importer->request->plan, importer->path)
                           ? "these look like documents; did you swap --documents and --questions?"
                           : "write the question or remove the line");
    if (!store_put_question(importer->store, item, replacing_of(importer, item), stored, err))
        return false;
    put_count(&summary->questions, *stored);
    return true;
}

/* Counts an item that existed only because of these files. */
static void count_repeated(struct importer *importer)
{
    struct put_counts *counts = importer->fields.kind == ITEM_DOCUMENT ? &importer->summary->documents
                                                                       : &importer->summary->questions;
    counts->same--;
    counts->repeated++;
}

/*
 * Returns the judgments read from the same file. NULL: the file has none, or they are not read together with its
 * questions.
 */
static struct judged_with *judged_with(const struct importer *importer)
{
    for (size_t i = 0; i < importer->n_judged; i++) {
        bool is_with = i >= importer->request->n_judgments ||
                       import_plan_is_ground_truth(importer->request->plan, importer->path);
        if (importer->judged[i].path == importer->path && is_with)
            return &importer->judged[i];
    }
    return NULL;
}

static bool fail_other_grade(struct bytes qid, struct bytes docid, double here, double before,
                             struct err *err)
{
    struct buffer grades = {0};
    number_add_shortest(&grades, here);
    buffer_add_string(&grades, " here, and ");
    number_add_shortest(&grades, before);
    err_set(err, ERR_INPUT,
            "document '%.*s' of question '%.*s' has grade %s in an earlier record; keep one of them",
            BYTES_FORMAT(docid), BYTES_FORMAT(qid), buffer_string(&grades));
    buffer_release(&grades);
    return false;
}

/* A repeated judgment must have the same grade. */
static bool keep_judgment(struct judged_with *judged, struct bytes qid, struct bytes docid, double grade,
                          struct err *err)
{
    struct arena *memory = &judged->qrels.memory;
    if (qrels_add(&judged->qrels, arena_copy(memory, qid), arena_copy(memory, docid), grade))
        return true;
    double before = qrels_question_find(qrels_find(&judged->qrels, qid), docid)->grade;
    return before == grade || fail_other_grade(qid, docid, grade, before, err);
}

static bool keep_judged(const struct importer *importer, struct bytes qid, const struct item_judged *said,
                        struct err *err)
{
    struct judged_with *judged = importer->fields.judges != NULL ? judged_with(importer) : NULL;
    bool worked = true;
    if (judged == NULL)
        return true;
    for (size_t i = 0; worked && i < said->n; i++) {
        const struct item_judgment *judgment = &said->judgments[i];
        worked =
            judgment->docid.size == 0 || keep_judgment(judged, qid, judgment->docid, judgment->grade, err);
    }
    return worked;
}

/* Counts a question that has other fields than the stored one with its id. */
static bool count_other_fields(struct importer *importer, const struct item *item, struct err *err)
{
    struct arena arena = {0};
    struct item kept = {0};
    const bool worked =
        item->fields.size == 0 || store_read_kept_question(importer->store, item->id, &arena, &kept, err);
    if (worked && item->fields.size > 0 && !bytes_equal(item->fields, kept.fields))
        importer->summary->questions_keeping_fields++;
    arena_release(&arena);
    return worked;
}

/*
 * Finds the existing question for a question with a generated id: the only question with the same text. It then gets
 * that id, and without --replace its other fields stay as they are. If several questions have the text, only one with
 * the generated id counts. If the user chooses a recipe for ids, the recipe alone decides which questions are the same.
 */
static bool find_known(struct importer *importer, struct item *item, bool *is_known, struct err *err)
{
    const struct item_mapping *mapping = importer->request->mapping;
    const struct question_row *question;
    bool are_several;
    int64_t made = 0;
    *is_known = false;
    const struct record_shape *judges = importer->fields.judges;
    if (importer->fields.recipe == NULL || (mapping != NULL && mapping->n_recipes > 0) ||
        (judges != NULL && judges->n_of_question > 0))
        return true;
    if (!question_texts_find(&importer->texts, importer->store, item->text, &question, &are_several, err))
        return false;
    if (are_several && !store_find_question(importer->store, item->id, &made, err))
        return false;
    if (are_several && made == 0)
        return err_set(err, ERR_INPUT, "several questions have the text '%.*s'; use their ids",
                       BYTES_FORMAT(item->text));
    importer->is_found = question != NULL && !are_several && !bytes_equal(question->qid, item->id);
    *is_known = importer->is_found && (judges != NULL || importer->request->replacing == REPLACE_NOTHING);
    item->id = importer->is_found ? question->qid : item->id;
    return !*is_known || judges != NULL || count_other_fields(importer, item, err);
}

/*
 * Stores a passage. If a document with its id exists, the passage is that document, even if other fields differ.
 */
static bool put_passage(struct importer *importer, const struct item *item, enum stored *stored,
                        struct err *err)
{
    int64_t document_id = 0;
    if (map_find(&importer->seen, item->id) == MAP_ABSENT &&
        !store_find_document(importer->store, item->id, &document_id, err))
        return false;
    if (document_id == 0)
        return put_document(importer, item, stored, err);
    *stored = STORED_SAME;
    put_count(&importer->summary->documents, *stored);
    return true;
}

static bool put_item(struct importer *importer, struct item *item, enum stored *stored, struct err *err)
{
    bool is_known;
    importer->is_found = false;
    if (importer->fields.passages != NULL)
        return put_passage(importer, item, stored, err);
    if (importer->fields.kind == ITEM_DOCUMENT)
        return put_document(importer, item, stored, err);
    if (!find_known(importer, item, &is_known, err))
        return false;
    if (!is_known)
        return put_question(importer, item, stored, err);
    *stored = STORED_SAME;
    put_count(&importer->summary->questions, *stored);
    return true;
}

/* Text in another encoding is stored as it is. It may be one byte in a million, or every name. */
static void count_not_unicode(struct importer *importer, const struct item *item, size_t line)
{
    struct import_summary *summary = importer->summary;
    if (unicode_is_valid(item->id) && unicode_is_valid(item->title) && unicode_is_valid(item->text) &&
        unicode_is_valid(item->fields))
        return;
    if (summary->not_unicode++ == 0)
        summary->first_not_unicode =
            line == 0 ? arena_format(importer->arena, "%.*s in %s", BYTES_FORMAT(item->id), importer->path)
                      : arena_format(importer->arena, "%s:%zu", file_label(importer->path), line);
}

/* Readers of runs and qrels would silently skip lines with such an id. */
static void count_like_comment(struct importer *importer, const struct item *item)
{
    struct import_summary *summary = importer->summary;
    if (importer->fields.kind == ITEM_QUESTION && bytes_starts_with(item->id, "#") &&
        summary->like_comments++ == 0)
        summary->first_like_comment = arena_copy(importer->arena, item->id);
}

static bool withdraw_votes_on(struct importer *importer, struct bytes id, struct err *err)
{
    int64_t votes, now = importer->request->now;
    if (!(importer->fields.kind == ITEM_DOCUMENT
              ? store_withdraw_answers_on_document(importer->store, id, now, &votes, err)
              : store_withdraw_answers_to_question(importer->store, id, now, &votes, err)))
        return false;
    importer->summary->votes_withdrawn += votes;
    return true;
}

static bool import_item(struct importer *importer, const struct read_item *read, struct err *err)
{
    const struct item_place *first;
    struct item item = read->item;
    enum stored stored;
    if (!put_item(importer, &item, &stored, err))
        return false;
    remember_place(importer, item.id, read->line, &first);
    if (first != NULL && stored == STORED_SAME)
        count_repeated(importer);
    if (stored == STORED_CONFLICT)
        return fail_conflict(importer, &item, first, err);
    if (stored == STORED_VOTED)
        return fail_voted(importer, &item, err);
    bool withdraws = stored == STORED_REPLACED && importer->request->replacing == REPLACE_WITHDRAWING_VOTES;
    if ((withdraws && !withdraw_votes_on(importer, item.id, err)) ||
        !keep_judged(importer, item.id, &read->judged, err))
        return false;
    count_not_unicode(importer, &item, read->line);
    count_like_comment(importer, &item);
    file_drop_read(importer->file, read->bytes_read, &importer->dropped);
    return report_progress(importer, read->bytes_read, importer->size, err);
}

static size_t size_of_content(const struct item *item)
{
    return item->title.size + item->text.size + item->fields.size;
}

/* --- Batches of items ------------------------------------------------------------------------- */

/* For so many items or bytes, a server is queried only once. */
enum { ITEMS_AT_ONCE = 2000, BYTES_AT_ONCE = 8 * 1024 * 1024 };

static struct item copy_item(struct arena *arena, const struct item *item)
{
    return (struct item){
        .id = arena_copy(arena, item->id),
        .title = arena_copy(arena, item->title),
        .text = arena_copy(arena, item->text),
        .fields = arena_copy(arena, item->fields),
    };
}

static void clear_batch(struct item_batch *batch)
{
    arena_release(&batch->arena);
    batch->items = NULL;
    batch->n = batch->size = 0;
}

/*
 * The reader would prefix the error with the place of the last item that it read; it does so only for ERR_INPUT. So the
 * error is kept in the batch, and the reader gets ERR_INTERRUPTED.
 */
static bool fail_at(struct importer *importer, const struct read_item *read, struct err *err)
{
    struct err *failure = &importer->batch.failure;
    if (err->code == ERR_INPUT && read->line > 0)
        err_context(err, "%s:%zu", file_label(importer->path), read->line);
    else if (err->code == ERR_INPUT)
        err_context(err, "%s/%.*s", importer->path, BYTES_FORMAT(read->item.id));
    *failure = *err;
    err->code = ERR_INTERRUPTED;
    return false;
}

/* Looks up all new ids at once. A repeated id is looked up when the earlier item has been stored. */
static void prefetch_items(struct importer *importer)
{
    const struct item_batch *batch = &importer->batch;
    struct map ids = {0};
    for (size_t i = 0; i < batch->n; i++) {
        const struct bytes id = batch->items[i].item.id;
        bool is_new;
        map_put(&ids, id, &is_new);
        if (is_new)
            (importer->fields.kind == ITEM_DOCUMENT ? store_prefetch_document
                                                    : store_prefetch_question)(importer->store, id);
        if (is_new && importer->fields.passages != NULL)
            store_prefetch_document_number(importer->store, id);
    }
    map_release(&ids);
}

static bool put_items(struct importer *importer, struct err *err)
{
    struct item_batch *batch = &importer->batch;
    bool worked = true;
    prefetch_items(importer);
    for (size_t i = 0; worked && i < batch->n; i++)
        worked = import_item(importer, &batch->items[i], err) || fail_at(importer, &batch->items[i], err);
    store_drop_prefetched(importer->store);
    const size_t n = batch->n, size = batch->size;
    clear_batch(batch);
    return worked && filling_heed_parts(&importer->filling, n, size, err);
}

static bool collect_item(struct importer *importer, const struct read_item *read, struct err *err)
{
    struct item_batch *batch = &importer->batch;
    struct read_item copy = *read;
    copy.item = copy_item(&batch->arena, &read->item);
    copy.judged.judgments = arena_get_array(&batch->arena, read->judged.n, sizeof *copy.judged.judgments);
    for (size_t i = 0; i < read->judged.n; i++)
        copy.judged.judgments[i] = (struct item_judgment){
            .docid = arena_copy(&batch->arena, read->judged.judgments[i].docid),
            .grade = read->judged.judgments[i].grade,
        };
    ARENA_PUSH(&batch->arena, batch->items, batch->n) = copy;
    batch->size += size_of_content(&copy.item);
    const size_t most = importer->filling.heed_parts != NULL ? IMPORT_PART_ROWS : ITEMS_AT_ONCE;
    return (batch->n < most && batch->size < BYTES_AT_ONCE) || put_items(importer, err);
}

/* A local file has no delay, so its items are stored at once. */
static bool take_item(void *context, const struct item *item, size_t line, size_t bytes_read, struct err *err)
{
    struct importer *importer = context;
    const struct read_item read = {
        .item = *item,
        .judged = importer->fields.judged,
        .line = line,
        .bytes_read = bytes_read,
    };
    if (store_is_on_server(importer->store))
        return collect_item(importer, &read, err);
    return import_item(importer, &read, err) &&
           filling_heed_parts(&importer->filling, 1, size_of_content(item), err);
}

/* --- Files of items --------------------------------------------------------------------------- */

/* Returns the meaning of a field: what the user says, else what its name says. */
static const char *taken_by_items(const struct importer *importer, enum item_kind kind, struct bytes name)
{
    static const char *const words[] = {[ITEM_ROLE_NONE] = "a field",
                                        [ITEM_ROLE_ID] = "the id",
                                        [ITEM_ROLE_TEXT] = "the text",
                                        [ITEM_ROLE_TITLE] = "the title"};
    const struct item_fields *fields = &importer->fields;
    for (size_t i = 0; i < fields->n_seen; i++) {
        const struct seen_field *seen = &fields->seen[i];
        for (size_t role = ITEM_ROLE_ID; role < ITEM_ROLES && bytes_equal(seen->name, name); role++) {
            if (seen->taken[role] > 0)
                return words[role];
        }
    }
    (void)kind;
    return words[ITEM_ROLE_NONE];
}

/* Returns whether the items that were read have one of these fields. Lines of plain text only look like a table. */
static bool are_of_items(const struct item_fields *fields, const struct field_report *reports, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < fields->n_seen; k++) {
            if (bytes_equal(fields->seen[k].name, reports[i].name))
                return true;
        }
    }
    return false;
}

/*
 * Records how the fields of a file look and what they were used for; `shape` NULL: they are fields of items only.
 */
static void note_fields(struct importer *importer, struct bytes content, const struct record_shape *shape,
                        bool are_items)
{
    struct import_summary *summary = importer->summary;
    struct field_report reports[SAMPLE_FIELDS];
    if (!importer->request->dry_run)
        return;
    size_t n = record_shape_report(record_skip_preamble(content), shape, importer->arena, reports);
    if (are_items && shape == NULL && !are_of_items(&importer->fields, reports, n))
        return;
    for (size_t i = 0; i < n; i++) {
        const char *by_items =
            are_items ? taken_by_items(importer, importer->fields.kind, reports[i].name) : "";
        ARENA_PUSH(importer->arena, summary->fields, summary->n_fields) = (struct imported_field){
            .path = importer->path,
            .name = arena_copy(importer->arena, reports[i].name),
            .looks = reports[i].looks,
            .taken = reports[i].taken != NULL && !bytes_equal(reports[i].name, shape->question)
                         ? reports[i].taken
                     : are_items                ? by_items
                     : reports[i].taken != NULL ? reports[i].taken
                                                : "",
        };
    }
}

static bool open_planned(void *context, const char *path, struct file *file, struct err *err)
{
    struct importer *importer = context;
    importer->path = path;
    importer->n_read = 0;
    return import_plan_open(importer->request->plan, path, file, err);
}

static bool import_item_folder(struct importer *importer, const char *path, struct bytes *description,
                               struct err *err)
{
    struct import_summary *summary = importer->summary;
    struct item_folder_rest rest = {0};
    if (importer->fields.kind != ITEM_DOCUMENT)
        return err_set(err, ERR_INPUT,
                       "%s: this is a folder, but folders can only hold documents; name a file in it", path);
    importer->size = 0;
    const struct import_folder folder = {importer->request->plan, path};
    const struct item_folder_others others = {import_plan_has_other, &folder};
    if (!item_folder_read(path, &others, take_item, importer, importer->arena, &rest, err) ||
        !put_items(importer, err))
        return false;
    *description =
        bytes_of(arena_format(importer->arena, "%s%.*s", item_folder_description, BYTES_FORMAT(rest.fields)));
    if (summary->files_left_out == 0) {
        summary->first_left_out = rest.first;
        summary->why_left_out = rest.why;
    }
    summary->files_left_out += rest.n;
    return true;
}

/* Adds judgments that neither the user nor a name announced, but that name known documents. */
static struct judged_with *add_judged(struct importer *importer)
{
    ARENA_PUSH(importer->arena, importer->judged, importer->n_judged) =
        (struct judged_with){.path = importer->path};
    return &importer->judged[importer->n_judged - 1];
}

/*
 * Returns whether this path is read as judgments, too. In an object with documents, questions and judgments, each part
 * is read separately.
 */
static bool is_read_as_judgments(const struct importer *importer)
{
    size_t i = 0;
    while (i < importer->n_judged && importer->judged[i].path != importer->path)
        i++;
    return i < importer->n_judged;
}

/* Notes an unused field that holds known documents, so that it is not silently ignored. */
static void note_unused(struct importer *importer, struct bytes content, const struct record_shape *shape)
{
    struct import_summary *summary = importer->summary;
    if (summary->unused_field.size > 0 || (shape == NULL && is_read_as_judgments(importer)))
        return;
    summary->unused_field = arena_copy(importer->arena, record_shape_unused(content, shape, importer->arena));
    summary->unused_in = importer->path;
}

static bool is_in_recipe(const struct item_mapping *mapping, struct bytes field)
{
    for (size_t i = 0; i < mapping->n_recipes; i++) {
        for (size_t part = 0; part < mapping->recipes[i].n_parts; part++) {
            if (bytes_equal(bytes_of(mapping->recipes[i].parts[part].field), field))
                return true;
        }
    }
    return false;
}

/* Words that differ between the documents of a question may also be their grades, if nothing else is. */
static bool fail_differing(const struct record_shape *shape, struct bytes field, struct err *err)
{
    err_set(err, ERR_INPUT,
            "\"%.*s\" differs between the rows of one question; remove it from the file, or use --make-id "
            "%.*s,%.*s if each \"%.*s\" has questions of its own",
            BYTES_FORMAT(field), BYTES_FORMAT(shape->question), BYTES_FORMAT(field), BYTES_FORMAT(field));
    const struct err differs = *err;
    if (shape->meaning == NUMBER_NONE)
        err_set(err, ERR_INPUT,
                "%s; if it is the grade, use --grade %.*s, and map its words with --grades WORD=NUMBER,…",
                differs.text, BYTES_FORMAT(field));
    return false;
}

/*
 * A field that differs between the rows of one question may distinguish two questions, like a course, or describe each
 * judgment, like a judge. It distinguishes questions if --make-id names it, or if documents or questions have such a
 * field. It describes judgments if --make-id names other fields. Otherwise it is unclear.
 */
static bool settle_differing(struct importer *importer, struct record_shape *shape, struct err *err)
{
    const struct item_mapping *mapping = importer->request->mapping;
    const bool is_said = mapping != NULL && mapping->n_recipes > 0;
    size_t n_kept = 0;
    for (size_t i = 0; i < shape->n_of_question; i++) {
        const struct bytes field = shape->of_question[i];
        bool is_kept = is_said && is_in_recipe(mapping, field);
        if (!is_said && !field_list_has(importer->store, field, &is_kept, err))
            return false;
        if (!is_said && !is_kept)
            return fail_differing(shape, field, err);
        if (is_kept)
            shape->of_question[n_kept++] = field;
        else
            shape->of_document[shape->n_of_document++] = field;
    }
    shape->n_of_question = n_kept;
    return true;
}

/*
 * Finds the fields of questions that name documents. With several raters, the judgments are read in a separate pass.
 */
static bool find_judged(struct importer *importer, struct bytes content, struct err *err)
{
    struct record_shape shape;
    struct bytes text = record_skip_preamble(content);
    struct judged_with *judged = judged_with(importer);
    bool found = record_shape_find(text, SHAPE_TRUTH, importer->arena, &shape) && shape.unclear == NULL;
    bool may_judge = found && shape.is_known && import_plan_is_told(importer->request->plan, importer->path);
    if (judged == NULL && may_judge)
        judged = add_judged(importer);
    if (judged != NULL && found) {
        judged->shape = shape;
        importer->fields.judges = &judged->shape;
        if (shape.asks) /* the field that the user calls the question is its text */
            importer->fields.named[ITEM_ROLE_TEXT] = record_shape_choice()->names[FIELD_ROLE_QUESTION];
        if (!settle_differing(importer, &judged->shape, err))
            return err_context(err, "%s", importer->path);
    }
    note_unused(importer, text, importer->fields.judges);
    return true;
}

/* Finds the documents of a truth with texts, if the plan says that there are no other documents. */
static void find_passages(struct importer *importer, struct bytes content)
{
    struct record_shape *shape = arena_get(importer->arena, sizeof *shape);
    if (import_plan_has_passages(importer->request->plan, importer->path) &&
        record_shape_find(record_skip_preamble(content), SHAPE_TRUTH, importer->arena, shape))
        importer->fields.passages = shape;
}

static bool import_item_file(struct importer *importer, const char *path, struct bytes *description,
                             struct err *err)
{
    struct file file = {0};
    struct buffer text = {0};
    bool worked = open_planned(importer, path, &file, err);
    importer->file = &file;
    importer->dropped = 0;
    importer->size = file.bytes.size;
    if (worked && importer->fields.kind == ITEM_QUESTION)
        worked = find_judged(importer, file.bytes, err);
    if (worked && importer->fields.kind == ITEM_DOCUMENT)
        find_passages(importer, file.bytes);
    worked = worked && item_file_read(&importer->fields, path, file.bytes, take_item, importer, err) &&
             put_items(importer, err);
    if (worked)
        note_fields(importer, file.bytes, importer->fields.judges, true);
    importer->file = NULL;
    importer->summary->open_judgments += (int64_t)importer->fields.n_open;
    worked = file_confirm(&file, path, worked, err);
    file_close(&file);
    item_fields_describe(&importer->fields, &text);
    *description = arena_copy(importer->arena, buffer_bytes(&text));
    buffer_release(&text);
    return worked;
}

static bool import_item_path(struct importer *importer, enum item_kind kind, const char *path,
                             struct bytes *description, struct err *err)
{
    importer->path = path;
    importer->n_read = 0;
    importer->fields = (struct item_fields){
        .kind = kind,
        .mapping = importer->request->mapping,
    };
    bool worked = item_folder_is(path) ? import_item_folder(importer, path, description, err)
                                       : import_item_file(importer, path, description, err);
    if (importer->batch.failure.code != ERR_NONE)
        *err = importer->batch.failure;
    clear_batch(&importer->batch); /* items of a file that could not be read to its end */
    item_fields_release(&importer->fields);
    question_texts_release(&importer->texts);
    return worked;
}

static bool import_items(struct importer *importer, enum item_kind kind, const char *const *paths, size_t n,
                         struct bytes **descriptions, struct err *err)
{
    bool worked = true;
    importer->places = NULL;
    *descriptions = arena_get_array(importer->arena, n, sizeof **descriptions);
    for (size_t i = 0; worked && i < n; i++)
        worked = import_item_path(importer, kind, paths[i], &(*descriptions)[i], err);
    map_release(&importer->seen);
    return worked;
}

/* --- Runs ------------------------------------------------------------------- */

/* The candidates of a question. */
struct run_pool {
    struct bytes qid;
    const struct run_entry **ranked; /* all entries of the question, allocated by malloc */
    size_t n;                        /* how many of these are stored */
    int64_t question_id;             /* 0: unknown, and nothing is stored */
    int64_t *document_ids;           /* 0: unknown */
};

/* Pools that are stored together, so that their ids are looked up together. */
struct run_pools {
    struct arena arena;
    struct run_pool *items;
    size_t n, n_candidates;
};

enum { CANDIDATES_AT_ONCE = 4000, CANDIDATES_OF_ITEM = 4 /* that take as long as one */ };

static void prefetch_numbers(struct importer *importer, const struct run_pools *pools)
{
    for (size_t i = 0; i < pools->n; i++) {
        const struct run_pool *pool = &pools->items[i];
        store_prefetch_question_number(importer->store, pool->qid);
        for (size_t k = 0; k < pool->n; k++)
            store_prefetch_document_number(importer->store, pool->ranked[k]->docid);
    }
}

static bool find_numbers(struct importer *importer, struct run_pool *pool, struct err *err)
{
    const struct filling *filling = &importer->filling;
    bool worked = filling_find_question(filling, pool->qid, (int64_t)pool->n, &pool->question_id, err);
    for (size_t i = 0; worked && pool->question_id != 0 && i < pool->n; i++)
        worked = filling_find_document(filling, pool->ranked[i]->docid, &pool->document_ids[i], err);
    return worked;
}

static void prefetch_candidates(struct importer *importer, const struct run_pool *pool, struct bytes source)
{
    for (size_t i = 0; i < pool->n; i++) {
        if (pool->document_ids[i] == 0)
            continue;
        store_prefetch_candidate(importer->store, pool->question_id, pool->document_ids[i]);
        store_prefetch_origin(importer->store, pool->question_id, pool->document_ids[i], source);
    }
}

static bool put_candidates(struct importer *importer, const struct run_pool *pool, struct bytes source,
                           struct err *err)
{
    for (size_t i = 0; i < pool->n; i++) {
        const struct candidate_origin origin = {.source = source,
                                                .rank = (int64_t)i + 1,
                                                .score = pool->ranked[i]->score};
        enum stored stored;
        if (pool->document_ids[i] == 0)
            continue;
        if (!store_put_candidate(importer->store, pool->question_id, pool->document_ids[i], &origin, &stored,
                                 err))
            return false;
        put_count(&importer->summary->candidates, stored);
    }
    return true;
}

static void release_pools(struct run_pools *pools)
{
    for (size_t i = 0; i < pools->n; i++)
        free(pools->items[i].ranked);
    arena_release(&pools->arena);
    *pools = (struct run_pools){0};
}

/* Unknown ids are counted in the order of the file. */
static bool put_pools(struct importer *importer, struct run_pools *pools, struct bytes source,
                      struct err *err)
{
    bool worked = true;
    prefetch_numbers(importer, pools);
    for (size_t i = 0; worked && i < pools->n; i++)
        worked = find_numbers(importer, &pools->items[i], err);
    store_drop_prefetched(importer->store);
    for (size_t i = 0; worked && i < pools->n; i++)
        prefetch_candidates(importer, &pools->items[i], source);
    for (size_t i = 0; worked && i < pools->n; i++)
        worked = put_candidates(importer, &pools->items[i], source, err);
    store_drop_prefetched(importer->store);
    release_pools(pools);
    return worked;
}

static void collect_pool(struct importer *importer, struct run_pools *pools,
                         const struct run_question *question)
{
    const size_t depth = (size_t)importer->request->depth;
    const size_t n = question->n_entries < depth ? question->n_entries : depth;
    ARENA_PUSH(&pools->arena, pools->items, pools->n) = (struct run_pool){
        .qid = question->qid,
        .ranked = run_question_rank(question, TIES_DOCID_DESC),
        .n = n,
        .document_ids = arena_get_array(&pools->arena, n, sizeof(int64_t)),
    };
    pools->n_candidates += n;
}

static bool put_run(struct importer *importer, const struct run *run, struct bytes source, struct err *err)
{
    struct run_pools pools = {0};
    bool worked = true;
    for (size_t i = 0; worked && i < run->n_questions; i++) {
        collect_pool(importer, &pools, &run->questions[i]);
        bool is_last = i + 1 == run->n_questions;
        if (is_last || pools.n_candidates >= CANDIDATES_AT_ONCE) {
            const size_t n_candidates = pools.n_candidates;
            worked = put_pools(importer, &pools, source, err) &&
                     filling_heed_parts(&importer->filling, n_candidates / CANDIDATES_OF_ITEM, 0, err);
        }
        worked = worked && report_progress(importer, i, run->n_questions, err);
    }
    release_pools(&pools);
    return worked;
}

/*
 * Returns whether the records name questions by their texts, so that unknown questions come in by the same file, as in a
 * snapshot of Quepid. They get the ids that a file of questions without ids would give them.
 */
static bool asks(const struct importer *importer, const struct record_shape *shape)
{
    const struct item_mapping *mapping = importer->request->mapping;
    return shape->question_is_text && shape->asks && !shape->is_keyed && !importer->request->skip_unknown &&
           (mapping == NULL || mapping->n_recipes == 0);
}

static void note_labels(struct importer *importer, const char *path, struct bytes content,
                        const struct record_shape *shape)
{
    struct import_summary *summary = importer->summary;
    if (summary->label_field.size > 0)
        return;
    summary->label_field = arena_copy(importer->arena, record_shape_labels(content, shape, importer->arena));
    summary->labels_in = path;
}

/* Stores a question that a run names by this text, unless it is there. *qid is its id. */
static bool put_asked(struct importer *importer, struct bytes text, struct bytes *qid, struct err *err)
{
    const struct item_mapping *mapping = importer->request->mapping;
    const size_t length = mapping != NULL && mapping->id_length > 0 ? mapping->id_length : ID_LENGTH_DEFAULT;
    const struct item item = {.id = id_make(text, length, importer->arena), .text = text};
    const struct question_row *question;
    bool are_several;
    enum stored stored;
    if (!question_texts_find(&importer->texts, importer->store, text, &question, &are_several, err))
        return false;
    if (are_several)
        return err_set(err, ERR_INPUT, "several questions have the text '%.*s'; use their ids",
                       BYTES_FORMAT(text));
    *qid = question != NULL ? arena_copy(importer->arena, question->qid) : item.id;
    if (question != NULL)
        return true;
    if (!store_put_question(importer->store, &item, REPLACE_NOTHING, &stored, err))
        return false;
    put_count(&importer->summary->questions, stored);
    return stored == STORED_NEW ||
           err_set(err, ERR_INPUT,
                   "the question '%.*s' gets the id '%.*s', which another one has; use longer ids with "
                   "--id-length",
                   BYTES_FORMAT(text), BYTES_FORMAT(item.id));
}

/* Stores the questions of a run that are in the database neither by id nor by text. */
static bool put_all_asked(struct importer *importer, const char *path, struct run *run, struct err *err)
{
    bool worked = true;
    for (size_t i = 0; worked && i < run->n_questions; i++) {
        struct bytes *qid = &run->questions[i].qid;
        int64_t number = 0;
        worked =
            store_find_question(importer->store, *qid, &number, err) &&
            (number != 0 || put_asked(importer, *qid, qid, err) || err_context(err, "%s", file_label(path)));
    }
    question_texts_release(&importer->texts);
    return worked;
}

static bool import_run_file(struct importer *importer, const char *path, struct bytes source,
                            struct imported_run *imported, struct err *err)
{
    struct file file = {0};
    struct run run = {0}; /* the ids are views into the file */
    const struct put_counts *candidates = &importer->summary->candidates;
    const int64_t replaced_before = candidates->replaced;
    bool worked = open_planned(importer, path, &file, err) && run_read(file.bytes, path, &run, err) &&
                  run_refuse_reversed(run.doubt, path, err);
    struct record_shape shape;
    const struct bytes text = record_skip_preamble(file.bytes);
    if (worked && record_shape_find(text, SHAPE_RUN, importer->arena, &shape)) {
        note_fields(importer, file.bytes, &shape, false);
        note_labels(importer, path, text, &shape);
        worked = !asks(importer, &shape) || put_all_asked(importer, path, &run, err);
    }
    imported->doubt = run.doubt;
    worked = worked && put_run(importer, &run, source, err);
    run_release(&run);
    worked = file_confirm(&file, path, worked, err);
    file_close(&file);
    imported->ranked_anew = candidates->replaced - replaced_before;
    return worked && filling_check_known(&importer->filling, "candidate", path, candidates, err);
}

static bool import_runs(struct importer *importer, struct err *err)
{
    const struct import_request *request = importer->request;
    struct import_summary *summary = importer->summary;
    summary->runs = arena_get_array(importer->arena, request->n_candidates, sizeof *summary->runs);
    for (size_t i = 0; i < request->n_candidates; i++) {
        struct bytes source = file_distinct_name(request->candidates, request->n_candidates, i);
        if (!import_run_file(importer, request->candidates[i], source, &summary->runs[i], err))
            return false;
    }
    return true;
}

/* Imports the grades of each rater as a source with the rater's name. */
static bool import_raters(struct importer *importer, const char *path, const struct judged_form *form,
                          struct err *err)
{
    const struct import_request *request = importer->request;
    struct import_summary *summary = importer->summary;
    struct judged_form read;
    bool worked = true;
    for (size_t i = 0; worked && i < form->n_raters; i++) {
        const char *rater = arena_copy(importer->arena, form->raters[i]).data;
        worked = import_judgments(&importer->filling, path, rater, shape_rater_name(form->raters[i]),
                                  request->judged, &summary->judgments, &summary->candidates, &read, err);
        summary->open_judgments += (int64_t)read.n_open;
    }
    return worked;
}

static bool find_form(struct importer *importer, const char *path, struct judged_form *form, struct err *err)
{
    struct file file = {0};
    bool worked = open_planned(importer, path, &file, err);
    struct arena arena = {0};
    struct record_shape shape;
    if (worked)
        judged_form_find(file.bytes, &arena, form);
    if (worked && judged_with(importer) == NULL &&
        record_shape_find(record_skip_preamble(file.bytes), SHAPE_TRUTH, importer->arena, &shape))
        note_fields(importer, file.bytes, &shape, false);
    for (size_t i = 0; i < form->n_raters; i++)
        form->raters[i] = arena_copy(importer->arena, form->raters[i]);
    struct bytes *raters = arena_get_array(importer->arena, form->n_raters, sizeof *raters);
    if (form->n_raters > 0)
        memcpy(raters, form->raters, form->n_raters * sizeof *raters);
    form->raters = raters;
    arena_release(&arena);
    worked = file_confirm(&file, path, worked, err);
    file_close(&file);
    return worked;
}

static bool import_judged(struct importer *importer, size_t number, struct bytes source,
                          struct judged_form *form, struct err *err)
{
    const struct import_request *request = importer->request;
    struct import_summary *summary = importer->summary;
    const struct judged_with *judged = &importer->judged[number];
    const char *path = judged->path;
    *form =
        (struct judged_form){.has_grades = judged->shape.meaning != NUMBER_NONE || judged->shape.n_wrong > 0,
                             .is_rate = judged->shape.meaning == NUMBER_RATE};
    if (judged->qrels.n_questions > 0 && judged->shape.n_raters == 0)
        return import_read_judgments(&importer->filling, path, &judged->qrels, source, request->judged,
                                     &summary->judgments, &summary->candidates, err);
    if (!find_form(importer, path, form, err))
        return false;
    if (form->n_raters > 0 && request->source == NULL)
        return import_raters(importer, path, form, err);
    if (!import_judgments(&importer->filling, path, NULL, source, request->judged, &summary->judgments,
                          &summary->candidates, form, err))
        return false;
    summary->open_judgments += (int64_t)form->n_open;
    return true;
}

static bool import_all_judgments(struct importer *importer, struct err *err)
{
    const struct import_request *request = importer->request;
    struct import_summary *summary = importer->summary;
    const char **paths = arena_get_array(importer->arena, importer->n_judged, sizeof *paths);
    for (size_t i = 0; i < importer->n_judged; i++)
        paths[i] = importer->judged[i].path;
    for (size_t i = 0; i < importer->n_judged; i++) {
        const char *path = paths[i];
        struct bytes source = request->source != NULL ? bytes_of(request->source)
                                                      : file_distinct_name(paths, importer->n_judged, i);
        struct judged_form form;
        if (!import_judged(importer, i, source, &form, err))
            return false;
        if (!form.has_grades && summary->without_grades == NULL)
            summary->without_grades = path;
        if (form.is_rate && summary->rated == NULL)
            summary->rated = path;
    }
    return true;
}

/*
 * On a server others wait only for votes and for questions that are replaced. Only these are written in parts. The last
 * part ends with them, because what follows takes longer.
 */
static bool begins_parts(struct importer *importer, bool others_wait)
{
    const bool begins = others_wait && importer->may_be_in_parts && store_is_on_server(importer->store);
    if (begins)
        importer->filling.heed_parts = heed_parts;
    return begins;
}

static bool end_last_part(struct importer *importer, int64_t n_changes, struct err *err)
{
    importer->filling.heed_parts = NULL;
    return n_changes == 0 || begin_next_part(importer, err);
}

static bool import_all_questions(struct importer *importer, struct err *err)
{
    const struct import_request *request = importer->request;
    struct import_summary *summary = importer->summary;
    const bool is_in_parts = begins_parts(importer, request->replacing != REPLACE_NOTHING);
    return import_items(importer, ITEM_QUESTION, request->questions, request->n_questions,
                        &summary->questions_fields, err) &&
           (!is_in_parts || end_last_part(importer, summary->questions.replaced, err));
}

static bool import_all_votes(struct importer *importer, struct err *err)
{
    const struct import_request *request = importer->request;
    const struct votes_request votes = {.annotator = request->annotator, .now = request->now};
    struct import_summary *summary = importer->summary;
    const bool is_in_parts = begins_parts(importer, request->n_votes > 0);
    bool worked = true;
    for (size_t i = 0; worked && i < request->n_votes; i++)
        worked = import_votes(&importer->filling, request->votes[i], &votes, &summary->votes,
                              &summary->candidates_of_votes, err);
    return worked && (!is_in_parts || end_last_part(importer, count_votes(summary), err));
}

static bool import_all(struct importer *importer, struct err *err)
{
    const struct import_request *request = importer->request;
    struct import_summary *summary = importer->summary;
    if (!import_items(importer, ITEM_DOCUMENT, request->documents, request->n_documents,
                      &summary->documents_fields, err))
        return false;
    known_texts_use(&importer->known);
    if (!import_all_questions(importer, err) ||
        (request->mapping != NULL && !item_mapping_check_used(request->mapping, err)) ||
        !import_runs(importer, err))
        return false;
    return import_all_judgments(importer, err) && field_choice_check(record_shape_choice(), err) &&
           known_texts_check(&importer->known, err) && import_all_votes(importer, err) &&
           settings_apply_to_unsettled(importer->store, err);
}

/* Adds the names of the files, for a message. */
static void add_names(struct buffer *names, const char *const *paths, size_t n)
{
    for (size_t i = 0; i < n; i++)
        buffer_add_format(names, "%s%s", names->size == 0 ? "" : ", ", file_label(paths[i]));
}

static bool begin_import(struct importer *importer, struct err *err)
{
    const struct import_request *request = importer->request;
    struct buffer names = {0};
    add_names(&names, request->documents, request->n_documents);
    add_names(&names, request->questions, request->n_questions);
    add_names(&names, request->candidates, request->n_candidates);
    add_names(&names, request->judgments, request->n_judgments);
    add_names(&names, request->votes, request->n_votes);
    bool begun = store_begin_import(importer->store, buffer_bytes(&names), request->now, err);
    buffer_release(&names);
    return begun;
}

/* An import that changed nothing leaves nothing to undo. */
static bool end_import(struct importer *importer, struct err *err)
{
    const bool has_changed = count_changes(importer->summary) > importer->part.changes;
    return end_part(importer, err) && (has_changed || store_forget_import(importer->store, err));
}

/* Reads for the summary what concerns the whole import. */
static bool look_back(struct importer *importer, struct err *err)
{
    struct import_summary *summary = importer->summary;
    const bool has_replaced = summary->documents.replaced > 0 || summary->questions.replaced > 0;
    return (!has_replaced ||
            store_count_votes_on_replaced(importer->store, &summary->votes_on_others, err)) &&
           store_find_lacking_questions(importer->store, importer->arena, &summary->lacking, err);
}

static bool undo_parts(struct importer *importer, struct err *err)
{
    struct store *store = importer->store;
    struct removal removal;
    struct bytes what;
    bool is_last;
    if (store_begin(store, err) && store_import_is_last(store, &is_last, err) && is_last &&
        store_undo_import(store, importer->request->now, importer->arena, &what, &removal, err) &&
        store_commit(store, err))
        return true;
    store_rollback(store);
    return false;
}

/* Undoes the committed parts of an import that failed, even if the user has stopped it. */
static void take_parts_back(struct importer *importer, struct err *err)
{
    const struct busy_watch watch = store_watch_busy(importer->store, (struct busy_watch){0});
    if (!undo_parts(importer, err_ignored())) {
        const struct err failure = *err;
        const bool is_stopped = failure.code == ERR_INTERRUPTED;
        err_set(
            err, is_stopped ? ERR_INPUT : failure.code,
            "%s; the parts of the import before that are stored; repeat the import, or undo them with --undo",
            is_stopped ? "stopped" : failure.text);
    }
    store_watch_busy(importer->store, watch);
}

static void keep_count(struct importer *importer)
{
    struct known_texts_count *count = &importer->summary->texts;
    *count = importer->known.count;
    count->first_passage = arena_copy(importer->arena, count->first_passage);
    count->passage_docid = arena_copy(importer->arena, count->passage_docid);
    count->first_alike = arena_copy(importer->arena, count->first_alike);
    count->alike_docid = arena_copy(importer->arena, count->alike_docid);
    count->first_unknown = arena_copy(importer->arena, count->first_unknown);
}

bool import_files(struct store *store, const struct import_request *request, struct arena *arena,
                  struct import_summary *summary, struct err *err)
{
    struct importer importer = {.store = store, .request = request, .summary = summary, .arena = arena};
    importer.filling = (struct filling){
        .store = store,
        .arena = arena,
        .replace = request->replacing != REPLACE_NOTHING,
        .skip_unknown = request->skip_unknown,
        .unknown = &summary->unknown,
        .open = open_planned,
        .report = report_progress,
        .context = &importer,
    };
    *summary = (struct import_summary){0};
    if (!store_begin(store, err))
        return false;
    importer.may_be_in_parts =
        !request->dry_run && request->clock.now != NULL && store_import_is_in_parts(store);
    if (importer.may_be_in_parts && !store_is_on_server(store))
        importer.filling.heed_parts = heed_parts;
    importer.known = (struct known_texts){.store = store};
    for (size_t i = 0; i < request->n_judgments; i++)
        ARENA_PUSH(arena, importer.judged, importer.n_judged) =
            (struct judged_with){.path = request->judgments[i]};
    bool imported = begin_import(&importer, err) && store_count_put_away(store, &importer.n_put_away, err) &&
                    import_all(&importer, err) && end_import(&importer, err);
    for (size_t i = 0; i < importer.n_judged; i++)
        qrels_release(&importer.judged[i].qrels);
    keep_count(&importer);
    known_texts_release(&importer.known);
    same_texts_release(&importer.document_texts);
    if (imported && !request->dry_run && store_commit(store, err))
        return look_back(&importer, err);
    imported = imported && look_back(&importer, err);
    store_rollback(store);
    if (store_import_has_parts(store))
        take_parts_back(&importer, err);
    return imported && request->dry_run;
}
