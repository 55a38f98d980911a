// libevent's headers meet Glibc's `fd_set`; both must see the same one, so this comes first.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include <sys/select.h>

#include <event2/buffer.h>
#include <event2/event.h>
#include <event2/util.h>
