#include "tests/support/scratch_folder.h"

#include "core/base/bug.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { OPEN_FOLDERS = 8, PATH_SIZE = 256 };

static char folder[PATH_SIZE];

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    (void)status, (void)kind, (void)place;
    return remove(path);
}

static void remove_folder(void)
{
    nftw(folder, remove_entry, OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS);
}

const char *scratch_folder(void)
{
    if (folder[0] != '\0')
        return folder;
    const char *place = getenv("FUZZ_FOLDER");
    if (place == NULL)
        place = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    snprintf(folder, sizeof folder, "%s/assay-fuzz-XXXXXX", place);
    BUG_UNLESS(mkdtemp(folder) != NULL);
    atexit(remove_folder);
    return folder;
}

const char *scratch_file(const char *name, struct bytes content)
{
    static char path[2 * PATH_SIZE];
    snprintf(path, sizeof path, "%s/%s", scratch_folder(), name);
    FILE *file = fopen(path, "wb");
    BUG_UNLESS(file != NULL);
    BUG_UNLESS(fwrite(content.data, 1, content.size, file) == content.size);
    BUG_UNLESS(fclose(file) == 0);
    return path;
}
