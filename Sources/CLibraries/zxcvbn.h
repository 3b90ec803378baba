#include_next <zxcvbn.h>
