// Darwin's <string.h>: Libc, include/_string.h.
#pragma once
#include <sys/types.h>
#include <strings.h>
void *memchr(const void *, int, size_t);
int memcmp(const void *, const void *, size_t);
void *memcpy(void *, const void *, size_t);
void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t);
void *memmem(const void *, size_t, const void *, size_t);
int memset_s(void *, size_t, int, size_t);
char *strcat(char *, const char *);
char *strchr(const char *, int);
char *strrchr(const char *, int);
int strcmp(const char *, const char *);
char *strcpy(char *, const char *);
char *strdup(const char *);
char *strerror(int);
int strerror_r(int, char *, size_t);
size_t strlen(const char *);
size_t strnlen(const char *, size_t);
int strncmp(const char *, const char *, size_t);
char *strncpy(char *, const char *, size_t);
char *strstr(const char *, const char *);
char *strsignal(int);
size_t strlcpy(char *, const char *, size_t);
int timingsafe_bcmp(const void *, const void *, size_t);
