#include_next <qrencode.h>
