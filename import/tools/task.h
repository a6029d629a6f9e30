/* Reads the tasks of annotation tools: the values in their objects, under any of their usual names. */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"

/* Returns the value at a path, as written in JSON; empty when it is missing or null. */
struct bytes task_value(struct bytes object, const char *path);
/*
 * Returns the first member of the object that has one of the names, which are those of import/field_names.h; empty when
 * there is none. Members of its objects "metadata" or "meta" come last.
 */
struct bytes task_member(struct bytes object, const char *const *names);
/* Finds the question of the object, by id or by text. ERR_INPUT: there is none. */
MUST_CHECK bool task_question(struct bytes object, struct bytes *question, struct err *err);
/* Returns the annotator as a text: from a text, a number, or the "email", "username" or "id" of an object. */
struct bytes task_annotator(struct bytes who, struct arena *arena);

/*
 * Iterates over consecutive objects, or those of an array. task_walk_next returns false at the end, or with *fault at
 * *fault_at.
 */
struct task_walk {
    const char *at, *end;
    bool is_array, is_begun;
    const char *fault, *fault_at;
};
struct task_walk task_walk_of(struct bytes content);
bool task_walk_next(struct task_walk *walk, struct bytes *object);
