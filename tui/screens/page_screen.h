/*
 * Functions for the struct screen of screens that are just a page (tui/widget/page.h). `model` begins with a struct
 * page.
 */
#pragma once

#include "tui/screens/screens.h"
#include "tui/widget/page.h"

struct effect page_screen_update(void *model, struct action action);
bool page_screen_offers(const void *model, struct action action);
