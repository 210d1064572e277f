// standard.h: the C library on macOS: memory, strings, streams, time.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
#ifndef STANDIN_STANDARD_H
#define STANDIN_STANDARD_H

#include "types.h"

void *malloc(size_t);
void *calloc(size_t, size_t);
void *realloc(void *, size_t);
void free(void *);
_Noreturn void abort(void);
_Noreturn void exit(int);
int atexit(void (* _Nonnull)(void));
char *getenv(const char *);
int setenv(const char *, const char *, int);
int system(const char *);
int unsetenv(const char *);
char *mkdtemp(char *);
int mkstemp(char *);
char *realpath(const char *restrict, char *restrict);

void *memchr(const void *, int, size_t);
int memcmp(const void *, const void *, size_t);
void *memcpy(void *, const void *, size_t);
void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t);
char *strchr(const char *, int);
int strcmp(const char *, const char *);
char *strdup(const char *);
char *strerror(int);
size_t strlen(const char *);

typedef struct __sFILE FILE;
typedef long long fpos_t;
extern FILE *__stdinp;
extern FILE *__stdoutp;
extern FILE *__stderrp;
#define EOF (-1)
int fclose(FILE *);
int fflush(FILE *);
FILE *fopen(const char *restrict, const char *restrict);
int fputs(const char *restrict, FILE *restrict);
size_t fread(void *restrict, size_t, size_t, FILE *restrict);
int getc(FILE *);
int rename(const char *, const char *);
int remove(const char *);

ASSUME_NONNULL_BEGIN
struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
    long tm_gmtoff;
    char * _Nullable tm_zone;
};
ASSUME_NONNULL_END

typedef enum {
    _CLOCK_REALTIME = 0,
    _CLOCK_MONOTONIC = 6,
    _CLOCK_PROCESS_CPUTIME_ID = 12,
    _CLOCK_THREAD_CPUTIME_ID = 16,
} clockid_t;

time_t time(time_t *);
int clock_gettime(clockid_t, struct timespec *);
int nanosleep(const struct timespec *, struct timespec *);
struct tm *gmtime_r(const time_t *, struct tm *);
struct tm *localtime_r(const time_t *, struct tm *);

#endif
