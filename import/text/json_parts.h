/*
 * Finds the parts of a file that is one JSON object, by the names of its members: {"queries": …, "corpus": …,
 * "relevant_docs": …} of LlamaIndex, {"documents": […]} of many scripts.
 */
#pragma once

#include "core/base/bytes.h"

struct json_parts {
    bool documents, questions, judgments;
};

/*
 * Finds the parts. There are none when the file is something else, an object that is itself a document, or cut off.
 */
struct json_parts json_parts_find(struct bytes content);
