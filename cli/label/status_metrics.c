#include "cli/label/status_metrics.h"

#include "core/base/number.h"
#include "core/base/unicode.h"
#include "core/store/content/judgments.h"
#include "core/store/labelling/status.h"
#include "core/store/votes/annotators.h"

#include <math.h>

static void add_family(struct buffer *text, const char *name, const char *unit, const char *help)
{
    buffer_add_format(text, "# TYPE assay_%s gauge\n", name);
    if (unit != NULL)
        buffer_add_format(text, "# UNIT assay_%s %s\n", name, unit);
    buffer_add_format(text, "# HELP assay_%s %s\n", name, help);
}

/* Adds the value in quotation marks. */
static void add_label_value(struct buffer *text, struct bytes value)
{
    struct buffer visible = {0};
    unicode_add_visible(&visible, value);
    buffer_add_byte(text, '"');
    for (size_t i = 0; i < visible.size; i++) {
        const char c = visible.data[i];
        if (c == '"' || c == '\\')
            buffer_add_byte(text, '\\');
        buffer_add_byte(text, c);
    }
    buffer_add_byte(text, '"');
    buffer_release(&visible);
}

static void add_labelled(struct buffer *text, const char *name, const char *label, struct bytes value,
                         int64_t number)
{
    buffer_add_format(text, "assay_%s{%s=", name, label);
    add_label_value(text, value);
    buffer_add_format(text, "} %lld\n", (long long)number);
}

static void add_state(struct buffer *text, const char *name, const char *state, int64_t number)
{
    add_labelled(text, name, "state", bytes_of(state), number);
}

static void add_number(struct buffer *text, const char *name, const char *help, int64_t number)
{
    add_family(text, name, NULL, help);
    buffer_add_format(text, "assay_%s %lld\n", name, (long long)number);
}

static void add_seconds(struct buffer *text, const char *name, const char *help, double seconds)
{
    if (isnan(seconds))
        return;
    add_family(text, name, "seconds", help);
    buffer_add_format(text, "assay_%s ", name);
    number_add_shortest(text, seconds);
    buffer_add_byte(text, '\n');
}

static void add_whole(const struct status *status, struct buffer *text)
{
    add_family(text, "questions", NULL, "Questions by state: done, begun or untouched.");
    add_state(text, "questions", "done", status->questions_done);
    add_state(text, "questions", "begun", status->questions_begun);
    add_state(text, "questions", "untouched", status->questions_untouched);
    add_state(text, "questions", "not in sample", status->questions_left_out);
    add_state(text, "questions", "without candidates", status->lacking.count);
    add_number(text, "documents", "Documents of the collection.", status->documents);
    add_number(text, "candidates", "Documents in the pools of the questions.", status->candidates);
    add_family(text, "ballots", NULL, "Ballots with a vote, and ballots that are left.");
    add_state(text, "ballots", "done", status->ballots_done);
    add_state(text, "ballots", "left", status->ballots_left);
    add_family(text, "votes", NULL, "Votes for a document, and votes for none, without withdrawn ones.");
    add_labelled(text, "votes", "choice", bytes_of("document"), status->votes - status->none_votes);
    add_labelled(text, "votes", "choice", bytes_of("none"), status->none_votes);
    add_seconds(text, "forecast_seconds", "Remaining work of all annotators together.",
                status->forecast.hours * 60 * 60);
    add_family(text, "judgments", NULL, "Judgments by their source.");
    for (size_t i = 0; i < status->n_sources; i++)
        add_labelled(text, "judgments", "source", status->sources[i].name, status->sources[i].judgments);
}

/* Adds the metrics for users who may see the work of each annotator. */
static void add_annotators(const struct status *status, const struct activity *activity, struct buffer *text)
{
    add_number(text, "annotators_active", "Annotators who have a ballot in hand.", activity->annotators);
    if (activity->last_vote > 0)
        add_seconds(text, "last_vote_timestamp_seconds", "When the newest vote or skip was given.",
                    (double)activity->last_vote / 1000);
    add_family(text, "annotator_votes", NULL, "Votes of each annotator, without withdrawn ones.");
    for (size_t i = 0; i < status->n_annotators; i++)
        add_labelled(text, "annotator_votes", "annotator", status->annotators[i].name,
                     status->annotators[i].pace.votes);
    add_family(text, "annotator_skips", NULL, "Skips of each annotator, without withdrawn ones.");
    for (size_t i = 0; i < status->n_annotators; i++)
        add_labelled(text, "annotator_skips", "annotator", status->annotators[i].name,
                     status->annotators[i].skips);
}

void status_add_metrics(const struct status *status, const struct activity *activity, struct buffer *text)
{
    add_whole(status, text);
    add_number(text, "leases", "Ballots that somebody has in hand.", activity->leases);
    if (status->has_annotators)
        add_annotators(status, activity, text);
    buffer_add_string(text, "# EOF\n");
}
