/* JSON lines, as documents, questions and requests to --json are written: an object or a clean error. */
#include "core/base/bug.h"
#include "import/json.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void look_at(const struct json_object *object, const char *key)
{
    if (json_object_kind(object, key) == JSON_TEXT)
        bytes_hash(json_object_text(object, key));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena arena = {0};
    struct json_object *object = NULL;
    struct err err = {0};
    if (json_object_parse(&object, (struct bytes){.data = (const char *)data, .size = size}, &err)) {
        look_at(object, "vote");
        look_at(object, "skip");
        json_object_remove(object, "skip");
        json_object_print(object, &arena);
    } else {
        BUG_UNLESS(err.code == ERR_INPUT && err.text[0] != '\0' && strchr(err.text, '\n') == NULL);
    }
    json_object_free(object);
    arena_release(&arena);
    return 0;
}
