/*
 * Superscripts and subscripts that exist in Unicode: all digits and signs, and letters that stand for numbers.
 */
#pragma once

#include "core/base/bytes.h"

#include <uchar.h>

enum script { SCRIPT_SUPER, SCRIPT_SUB };

/* The superscript or subscript of a code point; 0: there is none. */
char32_t script_code(enum script script, char32_t code);

/* The forms in which raised or lowered text is written. */
enum script_form {
    SCRIPT_AS_IT_IS,   /* unchanged: 2nd, *, [1] */
    SCRIPT_OF_UNICODE, /* Unicode digits, and letters after them unchanged: 10⁹, HbA₁c */
    SCRIPT_NOTED,      /* x^ab */
    SCRIPT_IN_BRACKETS /* x^(a b) */
};

/* The form for this text. `is_apart`: no letter or digit follows it. */
enum script_form script_form(enum script script, struct bytes text, bool is_apart);

/* The digit, sign or letter of which this is the superscript or subscript. Other code points are returned unchanged. */
char32_t script_base(char32_t code);
bool script_is_sub(char32_t code);
