/*
 * A question is the set of its words' hashes. Questions that share nearly all words are found without comparing all
 * pairs: if two sets share a part t of their union, they have one of the rarest (1 - t) · n + 1 words of either in
 * common (Chaudhuri, Ganti & Kaushik, "A Primitive Operator for Similarity Joins", ICDE 2006).
 *
 * A document is kept as one number, made of the smallest hashes of its shingles. Long texts that differ in a few
 * words usually have the same number; other texts practically never do (Broder's min-wise hashing).
 */
#include "core/match/lint.h"

#include "core/text/common_words.h"
#include "core/base/memory.h"
#include "core/base/number.h"
#include "core/base/search.h"
#include "core/match/hashes.h"
#include "core/match/shingles.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    const char *help;
    enum lint_reading reads;
} kinds[LINT_KIND_COUNT] = {
    [LINT_DUPLICATE] = {"duplicate", "questions with the same words", LINT_READS_QUESTIONS},
    [LINT_NEAR_DUPLICATE] = {"near-duplicate", "questions that share nearly all words", LINT_READS_QUESTIONS},
    [LINT_TEMPLATE] = {"template", "questions that a program left unfinished or refused to write",
                       LINT_READS_QUESTIONS},
    [LINT_SHORT] = {"short", "questions with hardly a word", LINT_READS_QUESTIONS},
    [LINT_LEAK] = {"leak", "questions whose words are nearly all in a relevant document",
                   LINT_READS_DOCUMENTS},
    [LINT_UNKNOWN_QUESTION] = {"unknown-question", "judged questions that are not in the collection",
                               LINT_READS_QUESTIONS},
    [LINT_UNKNOWN_DOCUMENT] = {"unknown-document", "judged documents that are not in the collection",
                               LINT_READS_DOCUMENTS},
    [LINT_NO_RELEVANT] = {"no-relevant", "questions without a relevant document", LINT_READS_JUDGMENTS},
    [LINT_TWINS] = {"twins", "documents with the same text and different grades", LINT_READS_DOCUMENTS},
    [LINT_TEST_VOTES] = {"test-votes", "votes from people who only tried the program", LINT_READS_QUESTIONS},
};

const struct words lint_kind_words = WORDS_OF_ROWS(kinds, name);

const char *lint_kind_help(enum lint_kind kind)
{
    return kinds[kind].help;
}

enum lint_reading lint_kind_reads(enum lint_kind kind)
{
    return kinds[kind].reads;
}

void lint_release(struct lint *lint)
{
    free(lint->findings);
    arena_release(&lint->arena);
    *lint = (struct lint){0};
}

static void add_finding(struct lint *lint, struct lint_finding finding)
{
    if (!lint->wanted[finding.kind])
        return;
    finding.detail = arena_copy(&lint->arena, finding.detail);
    VECTOR_PUSH(lint->findings, lint->n, lint->capacity) = finding;
}

size_t lint_count(const struct lint *lint, enum lint_kind kind)
{
    size_t count = 0;
    for (size_t i = 0; i < lint->n; i++)
        count += lint->findings[i].kind == kind;
    return count;
}

static int compare_findings(const void *left, const void *right)
{
    const struct lint_finding *a = left, *b = right;
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    int order = bytes_compare(a->id, b->id);
    return order != 0 ? order : bytes_compare(a->other, b->other);
}

void lint_finish(struct lint *lint)
{
    if (lint->n > 1)
        qsort(lint->findings, lint->n, sizeof *lint->findings, compare_findings);
}

/* --- Templates ------------------------------------------------------------ */

/* Copies the word in lower case, without digits at its end, as a string. */
static void fold_word(struct bytes word, char *folded, size_t room)
{
    while (word.size > 0 && word.data[word.size - 1] >= '0' && word.data[word.size - 1] <= '9')
        word.size--;
    size_t n = word.size < room - 1 ? word.size : room - 1;
    for (size_t i = 0; i < n; i++)
        folded[i] =
            word.data[i] >= 'A' && word.data[i] <= 'Z' ? (char)(word.data[i] + 'a' - 'A') : word.data[i];
    folded[n] = '\0';
}

static bool is_among(const char *word, const char *const *list, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (strcmp(word, list[i]) == 0)
            return true;
    }
    return false;
}

/* Returns whether the text has only placeholder words and numbers. */
static bool is_placeholder(struct bytes text)
{
    static const char *const names[] = {
        "",      "question", "questions", "query", "queries", "text",  "string", "example", "sample",
        "title", "test",     "todo",      "tbd",   "none",    "null",  "nan",    "na",      "undefined",
        "lorem", "ipsum",    "dolor",     "sit",   "amet",    "dummy", "foo",    "bar",     "placeholder",
    };
    char folded[32];
    struct bytes word;
    bool has_word = false;
    while (text_next_word(&text, &word)) {
        fold_word(word, folded, sizeof folded);
        if (!is_among(folded, names, sizeof names / sizeof *names))
            return false;
        has_word = true;
    }
    return has_word;
}

/* Returns whether the text begins like an answer of a language model, or has an unfilled slot. */
static bool is_left_over(struct bytes text)
{
    static const char *const beginnings[] = {"here are ", "here is ",   "sure, here",          "sure! here",
                                             "certainly", "as an ai ",  "as a language model", "i'm sorry",
                                             "i cannot ", "question 1:"};
    static const char *const slots[] = {"{question}", "{query}", "{{", "<question>", "[question]", "[insert"};
    char folded[400];
    size_t n = text.size < sizeof folded - 1 ? text.size : sizeof folded - 1;
    for (size_t i = 0; i < n; i++)
        folded[i] =
            text.data[i] >= 'A' && text.data[i] <= 'Z' ? (char)(text.data[i] + 'a' - 'A') : text.data[i];
    folded[n] = '\0';
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
        if (strncmp(folded, beginnings[i], strlen(beginnings[i])) == 0)
            return true;
    }
    for (size_t i = 0; i < sizeof slots / sizeof *slots; i++) {
        if (strstr(folded, slots[i]) != NULL)
            return true;
    }
    return false;
}

static bool is_short(struct bytes text)
{
    enum { LETTERS_LEAST = 3 };
    struct bytes word;
    size_t size = 0;
    while (size < LETTERS_LEAST && text_next_word(&text, &word))
        size += word.size;
    return size < LETTERS_LEAST;
}

static void lint_text(struct lint *lint, const struct lint_question *question)
{
    enum lint_kind kind;
    if (is_short(question->text))
        kind = LINT_SHORT;
    else if (is_placeholder(question->text) || is_left_over(bytes_trim(question->text)))
        kind = LINT_TEMPLATE;
    else
        return;
    add_finding(lint, (struct lint_finding){.kind = kind, .id = question->id, .detail = question->text});
}

/* --- Duplicates ----------------------------------------------------------- */

/* A question as a set of words. */
struct word_set {
    uint64_t in_order; /* hash of the words in their order */
    uint64_t *words;   /* ascending */
    size_t n;
    bool is_known; /* an identical question came before */
};

static void read_set(struct word_set *set, struct bytes text, struct arena *arena)
{
    struct bytes word;
    while (text_next_word(&text, &word)) {
        uint64_t hash = text_word_hash(word);
        set->in_order = (set->in_order + hash) * UINT64_C(0x9e3779b97f4a7c15);
        set->in_order ^= set->in_order >> 29;
        ARENA_PUSH(arena, set->words, set->n) = hash;
    }
    set->n = hashes_make_set(set->words, set->n);
}

/* The number of an item, with the hash by which it is found. */
struct hashed {
    uint64_t hash;
    size_t number;
};

static int compare_hashed(const void *left, const void *right)
{
    const struct hashed *a = left, *b = right;
    if (a->hash != b->hash)
        return a->hash < b->hash ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

static void find_duplicates(struct lint *lint, const struct lint_question *questions, struct word_set *sets,
                            size_t n)
{
    struct hashed *items = memory_get_zeroed(n + 1, sizeof *items);
    for (size_t i = 0; i < n; i++)
        items[i] = (struct hashed){sets[i].in_order, i};
    qsort(items, n, sizeof *items, compare_hashed);
    size_t first = 0;
    for (size_t i = 1; i < n; i++) {
        if (items[i].hash != items[first].hash)
            first = i;
        else if (sets[items[i].number].n > 0) {
            sets[items[i].number].is_known = true;
            add_finding(lint, (struct lint_finding){.kind = LINT_DUPLICATE,
                                                    .id = questions[items[i].number].id,
                                                    .other = questions[items[first].number].id,
                                                    .detail = questions[items[i].number].text});
        }
    }
    free(items);
}

static const double nearly = 0.8; /* share of the words of both */

/* Returns the number of rarest words of which a near duplicate must have at least one. */
static size_t prefix_of(size_t n)
{
    size_t shared = (size_t)(nearly * (double)n + 0.999999);
    return n - shared + 1;
}

/* Lists each word of each set once. */
static struct hashed *list_words(const struct word_set *sets, size_t n, size_t *n_items)
{
    struct hashed *items = NULL;
    size_t capacity = 0;
    *n_items = 0;
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; !sets[i].is_known && k < sets[i].n; k++)
            VECTOR_PUSH(items, *n_items, capacity) = (struct hashed){sets[i].words[k], i};
    }
    if (*n_items > 1)
        qsort(items, *n_items, sizeof *items, compare_hashed);
    return items;
}

/* The sets that have a word, as a range of the list of words. */
struct word_use {
    size_t begin, end;
};

static int compare_uses(const void *left, const void *right)
{
    const struct word_use *a = left, *b = right;
    size_t n_a = a->end - a->begin, n_b = b->end - b->begin;
    if (n_a != n_b)
        return n_a < n_b ? -1 : 1;
    return (a->begin > b->begin) - (a->begin < b->begin);
}

/* Lists the uses of words, the rarest first. */
static struct word_use *list_uses(const struct hashed *items, size_t n_items, size_t *n_uses)
{
    struct word_use *uses = NULL;
    size_t capacity = 0;
    *n_uses = 0;
    for (size_t begin = 0, end; begin < n_items; begin = end) {
        for (end = begin + 1; end < n_items && items[end].hash == items[begin].hash;)
            end++;
        VECTOR_PUSH(uses, *n_uses, capacity) = (struct word_use){begin, end};
    }
    if (*n_uses > 1)
        qsort(uses, *n_uses, sizeof *uses, compare_uses);
    return uses;
}

static double share_of(const struct word_set *a, const struct word_set *b)
{
    const size_t common = hashes_count_common(a->words, a->n, b->words, b->n);
    return (double)common / (double)(a->n + b->n - common);
}

/*
 * Finds for each question the first earlier question that it nearly duplicates: firsts[i], or SIZE_MAX. `here`
 * lists questions that may be near duplicates, in their order. Only the first n_compared are compared with those
 * that have none yet. So a thousand questions of one template are compared only once each.
 */
static void find_firsts(const struct word_set *sets, const size_t *here, size_t n_here, size_t n_compared,
                        size_t *firsts)
{
    size_t n_open = n_here;
    size_t *open = memory_get_zeroed(n_here, sizeof *open);
    memcpy(open, here, n_here * sizeof *here);
    for (size_t i = 0; i < n_compared && n_open > 0; i++) {
        const size_t first = here[i];
        size_t n_left = 0;
        for (size_t k = 0; k < n_open; k++) {
            const size_t number = open[k];
            if (number <= first || firsts[number] <= first)
                continue;
            if (share_of(&sets[first], &sets[number]) >= nearly)
                firsts[number] = first;
            else
                open[n_left++] = number;
        }
        n_open = n_left;
    }
    free(open);
}

/*
 * Goes through the words from the rarest on. A set is skipped after as many of its words as a near duplicate must
 * share one of. If very many sets have a word, only the first few are compared with the others: questions of one
 * template resemble one of these.
 */
static size_t *find_all_firsts(const struct word_set *sets, size_t n)
{
    enum { SHARERS_MAX = 2000, COMPARED = 20 };
    size_t n_items, n_uses;
    struct hashed *items = list_words(sets, n, &n_items);
    struct word_use *uses = list_uses(items, n_items, &n_uses);
    size_t *used = memory_get_zeroed(n + 1, sizeof *used);
    size_t *firsts = memory_get_zeroed(n + 1, sizeof *firsts);
    for (size_t i = 0; i < n; i++)
        firsts[i] = SIZE_MAX;
    for (size_t i = 0; i < n_uses; i++) {
        size_t n_here = 0;
        size_t *here = memory_get_zeroed(uses[i].end - uses[i].begin, sizeof *here);
        for (size_t k = uses[i].begin; k < uses[i].end; k++) {
            size_t number = items[k].number;
            if (used[number]++ < prefix_of(sets[number].n))
                here[n_here++] = number;
        }
        if (n_here > 1)
            find_firsts(sets, here, n_here, n_here > SHARERS_MAX ? COMPARED : n_here, firsts);
        free(here);
    }
    free(used);
    free(uses);
    free(items);
    return firsts;
}

static void find_near_duplicates(struct lint *lint, const struct lint_question *questions,
                                 const struct word_set *sets, size_t n)
{
    size_t *firsts = find_all_firsts(sets, n);
    for (size_t i = 0; i < n; i++) {
        if (firsts[i] == SIZE_MAX)
            continue;
        struct buffer detail = {0};
        buffer_add_format(&detail, "%.2f of the words: ", share_of(&sets[i], &sets[firsts[i]]));
        buffer_add(&detail, questions[i].text);
        add_finding(lint, (struct lint_finding){.kind = LINT_NEAR_DUPLICATE,
                                                .id = questions[i].id,
                                                .other = questions[firsts[i]].id,
                                                .detail = buffer_bytes(&detail)});
        buffer_release(&detail);
    }
    free(firsts);
}

void lint_questions(struct lint *lint, const struct lint_question *questions, size_t n)
{
    struct arena arena = {0};
    struct word_set *sets = arena_get_array(&arena, n, sizeof *sets);
    for (size_t i = 0; i < n; i++) {
        lint_text(lint, &questions[i]);
        read_set(&sets[i], questions[i].text, &arena);
    }
    find_duplicates(lint, questions, sets, n);
    if (lint->wanted[LINT_NEAR_DUPLICATE])
        find_near_duplicates(lint, questions, sets, n);
    arena_release(&arena);
}

void lint_annotator(struct lint *lint, struct bytes name, int64_t votes)
{
    static const char *const names[] = {"test",   "tests", "tester", "testing", "testuser",
                                        "try",    "demo",  "foo",    "bar",     "asdf",
                                        "qwerty", "xxx",   "abc",    "tmp",     "dummy"};
    char folded[32];
    fold_word(name, folded, sizeof folded);
    if (votes == 0 || !is_among(folded, names, sizeof names / sizeof *names))
        return;
    struct buffer detail = {0};
    buffer_add_format(&detail, "%lld vote%s", (long long)votes, votes == 1 ? "" : "s");
    add_finding(lint,
                (struct lint_finding){.kind = LINT_TEST_VOTES, .id = name, .detail = buffer_bytes(&detail)});
    buffer_release(&detail);
}

/* --- Judgments ------------------------------------------------------------ */

static bool has_relevant(const struct lint_judged *question)
{
    for (size_t i = 0; i < question->n; i++) {
        if (question->judgments[i].grade > 0)
            return true;
    }
    return false;
}

static void lint_judged_question(struct lint *lint, const struct lint_judged *question)
{
    if (question->is_unknown)
        add_finding(lint, (struct lint_finding){.kind = LINT_UNKNOWN_QUESTION, .id = question->id});
    if (!has_relevant(question)) {
        struct buffer detail = {0};
        buffer_add_format(&detail, "%zu judgment%s", question->n, question->n == 1 ? "" : "s");
        add_finding(lint, (struct lint_finding){.kind = LINT_NO_RELEVANT,
                                                .id = question->id,
                                                .detail = buffer_bytes(&detail)});
        buffer_release(&detail);
    }
}

void lint_judgments(struct lint *lint, const struct lint_judged *questions, size_t n)
{
    for (size_t i = 0; i < n; i++)
        lint_judged_question(lint, &questions[i]);
}

/* --- Documents ------------------------------------------------------------ */

/* In place of a sketch: the document has not been read yet. */
static const uint64_t not_seen = UINT64_MAX;

/* The words of a question that say what it is about, as a set. */
struct lint_content {
    uint64_t *words;
    size_t n;
};

/* Numbers of the two. They are small, because there may be a million pairs. */
struct lint_pair {
    uint32_t document, question;
};

void lint_documents_release(struct lint_documents *documents)
{
    map_release(&documents->by_docid);
    free(documents->sketches);
    free(documents->contents);
    free(documents->pairs);
    free(documents->words);
    arena_release(&documents->arena);
    *documents = (struct lint_documents){0};
}

/* Reads all words except the common ones. */
static struct lint_content read_content(struct bytes text, struct arena *arena)
{
    struct lint_content content = {0};
    char folded[32];
    struct bytes word;
    while (text_next_word(&text, &word)) {
        fold_word(word, folded, sizeof folded);
        if (!common_words_have(bytes_of(folded)))
            ARENA_PUSH(arena, content.words, content.n) = text_word_hash(word);
    }
    content.n = hashes_make_set(content.words, content.n);
    return content;
}

static int compare_pairs(const void *left, const void *right)
{
    const struct lint_pair *a = left, *b = right;
    if (a->document != b->document)
        return a->document < b->document ? -1 : 1;
    return (a->question > b->question) - (a->question < b->question);
}

/* Fewer words than this are in many documents by chance. */
enum { LEAK_WORDS_LEAST = 6 };

static void expect_documents(struct lint_documents *documents, size_t number, size_t *capacity)
{
    const struct lint_judged *question = &documents->questions[number];
    const struct lint_content content = read_content(question->text, &documents->arena);
    documents->contents[number] = content;
    for (size_t i = 0; i < question->n; i++) {
        const int64_t document = map_put(&documents->by_docid, question->judgments[i].docid, NULL);
        if (question->judgments[i].grade > 0 && content.n >= LEAK_WORDS_LEAST)
            VECTOR_PUSH(documents->pairs, documents->n_pairs, *capacity) =
                (struct lint_pair){(uint32_t)document, (uint32_t)number};
    }
}

void lint_documents_expect(struct lint_documents *documents, const struct lint_judged *questions, size_t n)
{
    size_t capacity = 0;
    documents->questions = questions;
    documents->n_questions = n;
    documents->contents = memory_get_zeroed(n, sizeof *documents->contents);
    for (size_t i = 0; i < n; i++)
        expect_documents(documents, i, &capacity);
    if (documents->n_pairs > 1)
        qsort(documents->pairs, documents->n_pairs, sizeof *documents->pairs, compare_pairs);
    documents->sketches = memory_get(documents->by_docid.size * sizeof *documents->sketches);
    for (size_t i = 0; i < documents->by_docid.size; i++)
        documents->sketches[i] = not_seen;
}

static void add_words(struct lint_documents *documents, struct bytes text)
{
    struct bytes word;
    while (text_next_word(&text, &word))
        VECTOR_PUSH(documents->words, documents->n_words, documents->words_capacity) = text_word_hash(word);
}

/* Returns the smallest hashes of three words in a row, combined to one number. 0 if there are no words. */
static uint64_t sketch_words(const uint64_t *words, size_t n)
{
    enum { LEAST = 8, IN_A_ROW = 3 };
    uint64_t least[LEAST];
    size_t n_least = 0;
    for (size_t i = 0; i + (n < IN_A_ROW ? 1 : IN_A_ROW) <= n; i++) {
        uint64_t hash = 0;
        for (size_t k = 0; k < IN_A_ROW && i + k < n; k++)
            hash = (hash ^ words[i + k]) * UINT64_C(0x9e3779b97f4a7c15), hash ^= hash >> 31;
        size_t at = n_least;
        while (at > 0 && least[at - 1] > hash)
            at--;
        if (at == LEAST || (at > 0 && least[at - 1] == hash))
            continue;
        n_least += n_least < LEAST;
        memmove(least + at + 1, least + at, (n_least - at - 1) * sizeof *least);
        least[at] = hash;
    }
    uint64_t sketch = n_least;
    for (size_t i = 0; i < n_least; i++)
        sketch = (sketch ^ least[i]) * UINT64_C(0x9e3779b97f4a7c15);
    return sketch;
}

static const double leaking = 0.9; /* share of the words of a question */

static void lint_leaks(struct lint *lint, const struct lint_documents *documents, size_t number,
                       struct bytes docid, size_t n_words)
{
    size_t i;
    LOWER_BOUND(i, documents->n_pairs, documents->pairs[i].document < number);
    for (; i < documents->n_pairs && documents->pairs[i].document == number; i++) {
        const size_t question = documents->pairs[i].question;
        const struct lint_content *content = &documents->contents[question];
        size_t common = hashes_count_common(content->words, content->n, documents->words, n_words);
        if ((double)common < leaking * (double)content->n)
            continue;
        struct buffer detail = {0};
        buffer_add_format(&detail, "%zu of its %zu words", common, content->n);
        add_finding(lint, (struct lint_finding){.kind = LINT_LEAK,
                                                .id = documents->questions[question].id,
                                                .other = arena_copy(&lint->arena, docid),
                                                .detail = buffer_bytes(&detail)});
        buffer_release(&detail);
    }
}

void lint_visit_document(struct lint *lint, struct lint_documents *documents, struct bytes docid,
                         struct bytes title, struct bytes text)
{
    int64_t number = map_find(&documents->by_docid, docid);
    if (number == MAP_ABSENT)
        return;
    documents->n_words = 0;
    add_words(documents, title);
    add_words(documents, text);
    documents->sketches[number] = sketch_words(documents->words, documents->n_words);
    if (documents->n_pairs > 0)
        lint_leaks(lint, documents, (size_t)number, docid,
                   hashes_make_set(documents->words, documents->n_words));
}

static uint64_t sketch_of(const struct lint_documents *documents, struct bytes docid)
{
    return documents->sketches[map_find(&documents->by_docid, docid)];
}

static void lint_twins(struct lint *lint, const struct lint_judged *question, const struct hashed *items,
                       size_t n)
{
    size_t first = 0;
    for (size_t i = 1; i < n; i++) {
        const struct judgment *one = &question->judgments[items[first].number];
        const struct judgment *other = &question->judgments[items[i].number];
        if (items[i].hash != items[first].hash) {
            first = i;
        } else if (one->grade != other->grade) {
            struct buffer detail = {0};
            buffer_add_string(&detail, "grade ");
            number_add_shortest(&detail, other->grade);
            buffer_add_string(&detail, ", and of ");
            buffer_add(&detail, one->docid);
            buffer_add_byte(&detail, ' ');
            number_add_shortest(&detail, one->grade);
            add_finding(lint, (struct lint_finding){.kind = LINT_TWINS,
                                                    .id = question->id,
                                                    .other = other->docid,
                                                    .detail = buffer_bytes(&detail)});
            buffer_release(&detail);
        }
    }
}

void lint_documents_finish(struct lint *lint, const struct lint_documents *documents)
{
    struct hashed *items = NULL;
    size_t capacity = 0;
    for (size_t q = 0; q < documents->n_questions; q++) {
        const struct lint_judged *question = &documents->questions[q];
        size_t n_items = 0;
        for (size_t i = 0; i < question->n; i++) {
            const uint64_t sketch = sketch_of(documents, question->judgments[i].docid);
            if (sketch == not_seen)
                add_finding(lint, (struct lint_finding){.kind = LINT_UNKNOWN_DOCUMENT,
                                                        .id = question->id,
                                                        .other = question->judgments[i].docid});
            else if (sketch != 0)
                VECTOR_PUSH(items, n_items, capacity) = (struct hashed){sketch, i};
        }
        if (n_items > 1)
            qsort(items, n_items, sizeof *items, compare_hashed);
        lint_twins(lint, question, items, n_items);
    }
    free(items);
}
