// Darwin's <sys/statvfs.h>: Libc, include/sys/statvfs.h. Blocks are counted in 32 bits.
#pragma once
#include <sys/types.h>
typedef unsigned int fsblkcnt_t;
typedef unsigned int fsfilcnt_t;
struct statvfs {
    unsigned long f_bsize;
    unsigned long f_frsize;
    fsblkcnt_t f_blocks, f_bfree, f_bavail;
    fsfilcnt_t f_files, f_ffree, f_favail;
    unsigned long f_fsid;
    unsigned long f_flag;
    unsigned long f_namemax;
};
int statvfs(const char *__restrict, struct statvfs *__restrict);
int fstatvfs(int, struct statvfs *);
