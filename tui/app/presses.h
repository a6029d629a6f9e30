/* Passes keys and pasted text on to the screen, and catches keys that look like votes but are not meant as votes. */
#pragma once

#include "tui/app/state.h"

void app_press_key(struct app *app, struct key key);
/* Inserts pasted text if the screen takes text. Elsewhere the characters are ignored; they never act as keys. */
void app_type_pasted(struct app *app);
