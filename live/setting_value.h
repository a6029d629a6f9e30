/*
 * A setting's value as people give it.
 */
#ifndef ASSAY_LIVE_SETTING_VALUE_H
#define ASSAY_LIVE_SETTING_VALUE_H

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/store/settings.h"

/* The value itself, or of the guide also @FILE: what is in that file, copied into the arena. */
bool setting_value_read(enum setting setting, struct bytes given, struct arena *arena, struct bytes *value,
                        struct err *err) __attribute__((warn_unused_result));

#endif
