/*
 * The items to delete are named by their kind and ids. An operand @FILE stands for the ids in a file. Everything is
 * deleted in one transaction, or nothing.
 */
#include "cli/collect/remove.h"

#include "cli/commands.h"
#include "cli/shared/database.h"
#include "cli/shared/output.h"
#include "core/base/unicode.h"
#include "core/base/words.h"
#include "core/store/content/removal.h"
#include "import/files/file.h"

static void print_count(const char *what, int64_t count, const char *became, struct world *world)
{
    if (count > 0)
        fprintf(world->out, "%-11s %lld %s\n", what, (long long)count, became);
}

static void print_removal(const struct removal *removal, struct world *world)
{
    static const char taken_out[] = "deleted";
    print_count("documents", removal->documents, taken_out, world);
    print_count("questions", removal->questions, taken_out, world);
    print_count("candidates", removal->candidates, taken_out, world);
    print_count("judgments", removal->judgments, taken_out, world);
    print_count("model votes", removal->model_votes, taken_out, world);
    print_count("ballots", removal->ballots, "deleted, which nobody had answered", world);
    print_count("texts", removal->texts, "as they were before", world);
    print_count("grades", removal->grades, "as they were before", world);
    print_count("ranks", removal->ranks, "as they were before", world);
}

/* --- The last import ------------------------------------------------------- */

struct undoing {
    struct arena arena;
    struct bytes what; /* the import */
    struct removal removal;
};

static bool undo_import(struct store *store, bool dry_run, struct undoing *undoing, struct world *world,
                        struct err *err)
{
    if (!store_begin(store, err))
        return false;
    bool undone = store_undo_import(store, world->clock.now(world->clock.context), &undoing->arena,
                                    &undoing->what, &undoing->removal, err);
    if (undone && !dry_run && store_commit(store, err))
        return true;
    store_rollback(store);
    return undone && dry_run;
}

static void print_undone(const struct undoing *undoing, bool dry_run, struct world *world)
{
    struct buffer text = {0};
    buffer_add_string(&text, dry_run ? "to be undone: the import of " : "undone: the import of ");
    unicode_add_visible(&text, undoing->what);
    buffer_add_byte(&text, '\n');
    output_text(&text, world);
    buffer_release(&text);
    print_removal(&undoing->removal, world);
    if (dry_run)
        output_nothing_written(world);
}

bool remove_last_import(const char *path, bool dry_run, struct world *world, struct err *err)
{
    struct store *store = NULL;
    struct undoing undoing = {0};
    if (!database_open(&store, path, STORE_EXISTING, world, err))
        return false;
    bool undone = undo_import(store, dry_run, &undoing, world, err);
    store_close(store);
    world->is_saved = undone && !dry_run;
    if (undone)
        print_undone(&undoing, dry_run, world);
    arena_release(&undoing.arena);
    return undone;
}

/* --- Operands --------------------------------------------------------------------------------- */

/* Ids from the call or from files. */
struct id_list {
    struct arena arena;
    struct bytes *ids;
    size_t n;
};

static bool add_file(struct id_list *list, const char *path, struct err *err)
{
    struct file file;
    struct bytes line;
    if (!file_open(&file, path, err))
        return false;
    struct bytes rest = file.bytes;
    while (bytes_next_line(&rest, &line)) {
        struct bytes id = bytes_trim(line);
        if (id.size > 0)
            ARENA_PUSH(&list->arena, list->ids, list->n) = arena_copy(&list->arena, id);
    }
    file_close(&file);
    return true;
}

/* Adds "@FILE", or the id "@id" for "@@id". */
static bool add_operand(struct id_list *list, const char *operand, struct err *err)
{
    if (operand[0] == '@' && operand[1] != '@')
        return add_file(list, operand + 1, err);
    ARENA_PUSH(&list->arena, list->ids, list->n) = bytes_of(operand[0] == '@' ? operand + 1 : operand);
    return true;
}

static bool remove_documents(struct store *store, const struct id_list *list, int64_t now,
                             struct removal *removal, struct err *err)
{
    return store_remove_documents(store, list->ids, list->n, now, removal, err);
}

static bool remove_questions(struct store *store, const struct id_list *list, int64_t now,
                             struct removal *removal, struct err *err)
{
    return store_remove_questions(store, list->ids, list->n, now, removal, err);
}

static bool remove_candidates(struct store *store, const struct id_list *list, int64_t now,
                              struct removal *removal, struct err *err)
{
    if (list->n < 2)
        return err_set(err, ERR_USAGE,
                       "candidates are named by their question and the documents: QID DOCID…");
    return store_remove_candidates(store, list->ids[0], list->ids + 1, list->n - 1, now, removal, err);
}

static bool remove_judgments(struct store *store, const struct id_list *list, int64_t now,
                             struct removal *removal, struct err *err)
{
    (void)now;
    return store_remove_judgments(store, list->ids, list->n, removal, err);
}

static const struct {
    const char *name;
    bool (*remove)(struct store *store, const struct id_list *list, int64_t now, struct removal *removal,
                   struct err *err);
} kinds[] = {
    {"documents", remove_documents},
    {"questions", remove_questions},
    {"candidates", remove_candidates},
    {"judgments", remove_judgments},
};

static const struct words kind_words = WORDS_OF_ROWS(kinds, name);

static bool remove_kind(struct store *store, size_t kind, const struct id_list *list, struct removal *removal,
                        struct world *world, struct err *err)
{
    if (!store_begin(store, err))
        return false;
    if (kinds[kind].remove(store, list, world->clock.now(world->clock.context), removal, err) &&
        store_commit(store, err))
        return true;
    store_rollback(store);
    return false;
}

static bool remove_list(const struct arguments *arguments, size_t kind, const struct id_list *list,
                        struct world *world, struct err *err)
{
    struct store *store = NULL;
    struct removal removal;
    if (list->n == 0)
        return err_set(err, ERR_INPUT, "the file has no ids; write one id per line");
    if (!database_open(&store, arguments->operands[0], STORE_EXISTING, world, err))
        return false;
    bool removed = remove_kind(store, kind, list, &removal, world, err);
    store_close(store);
    world->is_saved = removed;
    if (removed)
        print_removal(&removal, world);
    return removed;
}

static bool run_remove(const struct arguments *arguments, struct world *world, struct err *err)
{
    struct id_list list = {0};
    size_t kind;
    if (!words_choose(&kind_words, "the kind of thing to delete", bytes_of(arguments->operands[1]), &kind,
                      err))
        return false;
    bool done = true;
    for (size_t i = 2; done && i < arguments->n_operands; i++)
        done = add_operand(&list, arguments->operands[i], err);
    done = done && remove_list(arguments, kind, &list, world, err);
    arena_release(&list.arena);
    return done;
}

const struct command remove_command = {
    .name = "remove",
    .group = "Collect",
    .summary = "Delete documents, questions, candidates or judgments",
    .example = "assay remove labels.db questions q17 q18",
    .operands = "DB WHAT ID…",
    .least_operands = 3,
    .most_operands = SIZE_MAX,
    .details =
        "WHAT is one of\n"
        "  documents   DOCID…      from all pools, with their judgments\n"
        "  questions   QID…        with their pools\n"
        "  candidates  QID DOCID…  documents of one question's pool\n"
        "  judgments   NAME…       all judgments of a source\n"
        "@FILE reads the ids from FILE, one per line. assay refuses to delete what has votes; it then\n"
        "deletes nothing at all. `assay import DB --undo` undoes the last import.\n",
    .is_logged = true,
    .run = run_remove,
};
