/* Reports contended locks of Swift's Mutex to ThreadSanitizer. The uncontended path of Mutex is inlined into
   instrumented code. The contended path is in the runtime's library, which is not instrumented, so that accesses under
   a contended lock would look like a race. `sanitize thread` loads these functions before the library's. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

typedef SWIFT void (*lock_function)(uint32_t thread, SELF void *mutex);
typedef SWIFT void (*unlock_function)(SELF void *mutex);

SWIFT void lock_observed(uint32_t thread, SELF void *mutex) __asm__(LOCK);
SWIFT void unlock_observed(SELF void *mutex) __asm__(UNLOCK);

SWIFT void lock_observed(uint32_t thread, SELF void *mutex) {
    lock_function lock = (lock_function)dlsym(RTLD_NEXT, LOCK);
    lock(thread, mutex);
    if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT void unlock_observed(SELF void *mutex) {
    unlock_function unlock = (unlock_function)dlsym(RTLD_NEXT, UNLOCK);
    if (__tsan_release) __tsan_release(mutex);
    unlock(mutex);
}
