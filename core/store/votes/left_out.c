/* The stored sums contain all votes. The votes of annotators who are left out are subtracted from them. */
#include "core/store/votes/left_out.h"

#include "core/base/search.h"
#include "core/store/votes/annotators.h"
#include "core/store/content/questions.h"
#include "core/store/rights.h"
#include "core/store/rows.h"
#include "core/store/labelling/status.h"
#include "core/store/store_private.h"

static bool fail_unknown(struct store *store, struct bytes name, struct err *err)
{
    struct buffer names = {0};
    struct arena arena = {0};
    struct query query = query_start(store->db, STATEMENT_ANNOTATOR_LIST);
    while (query_next(&query)) {
        struct annotator_row row = read_annotator_row(&query, &arena);
        buffer_add_format(&names, "%s%.*s", names.size == 0 ? "the annotators are " : ", ",
                          BYTES_FORMAT(row.name));
    }
    if (query_end(&query, err))
        err_set(err, ERR_INPUT, "%s: there is no annotator '%.*s'; %s", store_path(store), BYTES_FORMAT(name),
                names.size > 0 ? buffer_string(&names) : "nobody has voted yet");
    buffer_release(&names);
    arena_release(&arena);
    return false;
}

bool store_leave_out(struct store *store, struct bytes name, struct err *err)
{
    int64_t annotator_id;
    if (!store_require_all(store, "leaving out an annotator", err))
        return false;
    struct query find = query_start(store->db, STATEMENT_ANNOTATOR_FIND);
    query_bind_bytes(&find, 1, name);
    if (!query_one_integer(&find, 0, &annotator_id, err))
        return false;
    if (annotator_id == 0)
        return fail_unknown(store, name, err);
    annotator_set_put(&store->left_out, annotator_id);
    return true;
}

bool is_left_out(const struct store *store, int64_t annotator_id)
{
    return annotator_set_has(&store->left_out, annotator_id);
}

bool is_uncounted(const struct store *store, int64_t annotator_id)
{
    return is_left_out(store, annotator_id) || annotator_set_has(&store->set_aside, annotator_id);
}

static bool leave_out_of_questions(struct store *store, int64_t annotator_id, struct question_row *rows,
                                   size_t n, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_ANNOTATOR_VOTE_LIST);
    query_bind_integer(&query, 1, annotator_id);
    while (query_next(&query)) {
        struct annotator_votes votes = read_annotator_votes(&query);
        size_t place;
        LOWER_BOUND(place, n, rows[place].question_id < votes.question_id);
        if (place < n && rows[place].question_id == votes.question_id) {
            rows[place].ballots_done -= votes.votes;
            rows[place].none_votes -= votes.none_votes;
        }
    }
    return query_end(&query, err);
}

bool left_out_from_questions(struct store *store, struct question_row *rows, size_t n, struct err *err)
{
    bool worked = true;
    for (size_t i = 0; worked && i < store->left_out.n; i++)
        worked = leave_out_of_questions(store, store->left_out.ids[i], rows, n, err);
    for (size_t i = 0; worked && i < store->set_aside.n; i++)
        worked = is_left_out(store, store->set_aside.ids[i]) ||
                 leave_out_of_questions(store, store->set_aside.ids[i], rows, n, err);
    return worked;
}

bool left_out_from_progress(struct store *store, struct progress *progress, struct err *err)
{
    for (size_t i = 0; i < store->left_out.n; i++) {
        struct query query = query_start(store->db, STATEMENT_ANNOTATOR_VOTE_LIST);
        query_bind_integer(&query, 1, store->left_out.ids[i]);
        while (query_next(&query))
            progress->ballots_done -= read_annotator_votes(&query).votes;
        if (!query_end(&query, err))
            return false;
    }
    return true;
}
