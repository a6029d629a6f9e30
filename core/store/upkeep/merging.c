/*
 * All rows of the files are first read into temporary tables (sqlite/merging.sql), under the names and numbers of the
 * new database. Then the differences between the files are found. If none is left undecided, the new database is made
 * from those tables, by a few statements over all rows; texts are read a second time instead of being stored twice.
 * Triggers do not run: the sums are derived at the end, as in a repair. The sources may be on a server. A merge into a
 * server is made in a private SQLite database and then copied.
 *
 * The result does not depend on the order of the files: of several rows always the least or the greatest is taken, by
 * the content of the rows, never by the file or its numbers. If you add a table, choose such a rule; the tests compare
 * the orders. A vote that was withdrawn by `return` at the time it was given was superseded by a merge.
 */
#include "core/store/upkeep/merging_private.h"

#include "core/store/upkeep/project_copy.h"
#include "core/store/rows.h"
#include "core/store/schema.h"
#include "core/store/settings.h"
#include "core/store/sqlite/sqlite.h"
#include "core/store/content/twins.h"

#include <inttypes.h>

static const char *path_of(const struct merging *merging, int64_t file)
{
    return store_path(merging->request->files[file - 1]);
}

/*
 * Reports the differences that a query of merge_difference rows finds; `wrong` says what is different: "have other
 * contents".
 */
static bool add_differences(struct merging *merging, struct query *query, const char *wrong, struct err *err)
{
    struct arena arena = {0};
    while (query_next(query)) {
        struct merge_difference row = read_merge_difference(query, &arena);
        merging_add_difference(merging, "%.*s %.*s: %s and %s %s", BYTES_FORMAT(row.what),
                               BYTES_FORMAT(row.id), path_of(merging, row.file), path_of(merging, row.other),
                               wrong);
    }
    arena_release(&arena);
    return query_end(query, err);
}

/* --- Reading ---------------------------------------------------------------------------------------- */

/* A parameter of the new row that is the number of an item: it is translated from the file's number. */
struct numbered {
    int parameter; /* 0: no more */
    enum merged_kind kind;
};

/* Rows of a file, and the statement that adds each; $1 is the file, and $2 the first column. */
enum { FIRST_OF_ROW = 2 };

struct transfer {
    enum statement from, add;
    struct numbered numbered[6];
    bool forgets_file; /* there is no $1 */
    /* Each row is an item of this kind, by its number; it is added once, from the first file that has it. */
    bool are_items;
    enum merged_kind kind;
    int n_key; /* the rows are ordered by so many columns, and one that the first file has is passed over; 0: not so */
};

/* An item without a number in the file becomes NULL; the row is refused if it needs one. */
static void bind_number(const struct merging *merging, struct query *query, const struct numbered *numbered,
                        struct query *row)
{
    int64_t item_id = query_passed_integer(row, FIRST_OF_ROW, numbered->parameter);
    int64_t number = merging_number_of(merging, numbered->kind, item_id);
    if (number > 0)
        query_bind_integer(query, numbered->parameter, number);
    else
        query_bind_null(query, numbered->parameter);
}

static bool pass_row(struct merging *merging, size_t file, const struct transfer *transfer, struct query *row,
                     struct err *err)
{
    struct query query = query_start(merging->to->db, transfer->add);
    if (!transfer->forgets_file)
        query_bind_integer(&query, 1, (int64_t)file + 1);
    query_bind_row(&query, FIRST_OF_ROW, row);
    for (const struct numbered *numbered = transfer->numbered; numbered->parameter > 0; numbered++)
        bind_number(merging, &query, numbered, row);
    return query_run(&query, err);
}

/* Whether the numbers in this row mean the same in the file and in the first one. */
static bool means_the_same(const struct merging *merging, const struct transfer *transfer, struct query *row)
{
    bool is_same = true;
    for (const struct numbered *numbered = transfer->numbered; is_same && numbered->parameter > 0;
         numbered++) {
        const int64_t item_id = query_passed_integer(row, FIRST_OF_ROW, numbered->parameter);
        is_same = merging_number_of(merging, numbered->kind, item_id) ==
                  merging_first_number_of(merging, numbered->kind, item_id);
    }
    return is_same;
}

static bool is_passed_over(const struct merging *merging, size_t file, const struct transfer *transfer,
                           struct first_rows *first, struct query *row)
{
    if (transfer->are_items)
        return file > 0 && !merging_is_own(merging, transfer->kind,
                                           query_passed_integer(row, FIRST_OF_ROW, FIRST_OF_ROW));
    return first_rows_have(first, row) && means_the_same(merging, transfer, row);
}

static bool pass(struct merging *merging, size_t file, const struct transfer *transfer, struct err *err)
{
    struct first_rows first = {0};
    bool passed = true;
    if (transfer->are_items && file > 0 && !merging_has_own(merging, transfer->kind))
        return true;
    struct query query = query_start(merging->request->files[file]->db, transfer->from);
    if (transfer->n_key > 0)
        first_rows_begin(&first, merging, file, transfer->from, transfer->n_key);
    while (passed && query_next(&query))
        passed = (is_passed_over(merging, file, transfer, &first, &query) ||
                  pass_row(merging, file, transfer, &query, err)) &&
                 merging_count_row(merging, err);
    passed = first_rows_end(&first, passed, err);
    return query_end_visit(&query, passed, err);
}

/* Passes the rows of one file after the other. */
static bool pass_all(struct merging *merging, const struct transfer *transfers, size_t n, struct err *err)
{
    bool passed = true;
    for (size_t file = 0; passed && file < merging->request->n_files; file++) {
        passed = merging_begin_file(merging, file, err) && merging_read_numbers(merging, file, err);
        for (size_t i = 0; passed && i < n; i++)
            passed = pass(merging, file, &transfers[i], err);
    }
    return passed;
}

/* Adds each forgotten name once; copies of a database have the same names. */
static bool read_forgotten_names(struct merging *merging, struct err *err)
{
    bool read = true;
    for (size_t file = 0; read && file < merging->request->n_files; file++)
        read = forgotten_names_read(merging->request->files[file], &merging->arena, &merging->forgotten,
                                    &merging->n_forgotten, err);
    for (size_t i = 0; read && i < merging->n_forgotten; i++) {
        const struct forgotten_name *name = &merging->forgotten[i];
        struct query query = query_start(merging->to->db, STATEMENT_MERGE_FORGOTTEN_NAME_ADD);
        query_bind_bytes(&query, 1, name->digest);
        query_bind_bytes(&query, 2, name->salt);
        query_bind_bytes(&query, 3,
                         forgotten_names_find(merging->forgotten, merging->n_forgotten, name->name));
        query_bind_integer(&query, 4, name->blanked_until);
        read = query_run(&query, err);
    }
    return read;
}

static bool look_for_unlike_items(struct merging *merging, struct err *err)
{
    int64_t found;
    struct query query = query_start(merging->to->db, STATEMENT_MERGE_ITEM_UNLIKE);
    bool looked = query_one_integer(&query, 0, &found, err);
    merging->has_unlike_items = found != 0;
    return looked;
}

static bool read_files(struct merging *merging, struct err *err)
{
    static const struct transfer imports[] = {
        {.from = STATEMENT_MERGE_IMPORT_FROM, .add = STATEMENT_MERGE_IMPORT_ADD},
        {.from = STATEMENT_MERGE_EVENT_FROM, .add = STATEMENT_MERGE_EVENT_ADD, .forgets_file = true}};
    static const struct transfer others[] = {
        {.from = STATEMENT_MERGE_ADDITION_FROM, .add = STATEMENT_MERGE_ADDITION_ADD},
        {.from = STATEMENT_MERGE_NOTE_DRAFT_FROM, .add = STATEMENT_MERGE_NOTE_DRAFT_ADD},
        {.from = STATEMENT_MERGE_EVIDENCE_DRAFT_FROM, .add = STATEMENT_MERGE_EVIDENCE_DRAFT_ADD},
        {.from = STATEMENT_MERGE_JUDGMENT_FROM,
         .add = STATEMENT_MERGE_JUDGMENT_ADD,
         .numbered = {{2, MERGED_SOURCE}, {3, MERGED_QUESTION}, {4, MERGED_DOCUMENT}, {6, MERGED_IMPORT}},
         .n_key = 3},
        {.from = STATEMENT_MERGE_MODEL_VOTE_FROM,
         .add = STATEMENT_MERGE_MODEL_VOTE_ADD,
         .numbered = {{2, MERGED_MODEL},
                      {3, MERGED_QUESTION},
                      {5, MERGED_DOCUMENT},
                      {6, MERGED_DOCUMENT},
                      {7, MERGED_DOCUMENT}}},
    };
    return read_forgotten_names(merging, err) &&
           pass_all(merging, imports, sizeof imports / sizeof *imports, err) &&
           db_run(merging->to->db, STATEMENT_MERGE_IMPORT_NUMBER, NULL, 0, err) &&
           merging_read_names(merging, err) && look_for_unlike_items(merging, err) &&
           merging_read_votes(merging, err) &&
           pass_all(merging, others, sizeof others / sizeof *others, err) &&
           db_run(merging->to->db, STATEMENT_MERGE_EVENT_ONCE, NULL, 0, err) &&
           db_run(merging->to->db, STATEMENT_MERGE_NOTES_BLANK, NULL, 0, err) &&
           db_run(merging->to->db, STATEMENT_MERGE_ADDED_NOTES_BLANK, NULL, 0, err) &&
           db_run(merging->to->db, STATEMENT_MERGE_NOTE_DRAFTS_BLANK, NULL, 0, err);
}

/* --- Differences between the files ------------------------------------------------------------------ */

static bool compare(struct merging *merging, enum statement statement, const char *wrong, struct err *err)
{
    struct query query = query_start(merging->to->db, statement);
    query_bind_integer(&query, 1, (int64_t)merging->request->n_preferred);
    return add_differences(merging, &query, wrong, err);
}

static bool compare_model_names(struct merging *merging, struct err *err)
{
    struct query query = query_start(merging->to->db, STATEMENT_MERGE_MODEL_NAMES);
    return add_differences(merging, &query, "have others of that name, which only --rename decides", err);
}

#define BRING_TO_ONE_STATE "`assay carry` brings files to one state before they are merged"

/*
 * The hint depends on the cause: if a carry gave documents other ids in one file, the shared votes are on different
 * documents.
 */
static bool fail_unlike(struct merging *merging, struct err *err)
{
    struct arena arena = {0};
    struct moved_document moved = {0};
    struct query query = query_start(merging->to->db, STATEMENT_MERGE_MOVED_DOCUMENT);
    if (query_next(&query))
        moved = read_moved_document(&query, &arena);
    const char *remedy =
        moved.n > 0
            ? arena_format(&arena,
                           "since a carry document %.*s of one file is %.*s in another: " BRING_TO_ONE_STATE,
                           BYTES_FORMAT(moved.docid), BYTES_FORMAT(moved.other))
            : "say which file is right with --prefer FILE, or, if two things with one name differ, rename "
              "one of them with --rename FILE:OLD=NEW";
    if (query_end(&query, err))
        err_set(err, ERR_INPUT, "%zu thing%s different in the files; nothing was written; %s",
                merging->n_differences, merging->n_differences == 1 ? " is" : "s are", remedy);
    arena_release(&arena);
    return false;
}

static bool require_alike(struct merging *merging, struct err *err)
{
    if (!merging_compare_settings(merging, err) ||
        (merging->has_unlike_items &&
         !compare(merging, STATEMENT_MERGE_ITEM_DIFFERENCES, "have other contents", err)) ||
        !compare_model_names(merging, err) ||
        !compare(merging, STATEMENT_MERGE_ANSWER_DIFFERENCES, "have other answers of this uuid", err) ||
        !compare(merging, STATEMENT_MERGE_JUDGMENT_DIFFERENCES, "have other grades", err))
        return false;
    return merging->n_differences == 0 || fail_unlike(merging, err);
}

/* --- The new database ------------------------------------------------------------------------------- */

static bool fill(struct merging *merging, struct err *err)
{
    static const struct transfer collection[] = {
        {.from = STATEMENT_MERGE_DOCUMENT_FROM,
         .add = STATEMENT_MERGE_DOCUMENT_ADD,
         .are_items = true,
         .kind = MERGED_DOCUMENT},
        {.from = STATEMENT_MERGE_GONE_FROM,
         .add = STATEMENT_MERGE_GONE_ADD,
         .are_items = true,
         .kind = MERGED_DOCUMENT},
        {.from = STATEMENT_MERGE_QUESTION_FROM,
         .add = STATEMENT_MERGE_QUESTION_ADD,
         .are_items = true,
         .kind = MERGED_QUESTION},
        {.from = STATEMENT_MERGE_CANDIDATE_FROM,
         .add = STATEMENT_MERGE_CANDIDATE_ADD,
         .numbered = {{2, MERGED_QUESTION}, {3, MERGED_DOCUMENT}},
         .forgets_file = true,
         .n_key = 2},
        {.from = STATEMENT_MERGE_CANDIDATE_SOURCE_FROM,
         .add = STATEMENT_MERGE_CANDIDATE_SOURCE_ADD,
         .numbered = {{2, MERGED_QUESTION}, {3, MERGED_DOCUMENT}, {7, MERGED_IMPORT}},
         .forgets_file = true,
         .n_key = 3},
    };
    return pass_all(merging, collection, sizeof collection / sizeof *collection, err);
}

static bool fill_replaced(struct merging *merging, struct err *err)
{
    static const struct transfer replaced[] = {
        {.from = STATEMENT_MERGE_REPLACED_DOCUMENT_FROM,
         .add = STATEMENT_MERGE_REPLACED_DOCUMENT_ADD,
         .numbered = {{3, MERGED_DOCUMENT}}},
        {.from = STATEMENT_MERGE_REPLACED_QUESTION_FROM,
         .add = STATEMENT_MERGE_REPLACED_QUESTION_ADD,
         .numbered = {{3, MERGED_QUESTION}}},
        {.from = STATEMENT_MERGE_REPLACED_JUDGMENT_FROM,
         .add = STATEMENT_MERGE_REPLACED_JUDGMENT_ADD,
         .numbered = {{3, MERGED_SOURCE}, {4, MERGED_QUESTION}, {5, MERGED_DOCUMENT}}},
        {.from = STATEMENT_MERGE_REPLACED_SOURCE_FROM,
         .add = STATEMENT_MERGE_REPLACED_SOURCE_ADD,
         .numbered = {{3, MERGED_QUESTION}, {4, MERGED_DOCUMENT}}},
    };
    return pass_all(merging, replaced, sizeof replaced / sizeof *replaced, err);
}

static bool know_answers(struct merging *merging, struct err *err)
{
    int64_t n_preferred = (int64_t)merging->request->n_preferred;
    return db_run(merging->to->db, STATEMENT_MERGE_KNOWN, &n_preferred, 1, err);
}

static bool supersede(struct merging *merging, struct err *err)
{
    bool done = db_run(merging->to->db, STATEMENT_MERGE_SUPERSEDE, NULL, 0, err);
    merging->n_superseded = done ? db_change_count(merging->to->db) : 0;
    return done;
}

static bool settle(struct merging *merging, struct err *err)
{
    return merging_put_settings(merging, err) && settings_apply(merging->to, err);
}

/* If one file has merged its twins, the new database merges them, too, with the votes of all files. */
static bool merge_twins(struct merging *merging, struct err *err)
{
    bool any = false;
    struct twin_counts counts;
    for (size_t i = 0; !any && i < merging->request->n_files; i++) {
        if (!twins_find_any(merging->request->files[i], &any, err))
            return false;
    }
    return !any || store_merge_twins(merging->to, &counts, err);
}

/* The steps in their order; each is a statement or a function. */
static const struct step {
    bool (*take)(struct merging *merging, struct err *err); /* NULL: only the statement */
    enum statement statement;
} steps[] = {
    {.take = fill},
    {.statement = STATEMENT_REPAIR_QUESTION_GAP},
    {.statement = STATEMENT_MERGE_ANNOTATORS},
    {.statement = STATEMENT_MERGE_SOURCES},
    {.statement = STATEMENT_MERGE_MODELS},
    {.statement = STATEMENT_MERGE_IMPORTS},
    {.take = merging_link_ballots},
    {.take = know_answers},
    {.take = supersede},
    {.statement = STATEMENT_MERGE_DEAL},
    {.statement = STATEMENT_MERGE_BALLOTS},
    {.statement = STATEMENT_MERGE_SLOTS},
    {.statement = STATEMENT_MERGE_ANSWERS},
    {.statement = STATEMENT_MERGE_WITHDRAWALS},
    {.statement = STATEMENT_MERGE_ADDITIONS},
    {.statement = STATEMENT_MERGE_NOTE_DRAFTS},
    {.statement = STATEMENT_MERGE_EVIDENCE_DRAFTS},
    {.statement = STATEMENT_MERGE_IMPORT_ANSWERS},
    {.statement = STATEMENT_MERGE_JUDGMENTS},
    {.take = fill_replaced},
    {.statement = STATEMENT_MERGE_MODEL_DEALS},
    {.statement = STATEMENT_MERGE_MODEL_VOTES},
    {.statement = STATEMENT_REPAIR_QUESTION},
    {.statement = STATEMENT_REPAIR_PRIOR},
    {.take = settle},
    {.take = merge_twins},
    {.statement = STATEMENT_REPAIR_PROGRESS_CLEAR},
    {.statement = STATEMENT_REPAIR_PROGRESS},
};

static bool make(struct merging *merging, struct err *err)
{
    enum { N_STEPS = sizeof steps / sizeof *steps };
    bool made = true;
    for (size_t i = 0; made && i < N_STEPS; i++) {
        merging->path = store_path(merging->to);
        made = merging_tell(merging, (int64_t)i, N_STEPS, err) &&
               (steps[i].take != NULL ? steps[i].take(merging, err)
                                      : db_run(merging->to->db, steps[i].statement, NULL, 0, err));
    }
    return made;
}

/* --- Remarks ---------------------------------------------------------------------------------------- */

static void remark(struct merging *merging, const struct buffer *line)
{
    merging->request->remark(merging->request->context, buffer_bytes(line));
}

/* Names each annotator who is in several files, and these files. */
static bool remark_annotators(struct merging *merging, struct err *err)
{
    struct arena arena = {0};
    struct buffer line = {0};
    struct bytes name = {0};
    struct query query = query_start(merging->to->db, STATEMENT_MERGE_SHARED_ANNOTATOR_LIST);
    while (query_next(&query)) {
        struct shared_annotator row = read_shared_annotator(&query, &arena);
        bool is_next = !bytes_equal(row.name, name);
        if (is_next && line.size > 0)
            remark(merging, &line);
        if (is_next) {
            buffer_clear(&line);
            buffer_add_format(&line, "annotator %.*s is treated as one person in ", BYTES_FORMAT(row.name));
        }
        buffer_add_format(&line, "%s%s", is_next ? "" : ", ", path_of(merging, row.file));
        name = row.name;
    }
    if (line.size > 0)
        remark(merging, &line);
    buffer_release(&line);
    arena_release(&arena);
    return query_end(&query, err);
}

static bool remark_like_annotators(struct merging *merging, struct err *err)
{
    struct arena arena = {0};
    struct buffer line = {0};
    struct query query = query_start(merging->to->db, STATEMENT_MERGE_LIKE_ANNOTATOR_LIST);
    while (query_next(&query)) {
        struct like_annotators row = read_like_annotators(&query, &arena);
        buffer_clear(&line);
        buffer_add_format(&line, "annotators %.*s (%s) and %.*s (%s) are treated as two people%s",
                          BYTES_FORMAT(row.name), path_of(merging, row.file), BYTES_FORMAT(row.other),
                          path_of(merging, row.other_file),
                          row.file != row.other_file ? "; if they are one person, use --rename" : "");
        remark(merging, &line);
    }
    buffer_release(&line);
    arena_release(&arena);
    return query_end(&query, err);
}

static bool remark_undecided(struct merging *merging, struct err *err)
{
    struct arena arena = {0};
    struct buffer line = {0};
    struct query query = query_start(merging->to->db, STATEMENT_MERGE_UNDECIDED_LIST);
    while (query_next(&query)) {
        struct undecided_ballot row = read_undecided_ballot(&query, &arena);
        buffer_clear(&line);
        buffer_add_format(&line,
                          "question %.*s, annotator %.*s: a ballot was answered in two files, and the later "
                          "answer undone in one: the order of the merges decides which one counts",
                          BYTES_FORMAT(row.qid), BYTES_FORMAT(row.annotator));
        remark(merging, &line);
    }
    buffer_release(&line);
    arena_release(&arena);
    return query_end(&query, err);
}

/* Adds the text of a statement's only row, if there is something to report. */
typedef void line_adder(struct query *query, struct arena *arena, struct buffer *line);

static bool remark_row(struct merging *merging, enum statement statement, line_adder *add, struct err *err)
{
    struct arena arena = {0};
    struct buffer line = {0};
    struct query query = query_start(merging->to->db, statement);
    if (query_next(&query))
        add(&query, &arena, &line);
    bool worked = query_end(&query, err);
    if (worked && line.size > 0)
        remark(merging, &line);
    buffer_release(&line);
    arena_release(&arena);
    return worked;
}

#define BOTH_ARE_THERE ": both are there, each with the votes of its file; " BRING_TO_ONE_STATE

/* A carry gives a text another id; in a file without the carry the old id has another document. */
static void add_moved(struct query *query, struct arena *arena, struct buffer *line)
{
    struct moved_document row = read_moved_document(query, arena);
    if (row.n > 0)
        buffer_add_format(
            line,
            "%" PRId64
            " document%s, such as %.*s, %s another id in another file, such as %.*s" BOTH_ARE_THERE,
            row.n, row.n == 1 ? "" : "s", BYTES_FORMAT(row.docid), row.n == 1 ? "has" : "have",
            BYTES_FORMAT(row.other));
}

static void add_seen_apart(struct query *query, struct arena *arena, struct buffer *line)
{
    struct seen_apart row = read_seen_apart(query, arena);
    if (row.votes > 0)
        buffer_add_format(line,
                          "%" PRId64
                          " vote%s saw a different text than the new database has, such as that of %.*s "
                          "%.*s; %s",
                          row.votes, row.votes == 1 ? "" : "s", BYTES_FORMAT(row.kind), BYTES_FORMAT(row.id),
                          row.votes == 1 ? "it still counts" : "they still count");
}

/* Within one file, a document that was removed and returns is the former document. */
static void add_returned(struct query *query, struct arena *arena, struct buffer *line)
{
    struct returned_document row = read_returned_document(query, arena);
    if (row.n == 1)
        buffer_add_format(line, "document %.*s was removed from one file but is in another" BOTH_ARE_THERE,
                          BYTES_FORMAT(row.docid));
    else if (row.n > 1)
        buffer_add_format(
            line,
            "%" PRId64
            " documents, such as %.*s, were removed from one file but are in another" BOTH_ARE_THERE,
            row.n, BYTES_FORMAT(row.docid));
}

static bool remark_contents(struct merging *merging, struct err *err)
{
    return remark_row(merging, STATEMENT_MERGE_RETURNED_DOCUMENT, add_returned, err) &&
           remark_row(merging, STATEMENT_MERGE_MOVED_DOCUMENT, add_moved, err) &&
           (merging->request->n_preferred == 0 ||
            remark_row(merging, STATEMENT_MERGE_SEEN_APART, add_seen_apart, err));
}

static bool remark_journals(struct merging *merging, struct err *err)
{
    struct arena arena = {0};
    struct buffer line = {0};
    struct bytes journal;
    bool read = true;
    for (size_t i = 0; read && line.size == 0 && i < merging->request->n_files; i++) {
        read = setting_get(merging->request->files[i], SETTING_JOURNAL, &arena, &journal, err);
        if (read && journal.size > 0)
            buffer_add_string(&line, "the new database does not continue the journal of a file");
    }
    if (line.size > 0 && !merging->is_for_server)
        buffer_add_format(&line, "; start a journal with `assay set %s journal FILE`",
                          store_path(merging->to));
    if (read && line.size > 0)
        remark(merging, &line);
    buffer_release(&line);
    arena_release(&arena);
    return read;
}

static bool summarise(struct merging *merging, struct merge_summary *summary, struct err *err)
{
    struct query query = query_start(merging->to->db, STATEMENT_MERGE_SUMMARISE);
    if (query_next(&query))
        *summary = read_merge_summary(&query);
    summary->read = merging->n_answers;
    summary->superseded = merging->n_superseded;
    return query_end(&query, err);
}

/* --- The whole merge -------------------------------------------------------------------------------- */

static bool begin_reading(const struct merge_request *request, size_t *n, struct err *err)
{
    for (*n = 0; *n < request->n_files; ++*n) {
        if (!store_begin_reading(request->files[*n], err))
            return false;
    }
    return true;
}

static void end_reading(const struct merge_request *request, size_t n)
{
    for (size_t i = 0; i < n; i++)
        store_end_reading(request->files[i]);
}

/*
 * Limits the memory; what exceeds it goes to temporary files. Sorting may use up to four times the main cache. Foreign
 * keys need no check: they were checked in the files, and new numbers belong to existing rows.
 */
static bool prepare(struct store *to, struct err *err)
{
    if (!to->is_new)
        return err_set(err, ERR_INPUT, "%s: this database already exists; name a new file", store_path(to));
    sqlite_watch_statements(to->db);
    return db_execute(
        to->db,
        "PRAGMA temp_store = FILE; PRAGMA main.cache_size = -12000; PRAGMA temp.cache_size = -20000;"
        "PRAGMA foreign_keys = OFF;",
        err);
}

static bool merge(struct merging *merging, struct merge_summary *summary, struct err *err)
{
    sqlite_set_triggers(merging->to->db, false);
    bool merged = sqlite_make_merging(merging->to->db, err) &&
                  merging_check_beside(merging, read_files, err) && require_alike(merging, err) &&
                  make(merging, err) && summarise(merging, summary, err) && remark_annotators(merging, err) &&
                  remark_like_annotators(merging, err) && remark_undecided(merging, err) &&
                  remark_contents(merging, err) && remark_journals(merging, err);
    sqlite_set_triggers(merging->to->db, true);
    return merged;
}

static bool merge_whole(struct merging *merging, struct merge_summary *summary, struct err *err)
{
    if (!store_begin(merging->to, err))
        return false;
    if (merge(merging, summary, err) && store_commit(merging->to, err))
        return true;
    store_rollback(merging->to);
    return false;
}

static bool merge_into_file(struct merging *merging, struct merge_summary *summary, struct err *err)
{
    const struct merge_request *request = merging->request;
    size_t n_reading = 0;
    merging->sizes = arena_get_array(&merging->arena, request->n_files, sizeof *merging->sizes);
    bool merged = prepare(merging->to, err) && begin_reading(request, &n_reading, err) &&
                  merge_whole(merging, summary, err);
    merging_release_numbers(merging);
    arena_release(&merging->arena);
    end_reading(request, n_reading);
    return merged;
}

/* Merging uses SQLite's statements, so the result is made in a private database and copied to the server as a whole. */
static bool merge_into_server(struct store *server, struct merging *merging, struct merge_summary *summary,
                              struct err *err)
{
    const struct merge_request *request = merging->request;
    struct project_counts unused;
    bool merged =
        project_copy_require_new(server, err) && store_open_private(&merging->to, store_path(server), err) &&
        merge_into_file(merging, summary, err) &&
        store_copy_project(merging->to, server, request->now, request->watch, request->context, &unused, err);
    store_close(merging->to);
    return merged;
}

bool store_merge(struct store *to, const struct merge_request *request, struct merge_summary *summary,
                 struct err *err)
{
    struct merging merging = {.request = request, .is_for_server = store_is_on_server(to)};
    *summary = (struct merge_summary){0};
    if (merging.is_for_server)
        return merge_into_server(to, &merging, summary, err);
    merging.to = to;
    return merge_into_file(&merging, summary, err);
}
