/* JSON lines, as in documents, questions and requests to --json: each gives an object or a clean error. */
#include "core/base/bug.h"
#include "import/text/json_fields.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void look_at(const struct json_fields *object, const char *key)
{
    if (json_fields_kind(object, key) == JSON_FIELD_TEXT)
        bytes_hash(json_fields_text(object, key));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena arena = {0};
    struct json_fields *object = NULL;
    struct err err = {0};
    if (json_fields_parse(&object, (struct bytes){.data = (const char *)data, .size = size}, "{}", &err)) {
        look_at(object, "vote");
        look_at(object, "skip");
        json_fields_remove(object, "skip");
        json_fields_print(object, &arena);
    } else {
        BUG_UNLESS(err.code == ERR_INPUT && err.text[0] != '\0' && strchr(err.text, '\n') == NULL);
    }
    json_fields_free(object);
    arena_release(&arena);
    return 0;
}
