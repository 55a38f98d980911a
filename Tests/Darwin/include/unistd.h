// Darwin's <unistd.h>: Libc, include/unistd.h, and xnu, bsd/sys/unistd.h.
#pragma once
#include <sys/types.h>
#include <sys/_select.h>
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define F_OK 0
#define X_OK (1 << 0)
#define W_OK (1 << 1)
#define R_OK (1 << 2)
#define F_ULOCK 0
#define F_LOCK 1
#define F_TLOCK 2
#define F_TEST 3
#define _SC_CLK_TCK 3
#define _SC_OPEN_MAX 5
#define _SC_PAGESIZE 29
#define _SC_NPROCESSORS_CONF 57
#define _SC_NPROCESSORS_ONLN 58
ssize_t read(int, void *, size_t);
ssize_t write(int, const void *, size_t);
ssize_t pread(int, void *, size_t, off_t);
ssize_t pwrite(int, const void *, size_t, off_t);
int close(int);
int pipe(int[2]);
int dup(int);
int dup2(int, int);
int fsync(int);
int ftruncate(int, off_t);
int truncate(const char *, off_t);
off_t lseek(int, off_t, int);
int lockf(int, int, off_t);
int access(const char *, int);
int unlink(const char *);
int rmdir(const char *);
int link(const char *, const char *);
int symlink(const char *, const char *);
ssize_t readlink(const char *__restrict, char *__restrict, size_t);
char *realpath(const char *__restrict, char *__restrict);
int chdir(const char *);
char *getcwd(char *, size_t);
int chown(const char *, uid_t, gid_t);
int fchown(int, uid_t, gid_t);
int isatty(int);
char *ttyname(int);
pid_t getpid(void);
pid_t getppid(void);
pid_t getpgrp(void);
int setpgid(pid_t, pid_t);
pid_t setsid(void);
pid_t tcgetpgrp(int);
int tcsetpgrp(int, pid_t);
uid_t getuid(void);
uid_t geteuid(void);
gid_t getgid(void);
gid_t getegid(void);
int getdtablesize(void);
int gethostname(char *, size_t);
unsigned int alarm(unsigned int);
int pause(void);
unsigned int sleep(unsigned int);
int usleep(useconds_t);
long sysconf(int);
char *crypt(const char *, const char *);
int getentropy(void *, size_t);
void _exit(int) __dead2;
