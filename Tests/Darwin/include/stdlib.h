// Darwin's <stdlib.h>: Libc, include/_stdlib.h.
#pragma once
#include <sys/types.h>
#include <sys/wait.h>
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
void *malloc(size_t);
void *calloc(size_t, size_t);
void *realloc(void *, size_t);
void free(void *);
int posix_memalign(void **, size_t, size_t);
void exit(int) __dead2;
void abort(void) __dead2;
int atexit(void (*)(void));
char *getenv(const char *);
int setenv(const char *, const char *, int);
int unsetenv(const char *);
int putenv(char *);
int atoi(const char *);
long atol(const char *);
double atof(const char *);
double strtod(const char *, char **);
long strtol(const char *__restrict, char **__restrict, int);
long long strtoll(const char *__restrict, char **__restrict, int);
unsigned long strtoul(const char *__restrict, char **__restrict, int);
unsigned long long strtoull(const char *__restrict, char **__restrict, int);
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
int rand(void);
char *mkdtemp(char *);
int mkstemp(char *);
uint32_t arc4random(void);
void arc4random_buf(void *, size_t);
uint32_t arc4random_uniform(uint32_t);
char *realpath(const char *__restrict, char *__restrict);
