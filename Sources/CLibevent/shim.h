// libevent's headers, and the system's socket calls that a loop needs.
//
// `sys/select.h` comes first and no feature macro is set, because libevent and Swift's own Glibc module must see the
// same `fd_set`. Functions that the GNU C library declares only with a feature macro are therefore declared here.
#include <sys/select.h>

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <unistd.h>

#ifdef __APPLE__
#include <sys/random.h>
#endif

#include <event2/buffer.h>
#include <event2/event.h>
#include <event2/util.h>

extern char **environ;

// A function, because Swift treats a mutable global variable as unsafe.
static inline char **program_environment(void) { return environ; }

#ifdef __GLIBC__
#include <malloc.h>
#elif defined(__APPLE__)
#include <malloc/malloc.h>
#endif

// Returns freed memory to the system.
static inline void release_free_memory(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#elif defined(__APPLE__)
    malloc_zone_pressure_relief(NULL, 0);
#endif
}

// The number of allocated bytes, in all heaps and in mappings of their own; 0 if the C library does not tell.
static inline size_t allocated_memory(void) {
#ifdef __GLIBC__
#if __GLIBC_PREREQ(2, 33)
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
#endif
#endif
    return 0;
}

#ifdef __linux__
extern int accept4(int descriptor, struct sockaddr *address, socklen_t *length, int flags);
extern int pthread_setname_np(pthread_t thread, const char *name);
extern ssize_t splice(int from, off_t *from_offset, int to, off_t *to_offset, size_t length, unsigned int flags);
extern int pipe2(int descriptors[2], int flags);
#endif
