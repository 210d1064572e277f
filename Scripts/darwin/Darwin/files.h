// files.h: descriptors, files and folders on macOS. What takes a variable number of arguments is in Darwin.swift.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
#ifndef STANDIN_FILES_H
#define STANDIN_FILES_H

#include "types.h"

#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2

#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_RDWR 0x0002
#define O_NONBLOCK 0x00000004
#define O_APPEND 0x00000008
#define O_NOFOLLOW 0x00000100
#define O_CREAT 0x00000200
#define O_TRUNC 0x00000400
#define O_EXCL 0x00000800
#define O_DIRECTORY 0x00100000
#define O_CLOEXEC 0x01000000

#define F_DUPFD 0
#define F_GETFD 1
#define F_SETFD 2
#define F_GETFL 3
#define F_SETFL 4
#define F_NOCACHE 48
#define F_FULLFSYNC 51
#define FD_CLOEXEC 1

#define AT_FDCWD -2
#define AT_SYMLINK_NOFOLLOW 0x0020
#define AT_SYMLINK_FOLLOW 0x0040
#define AT_REMOVEDIR 0x0080

#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define F_OK 0
#define X_OK (1 << 0)
#define W_OK (1 << 1)
#define R_OK (1 << 2)
#define PATH_MAX 1024
#define PIPE_BUF 512
#define OPEN_MAX 10240

struct stat {
    dev_t st_dev;
    mode_t st_mode;
    nlink_t st_nlink;
    ino_t st_ino;
    uid_t st_uid;
    gid_t st_gid;
    dev_t st_rdev;
    struct timespec st_atimespec;
    struct timespec st_mtimespec;
    struct timespec st_ctimespec;
    struct timespec st_birthtimespec;
    off_t st_size;
    blkcnt_t st_blocks;
    blksize_t st_blksize;
    uint32_t st_flags;
    uint32_t st_gen;
    int32_t st_lspare;
    int64_t st_qspare[2];
};

int stat(const char *, struct stat *);
int fstat(int, struct stat *);
int lstat(const char *, struct stat *);
int fstatat(int, const char *, struct stat *, int);
int chmod(const char *, mode_t);
int fchmod(int, mode_t);
int fchmodat(int, const char *, mode_t, int);
int chown(const char *, uid_t, gid_t);
int fchown(int, uid_t, gid_t);
mode_t umask(mode_t);
int mkdir(const char *, mode_t);
int mkdirat(int, const char *, mode_t);
int mkfifo(const char *, mode_t);

int access(const char *, int);
int chdir(const char *);
int close(int);
int dup(int);
int dup2(int, int);
int ftruncate(int, off_t);
int fsync(int);
char *getcwd(char *, size_t);
int isatty(int);
int link(const char *, const char *);
int linkat(int, const char *, int, const char *, int);
off_t lseek(int, off_t, int);
int pipe(int[2]);
ssize_t pread(int, void *, size_t, off_t);
ssize_t read(int, void *, size_t);
ssize_t readlink(const char *restrict, char *restrict, size_t);
int renameat(int, const char *, int, const char *);
int rmdir(const char *);
int symlink(const char *, const char *);
int unlink(const char *);
int unlinkat(int, const char *, int);
ssize_t write(int, const void *, size_t);

typedef struct {
    int __dd_fd;
    long __dd_loc;
    long __dd_size;
    char *__dd_buf;
} DIR;

#define DT_DIR 4
#define DT_REG 8
struct dirent {
    uint64_t d_ino;
    uint64_t d_seekoff;
    uint16_t d_reclen;
    uint16_t d_namlen;
    uint8_t d_type;
    char d_name[1024];
};

DIR *opendir(const char *);
DIR *fdopendir(int);
struct dirent *readdir(DIR *);
void rewinddir(DIR *);
int closedir(DIR *);

struct winsize {
    unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel;
};

#endif
