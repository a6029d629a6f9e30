/* Begins the declaration of a function whose result no caller may ignore; mostly: whether it worked. */
#pragma once

#define MUST_CHECK __attribute__((warn_unused_result))
