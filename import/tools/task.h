/* The tasks of annotation tools: what stands in their objects, whatever these are called. */
#ifndef ASSAY_IMPORT_TOOLS_TASK_H
#define ASSAY_IMPORT_TOOLS_TASK_H

#include "core/base/arena.h"
#include "core/base/err.h"

/* The value behind a path, as it stands in JSON; empty: it is not there, or null. */
struct bytes task_value(struct bytes object, const char *path);
/*
 * The first member of the object that goes by one of the names, which are those of import/field_names.h; empty: there is none. The
 * members of its objects called "metadata" or "meta" come last.
 */
struct bytes task_member(struct bytes object, const char *const *names);
/* The question of the object: by its id, or its text. ERR_INPUT: it has none. */
bool task_question(struct bytes object, struct bytes *question, struct err *err)
    __attribute__((warn_unused_result));
/* Who it is, as a text: a text, a number, or the "email", "username" or "id" of an object. */
struct bytes task_annotator(struct bytes who, struct arena *arena);

/* Goes through the objects one behind the other, or of an array; false: it is at the end, or *fault, at *fault_at. */
struct task_walk {
    const char *at, *end;
    bool is_array, is_begun;
    const char *fault, *fault_at;
};
struct task_walk task_walk_of(struct bytes content);
bool task_walk_next(struct task_walk *walk, struct bytes *object);

#endif
