/*
 * The call becomes a plan, which is printed before it is carried out, and one import_request. import/import.h does the
 * work, everything or nothing. What was added is printed on standard output. What was kept or left out, perhaps against
 * the user's intention, is a remark on standard error.
 */
#include "cli/commands.h"

#include "cli/shared/database.h"
#include "cli/shared/fields.h"
#include "cli/collect/mapping.h"
#include "cli/shared/output.h"
#include "cli/shared/progress.h"
#include "cli/collect/remove.h"
#include "core/base/number.h"
#include "core/base/unicode.h"
#include "core/store/settings.h"
#include "core/store/store.h"
#include "import/fields/shape_report.h"
#include "import/files/file.h"
#include "import/import.h"
#include "import/records/record_line.h"
#include "live/journal.h"

struct import_call {
    struct text_list documents, questions, candidates, judgments, votes;
    bool joins_pool, replaces, keeps_votes, withdraws_votes, undoes;
    struct mapping_options mapping;
    struct field_options fields;
    struct import_request request;
};

static const struct option options[] = {
    TEXTS_OPTION("documents", "FILE", struct import_call, documents, .takes_words = true,
                 .help = "documents: JSON, CSV, TSV, TREC, or a folder of texts"),
    TEXTS_OPTION("questions", "FILE", struct import_call, questions, .takes_words = true,
                 .help = "questions: JSON, CSV, TSV, TREC topics, or one per line"),
    TEXTS_OPTION("candidates", "RUN", struct import_call, candidates, .takes_words = true,
                 .help = "run whose best documents enter the pools"),
    TEXTS_OPTION("judgments", "QRELS", struct import_call, judgments, .takes_words = true,
                 .help = "graded judgments of a source, stored beside the votes"),
    TEXT_OPTION("as", "NAME", struct import_call, request.source,
                .help = "name of the source of the judgments (default: the file's name)"),
    FLAG_OPTION("pool", struct import_call, joins_pool,
                .help = "also add documents judged above 0 to the pools"),
    TEXTS_OPTION("votes", "FILE", struct import_call, votes, .takes_words = true,
                 .help = "votes given elsewhere, one JSON object per line"),
    TEXT_OPTION("annotator", "NAME", struct import_call, request.annotator,
                .help = "annotator of the votes whose lines name none"),
    MAPPING_OPTION_ROWS(struct import_call, mapping),
    FIELD_OPTION_ROWS(struct import_call, fields),
    INTEGER_OPTION("depth", "N", struct import_call, request.depth, 1, INT64_MAX, DEPTH_DEFAULT,
                   .help = "documents per question to take from each run (default 10)"),
    FLAG_OPTION("replace", struct import_call, replaces,
                .help = "replace stored content by different content of the same id"),
    FLAG_OPTION("keep-votes", struct import_call, keeps_votes,
                .help = "with --replace: also replace texts that have votes, and keep the votes"),
    FLAG_OPTION("withdraw-votes", struct import_call, withdraws_votes,
                .help = "with --replace: also replace texts that have votes; withdraw the votes"),
    FLAG_OPTION("undo", struct import_call, undoes,
                .help = "undo the last import, unless somebody has voted on it"),
    FLAG_OPTION("skip-unknown", struct import_call, request.skip_unknown,
                .help = "leave out rows whose question or document is unknown"),
    FLAG_OPTION("dry-run", struct import_call, request.dry_run,
                .help = "only print what would be imported or undone"),
};

/* --- The plan --------------------------------------------------------------------------------- */

static const char *const kind_names[CONTENT_KIND_COUNT] = {
    [CONTENT_UNKNOWN] = "an unknown kind of file",
    [CONTENT_EMPTY] = "empty",
    [CONTENT_PACKED] = "packed twice",
    [CONTENT_DATABASE] = "a database",
    [CONTENT_DOCUMENTS] = "documents",
    [CONTENT_QUESTIONS] = "questions",
    [CONTENT_RUN] = "candidates",
    [CONTENT_QRELS] = "judgments",
    [CONTENT_VOTES] = "votes",
};

/* Adds "documents (JSON lines), 5,183 lines". */
static void add_understood(const struct planned_file *file, struct buffer *out)
{
    buffer_add_string(out, kind_names[file->kind]);
    if (file->format != NULL)
        buffer_add_format(out, " (%s)", file->format);
    if (file->n_lines == 0 || file->is_left_out)
        return;
    buffer_add_string(out, ", ");
    number_add_grouped(out, (int64_t)file->n_lines);
    buffer_add_string(out, file->n_lines == 1 ? " line" : " lines");
}

static void add_file(const struct planned_file *file, size_t width, struct buffer *out)
{
    struct buffer path = {0};
    unicode_add_visible(&path, bytes_of(file_label(file->path)));
    size_t columns = unicode_columns(buffer_bytes(&path));
    buffer_add_format(out, "%s%*s  %s", buffer_string(&path), (int)(width - columns), "",
                      file->is_left_out ? "left out: " : "");
    add_understood(file, out);
    buffer_add_byte(out, '\n');
    buffer_release(&path);
}

static size_t widest_path(const struct import_plan *plan)
{
    size_t width = 0;
    for (size_t i = 0; i < plan->n_files; i++) {
        struct buffer path = {0};
        unicode_add_visible(&path, bytes_of(file_label(plan->files[i].path)));
        size_t columns = unicode_columns(buffer_bytes(&path));
        width = columns > width ? columns : width;
        buffer_release(&path);
    }
    return width;
}

/* Prints what assay recognised before it is written; with --dry-run also what the user said. */
static void print_plan(const struct import_plan *plan, bool dry_run, struct world *world)
{
    struct buffer text = {0};
    size_t width = widest_path(plan);
    for (size_t i = 0; i < plan->n_files; i++) {
        if (plan->files[i].is_told || dry_run)
            add_file(&plan->files[i], width, &text);
    }
    output_text(&text, world);
    fflush(world->out);
    buffer_release(&text);
}

/* --- Results ---------------------------------------------------------------------------------- */

static void print_counts(FILE *out, const char *what, const struct put_counts *counts)
{
    fprintf(out, "%-11s %lld added", what, (long long)counts->added);
    if (counts->replaced > 0)
        fprintf(out, ", %lld replaced", (long long)counts->replaced);
    if (counts->same > 0)
        fprintf(out, ", %lld already there", (long long)counts->same);
    if (counts->repeated > 0)
        fprintf(out, ", %lld repeated in the files", (long long)counts->repeated);
    fputc('\n', out);
}

/* Skips are counted with the votes. */
static void print_votes(const struct import_summary *summary, FILE *out)
{
    const struct put_counts *votes = &summary->votes;
    fprintf(out, "%-11s %lld added", "votes", (long long)votes->added);
    if (votes->replaced > 0)
        fprintf(out, ", %lld undone or added to since", (long long)votes->replaced);
    if (votes->same > 0)
        fprintf(out, ", %lld already there", (long long)votes->same);
    fputc('\n', out);
    if (summary->candidates_of_votes.added > 0)
        fprintf(out, "documents of these votes added to the pools: %lld\n",
                (long long)summary->candidates_of_votes.added);
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

/* Prints how the fields of each file look, and what they were used for. */
static void print_field_table(const struct imported_field *fields, size_t n, struct world *world)
{
    struct table table = {0};
    if (n == 0)
        return;
    table_add_column(&table, "file", ALIGN_LEFT);
    table_add_column(&table, "field", ALIGN_LEFT);
    table_add_column(&table, "looks like", ALIGN_LEFT);
    table_add_column(&table, "taken as", ALIGN_LEFT);
    for (size_t i = 0; i < n; i++) {
        const struct imported_field *field = &fields[i];
        table_add_text(&table, bytes_of(file_label(field->path)));
        table_add_text(&table, field->name);
        table_add_text(&table, bytes_of(field->looks));
        table_add_text(&table, bytes_of(field->taken));
    }
    output_table(&table, TABLE_PEOPLE, world);
    table_release(&table);
}

/* Adds the fields of a file as records of a truth, or else of a run. */
static void add_fields(const char *path, struct bytes content, struct arena *arena,
                       struct imported_field **fields, size_t *n)
{
    struct record_shape shape;
    struct field_report reports[SAMPLE_FIELDS];
    const struct bytes text = record_skip_preamble(content);
    bool found = record_shape_find(text, SHAPE_TRUTH, arena, &shape) ||
                 record_shape_find(text, SHAPE_RUN, arena, &shape);
    size_t n_reports = record_shape_report(text, found ? &shape : NULL, arena, reports);
    for (size_t i = 0; i < n_reports; i++)
        ARENA_PUSH(arena, *fields, *n) = (struct imported_field){
            .path = path,
            .name = arena_copy(arena, reports[i].name),
            .looks = reports[i].looks,
            .taken = reports[i].taken != NULL ? reports[i].taken : "",
        };
}

/*
 * If a dry run is refused, the user still sees the fields of the files. Leaves out input that can be read only once.
 */
static void print_refused(const struct arguments *arguments, struct world *world)
{
    const struct import_call *call = arguments->filled;
    const struct text_list operands = {arguments->operands + 1, arguments->n_operands - 1};
    const struct text_list *const lists[] = {&operands, &call->documents, &call->questions, &call->candidates,
                                             &call->judgments};
    struct arena arena = {0};
    struct imported_field *fields = NULL;
    size_t n = 0;
    for (size_t list = 0; list < sizeof lists / sizeof *lists; list++) {
        for (size_t i = 0; i < lists[list]->n; i++) {
            const char *path = lists[list]->items[i];
            struct file file = {0};
            if (file_is_regular(path) && file_map(&file, path, err_ignored()))
                add_fields(path, file.bytes, &arena, &fields, &n);
            file_close(&file);
        }
    }
    print_field_table(fields, n, world);
    arena_release(&arena);
}

static void print_summary(const struct import_request *request, const struct import_summary *summary,
                          FILE *out)
{
    print_fields(request->documents, request->n_documents, summary->documents_fields, out);
    print_fields(request->questions, request->n_questions, summary->questions_fields, out);
    print_counts(out, "documents", &summary->documents);
    print_counts(out, "questions", &summary->questions);
    print_counts(out, "candidates", &summary->candidates);
    if (request->n_judgments > 0 || summary->judgments.added + summary->judgments.same > 0)
        print_counts(out, "judgments", &summary->judgments);
    if (request->n_votes > 0)
        print_votes(summary, out);
    struct buffer qids = {0};
    output_add_some(&qids, summary->lacking.qids, summary->lacking.n_qids, summary->lacking.count);
    fprintf(out, "questions left without candidates: %lld%s\n", (long long)summary->lacking.count,
            buffer_string(&qids));
    buffer_release(&qids);
}

static void remark_unknown(const struct import_request *request, const struct import_summary *summary,
                           struct world *world)
{
    const struct unknown_ids *unknown = &summary->unknown;
    const bool is_of_candidates = request->n_judgments + request->n_votes == 0 &&
                                  summary->judgments.added + summary->judgments.same == 0;
    struct buffer named = {0};
    output_add_some(&named, unknown->named, unknown->n_named, unknown->rows);
    output_remark(world, "%lld %s%s left out whose question or document is unknown%s",
                  (long long)unknown->rows, is_of_candidates ? "candidate" : "row",
                  unknown->rows == 1 ? "" : "s", buffer_string(&named));
    buffer_release(&named);
}

static void remark_run(const char *path, const struct imported_run *run, struct world *world)
{
    output_remark_run(world, path, run->doubt);
    if (run->ranked_anew > 0)
        output_remark(
            world,
            "%s: %lld candidate%s had another rank or score in a run of this name, and now %s the new one; "
            "if this is a different run, undo the import with --undo and give the run another name",
            file_label(path), (long long)run->ranked_anew, run->ranked_anew == 1 ? "" : "s",
            run->ranked_anew == 1 ? "has" : "have");
}

static void remark_other(const struct planned_file *file, struct world *world)
{
    if (file->seems_other)
        output_remark(world, "%s: imported as %s, as the option says, although it seems to hold %s",
                      file_label(file->path), kind_names[file->kind],
                      file->kind == CONTENT_DOCUMENTS ? "questions" : "documents");
}

/* If all documents are without text, their text has an unknown name. */
static void remark_textless(const struct import_summary *summary, struct world *world)
{
    const struct put_counts *documents = &summary->documents;
    bool all = summary->documents_without_text ==
               documents->added + documents->replaced + documents->same + documents->repeated;
    output_remark(world, "%lld document%s without text; the first is '%.*s'%s",
                  (long long)summary->documents_without_text, summary->documents_without_text == 1 ? "" : "s",
                  BYTES_FORMAT(summary->first_without_text),
                  all ? "; if another field is the text, name it: --text FIELD" : "");
}

/* Prints what was kept or left out, perhaps against the user's intention. */
static void print_remarks(const struct import_request *request, const struct import_summary *summary,
                          struct world *world)
{
    for (size_t i = 0; i < request->n_candidates; i++)
        remark_run(request->candidates[i], &summary->runs[i], world);
    for (size_t i = 0; i < request->plan->n_files; i++)
        remark_other(&request->plan->files[i], world);
    if (summary->files_left_out > 0)
        output_remark(world, "%lld file%s left out; the first is '%.*s': %s",
                      (long long)summary->files_left_out, summary->files_left_out == 1 ? "" : "s",
                      BYTES_FORMAT(summary->first_left_out), summary->why_left_out);
    if (summary->votes_on_others > 0)
        output_remark(world, "votes on replaced texts: %lld; they still count, and `assay check` lists them",
                      (long long)summary->votes_on_others);
    if (summary->votes_withdrawn > 0)
        output_remark(world,
                      "votes on replaced texts: %lld; they are withdrawn, and these ballots are asked again",
                      (long long)summary->votes_withdrawn);
    if (summary->model_votes_gone > 0)
        output_remark(world,
                      "votes of models on replaced texts: %lld; they are deleted, and `assay judge` asks the "
                      "models again",
                      (long long)summary->model_votes_gone);
    if (summary->documents_returned > 0)
        output_remark(world,
                      "%lld document%s that `assay carry` put away %s back, without the kept votes; the "
                      "first is '%.*s'; delete %s with `assay remove`, then use `assay carry` with the "
                      "collection that has %s: then %s back with the votes",
                      (long long)summary->documents_returned, summary->documents_returned == 1 ? "" : "s",
                      summary->documents_returned == 1 ? "is" : "are", BYTES_FORMAT(summary->first_returned),
                      summary->documents_returned == 1 ? "it" : "them",
                      summary->documents_returned == 1 ? "it" : "them",
                      summary->documents_returned == 1 ? "it comes" : "they come");
    if (summary->questions_keeping_fields > 0)
        output_remark(
            world,
            "%lld question%s there under another id, by the text; other fields stay as they are, and "
            "--replace takes them from the file",
            (long long)summary->questions_keeping_fields,
            summary->questions_keeping_fields == 1 ? " is" : "s are");
    if (summary->documents_without_text > 0)
        remark_textless(summary, world);
    if (summary->not_unicode > 0)
        output_remark(
            world,
            "%lld document%s or question%s not valid UTF-8; the first is at %s; invalid bytes are kept, and "
            "shown as U+FFFD; if the file has another encoding, convert it with `iconv` first",
            (long long)summary->not_unicode, summary->not_unicode == 1 ? "" : "s",
            summary->not_unicode == 1 ? " is" : "s are", summary->first_not_unicode);
    if (summary->like_comments > 0)
        output_remark(world,
                      "%lld question%s an id that begins with #; the first is '%.*s'; in runs and qrels of "
                      "TREC such a line is a comment and is ignored; give another id, or use JSON or CSV",
                      (long long)summary->like_comments, summary->like_comments == 1 ? " has" : "s have",
                      BYTES_FORMAT(summary->first_like_comment));
    if (summary->documents_with_same_text > 0)
        output_remark(
            world,
            "%lld document%s the same text as a document before %s; the first is '%.*s'; `assay pool DB "
            "--merge-identical` makes one candidate of documents that also have the same title",
            (long long)summary->documents_with_same_text,
            summary->documents_with_same_text == 1 ? " has" : "s have",
            summary->documents_with_same_text == 1 ? "it" : "them",
            BYTES_FORMAT(summary->first_with_same_text));
    fields_remark_judgments(summary->without_grades, summary->rated, (size_t)summary->open_judgments, world);
    if (summary->unused_field.size > 0)
        output_remark(
            world,
            "%s: \"%.*s\" names documents of the collection and is not used; if they are relevant, say "
            "--truth \"%.*s\"; if they were retrieved, say --candidates %s --hits \"%.*s\"",
            file_label(summary->unused_in), BYTES_FORMAT(summary->unused_field),
            BYTES_FORMAT(summary->unused_field), file_label(summary->unused_in),
            BYTES_FORMAT(summary->unused_field));
    fields_remark_label(summary->labels_in, summary->label_field, world);
    fields_remark_texts(&summary->texts, world);
    if (summary->unknown.rows > 0)
        remark_unknown(request, summary, world);
}

/* --- The command ---------------------------------------------------------- */

static bool plan_files(const char *const *paths, size_t n, enum content_kind kind, struct import_plan *plan,
                       struct err *err)
{
    bool planned = true;
    for (size_t i = 0; planned && i < n; i++)
        planned = import_plan_add(plan, paths[i], kind, err);
    return planned;
}

/* Adds the files whose content tells their kind, then those whose kind the user says. */
static bool make_plan(const struct arguments *arguments, struct import_plan *plan, struct err *err)
{
    const struct import_call *call = arguments->filled;
    const struct {
        const struct text_list *files;
        enum content_kind kind;
    } said[] = {
        {&(struct text_list){arguments->operands + 1, arguments->n_operands - 1}, CONTENT_UNKNOWN},
        {&call->documents, CONTENT_DOCUMENTS},
        {&call->questions, CONTENT_QUESTIONS},
        {&call->candidates, CONTENT_RUN},
        {&call->judgments, CONTENT_QRELS},
        {&call->votes, CONTENT_VOTES},
    };
    size_t n = 0;
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        n += said[i].files->n;
        if (!plan_files(said[i].files->items, said[i].files->n, said[i].kind, plan, err))
            return false;
    }
    return n > 0 ? import_plan_add_passages(plan, err)
                 : err_set(
                       err, ERR_USAGE,
                       "nothing to import; name files or a folder behind the database, or give --documents, "
                       "--questions, --candidates, --judgments or --votes");
}

/* Options about judgments or votes need some. */
static bool check_said(const struct import_request *request, struct err *err)
{
    const char *option = request->source != NULL ? "as" : request->judged == JUDGED_JOIN_POOL ? "pool" : NULL;
    bool may_judge = request->n_judgments > 0;
    for (size_t i = 0; i < request->plan->n_files; i++)
        may_judge = may_judge ||
                    (request->plan->files[i].is_told && request->plan->files[i].kind == CONTENT_QUESTIONS);
    if (!may_judge && option != NULL)
        return err_set(err, ERR_USAGE, "--%s is for judgments, and there are none among the files", option);
    return request->n_votes > 0 || request->annotator == NULL ||
           err_set(err, ERR_USAGE, "--annotator is for votes, and there are none among the files");
}

/* The answers are already stored when this fails. */
static void keep_journal(struct store *store, struct arena *arena, struct world *world)
{
    struct err err;
    struct bytes file;
    if (!setting_get(store, SETTING_JOURNAL, arena, &file, &err) || !journal_follow_once(store, file, &err))
        output_remark(world, "%s", err.text);
}

static bool carry_out(struct store *store, struct import_plan *plan, struct import_request *request,
                      struct world *world, struct err *err)
{
    struct progress_line line = {.world = world};
    struct arena arena = {0};
    struct import_summary summary;
    request->plan = plan;
    request->documents = import_plan_paths(plan, CONTENT_DOCUMENTS, &request->n_documents);
    request->questions = import_plan_paths(plan, CONTENT_QUESTIONS, &request->n_questions);
    request->candidates = import_plan_paths(plan, CONTENT_RUN, &request->n_candidates);
    request->judgments = import_plan_paths(plan, CONTENT_QRELS, &request->n_judgments);
    request->votes = import_plan_paths(plan, CONTENT_VOTES, &request->n_votes);
    request->watch = progress_watch;
    request->watch_context = &line;
    bool imported = check_said(request, err) && import_files(store, request, &arena, &summary, err);
    progress_end(&line);
    world->is_saved = imported && !request->dry_run;
    if (imported) {
        print_field_table(summary.fields, summary.n_fields, world);
        print_summary(request, &summary, world->out);
        print_remarks(request, &summary, world);
    }
    if (imported && !request->dry_run) {
        output_remark_bare(world, store);
        if (request->n_votes > 0 || summary.votes_withdrawn > 0)
            keep_journal(store, &arena, world);
    }
    if (imported && request->dry_run)
        output_nothing_written(world);
    arena_release(&arena);
    return imported;
}

/* The user has probably forgotten the database. */
static bool check_no_data(const char *database, struct err *err)
{
    char room[4096];
    size_t size;
    if (!file_peek(database, room, sizeof room, &size, err_ignored()))
        return true;
    struct content content = content_recognise((struct bytes){.data = room, .size = size});
    bool is_data = content.kind != CONTENT_UNKNOWN && content.kind != CONTENT_EMPTY &&
                   content.kind != CONTENT_PACKED && content.kind != CONTENT_DATABASE;
    return !is_data ||
           err_set(err, ERR_USAGE, "%s: not a database, but %s; name the database first: assay import DB %s",
                   database, content.label, database);
}

static bool import_into(struct store *store, struct import_plan *plan, struct import_request *request,
                        struct world *world, struct err *err)
{
    print_plan(plan, request->dry_run, world);
    return import_plan_hold(plan, err) && carry_out(store, plan, request, world, err);
}

static bool read_replacing(struct import_call *call, struct err *err)
{
    const bool keeps = call->keeps_votes, withdraws = call->withdraws_votes;
    if (keeps && withdraws)
        return err_set(err, ERR_USAGE, "--keep-votes and --withdraw-votes exclude each other; leave one out");
    call->request.replacing = !call->replaces ? REPLACE_NOTHING
                              : keeps         ? REPLACE_KEEPING_VOTES
                              : withdraws     ? REPLACE_WITHDRAWING_VOTES
                                              : REPLACE_UNVOTED;
    return call->replaces || !(keeps || withdraws) ||
           err_set(err, ERR_USAGE, "--%s needs --replace", keeps ? "keep-votes" : "withdraw-votes");
}

/* --undo stands alone: one call does not remove and add. It may be a dry run. */
static bool undo(const struct arguments *arguments, struct world *world, struct err *err)
{
    const struct import_call *call = arguments->filled;
    const bool *tries = &call->request.dry_run;
    const struct option *other = arguments_find_other(arguments, &call->undoes, tries);
    if (other != NULL)
        return err_set(err, ERR_USAGE, "--undo goes with --dry-run only, not with --%s", other->name);
    if (arguments->n_operands > 1)
        return err_set(err, ERR_USAGE, "--undo takes the database only; it undoes the last import");
    return remove_last_import(arguments->operands[0], *tries, world, err);
}

static bool run_import(const struct arguments *arguments, struct world *world, struct err *err)
{
    struct import_call *call = arguments->filled;
    if (call->undoes)
        return undo(arguments, world, err);
    struct item_mapping mapping = {0};
    struct import_plan plan = {0};
    struct arena arena = {0};
    struct store *store = NULL;
    call->request.mapping = &mapping;
    call->request.judged = call->joins_pool ? JUDGED_JOIN_POOL : JUDGED_ALONE;
    call->request.clock = world->clock;
    call->request.now = world->clock.now(world->clock.context);
    bool imported = fields_choose(&call->fields, err) && check_no_data(arguments->operands[0], err) &&
                    read_replacing(call, err) && mapping_take(&call->mapping, &arena, &mapping, err) &&
                    make_plan(arguments, &plan, err) &&
                    database_open(&store, arguments->operands[0], STORE_CREATE, world, err) &&
                    import_into(store, &plan, &call->request, world, err);
    import_plan_release(&plan);
    if (!imported && call->request.dry_run && err->code == ERR_INPUT)
        print_refused(arguments, world);
    store_close(store);
    arena_release(&arena);
    return imported;
}

const struct command import_command = {
    .name = "import",
    .group = "Collect",
    .summary = "Add documents, questions, candidates and judgments",
    .example = "assay import labels.db documents.jsonl questions.csv bm25.run",
    .operands = "DB [PATH…]",
    .least_operands = 1,
    .most_operands = SIZE_MAX,
    OPTIONS_FILL(struct import_call),
    .details =
        "assay recognises files by their content and prints what it understood before it writes anything:\n"
        "JSON lines, JSON arrays and objects that hold them, CSV and TSV with a header, id TAB text, TREC\n"
        "topics and documents. `-` reads standard input. Importing the same files again changes nothing.\n"
        "DB, --documents, --questions and --candidates take all words up to the next option.\n"
        "\n"
        "assay import DB faq.json ground-truth.csv               records, and question,document\n"
        "assay import DB scifact/                                a BEIR folder\n"
        "assay import DB docs.jsonl --questions generated.csv    question,answer by a language model\n"
        "assay import DB docs.csv questions.json pgvector.csv elastic.jsonl       hits are candidates\n"
        "\n"
        "Next, if you have no run: assay pool DB --search. Then: assay label DB --annotator NAME\n",
    .is_logged = true,
    .run = run_import,
};
