/*
 * Superscripts and subscripts, as far as Unicode has them: all digits and signs, and the letters that stand for numbers.
 */
#ifndef ASSAY_TUI_TEXT_SCRIPT_H
#define ASSAY_TUI_TEXT_SCRIPT_H

#include "core/base/bytes.h"

#include <uchar.h>

enum script { SCRIPT_SUPER, SCRIPT_SUB };

/* The superscript or subscript of a code point; 0: there is none. */
char32_t script_code(enum script script, char32_t code);

/* The forms of raised or lowered text. */
enum script_form {
    SCRIPT_AS_IT_IS,   /* 2nd, *, [1] */
    SCRIPT_OF_UNICODE, /* 10⁹, and HbA₁c: digits, and the letters behind them as they are */
    SCRIPT_NOTED,      /* x^ab */
    SCRIPT_IN_BRACKETS /* x^(a b) */
};

/* How this text is shown; `is_apart`: no letter or digit follows it. */
enum script_form script_form(enum script script, struct bytes text, bool is_apart);

/* The digit, sign or letter that is raised or lowered in this one; any other code point is its own. */
char32_t script_base(char32_t code);
bool script_is_sub(char32_t code);

#endif
