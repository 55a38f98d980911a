// Darwin's <sys/fcntl.h>.
#pragma once
#include <fcntl.h>
