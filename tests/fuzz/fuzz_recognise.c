/* Recognises a file by its beginning: any bytes give a kind with a name, and the same kind when asked again. */
#include "core/base/bug.h"
#include "import/recognise.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_refusal(struct bytes content, enum content_kind wanted)
{
    struct err err = {0};
    BUG_UNLESS(!content_refuse(content, "x", wanted, &err));
    BUG_UNLESS(strchr(err.text, '\n') == NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct bytes beginning = {.data = (const char *)data, .size = size};
    const struct content content = content_recognise(beginning);
    BUG_UNLESS(content.kind < CONTENT_KIND_COUNT && content.label != NULL);
    BUG_UNLESS(content.kind != CONTENT_RUN || content.run_format != NULL);
    BUG_UNLESS(content_recognise(beginning).kind == content.kind);
    const enum content_kind named = content_recognise_file("queries.jsonl", beginning).kind;
    BUG_UNLESS(named == content.kind || content.kind == CONTENT_TEXTS || content.kind == CONTENT_RECORDS);
    check_refusal(beginning, CONTENT_RUN);
    check_refusal(beginning, CONTENT_QRELS);
    return 0;
}
