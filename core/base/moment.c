#include "core/base/moment.h"

#include "core/base/bug.h"

#include <time.h>

enum { MINUTE_MS = 60 * 1000, DAY_MINUTES = 24 * 60 };

/* Takes a number of exactly `digits` digits, from `low` to `high`. */
static bool take_digits(struct bytes *rest, size_t digits, int low, int high, int *value)
{
    *value = 0;
    if (rest->size < digits)
        return false;
    for (size_t i = 0; i < digits; i++) {
        if (rest->data[i] < '0' || rest->data[i] > '9')
            return false;
        *value = *value * 10 + (rest->data[i] - '0');
    }
    *rest = bytes_from(*rest, digits);
    return *value >= low && *value <= high;
}

static bool take_byte(struct bytes *rest, char byte)
{
    bool is_there = rest->size > 0 && rest->data[0] == byte;
    if (is_there)
        *rest = bytes_from(*rest, 1);
    return is_there;
}

static bool is_leap(int year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static int days_of_month(int year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return days[month - 1] + (month == 2 && is_leap(year));
}

/* Returns the days since 1970-01-01. */
static int64_t days_before(int year, int month, int day)
{
    int64_t past = year - 1;
    int64_t days = past * 365 + past / 4 - past / 100 + past / 400 - 719162;
    for (int earlier = 1; earlier < month; earlier++)
        days += days_of_month(year, earlier);
    return days + day - 1;
}

static bool take_date(struct bytes *rest, int64_t *days)
{
    int year, month, day;
    if (!take_digits(rest, 4, 1970, 9999, &year) || !take_byte(rest, '-') ||
        !take_digits(rest, 2, 1, 12, &month) || !take_byte(rest, '-') ||
        !take_digits(rest, 2, 1, days_of_month(year, month), &day))
        return false;
    *days = days_before(year, month, day);
    return true;
}

/* ".123456" gives 123; without a fraction it is 0. */
static bool take_fraction(struct bytes *rest, int *milliseconds)
{
    int digit, worth = 100;
    *milliseconds = 0;
    if (!take_byte(rest, '.'))
        return true;
    if (!take_digits(rest, 1, 0, 9, &digit))
        return false;
    do {
        *milliseconds += digit * worth;
        worth /= 10;
    } while (rest->size > 0 && take_digits(rest, 1, 0, 9, &digit));
    return true;
}

static bool take_time(struct bytes *rest, int64_t *milliseconds)
{
    int hour, minute, second = 0, fraction = 0;
    if (!take_digits(rest, 2, 0, 23, &hour) || !take_byte(rest, ':') || !take_digits(rest, 2, 0, 59, &minute))
        return false;
    if (take_byte(rest, ':') && (!take_digits(rest, 2, 0, 60, &second) || !take_fraction(rest, &fraction)))
        return false;
    *milliseconds = (int64_t)(hour * 60 + minute) * MINUTE_MS + second * 1000 + fraction;
    return true;
}

/* "Z", or "+01:00". */
static bool take_zone(struct bytes *rest, int64_t *milliseconds)
{
    int hours, minutes;
    *milliseconds = 0;
    if (take_byte(rest, 'Z'))
        return true;
    bool is_west = rest->size > 0 && rest->data[0] == '-';
    if ((!take_byte(rest, '+') && !take_byte(rest, '-')) || !take_digits(rest, 2, 0, 23, &hours) ||
        !take_byte(rest, ':') || !take_digits(rest, 2, 0, 59, &minutes))
        return false;
    *milliseconds = (int64_t)(hours * 60 + minutes) * MINUTE_MS * (is_west ? -1 : 1);
    return true;
}

bool moment_parse(struct bytes text, int64_t *milliseconds)
{
    int64_t days, time, zone;
    if (!take_date(&text, &days) || (!take_byte(&text, 'T') && !take_byte(&text, ' ')) ||
        !take_time(&text, &time) || !take_zone(&text, &zone) || text.size > 0)
        return false;
    *milliseconds = days * DAY_MINUTES * MINUTE_MS + time - zone;
    return *milliseconds >= 0 && *milliseconds <= MOMENT_MAX;
}

void moment_add_for_people(struct buffer *text, int64_t milliseconds)
{
    const time_t seconds = (time_t)(milliseconds / 1000);
    struct tm day;
    BUG_UNLESS(milliseconds >= 0 && milliseconds <= MOMENT_MAX && gmtime_r(&seconds, &day) != NULL);
    buffer_add_format(text, "%04d-%02d-%02d %02d:%02d:%02d UTC", day.tm_year + 1900, day.tm_mon + 1,
                      day.tm_mday, day.tm_hour, day.tm_min, day.tm_sec);
}
