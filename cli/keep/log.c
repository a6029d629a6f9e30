#include "cli/commands.h"

#include "cli/shared/database.h"
#include "cli/shared/output.h"
#include "core/base/moment.h"
#include "core/store/log.h"
#include "core/store/store.h"

struct log_call {
    size_t format;
};

static const struct option options[] = {
    OPTION_ROW_FORMAT(struct log_call),
};

static void print_log(const struct logged *events, size_t n, size_t format, struct world *world)
{
    struct table table = {0};
    struct buffer time = {0};
    table_add_column(&table, "time", ALIGN_LEFT);
    table_add_column(&table, "who", ALIGN_LEFT);
    table_add_column(&table, "what", ALIGN_LEFT);
    for (size_t i = 0; i < n; i++) {
        buffer_clear(&time);
        moment_add_for_people(&time, events[i].at);
        table_add_text(&table, buffer_bytes(&time));
        table_add_text(&table, events[i].who);
        table_add_text(&table, events[i].what);
    }
    output_table(&table, format, world);
    buffer_release(&time);
    table_release(&table);
}

static bool run_log(const struct arguments *arguments, struct world *world, struct err *err)
{
    const struct log_call *call = arguments->filled;
    struct arena arena = {0};
    struct store *store = NULL;
    struct logged *events;
    size_t n;
    bool done = database_open(&store, arguments->operands[0], STORE_READING, world, err) &&
                store_list_log(store, &arena, &events, &n, err);
    if (done)
        print_log(events, n, call->format, world);
    store_close(store);
    arena_release(&arena);
    return done;
}

const struct command log_command = {
    .name = "log",
    .group = "Keep",
    .summary = "Show who has changed a database, how and when",
    .example = "assay log labels.db",
    .operands = "DB",
    .least_operands = 1,
    .most_operands = 1,
    OPTIONS_FILL(struct log_call),
    .details = "The log has a row for each command that changed the database; votes are not in it. On a "
               "server the\nnames are those of the server's users.\n",
    .run = run_log,
};
