#include "core/metric/run_rules.h"

#include "core/base/memory.h"

#include <stdlib.h>
#include <string.h>

void same_documents_release(struct same_documents *same)
{
    map_release(&same->docids);
    free(same->firsts);
    *same = (struct same_documents){0};
}

void same_documents_add(struct same_documents *same, struct bytes docid, struct bytes first)
{
    const size_t number = (size_t)map_put(&same->docids, docid, NULL);
    same->firsts = memory_grow(same->firsts, &same->capacity, number + 1, sizeof *same->firsts);
    same->firsts[number] = first;
}

struct bytes same_documents_first(const struct same_documents *same, struct bytes docid)
{
    const int64_t number = map_find(&same->docids, docid);
    return number != MAP_ABSENT ? same->firsts[number] : docid;
}

bool run_rules_allow_repeats(const struct run_rules *rules)
{
    return rules->keep_best || rules->separator.size > 0 || rules->same != NULL;
}

bool run_rules_change_anything(const struct run_rules *rules)
{
    return rules->drop_self || run_rules_allow_repeats(rules);
}

void run_rules_add(const struct run_rules *rules, struct buffer *text)
{
    const size_t before = text->size;
    if (rules->drop_self)
        buffer_add_string(text, "--drop-self");
    if (rules->keep_best)
        buffer_add_string(text, text->size > before ? " --keep-best" : "--keep-best");
    if (rules->same != NULL)
        buffer_add_string(text, text->size > before ? " --twins one" : "--twins one");
    if (rules->separator.size > 0) {
        buffer_add_string(text, text->size > before ? " --by-document=" : "--by-document=");
        buffer_add(text, rules->separator);
    }
}

/* An id that begins with the separator has no document part. */
static struct bytes before_separator(const struct run_rules *rules, struct bytes docid)
{
    const struct bytes separator = rules->separator;
    for (size_t at = docid.size; separator.size > 0 && at-- > 1;) {
        if (docid.size - at >= separator.size && memcmp(docid.data + at, separator.data, separator.size) == 0)
            return bytes_slice(docid, 0, at);
    }
    return docid;
}

/*
 * Returns the document that a docid counts for: its part before the last separator, or all of it, or the document
 * that represents that.
 */
static struct bytes run_rules_document_of(const struct run_rules *rules, struct bytes docid)
{
    const struct bytes document = before_separator(rules, docid);
    return rules->same != NULL ? same_documents_first(rules->same, document) : document;
}

/*
 * Returns the slot with the number of the entry that counts for the same document so far, or the empty slot where
 * it would go.
 */
static uint32_t *find_slot(struct hash_index *seen, const struct run_entry *entries,
                           const struct run_entry *entry)
{
    uint32_t *slot = hash_index_first(seen, entry->hash);
    while (*slot != 0 &&
           (entries[*slot - 1].hash != entry->hash || !bytes_equal(entries[*slot - 1].docid, entry->docid)))
        slot = hash_index_next(seen, slot);
    return slot;
}

/* With equal scores the first entry counts, whatever the rule for ties. */
static void keep_best(struct run_question *question, bool *is_dropped, struct hash_index *seen)
{
    hash_index_reset(seen, question->n_entries);
    for (size_t i = 0; i < question->n_entries; i++) {
        uint32_t *slot = is_dropped[i] ? NULL : find_slot(seen, question->entries, &question->entries[i]);
        if (slot == NULL)
            continue;
        const bool is_better = *slot == 0 || question->entries[i].score > question->entries[*slot - 1].score;
        if (!is_better) {
            is_dropped[i] = true;
            continue;
        }
        if (*slot != 0)
            is_dropped[*slot - 1] = true;
        *slot = (uint32_t)(i + 1);
    }
}

void run_rules_apply(const struct run_rules *rules, struct run_question *question, struct hash_index *seen)
{
    bool *is_dropped = memory_get_zeroed(question->n_entries, sizeof *is_dropped);
    for (size_t i = 0; i < question->n_entries; i++) {
        struct run_entry *entry = &question->entries[i];
        const struct bytes document = run_rules_document_of(rules, entry->docid);
        if (document.data != entry->docid.data || document.size != entry->docid.size)
            *entry = run_entry_of(document, entry->score);
        is_dropped[i] = rules->drop_self && bytes_equal(entry->docid, question->qid);
    }
    if (run_rules_allow_repeats(rules))
        keep_best(question, is_dropped, seen);
    size_t n = 0;
    for (size_t i = 0; i < question->n_entries; i++) {
        if (!is_dropped[i])
            question->entries[n++] = question->entries[i];
    }
    question->n_entries = n;
    free(is_dropped);
}
