// shim.h: what the toolchain's own modules lack of the system.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
#ifndef QUINTAIN_SYSTEM_SHIM_H
#define QUINTAIN_SYSTEM_SHIM_H

#ifdef __linux__
#include <linux/sockios.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <spawn.h>
#include <sys/auxv.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

/// epoll_wait with nanoseconds; negative waits without end. Older kernels round up to milliseconds.
static inline int quintain_epoll_wait(int epoll, struct epoll_event *events, int room, long long nanoseconds) {
#ifdef SYS_epoll_pwait2
    /* Only a short wait is worth the precision. */
    if (nanoseconds > 0 && nanoseconds < 100000000) {
        struct { long long seconds, nanoseconds; } timeout = {0, nanoseconds};
        int count = (int)syscall(SYS_epoll_pwait2, epoll, events, room, &timeout, (void *)0, 0);
        if (count >= 0 || errno != ENOSYS) return count;
    }
#endif
    long long milliseconds = nanoseconds < 0 ? -1 : nanoseconds / 1000000 + (nanoseconds % 1000000 != 0);
    return epoll_wait(epoll, events, room, milliseconds > 0x7fffffff ? 0x7fffffff : (int)milliseconds);
}

/// A descriptor that becomes readable when the process ends; -1 where the kernel has none.
static inline int quintain_pidfd_open(int pid) {
#ifdef SYS_pidfd_open
    return (int)syscall(SYS_pidfd_open, pid, 0);
#else
    return -1;
#endif
}

/// Makes the orphans among all its descendants children of the calling process; -1 on error.
static inline int quintain_keep_orphans(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

/// How many bytes the peer has not acknowledged yet; -1 on error.
static inline int quintain_unacknowledged(int fd) {
    int count = 0;
    return ioctl(fd, SIOCOUTQ, &count) == 0 ? count : -1;
}

/// For how many milliseconds no bytes have come on a TCP connection; -1 on error.
static inline int quintain_since_data(int fd) {
    struct tcp_info facts;
    socklen_t size = sizeof facts;
    return getsockopt(fd, IPPROTO_TCP, TCP_INFO, &facts, &size) == 0 ? (int)facts.tcpi_last_data_recv : -1;
}

/// Names the calling thread, in at most 15 bytes.
static inline void quintain_name_thread(const char *name) { prctl(PR_SET_NAME, name); }

/// Lets all threads allocate where the first one does. glibc enlarges the others' memory page by page, each by a
/// call of its own. Elsewhere there is nothing to ask for.
static inline void quintain_share_memory(void) {
#ifdef __GLIBC__
    mallopt(M_ARENA_MAX, 1);
#endif
}

/// Lets a program that was linked statically look hosts up in the hosts file and in DNS alone. Other services, which
/// /etc/nsswitch.conf may name, are shared libraries for a C library that may be another one.
static inline void quintain_resolve_alone(void) {
#ifdef __GLIBC__
    extern int __nss_configure_lookup(const char *, const char *);
    /* A program with an interpreter has been loaded by it, and is not static. */
    if (getauxval(AT_BASE) == 0) __nss_configure_lookup("hosts", "files dns");
#endif
}

/// Gives free memory back to the system that lies between what is in use.
static inline void quintain_give_back(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

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
