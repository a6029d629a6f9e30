/*
 * A setting's value in the form in which users give it.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/store/settings.h"

/*
 * Returns the value as given. For the guide, @FILE stands for the content of that file, which is copied into the
 * arena.
 */
MUST_CHECK bool setting_value_read(enum setting setting, struct bytes given, struct arena *arena,
                                   struct bytes *value, struct err *err);
