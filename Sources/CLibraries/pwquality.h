#include_next <pwquality.h>
