#include "import/known_texts.h"

#include "core/base/digest.h"
#include "core/base/unicode.h"
#include "core/match/shingles.h"
#include "core/store/content/documents.h"
#include "core/store/store.h"

/*
 * A text is alike a document if at least this share of its shingles is in the document. It must have at least
 * SHINGLES_LEAST.
 */
#define ALIKE_LEAST 0.9
#define ALMOST 0.999 /* all shingles match but it is no passage: punctuation differs */
enum { SHINGLES_LEAST = 10 };

/* Opens the database if necessary. Returns whether it can be queried. */
static bool is_open(struct known_texts *texts)
{
    if (texts->err.code != ERR_NONE)
        return false;
    if (texts->store == NULL && texts->open != NULL)
        texts->is_opened = texts->open(texts->context, &texts->store, &texts->err);
    return texts->store != NULL;
}

/* --- Questions ---------------------------------------------------------------- */

static bool find_question(void *context, struct bytes text, struct bytes *qid)
{
    struct known_texts *texts = context;
    const struct question_row *question = NULL;
    bool is_qid = false, are_several = false;
    bool found =
        is_open(texts) &&
        question_texts_has_qid(&texts->questions, texts->store, text, &is_qid, &texts->err) && !is_qid &&
        question_texts_find(&texts->questions, texts->store, text, &question, &are_several, &texts->err) &&
        question != NULL && !are_several;
    if (found)
        *qid = question->qid;
    return found;
}

/* --- Documents ---------------------------------------------------------------- */

/* Returns the digest of a text without white space that does not separate words; in the arena. */
static struct bytes hex_of_text(struct bytes text, struct arena *arena)
{
    struct buffer squeezed = {0};
    char digits[DIGEST_HEX_SIZE];
    text_add_squeezed(&squeezed, text);
    digest_hex(buffer_bytes(&squeezed), digits);
    buffer_release(&squeezed);
    return arena_copy(arena, (struct bytes){.data = digits, .size = DIGEST_HEX_SIZE - 1});
}

struct reading_texts {
    struct known_texts *texts;
    struct shingles shingles;
    size_t n_docids;
};

static bool add_document(void *context, const struct item *item, struct err *err)
{
    struct reading_texts *reading = context;
    struct known_texts *texts = reading->texts;
    size_t number = texts->n_documents;
    bool is_new;
    (void)err;
    ARENA_PUSH(&texts->memory, texts->docids, texts->n_documents) = arena_copy(&texts->memory, item->id);
    if (item->text.size > 0) {
        map_put(&texts->texts, hex_of_text(item->text, &texts->memory), &is_new);
        if (is_new)
            ARENA_PUSH(&texts->memory, texts->text_documents, texts->n_texts) = number;
    }
    shingles_read(&reading->shingles, item->text);
    shingle_index_add(&texts->passages, &reading->shingles);
    return true;
}

static bool read_documents(struct known_texts *texts)
{
    struct reading_texts reading = {.texts = texts};
    if (texts->has_documents)
        return true;
    texts->has_documents =
        is_open(texts) && store_visit_documents(texts->store, add_document, &reading, &texts->err);
    if (texts->has_documents)
        shingle_index_seal(&texts->passages);
    shingles_release(&reading.shingles);
    return texts->has_documents;
}

/* A text of several words that is looked up. */
struct wanted_text {
    struct buffer squeezed;
    struct shingles shingles;
};

static void release_wanted(struct wanted_text *wanted)
{
    buffer_release(&wanted->squeezed);
    shingles_release(&wanted->shingles);
}

/* The place of a passage in its document, in bytes. */
struct passage_place {
    size_t offset, size;
};

static bool is_white_at(struct bytes text, size_t at)
{
    return bytes_skip_space(bytes_slice(text, at, at + 1)).size == 0;
}

/*
 * Squeezed texts have the same bytes except white space. `before` of these bytes precede the passage, `n` are in it.
 */
static struct passage_place place_in(struct bytes text, size_t before, size_t n)
{
    struct passage_place place = {0};
    size_t at = 0;
    for (size_t passed = 0; at < text.size && (passed < before || is_white_at(text, at)); at++)
        passed += !is_white_at(text, at);
    place.offset = at;
    for (size_t passed = 0; at < text.size && passed < n; at++)
        passed += !is_white_at(text, at);
    place.size = at - place.offset;
    return place;
}

static size_t count_words_bytes(struct bytes text)
{
    size_t n = 0;
    for (size_t i = 0; i < text.size; i++)
        n += !is_white_at(text, i);
    return n;
}

/*
 * Returns how much of the text is in the document: 1 for a passage, whose place is set, else the share of its shingles.
 */
static double share_in(struct known_texts *texts, size_t number, const struct wanted_text *wanted,
                       struct passage_place *place)
{
    struct arena arena = {0};
    struct bytes title, text;
    struct buffer whole = {0};
    struct shingles shingles = {0};
    double share = 0;
    if (store_read_title_and_text(texts->store, texts->docids[number], &arena, &title, &text, &texts->err)) {
        text_add_squeezed(&whole, text);
        shingles_read(&shingles, text);
        const char *at = memmem(whole.data, whole.size, wanted->squeezed.data, wanted->squeezed.size);
        const bool is_passage = at != NULL;
        if (is_passage)
            *place = place_in(text,
                              count_words_bytes(
                                  (struct bytes){.data = whole.data, .size = (size_t)(at - whole.data)}),
                              count_words_bytes(buffer_bytes(&wanted->squeezed)));
        size_t n = wanted->shingles.n;
        share = is_passage ? 1
                : n > 0    ? (double)shingles_count_common(&wanted->shingles, &shingles) / (double)n
                           : 0;
        share = is_passage || share < 1 ? share : ALMOST;
    }
    shingles_release(&shingles);
    buffer_release(&whole);
    arena_release(&arena);
    return share;
}

/*
 * Finds the first document, in the order of import, that contains the text as a passage; else the only document with
 * nine tenths of its shingles. Texts of a few words are excluded, because they share shingles by chance.
 */
static bool find_passage(struct known_texts *texts, struct bytes text, size_t *number,
                         struct passage_place *place, bool *is_alike)
{
    struct wanted_text wanted = {0};
    size_t n;
    double best = 0;
    bool is_only = true;
    text_add_squeezed(&wanted.squeezed, text);
    shingles_read(&wanted.shingles, text);
    const uint32_t *candidates = shingle_index_find(&texts->passages, &wanted.shingles, &n);
    for (size_t i = 0; best < 1 && i < n; i++) {
        double share = share_in(texts, candidates[i], &wanted, place);
        is_only = share == best ? false : share > best ? true : is_only;
        *number = share > best ? candidates[i] : *number;
        best = share > best ? share : best;
    }
    *is_alike = best < 1;
    bool found = best == 1 || (best >= ALIKE_LEAST && is_only && wanted.shingles.n >= SHINGLES_LEAST);
    release_wanted(&wanted);
    return found;
}

/* Returns the beginning of the text, for messages. */
static struct bytes shorten(struct bytes text, struct arena *arena)
{
    enum { CHARACTERS = 40 };
    struct buffer beginning = {0};
    unicode_add_beginning(&beginning, text, CHARACTERS);
    struct bytes copy = arena_copy(arena, buffer_bytes(&beginning));
    buffer_release(&beginning);
    return copy;
}

/* The result of looking up a text. */
struct found_text {
    size_t number; /* of its document; SIZE_MAX: no document */
    bool is_alike, is_counted;
    /* Place of a passage; size 0: a whole document, or no document contains it word for word. */
    struct passage_place place;
};

static void count_found(struct known_texts *texts, struct bytes text, struct found_text *found)
{
    struct known_texts_count *count = &texts->count;
    const bool is_unknown = found->number == SIZE_MAX;
    if (found->is_counted)
        return;
    found->is_counted = true;
    if (is_unknown && count->n_unknown++ == 0)
        count->first_unknown = shorten(text, &texts->memory);
    if (!is_unknown && found->place.size > 0 && count->n_passages++ == 0) {
        count->first_passage = shorten(text, &texts->memory);
        count->passage_docid = texts->docids[found->number];
        count->passage_offset = found->place.offset;
        count->passage_size = found->place.size;
    }
    if (is_unknown || !found->is_alike || count->n_alike++ > 0)
        return;
    count->first_alike = shorten(text, &texts->memory);
    count->alike_docid = texts->docids[found->number];
}

static struct found_text look_for(struct known_texts *texts, struct bytes text, struct bytes hex)
{
    int64_t same = map_find(&texts->texts, hex);
    struct found_text found = {.number = same != MAP_ABSENT ? texts->text_documents[same] : 0};
    if (same == MAP_ABSENT && !find_passage(texts, text, &found.number, &found.place, &found.is_alike))
        found.number = SIZE_MAX;
    return found;
}

static bool find_document(void *context, struct bytes text, bool is_named, struct bytes *docid)
{
    struct known_texts *texts = context;
    bool is_new;
    if (!read_documents(texts))
        return false;
    struct bytes hex = hex_of_text(text, &texts->memory);
    size_t place = (size_t)map_put(&texts->looked_for, hex, &is_new);
    if (is_new)
        ARENA_PUSH(&texts->memory, texts->found, texts->n_found) = look_for(texts, text, hex);
    struct found_text *found = &texts->found[place];
    if (is_named)
        count_found(texts, text, found);
    if (found->number != SIZE_MAX)
        *docid = texts->docids[found->number];
    return found->number != SIZE_MAX;
}

static bool has_document(void *context, struct bytes docid)
{
    struct known_texts *texts = context;
    struct arena arena = {0};
    int64_t document_id = 0;
    bool found = is_open(texts) && store_find_document(texts->store, id_without_blanks(docid, &arena),
                                                       &document_id, &texts->err);
    arena_release(&arena);
    return found && document_id != 0;
}

/* --- Interface -------------------------------------------------------------------------------- */

void known_texts_use(struct known_texts *texts)
{
    texts->names = (struct known_names){
        .find_question = find_question,
        .find_document = find_document,
        .has_document = has_document,
        .context = texts,
    };
    known_names_use(&texts->names);
}

bool known_texts_check(const struct known_texts *texts, struct err *err)
{
    if (texts->err.code == ERR_NONE)
        return true;
    *err = texts->err;
    return false;
}

void known_texts_release(struct known_texts *texts)
{
    known_names_use(NULL);
    question_texts_release(&texts->questions);
    map_release(&texts->texts);
    map_release(&texts->looked_for);
    shingle_index_release(&texts->passages);
    arena_release(&texts->memory);
    if (texts->is_opened)
        store_close(texts->store);
    *texts = (struct known_texts){0};
}
