/*
 * Only holes are looked up, the first documents that are unjudged under their question; the truth knows all others.
 * There are few holes compared with judgments. So the judgments are visited once, and each is looked up among the
 * holes. A database is queried for each hole.
 *
 * Docids of a collection mostly have the same form. `some` and `every` are the kinds of characters that any, and that
 * all, of the judged docids contain. An unknown docid that breaks this pattern probably comes from elsewhere. For a
 * database, the pattern is not used.
 */
#include "cli/shared/docids.h"

#include "cli/shared/database.h"
#include "core/base/memory.h"
#include "core/base/random.h"
#include "core/store/content/documents.h"
#include "core/store/store.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- The form of docids ----------------------------------------------------------------------- */

/*
 * Returns a bit for the kind of a character: digits, small letters, capitals, non-ASCII bytes, and each sign.
 */
static uint64_t kind_of(char c)
{
    static const char signs[] = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";
    enum { DIGITS, SMALL, CAPITALS, OTHERS, SIGNS };
    const char *sign = c != '\0' ? strchr(signs, c) : NULL;
    unsigned kind = c >= '0' && c <= '9'   ? DIGITS
                    : c >= 'a' && c <= 'z' ? SMALL
                    : c >= 'A' && c <= 'Z' ? CAPITALS
                    : sign != NULL         ? SIGNS + (unsigned)(sign - signs)
                                           : OTHERS;
    return (uint64_t)1 << kind;
}

static uint64_t characters_of(const struct docids *docids, struct bytes docid)
{
    uint64_t characters = 0;
    for (size_t i = 0; i < docid.size; i++)
        characters |= docids->kinds[(unsigned char)docid.data[i]];
    return characters;
}

/* Returns whether the docid has a character that no known one has, or lacks one that all have. */
static bool is_odd(const struct docids *docids, struct bytes docid)
{
    uint64_t characters = characters_of(docids, docid);
    return (characters & ~docids->some) != 0 || (docids->every & ~characters) != 0;
}

/* --- Adding ----------------------------------------------------------------------------------- */

/* Looking up a million docids takes a database ten seconds, and a sample of many questions tells as much. */
static void draw_questions(struct docids *docids)
{
    const size_t n = docids->truth->qrels.n_questions;
    struct random_source random = random_from(1, 0);
    size_t n_drawn = 0;
    docids->n_drawn = n > DOCIDS_QUESTIONS_MAX ? DOCIDS_QUESTIONS_MAX : n;
    docids->is_drawn = memory_get(n * sizeof *docids->is_drawn);
    for (size_t q = 0; q < n; q++) {
        docids->is_drawn[q] = random_below(&random, n - q) < docids->n_drawn - n_drawn;
        n_drawn += docids->is_drawn[q];
    }
}

void docids_open(struct docids *docids, const struct truth *truth)
{
    *docids = (struct docids){.truth = truth, .every = UINT64_MAX};
    for (size_t c = 0; c <= UCHAR_MAX; c++)
        docids->kinds[c] = kind_of((char)c);
    draw_questions(docids);
}

void docids_close(struct docids *docids)
{
    map_release(&docids->asked);
    free(docids->is_known);
    free(docids->is_drawn);
}

void docids_ask(struct docids *docids, const struct holes *holes)
{
    for (size_t q = 0; q < docids->truth->qrels.n_questions; q++) {
        struct bytes rest = docids->is_drawn[q] ? holes[q].docids : (struct bytes){0};
        struct bytes docid;
        while (holes_next(&rest, &docid))
            map_put(&docids->asked, docid, NULL);
    }
}

/* --- Lookup ----------------------------------------------------------------------------------- */

/* Notes a judged docid, whether it was added or not. */
static void note_judged(struct docids *docids, const struct qrels_question *question, size_t judgment)
{
    const struct bytes docid = question->judgments[judgment].docid;
    const uint64_t characters = characters_of(docids, docid);
    const int64_t asked = map_find_hashed(&docids->asked, docid, qrels_question_hash(question, judgment));
    docids->some |= characters;
    docids->every &= characters;
    if (asked != MAP_ABSENT)
        docids->is_known[asked] = true;
}

static void look_up_in_qrels(struct docids *docids)
{
    const struct qrels *qrels = &docids->truth->qrels;
    for (size_t q = 0; q < qrels->n_questions; q++) {
        for (size_t i = 0; i < qrels->questions[q].n_judgments; i++)
            note_judged(docids, &qrels->questions[q], i);
    }
}

/* Looks up the docids from `begin` up to, not including, `end` together. */
static bool look_up_some(struct docids *docids, size_t begin, size_t end, struct store *store,
                         struct err *err)
{
    bool done = true;
    for (size_t i = begin; i < end; i++)
        store_prefetch_document_number(store, map_key(&docids->asked, i));
    for (size_t i = begin; done && i < end; i++) {
        int64_t document_id = 0;
        done = store_find_document(store, map_key(&docids->asked, i), &document_id, err);
        docids->is_known[i] = document_id != 0;
    }
    store_drop_prefetched(store);
    return done;
}

static bool look_up_in_store(struct docids *docids, struct store *store, struct err *err)
{
    enum { AT_ONCE = 1000 };
    const size_t n = docids->asked.size;
    bool done = true;
    for (size_t i = 0; done && i < n; i += AT_ONCE)
        done = look_up_some(docids, i, i + AT_ONCE < n ? i + AT_ONCE : n, store, err);
    return done;
}

static bool look_up_in_database(struct docids *docids, struct world *world, struct err *err)
{
    struct store *store = NULL;
    if (docids->truth->store != NULL)
        return look_up_in_store(docids, docids->truth->store, err);
    bool done = database_open(&store, docids->truth->path, STORE_READING, world, err) &&
                look_up_in_store(docids, store, err);
    store_close(store);
    return done;
}

bool docids_look_up(struct docids *docids, struct world *world, struct err *err)
{
    docids->is_known = memory_get_zeroed(docids->asked.size + 1, sizeof *docids->is_known);
    if (docids->truth->is_database)
        return look_up_in_database(docids, world, err);
    look_up_in_qrels(docids);
    return true;
}

/* --- Counting ------------------------------------------------------------- */

static void add_unknown(const struct docids *docids, struct bytes docid, struct docid_count *count)
{
    if (count->n_unknown == 0)
        buffer_add(&count->example, docid);
    count->n_unknown++;
    count->n_odd += is_odd(docids, docid);
}

static void count_question(const struct docids *docids, const struct holes *holes, struct docid_count *count)
{
    struct bytes rest = holes->docids;
    struct bytes docid;
    count->n_first += holes->n_first;
    while (holes_next(&rest, &docid)) {
        if (!docids->is_known[map_find(&docids->asked, docid)])
            add_unknown(docids, docid, count);
    }
}

void docids_count(const struct docids *docids, const struct holes *holes, struct docid_count *count)
{
    const size_t n = docids->truth->qrels.n_questions;
    *count = (struct docid_count){.n_questions = docids->n_drawn, .is_drawn = docids->n_drawn < n};
    for (size_t q = 0; q < n; q++) {
        count->n_judged += holes[q].n_judged;
        if (docids->is_drawn[q])
            count_question(docids, &holes[q], count);
    }
}

void docid_count_add(const struct docid_count *count, struct buffer *text)
{
    buffer_add_format(text, "of its %zu documents in the top %d", count->n_first, HOLES_DEPTH);
    if (count->is_drawn)
        buffer_add_format(text, " in %zu questions drawn at random", count->n_questions);
}

void docid_count_release(struct docid_count *count)
{
    buffer_release(&count->example);
}

/* --- Verdicts --------------------------------------------------------------------------------- */

/* A database knows its whole collection, so each unknown document tells something. A few labels are no evidence. */
static bool are_enough(size_t n_first, const struct truth *truth)
{
    return n_first >= (truth->is_database ? 1 : HOLES_DEPTH);
}

/* Returns NAN, which exceeds no limit, when there are too few documents. */
static double share_of(size_t n, size_t n_first, const struct truth *truth)
{
    return are_enough(n_first, truth) ? (double)n / (double)n_first : NAN;
}

double docids_unknown_share(const struct docid_count *count, const struct truth *truth)
{
    return share_of(count->n_unknown, count->n_first, truth);
}

static double too_much(const struct truth *truth)
{
    return truth->is_database ? 0.1 : 0.3;
}

bool docids_are_renamed(const struct docid_count *count, const struct truth *truth)
{
    static const double certainly = 0.3;
    return share_of(truth->is_database ? count->n_unknown : count->n_odd, count->n_first, truth) >= certainly;
}

bool docids_are_suspicious(const struct docid_count *count, const struct truth *truth, double usual)
{
    static const double more_than_usual = 0.3;
    double unknown = docids_unknown_share(count, truth);
    return unknown >= too_much(truth) &&
           (truth->is_database || unknown - usual >= more_than_usual || docids_are_renamed(count, truth));
}

bool docids_are_worth_a_look(const struct holes *holes, const struct truth *truth)
{
    size_t n = 0;
    size_t n_first = 0;
    for (size_t q = 0; q < truth->qrels.n_questions; q++) {
        n += holes[q].n;
        n_first += holes[q].n_first;
    }
    return share_of(n, n_first, truth) >= too_much(truth);
}

bool docids_are_foreign(const struct docid_count *count, const struct truth *truth)
{
    return are_enough(count->n_first, truth) && count->n_unknown == count->n_first && count->n_judged == 0;
}
