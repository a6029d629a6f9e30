/*
 * Only the holes are looked up, the first documents that nobody has judged under their question: the others
 * are known since they are judged. Qrels are put into a map for that; a database is asked.
 *
 * Docids of one collection are mostly written alike. `some` and `every` are the kinds of characters that
 * any and that all of the judged docids have; an unknown docid that breaks this pattern was probably made
 * by somebody else. Of a database nothing depends on it.
 */
#include "cli/docids.h"

#include "cli/database.h"
#include "core/base/random.h"
#include "core/store/documents.h"
#include "core/store/store.h"

#include <limits.h>
#include <math.h>
#include <string.h>

/* --- How a docid is written ----------------------------------------------- */

/* A bit for each kind of character: digits, small letters, capitals, what is not ASCII, and each sign. */
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

/* It has what none of the known ones has, or lacks what all of them have. */
static bool is_odd(const struct docids *docids, struct bytes docid)
{
    uint64_t characters = characters_of(docids, docid);
    return (characters & ~docids->some) != 0 || (docids->every & ~characters) != 0;
}

/* --- What the truth knows ------------------------------------------------- */

static void add_judged(struct docids *docids, const struct qrels_question *question)
{
    for (size_t i = 0; i < question->n_judgments; i++) {
        bool is_new;
        struct bytes docid = question->judgments[i].docid;
        map_put(&docids->judged, docid, &is_new);
        if (!is_new)
            continue;
        uint64_t characters = characters_of(docids, docid);
        docids->some |= characters;
        docids->every &= characters;
    }
}

bool docids_open(struct docids *docids, const struct truth *truth, struct world *world, struct err *err)
{
    *docids = (struct docids){.truth = truth,
                              .store = truth->store,
                              .is_borrowed = truth->store != NULL,
                              .every = UINT64_MAX};
    for (size_t c = 0; c <= UCHAR_MAX; c++)
        docids->kinds[c] = kind_of((char)c);
    if (docids->is_borrowed)
        return true;
    if (truth->is_database)
        return database_open(&docids->store, truth->path, STORE_READING, world, err);
    for (size_t q = 0; q < truth->qrels.n_questions; q++)
        add_judged(docids, &truth->qrels.questions[q]);
    return true;
}

void docids_close(struct docids *docids)
{
    if (!docids->is_borrowed)
        store_close(docids->store);
    map_release(&docids->judged);
}

static bool find_docid(const struct docids *docids, struct bytes docid, bool *is_known, struct err *err)
{
    int64_t document_id = 0;
    if (docids->store != NULL && !store_find_document(docids->store, docid, &document_id, err))
        return false;
    *is_known = document_id != 0 || map_find(&docids->judged, docid) != MAP_ABSENT;
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

static bool count_question(const struct docids *docids, const struct holes *holes, struct docid_count *count,
                           struct err *err)
{
    struct bytes rest = buffer_bytes(&holes->docids);
    struct bytes docid;
    bool is_known = true;
    count->n_first += holes->n_first;
    while (holes_next(&rest, &docid)) {
        if (!find_docid(docids, docid, &is_known, err))
            return false;
        if (!is_known)
            add_unknown(docids, docid, count);
    }
    return true;
}

/* To look up a million docids takes a database ten seconds, qrels one, and of so many questions a part says as much. */
bool docids_count(const struct docids *docids, const struct holes *holes, struct docid_count *count,
                  struct err *err)
{
    const size_t n = docids->truth->qrels.n_questions;
    const size_t n_drawn = n > DOCIDS_QUESTIONS_MAX ? DOCIDS_QUESTIONS_MAX : n;
    struct random_source random = random_from(1, 0);
    *count = (struct docid_count){.is_drawn = n_drawn < n};
    for (size_t q = 0; q < n; q++) {
        const bool is_drawn = random_below(&random, n - q) < n_drawn - count->n_questions;
        count->n_judged += holes[q].n_judged;
        count->n_questions += is_drawn ? 1 : 0;
        if (is_drawn && !count_question(docids, &holes[q], count, err))
            return false;
    }
    return true;
}

void docid_count_add(const struct docid_count *count, struct buffer *text)
{
    buffer_add_format(text, "of its %zu documents among the first %d", count->n_first, HOLES_DEPTH);
    if (count->is_drawn)
        buffer_add_format(text, " of %zu questions drawn by chance", count->n_questions);
}

void docid_count_release(struct docid_count *count)
{
    buffer_release(&count->example);
}

/* --- Judging -------------------------------------------------------------- */

/* NAN, which is never much: there are too few documents to say anything. */
static double share_of(size_t n, size_t n_first)
{
    return n_first >= HOLES_DEPTH ? (double)n / (double)n_first : NAN;
}

double docids_unknown_share(const struct docid_count *count)
{
    return share_of(count->n_unknown, count->n_first);
}

static double too_much(const struct truth *truth)
{
    return truth->is_database ? 0.1 : 0.3;
}

bool docids_are_renamed(const struct docid_count *count, const struct truth *truth)
{
    static const double certainly = 0.3;
    return share_of(truth->is_database ? count->n_unknown : count->n_odd, count->n_first) >= certainly;
}

bool docids_are_suspicious(const struct docid_count *count, const struct truth *truth, double usual)
{
    static const double more_than_usual = 0.3;
    double unknown = docids_unknown_share(count);
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
    return share_of(n, n_first) >= too_much(truth);
}

bool docids_are_foreign(const struct docid_count *count)
{
    return count->n_first >= HOLES_DEPTH && count->n_unknown == count->n_first && count->n_judged == 0;
}
