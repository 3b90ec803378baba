#include_next <jansson.h>
