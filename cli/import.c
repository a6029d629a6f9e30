/*
 * The call becomes one import_request; import/import.h does the work, all of it or nothing. What was added
 * stands on standard output; what was kept or left out, though it may not be what the user meant, is
 * remarked on standard error.
 */
#include "cli/commands.h"

#include "cli/database.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "core/base/unicode.h"
#include "core/store/store.h"
#include "import/file.h"
#include "import/import.h"

enum {
    OPTION_DOCUMENTS,
    OPTION_QUESTIONS,
    OPTION_CANDIDATES,
    OPTION_ID,
    OPTION_TEXT,
    OPTION_TITLE,
    OPTION_MAKE_ID,
    OPTION_ID_LENGTH,
    OPTION_DEPTH,
    OPTION_REPLACE,
    OPTION_SKIP_UNKNOWN
};

static const struct option options[] = {
    [OPTION_DOCUMENTS] = {.name = "documents",
                          .argument = "FILE",
                          .repeats = true,
                          .help = "documents, JSONL or TSV"},
    [OPTION_QUESTIONS] = {.name = "questions",
                          .argument = "FILE",
                          .repeats = true,
                          .help = "questions, JSONL or TSV"},
    [OPTION_CANDIDATES] = {.name = "candidates",
                           .argument = "RUN",
                           .repeats = true,
                           .help = "a TREC run whose best documents enter the pools"},
    [OPTION_ID] = {.name = "id", .argument = "FIELD", .repeats = true, .help = "the field that is the id"},
    [OPTION_TEXT] = {.name = "text",
                     .argument = "FIELD",
                     .repeats = true,
                     .help = "the field that is the text"},
    [OPTION_TITLE] = {.name = "title",
                      .argument = "FIELD",
                      .repeats = true,
                      .help = "the field that is a document's title"},
    [OPTION_MAKE_ID] = {.name = "make-id",
                        .argument = "FIELDS",
                        .repeats = true,
                        .help = "make ids of these, as course,question,text:10: MD5 of the fields joined\n"
                                "by '-', of the text the first 10 characters"},
    [OPTION_ID_LENGTH] = {.name = "id-length",
                          .argument = "N",
                          .help = "hex digits of an id that is made (default 8)"},
    [OPTION_DEPTH] = {.name = "depth", .argument = "N", .help = "how many of each question do (default 10)"},
    [OPTION_REPLACE] = {.name = "replace", .help = "other content takes the place of what is there"},
    [OPTION_SKIP_UNKNOWN] = {.name = "skip-unknown",
                             .help = "leave out candidates whose question or document is unknown"},
};

static void print_counts(FILE *out, const char *what, int64_t added, int64_t replaced, int64_t same)
{
    fprintf(out, "%-11s %lld added", what, (long long)added);
    if (replaced > 0)
        fprintf(out, ", %lld replaced", (long long)replaced);
    if (same > 0)
        fprintf(out, ", %lld there already", (long long)same);
    fputc('\n', out);
}

static void print_fields(const char *const *paths, size_t n, const struct bytes *descriptions, FILE *out)
{
    for (size_t i = 0; i < n; i++) {
        struct buffer line = {0};
        unicode_add_visible(&line, bytes_of(file_label(paths[i])));
        buffer_add_string(&line, ": ");
        unicode_add_visible(&line, descriptions[i]);
        fprintf(out, "%s\n", buffer_string(&line));
        buffer_release(&line);
    }
}

static void print_summary(const struct import_request *request, const struct import_summary *summary,
                          FILE *out)
{
    print_fields(request->documents, request->n_documents, summary->documents_fields, out);
    print_fields(request->questions, request->n_questions, summary->questions_fields, out);
    print_counts(out, "documents", summary->documents_added, summary->documents_replaced,
                 summary->documents_same);
    print_counts(out, "questions", summary->questions_added, summary->questions_replaced,
                 summary->questions_same);
    print_counts(out, "candidates", summary->candidates_added, summary->candidates_replaced,
                 summary->candidates_same);
    struct buffer qids = {0};
    output_add_some(&qids, summary->lacking.qids, summary->lacking.n_qids, summary->lacking.count);
    fprintf(out, "questions left without candidates: %lld%s\n", (long long)summary->lacking.count,
            buffer_string(&qids));
    buffer_release(&qids);
}

static void remark_unknown(const struct import_summary *summary, struct world *world)
{
    struct buffer named = {0};
    output_add_some(&named, summary->unknown_named, summary->n_unknown_named, summary->unknown);
    output_remark(world, "%lld candidate%s left out whose question or document is unknown%s",
                  (long long)summary->unknown, summary->unknown == 1 ? "" : "s", buffer_string(&named));
    buffer_release(&named);
}

/* What was kept or left out though it may not be what the user meant. */
static void print_remarks(const struct import_request *request, const struct import_summary *summary,
                          struct world *world)
{
    for (size_t i = 0; i < request->n_candidates; i++)
        output_remark_run(world, request->candidates[i], summary->doubts[i]);
    if (summary->documents_without_text > 0)
        output_remark(world, "%lld document%s without text; the first is '%.*s'",
                      (long long)summary->documents_without_text,
                      summary->documents_without_text == 1 ? "" : "s",
                      BYTES_FORMAT(summary->first_without_text));
    if (summary->unknown > 0)
        remark_unknown(summary, world);
}

static void take_names(const struct arguments *arguments, size_t option, enum item_role role,
                       struct arena *arena, struct item_mapping *mapping)
{
    for (size_t i = 0; i < arguments->n_values[option]; i++)
        ARENA_PUSH(arena, mapping->names[role], mapping->n_names[role]) =
            (struct item_name){.name = arguments->values[option][i]};
}

static bool take_mapping(const struct arguments *arguments, struct arena *arena, struct item_mapping *mapping,
                         struct err *err)
{
    int64_t length;
    take_names(arguments, OPTION_ID, ITEM_ROLE_ID, arena, mapping);
    take_names(arguments, OPTION_TEXT, ITEM_ROLE_TEXT, arena, mapping);
    take_names(arguments, OPTION_TITLE, ITEM_ROLE_TITLE, arena, mapping);
    for (size_t i = 0; i < arguments->n_values[OPTION_MAKE_ID]; i++) {
        struct id_recipe recipe;
        if (!id_recipe_parse(arguments->values[OPTION_MAKE_ID][i], arena, &recipe, err))
            return false;
        ARENA_PUSH(arena, mapping->recipes, mapping->n_recipes) = recipe;
    }
    if (!argument_integer(arguments, OPTION_ID_LENGTH, ID_LENGTH_LEAST, ID_LENGTH_MOST, ID_LENGTH_DEFAULT,
                          &length, err))
        return false;
    mapping->id_length = (size_t)length;
    return true;
}

/* Opens the database, imports and says what became of it. */
static bool import_into(const char *path, struct import_request *request, struct arena *arena,
                        struct world *world, struct err *err)
{
    struct store *store = NULL;
    struct progress_line line = {.world = world};
    struct import_summary summary;
    if (!database_open(&store, path, STORE_CREATE, world, err))
        return false;
    request->watch = progress_watch;
    request->watch_context = &line;
    bool imported = import_files(store, request, arena, &summary, err);
    store_close(store);
    progress_end(&line);
    if (imported) {
        print_summary(request, &summary, world->out);
        print_remarks(request, &summary, world);
    }
    return imported;
}

static bool run_import(const struct arguments *arguments, struct world *world, struct err *err)
{
    struct item_mapping mapping = {0};
    struct import_request request = {
        .documents = arguments->values[OPTION_DOCUMENTS],
        .n_documents = arguments->n_values[OPTION_DOCUMENTS],
        .questions = arguments->values[OPTION_QUESTIONS],
        .n_questions = arguments->n_values[OPTION_QUESTIONS],
        .candidates = arguments->values[OPTION_CANDIDATES],
        .n_candidates = arguments->n_values[OPTION_CANDIDATES],
        .replace = argument_given(arguments, OPTION_REPLACE),
        .skip_unknown = argument_given(arguments, OPTION_SKIP_UNKNOWN),
        .mapping = &mapping,
    };
    if (!argument_integer(arguments, OPTION_DEPTH, 1, INT64_MAX, DEPTH_DEFAULT, &request.depth, err))
        return false;
    if (request.n_documents + request.n_questions + request.n_candidates == 0)
        return err_set(err, ERR_USAGE, "nothing to import; name --documents, --questions or --candidates");

    struct arena arena = {0};
    bool imported = take_mapping(arguments, &arena, &mapping, err) &&
                    import_into(arguments->operands[0], &request, &arena, world, err);
    arena_release(&arena);
    return imported;
}

const struct command import_command = {
    .name = "import",
    .summary = "Fills a database with documents, questions and candidates; makes it when it is not there",
    .operands = "DB",
    .least_operands = 1,
    .most_operands = 1,
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .details = "All of it is imported, or nothing. Importing the same again changes nothing.\n"
               "JSONL: {\"_id\": …, \"title\": …, \"text\": …} a line; TSV: id TAB text, or a header "
               "that\n"
               "names the columns. `-` reads standard input.\n",
    .run = run_import,
};
