/*
 * Runs a command and prints its cost on one line: "WALL_MS PEAK_KIB CPU_MS". The command's own output goes to /dev/null.
 * If the command fails (status 1 or 2, or a signal), there is no line and the status is 1.
 *
 *   bench_measure COMMAND [WORD…]
 *
 * GNU time does the same, but not every machine has it.
 */
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static double milliseconds(struct timeval time)
{
    return (double)time.tv_sec * 1e3 + (double)time.tv_usec / 1e3;
}

_Noreturn static void become(char **command)
{
    int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDOUT_FILENO);
    execvp(command[0], command);
    perror(command[0]);
    _exit(127);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fputs("usage: bench_measure COMMAND [WORD…]\n", stderr);
        return 2;
    }
    double start = now_ms();
    pid_t child = fork();
    if (child == 0)
        become(argv + 1);
    int status;
    struct rusage usage;
    if (child < 0 || wait4(child, &status, 0, &usage) < 0) {
        perror("bench_measure");
        return 1;
    }
    double wall = now_ms() - start;
    if (!WIFEXITED(status) || (WEXITSTATUS(status) > 0 && WEXITSTATUS(status) < 3)) {
        fprintf(stderr, "bench_measure: %s failed\n", argv[argc > 2 ? 2 : 1]);
        return 1;
    }
    printf("%.3f %ld %.3f\n", wall, usage.ru_maxrss,
           milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime));
    return 0;
}
