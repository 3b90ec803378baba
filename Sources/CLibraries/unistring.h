// Before unistring's headers, which rename the integer types that struct random_data is made of;
// the two definitions would then contradict each other.
#include <stdlib.h>

#include <unicase.h>
#include <uninorm.h>
#include <unistr.h>
#include <uniwidth.h>

// UNINORM_NFKD is a macro for the address of a struct that the headers don't define.
static inline uninorm_t bucket_nfkd(void) { return UNINORM_NFKD; }
