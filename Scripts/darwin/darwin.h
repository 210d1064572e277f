// darwin.h: what macOS declares in C, as far as Sources and the libraries beside it use it. No function does anything.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
//
// Integers are as wide there, and pointers as optional. What takes a variable number of arguments is in Darwin.swift.
#pragma once

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

typedef long ssize_t, time_t;
typedef unsigned long clock_t;
typedef int32_t suseconds_t, pid_t, dev_t, blksize_t;
typedef uint32_t useconds_t, uid_t, gid_t, id_t;
typedef uint64_t ino_t;
typedef uint16_t mode_t, nlink_t;
typedef long long off_t, blkcnt_t;
struct timespec { time_t tv_sec; long tv_nsec; };
struct timeval { time_t tv_sec; suseconds_t tv_usec; };

// <errno.h>
static const int EPERM = 1, ENOENT = 2, EINTR = 4, EIO = 5, E2BIG = 7, ENOEXEC = 8, EBADF = 9, EACCES = 13, ENOTDIR = 20, EISDIR = 21;
static const int ENFILE = 23, EMFILE = 24, ENOSPC = 28, EROFS = 30, EPIPE = 32, EAGAIN = 35, EINPROGRESS = 36, EAFNOSUPPORT = 47;
static const int EADDRINUSE = 48, EADDRNOTAVAIL = 49, ENETUNREACH = 51, ECONNABORTED = 53, ECONNRESET = 54, ENOBUFS = 55;
static const int ETIMEDOUT = 60, ECONNREFUSED = 61, ELOOP = 62, EHOSTUNREACH = 65, EDQUOT = 69, ENOSYS = 78, ECANCELED = 89;

// <stdlib.h>, <string.h>, <stdio.h>
void *malloc(size_t);
void free(void *);
_Noreturn void abort(void);
_Noreturn void exit(int);
char *getenv(const char *);
int system(const char *);
char *mkdtemp(char *);
char *realpath(const char *restrict, char *restrict);
void *memcpy(void *, const void *, size_t);
char *strdup(const char *);
char *strerror(int);
typedef struct __sFILE FILE;
extern FILE *__stderrp;
int rename(const char *, const char *), remove(const char *);
typedef struct _malloc_zone_t malloc_zone_t;
size_t malloc_zone_pressure_relief(malloc_zone_t *, size_t);

// <time.h>
struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
    long tm_gmtoff;
    char * _Nullable tm_zone;
};
typedef enum { _CLOCK_REALTIME = 0, _CLOCK_MONOTONIC = 6 } clockid_t;
time_t time(time_t *);
int clock_gettime(clockid_t, struct timespec *);

// <fcntl.h>, <sys/stat.h>, <unistd.h>
static const int STDIN_FILENO = 0, STDOUT_FILENO = 1, STDERR_FILENO = 2;
static const int O_RDONLY = 0, O_WRONLY = 1, O_RDWR = 2, O_NONBLOCK = 4, O_APPEND = 8, O_NOFOLLOW = 0x100, O_CREAT = 0x200;
static const int O_TRUNC = 0x400, O_EXCL = 0x800, O_DIRECTORY = 0x100000, O_CLOEXEC = 0x1000000;
static const int F_SETFD = 2, F_GETFL = 3, F_SETFL = 4, FD_CLOEXEC = 1, SEEK_SET = 0, F_OK = 0, X_OK = 1, W_OK = 2;
static const int AT_FDCWD = -2, AT_SYMLINK_NOFOLLOW = 0x20, AT_SYMLINK_FOLLOW = 0x40, AT_REMOVEDIR = 0x80, OPEN_MAX = 10240;
struct stat {
    dev_t st_dev;
    mode_t st_mode;
    nlink_t st_nlink;
    ino_t st_ino;
    uid_t st_uid;
    gid_t st_gid;
    dev_t st_rdev;
    struct timespec st_atimespec, st_mtimespec, st_ctimespec, st_birthtimespec;
    off_t st_size;
    blkcnt_t st_blocks;
    blksize_t st_blksize;
    uint32_t st_flags, st_gen;
};
int stat(const char *, struct stat *), fstat(int, struct stat *), lstat(const char *, struct stat *);
int chmod(const char *, mode_t), fchmod(int, mode_t), fchmodat(int, const char *, mode_t, int);
int fchown(int, uid_t, gid_t), mkdir(const char *, mode_t), access(const char *, int), close(int), dup(int);
int ftruncate(int, off_t), isatty(int), link(const char *, const char *);
int linkat(int, const char *, int, const char *, int);
off_t lseek(int, off_t, int);
int pipe(int[2]);
ssize_t pread(int, void *, size_t, off_t), read(int, void *, size_t);
int renameat(int, const char *, int, const char *), rmdir(const char *), unlink(const char *);
int unlinkat(int, const char *, int);
ssize_t write(int, const void *, size_t);
struct winsize { unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel; };

// <dirent.h>
typedef struct { int __dd_fd; } DIR;
static const int DT_DIR = 4, DT_REG = 8;
struct dirent {
    uint64_t d_ino, d_seekoff;
    uint16_t d_reclen, d_namlen;
    uint8_t d_type;
    char d_name[1024];
};
DIR *opendir(const char *);
DIR *fdopendir(int);
struct dirent *readdir(DIR *);
void rewinddir(DIR *);
int closedir(DIR *);

// <sys/event.h>, <poll.h>
static const int EVFILT_READ = -1, EVFILT_WRITE = -2, EVFILT_USER = -10;
static const int EV_ADD = 1, EV_DELETE = 2, EV_CLEAR = 0x20, EV_ERROR = 0x4000, EV_EOF = 0x8000, NOTE_TRIGGER = 0x1000000;
struct kevent {
    uintptr_t ident;
    int16_t filter;
    uint16_t flags;
    uint32_t fflags;
    intptr_t data;
    void *udata;
};
int kqueue(void), kevent(int, const struct kevent *, int, struct kevent *, int, const struct timespec *);
static const int POLLIN = 1, POLLOUT = 4, POLLNVAL = 0x20;
typedef unsigned int nfds_t;
struct pollfd { int fd; short events, revents; };
int poll(struct pollfd *, nfds_t, int);

// <signal.h>
static const int SIGHUP = 1, SIGINT = 2, SIGQUIT = 3, SIGILL = 4, SIGTRAP = 5, SIGABRT = 6, SIGFPE = 8, SIGKILL = 9, SIGBUS = 10;
static const int SIGSEGV = 11, SIGSYS = 12, SIGPIPE = 13, SIGALRM = 14, SIGTERM = 15, SIGCONT = 19, SIGCHLD = 20;
static const int SA_RESTART = 2, SIG_BLOCK = 1, SIG_SETMASK = 3;
typedef uint32_t sigset_t;
typedef void (*sig_t)(int);
typedef struct __siginfo {
    int si_signo, si_errno, si_code;
    pid_t si_pid;
    uid_t si_uid;
    int si_status;
    void *si_addr;
} siginfo_t;
union __sigaction_u {
    void (*__sa_handler)(int);
    void (*__sa_sigaction)(int, struct __siginfo *, void *);
};
struct sigaction { union __sigaction_u __sigaction_u; sigset_t sa_mask; int sa_flags; };
int kill(pid_t, int), raise(int), sigaction(int, const struct sigaction *restrict, struct sigaction *restrict);
int sigaddset(sigset_t *, int), sigemptyset(sigset_t *), sigfillset(sigset_t *);
int pthread_sigmask(int, const sigset_t *, sigset_t *);

// <spawn.h>, <sys/wait.h>, <sys/resource.h>, <sys/mman.h>, <sys/utsname.h>, <mach-o/dyld.h>
typedef void *posix_spawnattr_t, *posix_spawn_file_actions_t;
static const int POSIX_SPAWN_SETPGROUP = 2, POSIX_SPAWN_SETSIGDEF = 4, POSIX_SPAWN_SETSIGMASK = 8, POSIX_SPAWN_CLOEXEC_DEFAULT = 0x4000;
int posix_spawn(pid_t *restrict, const char *restrict, const posix_spawn_file_actions_t *,
                const posix_spawnattr_t *restrict, char *const argv[restrict], char *const envp[restrict]);
int posix_spawn_file_actions_init(posix_spawn_file_actions_t *);
int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *);
int posix_spawn_file_actions_addopen(posix_spawn_file_actions_t *restrict, int, const char *restrict, int, mode_t);
int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *, int, int);
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *, const char *restrict);
int posix_spawnattr_init(posix_spawnattr_t *), posix_spawnattr_destroy(posix_spawnattr_t *);
int posix_spawnattr_setflags(posix_spawnattr_t *, short), posix_spawnattr_setpgroup(posix_spawnattr_t *, pid_t);
int posix_spawnattr_setsigmask(posix_spawnattr_t *restrict, const sigset_t *restrict);
int posix_spawnattr_setsigdefault(posix_spawnattr_t *restrict, const sigset_t *restrict);
typedef enum { P_ALL, P_PID, P_PGID } idtype_t;
static const int WNOHANG = 1, WEXITED = 4, WNOWAIT = 0x20;
pid_t waitpid(pid_t, int *, int);
int waitid(idtype_t, id_t, siginfo_t *, int);
pid_t getpid(void), getpgid(pid_t);
int pause(void);
unsigned int sleep(unsigned int);
int usleep(useconds_t);
static const int PROT_NONE = 0, MAP_PRIVATE = 2, MAP_ANON = 0x1000, _SC_PAGESIZE = 29, _SC_NPROCESSORS_ONLN = 58;
static void *const MAP_FAILED = (void *)-1;
void *mmap(void *, size_t, int, int, int, off_t);
int munmap(void *, size_t);
long sysconf(int);
struct utsname { char sysname[256], nodename[256], release[256], version[256], machine[256]; };
int uname(struct utsname *);
static const int RLIMIT_NOFILE = 8, RUSAGE_SELF = 0;
struct rlimit { uint64_t rlim_cur, rlim_max; };
typedef uint64_t rlim_t;
int getrlimit(int, struct rlimit *), setrlimit(int, const struct rlimit *);
struct rusage { struct timeval ru_utime, ru_stime; long ru_maxrss; };
int getrusage(int, struct rusage *), _NSGetExecutablePath(char *, uint32_t *);
char ***_NSGetEnviron(void);

// <sys/socket.h>, <netinet/in.h>, <netdb.h>: each address begins with its length.
typedef uint32_t socklen_t, in_addr_t;
typedef uint8_t sa_family_t;
typedef uint16_t in_port_t;
static const int AF_UNIX = 1, AF_INET = 2, AF_INET6 = 30, SOCK_STREAM = 1, IPPROTO_TCP = 6, IPPROTO_IPV6 = 41, IPV6_V6ONLY = 27, TCP_NODELAY = 1;
static const int SOL_SOCKET = 0xffff, SO_REUSEADDR = 4, SO_LINGER = 0x80, SO_SNDBUF = 0x1001, SO_RCVBUF = 0x1002, SO_ERROR = 0x1007;
static const int SO_NOSIGPIPE = 0x1022, SO_NWRITE = 0x1024, MSG_PEEK = 2, MSG_NOSIGNAL = 0x80000, SHUT_WR = 1, SHUT_RDWR = 2, INET6_ADDRSTRLEN = 46;
struct sockaddr { uint8_t sa_len; sa_family_t sa_family; char sa_data[14]; };
struct sockaddr_storage { uint8_t ss_len; sa_family_t ss_family; char __ss_pad1[6]; int64_t __ss_align; char __ss_pad2[112]; };
struct in_addr { in_addr_t s_addr; };
struct sockaddr_in {
    uint8_t sin_len;
    sa_family_t sin_family;
    in_port_t sin_port;
    struct in_addr sin_addr;
    char sin_zero[8];
};
typedef struct in6_addr { union { uint8_t __u6_addr8[16]; } __u6_addr; } in6_addr_t;
struct sockaddr_in6 {
    uint8_t sin6_len;
    sa_family_t sin6_family;
    in_port_t sin6_port;
    uint32_t sin6_flowinfo;
    struct in6_addr sin6_addr;
    uint32_t sin6_scope_id;
};
struct linger { int l_onoff, l_linger; };
struct addrinfo {
    int ai_flags, ai_family, ai_socktype, ai_protocol;
    socklen_t ai_addrlen;
    char *ai_canonname;
    struct sockaddr *ai_addr;
    struct addrinfo *ai_next;
};
int accept(int, struct sockaddr *restrict, socklen_t *restrict), bind(int, const struct sockaddr *, socklen_t);
int connect(int, const struct sockaddr *, socklen_t);
int getsockname(int, struct sockaddr *restrict, socklen_t *restrict);
int getsockopt(int, int, int, void *restrict, socklen_t *restrict), listen(int, int);
ssize_t recv(int, void *, size_t, int), send(int, const void *, size_t, int);
int setsockopt(int, int, int, const void *, socklen_t), shutdown(int, int), socket(int, int, int);
int socketpair(int, int, int, int *);
const char *inet_ntop(int, const void *, char *, socklen_t);
int inet_pton(int, const char *, void *);
int getaddrinfo(const char *restrict, const char *restrict, const struct addrinfo *restrict, struct addrinfo **restrict);
void freeaddrinfo(struct addrinfo *);

// <pthread.h>: these say of each pointer whether it may be null.
#pragma clang assume_nonnull begin
typedef struct { long __sig; char __opaque[56]; } pthread_attr_t;
typedef struct { long __sig; char __opaque[56]; } pthread_mutex_t;
typedef struct { long __sig; char __opaque[40]; } pthread_cond_t;
typedef struct { long __sig; char __opaque[8]; } pthread_condattr_t;
typedef struct { long __sig; char __opaque[8]; } pthread_mutexattr_t;
typedef struct { long __sig; char __opaque[8]; } pthread_once_t;
typedef struct _opaque_pthread_t { long __sig; char __opaque[8176]; } *pthread_t;
typedef unsigned long pthread_key_t;
static const int PTHREAD_CREATE_DETACHED = 2;
int pthread_attr_destroy(pthread_attr_t *), pthread_attr_init(pthread_attr_t *);
int pthread_attr_setdetachstate(pthread_attr_t *, int), pthread_attr_setstacksize(pthread_attr_t *, size_t);
int pthread_cond_destroy(pthread_cond_t *);
int pthread_cond_init(pthread_cond_t *restrict, const pthread_condattr_t * _Nullable restrict);
int pthread_cond_signal(pthread_cond_t *), pthread_cond_wait(pthread_cond_t *restrict, pthread_mutex_t *restrict);
int pthread_create(pthread_t _Nullable * _Nonnull restrict, const pthread_attr_t * _Nullable restrict,
                   void * _Nullable (* _Nonnull)(void *), void * _Nullable restrict);
int pthread_mutex_destroy(pthread_mutex_t *);
int pthread_mutex_init(pthread_mutex_t *restrict, const pthread_mutexattr_t * _Nullable restrict);
int pthread_mutex_lock(pthread_mutex_t *), pthread_mutex_unlock(pthread_mutex_t *);
pthread_t pthread_self(void);
int pthread_setname_np(const char *);
#pragma clang assume_nonnull end
