#include "tests/support/support.h"

#include "tests/support/fixture.h"

#include "core/base/memory.h"
#include "tests/support/child.h"
#include "tests/support/content.h"
#include "tests/support/sample.h"

#include <stdlib.h>

static void import_sample(struct fixture *fixture)
{
    output_of_assay(&fixture->arena, "import", fixture->database, "--documents",
                    fixture_sample(fixture, "documents.jsonl"), "--questions",
                    fixture_sample(fixture, "questions.jsonl"), "--candidates",
                    fixture_sample(fixture, "plain.run"));
}

int fixture_set_up(void **state)
{
    static struct fixture_copy imported;
    struct fixture *fixture = memory_get_zeroed(1, sizeof *fixture);
    *state = fixture;
    fixture->database = support_file(&fixture->arena, "sample.db", bytes_of(""));
    fixture_fill(fixture, &imported, import_sample);
    return 0;
}

void fixture_fill(struct fixture *fixture, struct fixture_copy *copy, void (*fill)(struct fixture *fixture))
{
    if (copy->content.size == 0) {
        fill(fixture);
        copy->content = content_of(&copy->memory, fixture->database);
    } else {
        sample_remove(fixture->database);
        support_file(&fixture->arena, "sample.db", copy->content);
    }
}

int fixture_tear_down(void **state)
{
    struct fixture *fixture = *state;
    arena_release(&fixture->arena);
    free(fixture);
    return 0;
}

const char *fixture_sample(struct fixture *fixture, const char *name)
{
    return support_source(&fixture->arena, arena_format(&fixture->arena, "sample-data/%s", name));
}
