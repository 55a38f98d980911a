// Darwin's <stdio.h>: Libc, include/_stdio.h.
#pragma once
#include <sys/types.h>
#include <stdarg.h>
typedef struct __sFILE { int _file; } FILE;
typedef int64_t fpos_t;
extern FILE *__stdinp, *__stdoutp, *__stderrp;
#define stdin __stdinp
#define stdout __stdoutp
#define stderr __stderrp
#define EOF (-1)
#define BUFSIZ 1024
#define _IONBF 2
FILE *fopen(const char *__restrict, const char *__restrict);
FILE *fdopen(int, const char *);
int fclose(FILE *);
int fflush(FILE *);
int ferror(FILE *);
int fileno(FILE *);
int fputs(const char *__restrict, FILE *__restrict);
int fputc(int, FILE *);
int putc(int, FILE *);
char *fgets(char *__restrict, int, FILE *);
size_t fread(void *__restrict, size_t, size_t, FILE *__restrict);
size_t fwrite(const void *__restrict, size_t, size_t, FILE *__restrict);
int setvbuf(FILE *__restrict, char *__restrict, int, size_t);
int printf(const char *__restrict, ...);
int fprintf(FILE *__restrict, const char *__restrict, ...);
int snprintf(char *__restrict, size_t, const char *__restrict, ...);
int vfprintf(FILE *__restrict, const char *__restrict, va_list);
int vsnprintf(char *__restrict, size_t, const char *__restrict, va_list);
int sscanf(const char *__restrict, const char *__restrict, ...);
ssize_t getline(char **__restrict, size_t *__restrict, FILE *__restrict);
int remove(const char *);
int rename(const char *, const char *);
void perror(const char *);
void flockfile(FILE *);
void funlockfile(FILE *);
