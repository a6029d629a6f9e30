#include "import/known_texts.h"

#include "core/base/digest.h"
#include "core/match/shingles.h"
#include "core/store/content/documents.h"
#include "core/store/store.h"

/* Whether the database is there to be asked. */
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
    bool are_several = false;
    bool found =
        is_open(texts) &&
        question_texts_find(&texts->questions, texts->store, text, &question, &are_several, &texts->err) &&
        question != NULL && !are_several;
    if (found)
        *qid = question->qid;
    return found;
}

/* --- Documents ---------------------------------------------------------------- */

/* The digest of a text without the white space that does not separate words; in the arena. */
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

/* Whether the text of the document has this one in it, both squeezed. */
static bool holds_passage(struct known_texts *texts, size_t number, struct bytes squeezed)
{
    struct arena arena = {0};
    struct bytes title, text;
    struct buffer whole = {0};
    bool holds =
        store_read_title_and_text(texts->store, texts->docids[number], &arena, &title, &text, &texts->err);
    if (holds) {
        text_add_squeezed(&whole, text);
        holds = memmem(whole.data, whole.size, squeezed.data, squeezed.size) != NULL;
    }
    buffer_release(&whole);
    arena_release(&arena);
    return holds;
}

/* The first document, in the order of import, of which the text is a passage. */
static bool find_passage(struct known_texts *texts, struct bytes text, size_t *number)
{
    struct shingles shingles = {0};
    struct buffer squeezed = {0};
    size_t n;
    bool found = false;
    shingles_read(&shingles, text);
    text_add_squeezed(&squeezed, text);
    const uint32_t *candidates = shingle_index_find(&texts->passages, &shingles, &n);
    for (size_t i = 0; !found && i < n; i++) {
        found = holds_passage(texts, candidates[i], buffer_bytes(&squeezed));
        *number = candidates[i];
    }
    buffer_release(&squeezed);
    shingles_release(&shingles);
    return found;
}

static bool find_document(void *context, struct bytes text, struct bytes *docid)
{
    struct known_texts *texts = context;
    struct arena arena = {0};
    size_t number;
    if (!read_documents(texts))
        return false;
    int64_t same = map_find(&texts->texts, hex_of_text(text, &arena));
    arena_release(&arena);
    bool found = same != MAP_ABSENT;
    if (found)
        number = texts->text_documents[same];
    else
        found = find_passage(texts, text, &number);
    if (found)
        *docid = texts->docids[number];
    return found;
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

/* --- The whole ---------------------------------------------------------------- */

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
    shingle_index_release(&texts->passages);
    arena_release(&texts->memory);
    if (texts->is_opened)
        store_close(texts->store);
    *texts = (struct known_texts){0};
}
