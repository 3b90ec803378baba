#include_next <expat.h>
