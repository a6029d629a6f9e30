/* TREC's topics and documents. */
#include "tests/support/hostile_items.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    read_hostile_items("<top>", data, size);
    read_hostile_items("<topic number=\"1\">", data, size);
    read_hostile_items("<DOC><DOCNO>1</DOCNO>", data, size);
    return 0;
}
