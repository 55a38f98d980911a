// Darwin's <dlfcn.h>: dyld.
#pragma once
void *dlsym(void *, const char *);
void *dlopen(const char *, int);
#define RTLD_DEFAULT ((void *)-2)
