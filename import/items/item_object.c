/*
 * Each wrapper has a row; where one wraps another, the outer one comes first. The wrapper's own data about the search
 * or the program does not belong to the item and is removed with it.
 */
#include "import/items/item_object.h"

#include <string.h>

struct item_wrapper {
    const char *name;
    const char *beside;     /* another member that must exist; NULL: none */
    const char *dropped[9]; /* members that are no fields of the item */
};

static const struct item_wrapper wrappers[] = {
    /* Elasticsearch, OpenSearch: a hit, or a line of a dump */
    {"_source",
     NULL,
     {"_index", "_type", "_score", "_version", "_seq_no", "_primary_term", "_routing", "sort"}},
    /* LangChain: a serialised document */
    {"kwargs", "lc", {"lc", "type", "id"}},
    /* Qdrant */
    {"payload", NULL, {NULL}},
    /* LangChain, Chroma, Pinecone */
    {"metadata", NULL, {NULL}},
    /* Haystack */
    {"meta", NULL, {NULL}},
    /* Typesense: a hit */
    {"document", "highlights", {"highlight", "highlights", "text_match", "text_match_info"}},
    /* LangSmith and Langfuse: an example of a data set */
    {"inputs", "outputs", {"dataset_id", "created_at", "modified_at", "source_run_id"}},
    {"input", "expectedOutput", {"datasetId", "createdAt", "updatedAt", "status"}},
    /* CouchDB: a row of a view with its document, which also has the id */
    {"doc", "value", {"id", "key", "value"}},
};

enum { N_WRAPPERS = sizeof wrappers / sizeof *wrappers };

static bool is_there(const struct json_fields *object, const char *key)
{
    return key == NULL || json_fields_kind(object, key) != JSON_FIELD_ABSENT;
}

static void unwrap(struct json_fields *object, const struct item_wrapper *wrapper)
{
    if (json_fields_kind(object, wrapper->name) != JSON_FIELD_OBJECT || !is_there(object, wrapper->beside))
        return;
    for (const char *const *name = wrapper->dropped; *name != NULL; name++)
        json_fields_remove(object, *name);
    json_fields_lift(object, wrapper->name);
}

void item_object_unwrap(struct json_fields *object)
{
    for (size_t i = 0; i < N_WRAPPERS; i++)
        unwrap(object, &wrappers[i]);
}

bool item_object_is_wrapper(struct bytes name)
{
    for (size_t i = 0; i < N_WRAPPERS; i++) {
        if (bytes_equal(name, bytes_of(wrappers[i].name)))
            return true;
    }
    return false;
}
