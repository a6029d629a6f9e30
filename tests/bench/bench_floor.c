/*
 * The floor: maps a file and counts its newlines, the least that a reader of runs must do. Other times are given as
 * multiples of this one.
 *
 *   bench_floor FILE
 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static size_t count_newlines(const char *data, size_t size)
{
    size_t count = 0;
    for (const char *end = data + size; (data = memchr(data, '\n', (size_t)(end - data))) != NULL; data++)
        count++;
    return count;
}

int main(int argc, char **argv)
{
    struct stat status;
    int descriptor = argc == 2 ? open(argv[1], O_RDONLY) : -1;
    if (descriptor < 0 || fstat(descriptor, &status) < 0) {
        fputs("usage: bench_floor FILE\n", stderr);
        return 2;
    }
    size_t size = (size_t)status.st_size;
    const char *data = mmap(NULL, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (data == MAP_FAILED) {
        perror(argv[1]);
        return 1;
    }
    printf("%zu\n", count_newlines(data, size));
    return 0;
}
