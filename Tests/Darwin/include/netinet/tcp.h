// Darwin's <netinet/tcp.h>: xnu, bsd/netinet/tcp.h.
#pragma once
#include <sys/types.h>
#define TCP_NODELAY 0x01
#define TCP_MAXSEG 0x02
#define TCP_NOPUSH 0x04
#define TCP_KEEPALIVE 0x10
#define TCP_KEEPINTVL 0x101
#define TCP_KEEPCNT 0x102
