// Darwin's <termios.h>: xnu, bsd/sys/termios.h.
#pragma once
#include <sys/types.h>
#include <sys/ioctl.h>
typedef unsigned long tcflag_t;
typedef unsigned char cc_t;
typedef unsigned long speed_t;
#define NCCS 20
#define ECHO 0x00000008
#define ICANON 0x00000100
#define TCSANOW 0
#define TCSADRAIN 1
#define TCSAFLUSH 2
struct termios {
    tcflag_t c_iflag, c_oflag, c_cflag, c_lflag;
    cc_t c_cc[NCCS];
    speed_t c_ispeed, c_ospeed;
};
int tcgetattr(int, struct termios *);
int tcsetattr(int, int, const struct termios *);
