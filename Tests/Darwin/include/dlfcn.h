// Darwin's <dlfcn.h>: dyld.
#pragma once
void *dlsym(void *, const char *);
void *dlopen(const char *, int);
#define RTLD_DEFAULT ((void *)-2)
typedef struct dl_info {
    const char *dli_fname;
    void *dli_fbase;
    const char *dli_sname;
    void *dli_saddr;
} Dl_info;
int dladdr(const void *, Dl_info *);
