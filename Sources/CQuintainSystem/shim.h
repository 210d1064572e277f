// shim.h: what the toolchain's own modules lack of the system.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
#ifndef QUINTAIN_SYSTEM_SHIM_H
#define QUINTAIN_SYSTEM_SHIM_H

#ifdef __linux__
#include <linux/sockios.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

/// A descriptor that becomes readable when the process ends; -1 where the kernel has none.
static inline int quintain_pidfd_open(int pid) {
#ifdef SYS_pidfd_open
    return (int)syscall(SYS_pidfd_open, pid, 0);
#else
    return -1;
#endif
}

/// How many bytes the peer has not acknowledged yet; -1 on error.
static inline int quintain_unacknowledged(int fd) {
    int count = 0;
    return ioctl(fd, SIOCOUTQ, &count) == 0 ? count : -1;
}

/// Names the calling thread, in at most 15 bytes.
static inline void quintain_name_thread(const char *name) { prctl(PR_SET_NAME, name); }

/// accept4, which the headers hide from a module that does not ask for GNU extensions.
static inline int quintain_accept(int fd, struct sockaddr *address, socklen_t *length) {
    extern int accept4(int, struct sockaddr *, socklen_t *, int);
    return accept4(fd, address, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

/// pipe2, hidden for the same reason: no child process ever inherits the ends.
static inline int quintain_pipe(int *ends) {
    extern int pipe2(int *, int);
    return pipe2(ends, O_CLOEXEC);
}

/// posix_spawn_file_actions_addchdir_np, hidden for the same reason.
static inline int quintain_spawn_in(posix_spawn_file_actions_t *actions, const char *folder) {
    extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *, const char *);
    return posix_spawn_file_actions_addchdir_np(actions, folder);
}
#endif

#endif
