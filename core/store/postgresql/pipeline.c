/* Prefetched queries are sent before the next query: all statements pass through here on their way into a trip. */
#include "core/store/postgresql/server_db.h"

void pipeline_add(struct server_db *db, enum statement statement, const char *text,
                  const struct bound_value *parameters, int n_parameters, struct server_answer *answer)
{
    server_collect_prefetched(db);
    trip_add(db, statement, text, parameters, n_parameters, answer);
}

void pipeline_post_text(struct server_db *db, const char *text)
{
    pipeline_add(db, STATEMENT_COUNT, text, NULL, 0, NULL);
}

void pipeline_ask_text(struct server_db *db, const char *text, struct server_answer *answer)
{
    pipeline_add(db, STATEMENT_COUNT, text, NULL, 0, answer);
}

bool pipeline_run(struct server_db *db)
{
    server_collect_prefetched(db);
    return trip_run(db);
}

bool pipeline_leave(struct server_db *db, const char *text, PGresult **result, struct err *err)
{
    server_collect_prefetched(db);
    return trip_leave(db, text, result, err);
}
