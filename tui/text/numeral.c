#include "tui/text/numeral.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { LETTERS = 26, ROMAN_MAX = 3999 };

/* Writes from the last letter to the first. Each place goes from 1 to 26; there is no 0. */
static void write_letters(char text[NUMERAL_SIZE], unsigned number, char first)
{
    char letters[NUMERAL_SIZE] = "";
    size_t at = NUMERAL_SIZE - 1;
    for (; number > 0; number = (number - 1) / LETTERS)
        letters[--at] = (char)(first + (int)((number - 1) % LETTERS));
    memcpy(text, letters + at, NUMERAL_SIZE - at);
}

static void write_roman(char text[NUMERAL_SIZE], unsigned number, const char *const parts[])
{
    static const unsigned values[] = {1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1};
    size_t size = 0;
    for (size_t i = 0; number > 0; i++) {
        for (; number >= values[i]; number -= values[i])
            for (const char *letter = parts[i]; *letter != '\0'; letter++)
                text[size++] = *letter;
    }
    text[size] = '\0';
}

void numeral_write(char text[NUMERAL_SIZE], enum numeral_kind kind, unsigned number)
{
    static const char *const small[] = {"m",  "cm", "d",  "cd", "c",  "xc", "l",
                                        "xl", "x",  "ix", "v",  "iv", "i"};
    static const char *const capital[] = {"M",  "CM", "D",  "CD", "C",  "XC", "L",
                                          "XL", "X",  "IX", "V",  "IV", "I"};
    bool is_roman = kind == NUMERAL_ROMAN || kind == NUMERAL_ROMAN_CAPITALS;
    if (kind == NUMERAL_DECIMAL || number == 0 || (is_roman && number > ROMAN_MAX))
        snprintf(text, NUMERAL_SIZE, "%u", number);
    else if (is_roman)
        write_roman(text, number, kind == NUMERAL_ROMAN ? small : capital);
    else
        write_letters(text, number, kind == NUMERAL_LETTERS ? 'a' : 'A');
}
