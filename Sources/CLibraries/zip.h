#include_next <zip.h>
