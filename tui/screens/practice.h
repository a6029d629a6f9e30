/*
 * The lead's answer to a practice ballot, next to the annotator's answer.
 */
#pragma once

#include "tui/screens/desk.h"
