#include <unicase.h>
#include <uninorm.h>
#include <unistr.h>
#include <uniwidth.h>
