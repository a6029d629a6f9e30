/*
 * Reads values as Python prints them. Cells of a table contain them when a program has written a list, a tuple, a set
 * or a dict into a cell.
 */
#pragma once

#include "core/base/arena.h"

/*
 * Writes the value as JSON into the arena. Tuples, sets and NumPy's arrays become lists, None becomes null, and a call
 * such as np.float64(0.5) becomes its first argument. An escape that Python does not have stays as it is. Returns false
 * when the text is something else.
 */
bool python_text_to_json(struct bytes text, struct arena *arena, struct bytes *json);
