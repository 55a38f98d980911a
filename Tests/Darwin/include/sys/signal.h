// Darwin's <sys/signal.h>.
#pragma once
#include <signal.h>
