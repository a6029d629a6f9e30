/*
 * What a file that is one JSON object holds, by the names of its members: {"queries": …, "corpus": …, "relevant_docs": …}
 * of LlamaIndex, {"documents": […]} of many a script.
 */
#ifndef ASSAY_IMPORT_TEXT_JSON_PARTS_H
#define ASSAY_IMPORT_TEXT_JSON_PARTS_H

#include "core/base/bytes.h"

struct json_parts {
    bool documents, questions, judgments;
};

/* None where the file is anything else, an object that is a document itself, or is cut off. */
struct json_parts json_parts_find(struct bytes content);

#endif
