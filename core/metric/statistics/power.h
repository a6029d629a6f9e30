/*
 * Power: which differences between two runs a number of questions can show.
 *
 * The differences of the questions have the standard deviation s, so the mean of n has the standard error s / √n.
 * The paired two-sided t test at the level of 5 %, like the 95 % interval of the difference, detects a difference d
 * with the power 1 - β, where
 *
 *     d = (t(0.025, n-1) + t(β, n-1)) · s / √n
 *
 * (Cohen, Statistical Power Analysis for the Behavioral Sciences, 2nd edition, 1988, chapter 2; for retrieval
 * Sakai, Topic set size design, Information Retrieval Journal 19, 2016).
 */
#pragma once

#include <stddef.h>

/* The probability of detecting an existing difference: the usual 80 %. */
#define POWER_USUAL 0.8

/*
 * The expected standard deviation of the differences between two unknown runs. It is the median for nDCG@10 of 63
 * runs on the 53 questions of TREC 2021's Deep Learning track; the extremes are 0.15 and 0.27.
 */
#define POWER_MEASURE "nDCG@10"
#define POWER_DEVIATION 0.2

enum { POWER_QUESTIONS_MAX = 1000000 };

/* Returns the smallest difference that n questions show; NAN with fewer than two. */
double power_smallest_difference(double deviation, size_t n, double power);
/* Returns the least n, from 2, that shows a difference of this size; POWER_QUESTIONS_MAX if even so many do not. */
size_t power_questions_needed(double deviation, double difference, double power);
