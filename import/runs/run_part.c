#include "import/runs/run_part.h"

#include "core/base/memory.h"
#include "core/base/number.h"
#include "core/metric/run_part.h"
#include "import/files/file.h"

#include <stdlib.h>
#include <string.h>

bool run_part_is(struct bytes content)
{
    const struct bytes beginning = bytes_of(RUN_PART_BEGINNING);
    return content.size >= beginning.size && memcmp(content.data, beginning.data, beginning.size) == 0;
}

bool run_part_refuse(const char *path, struct err *err)
{
    return err_set(err, ERR_INPUT,
                   "%s: this is a part that `assay eval --partial` has written, so it does not have all "
                   "documents; name the run itself",
                   file_label(path));
}

/* Takes a column, or the rest after the last tab. */
static struct bytes take_column(struct bytes *rest)
{
    struct bytes column = *rest, behind = {0};
    bytes_split(*rest, '\t', &column, &behind);
    *rest = behind;
    return column;
}

static bool fail_damaged(struct err *err)
{
    return err_set(err, ERR_INPUT, "this line is not from `assay eval --partial`; make the part again");
}

/* --- The heading ---------------------------------------------------------- */

static bool check_rules(struct bytes made, const struct run_rules *rules, struct err *err)
{
    struct buffer now = {0};
    run_rules_add(rules, &now);
    const bool is_same = bytes_equal(made, buffer_bytes(&now));
    if (!is_same)
        err_set(err, ERR_INPUT,
                "it was made %s%.*s, but this command has %s; use the same options, or make the part again",
                made.size > 0 ? "with " : "without such options", BYTES_FORMAT(made),
                now.size > 0 ? buffer_string(&now) : "no such options");
    buffer_release(&now);
    return is_same;
}

static bool check_word(struct bytes made, const struct words *words, size_t now, const char *option,
                       struct err *err)
{
    return bytes_equal(made, bytes_of(words_at(words, now))) ||
           err_set(err, ERR_INPUT,
                   "it was made with --%s %.*s, but this command has %s; use the same option, or make the "
                   "part again",
                   option, BYTES_FORMAT(made), words_at(words, now));
}

static bool check_heading(struct bytes line, const struct evaluator *evaluator, int64_t *n_questions,
                          struct err *err)
{
    struct bytes rest = bytes_from(line, strlen(RUN_PART_BEGINNING));
    int64_t version;
    if (!number_parse_integer(take_column(&rest), RUN_PART_VERSION, RUN_PART_VERSION, &version))
        return err_set(err, ERR_INPUT, "this part was made by another version of assay; make it again");
    return check_word(take_column(&rest), &ties_words, evaluator->ties, "ties", err) &&
           check_word(take_column(&rest), &score_type_words, evaluator->scores, "scores", err) &&
           check_rules(take_column(&rest), &evaluator->rules, err) &&
           (number_parse_integer(rest, 0, INT64_MAX, n_questions) || fail_damaged(err));
}

/* --- A question ----------------------------------------------------------- */

struct part_reading {
    struct evaluator *evaluator;
    const struct run_part_watch *watch;
    struct judged_places places;
    size_t capacity;
    struct run_question first;
    struct ranking ranking;
};

/*
 * Adds a document such as "17:d9". Returns false when the text is malformed, or does not fit the documents before it.
 */
static bool add_document(struct part_reading *reading, struct bytes text, const struct qrels_question *truth)
{
    struct judged_places *places = &reading->places;
    struct bytes before, docid;
    int64_t rank;
    if (!bytes_split(text, ':', &before, &docid) || docid.size == 0 ||
        !number_parse_integer(before, 1, places->n_retrieved, &rank))
        return false;
    const struct run_entry entry = run_entry_of(docid, -(double)rank);
    const struct judgment *judgment = qrels_question_find_hashed(truth, docid, entry.hash);
    if (rank <= HOLES_DEPTH) {
        if (reading->first.n_entries + 1 != (size_t)rank)
            return false;
        run_question_add_hashed(&reading->first, docid, entry.score, entry.hash);
    } else if (judgment == NULL || (places->n > 0 && places->at[places->n - 1].rank >= rank)) {
        return false;
    }
    if (judgment != NULL) {
        places->at = memory_grow(places->at, &reading->capacity, places->n + 1, sizeof *places->at);
        places->at[places->n++] = judged_place_of((size_t)rank, (size_t)(judgment - truth->judgments));
    }
    return true;
}

static bool read_documents(struct part_reading *reading, struct bytes rest,
                           const struct qrels_question *truth)
{
    struct bytes word;
    int64_t n_retrieved;
    reading->places.n = 0;
    reading->first.qid = truth->qid;
    reading->first.n_entries = 0;
    if (!number_parse_integer(take_column(&rest), 1, UINT32_MAX, &n_retrieved))
        return false;
    reading->places.n_retrieved = (uint32_t)n_retrieved;
    while (bytes_next_word(&rest, &word)) {
        if (!add_document(reading, word, truth))
            return false;
    }
    return reading->first.n_entries == (size_t)(n_retrieved < HOLES_DEPTH ? n_retrieved : HOLES_DEPTH);
}

static bool score_question(struct part_reading *reading, struct bytes rest, struct err *err)
{
    struct evaluator *evaluator = reading->evaluator;
    const struct bytes qid = take_column(&rest);
    const struct qrels_question *truth = qrels_find(evaluator->qrels, qid);
    char digest[DIGEST_HEX_SIZE];
    if (truth == NULL) {
        reading->watch->unknown(reading->watch->context, qid);
        return true;
    }
    run_part_digest(truth, digest);
    if (!bytes_equal(take_column(&rest), bytes_of(digest)))
        return err_set(err, ERR_INPUT,
                       "the judged documents of question '%.*s' have changed since the part was made; make "
                       "the part again",
                       BYTES_FORMAT(qid));
    if (evaluator->answered[truth - evaluator->qrels->questions])
        return err_set(err, ERR_INPUT,
                       "question '%.*s' is in two parts; put all lines of a question into one file",
                       BYTES_FORMAT(qid));
    if (!read_documents(reading, rest, truth))
        return fail_damaged(err);
    evaluator_score_places(evaluator, truth, &reading->places, &reading->first, &reading->ranking);
    return true;
}

static bool read_part(struct part_reading *reading, struct bytes content, const char *path, struct err *err)
{
    struct bytes line;
    int64_t n_questions = 0, number = 0;
    while (bytes_next_line(&content, &line)) {
        number++;
        if (!(number == 1 ? check_heading(line, reading->evaluator, &n_questions, err)
                          : score_question(reading, line, err)))
            return err_context(err, "%s:%lld", file_label(path), (long long)number);
    }
    return number - 1 == n_questions ||
           err_set(err, ERR_INPUT,
                   "%s holds %lld of the %lld questions that were written; make the part again",
                   file_label(path), (long long)(number - 1), (long long)n_questions);
}

bool run_part_evaluate(struct bytes content, const char *path, struct evaluator *evaluator,
                       const struct run_part_watch *watch, struct err *err)
{
    struct part_reading reading = {.evaluator = evaluator, .watch = watch};
    const bool read = read_part(&reading, content, path, err);
    judged_places_release(&reading.places);
    free(reading.first.entries);
    ranking_release(&reading.ranking);
    return read;
}
