// Darwin's <math.h>: Libm.
#pragma once
double fabs(double);
double floor(double);
double ceil(double);
double round(double);
double pow(double, double);
double log(double);
double log2(double);
double log10(double);
double exp(double);
double sqrt(double);
double fmod(double, double);
#define HUGE_VAL __builtin_huge_val()
#define INFINITY HUGE_VALF
#define HUGE_VALF __builtin_huge_valf()
#define NAN __builtin_nanf("0x7fc00000")
