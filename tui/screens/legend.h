/*
 * The meaning of the words and signs on a screen, for newcomers. The help shows it above the keys, and a line points
 * to it when the screen is opened.
 */
#pragma once

/* The meaning is one sentence or more, without a full stop at the end. */
struct legend_row {
    const char *word; /* as it appears on the screen; NULL ends the list */
    const char *meaning;
};

/* Words that appear on several screens. */
#define LEGEND_ALPHA                                                                                         \
    {                                                                                                        \
        "alpha", "Agreement of several annotators beyond chance (Krippendorff's alpha): 1 is full "          \
                 "agreement, 0 is chance; tentative and poor mean that it is low"                            \
    }
#define LEGEND_PER_HOUR                                                                                      \
    {                                                                                                        \
        "per hour", "Votes in an hour of work: pauses are not counted"                                       \
    }
#define LEGEND_OLD                                                                                           \
    {                                                                                                        \
        "(old)", "The run's file has changed and can't be read: these are the old scores"                    \
    }
#define LEGEND_MEASURES                                                                                      \
    {                                                                                                        \
        "nDCG@10, RR@10 …", "Measures: how well a run ranks relevant documents, by the labels so far; "      \
                            "1 is best. @10 looks at the first ten documents"                                \
    }
