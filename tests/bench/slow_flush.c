/*
 * A slow disk. A program that loads this library first (LD_PRELOAD) waits before each flush of a file. The waiting time
 * in milliseconds is in the file that $FLUSH_DELAY names; without that file there is none. It is read at each flush.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static double delay_ms(void)
{
    const char *path = getenv("FLUSH_DELAY");
    FILE *file = path != NULL ? fopen(path, "re") : NULL;
    double ms = 0;
    if (file == NULL)
        return 0;
    if (fscanf(file, "%lf", &ms) != 1)
        ms = 0;
    fclose(file);
    return ms;
}

static int flush_slowly(const char *call, int fd)
{
    int (*flush)(int);
    void *found = dlsym(RTLD_NEXT, call);
    double ms = delay_ms();
    memcpy(&flush, &found, sizeof flush);
    nanosleep(&(struct timespec){.tv_sec = (time_t)(ms / 1e3), .tv_nsec = (long)(ms * 1e6) % 1000000000},
              NULL);
    return flush(fd);
}

int fsync(int fd)
{
    return flush_slowly("fsync", fd);
}

int fdatasync(int fd)
{
    return flush_slowly("fdatasync", fd);
}
