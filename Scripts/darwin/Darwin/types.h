// types.h: the sizes of things on macOS, as <sys/types.h> and its like have them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
#ifndef STANDIN_TYPES_H
#define STANDIN_TYPES_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

/* Apple's headers come in two kinds: those that say of each pointer whether it may be null, and those that say nothing,
   whose pointers Swift unwraps without being asked. A function here says as much as Apple's does. */
#define ASSUME_NONNULL_BEGIN _Pragma("clang assume_nonnull begin")
#define ASSUME_NONNULL_END _Pragma("clang assume_nonnull end")

typedef long ssize_t;
typedef long time_t;
typedef unsigned long clock_t;
typedef int32_t suseconds_t;
typedef uint32_t useconds_t;
typedef int32_t pid_t;
typedef uint32_t uid_t;
typedef uint32_t gid_t;
typedef uint32_t id_t;
typedef int32_t dev_t;
typedef uint64_t ino_t;
typedef uint16_t mode_t;
typedef uint16_t nlink_t;
typedef long long off_t;
typedef long long blkcnt_t;
typedef int32_t blksize_t;

struct timespec {
    time_t tv_sec;
    long tv_nsec;
};

struct timeval {
    time_t tv_sec;
    suseconds_t tv_usec;
};

#endif
