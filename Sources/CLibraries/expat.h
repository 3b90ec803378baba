#include_next <expat.h>

/* In Debian's 2.5 since a security update, and declared only where XML_DTD is defined; weak, so that
   the program runs with an older one too. */
extern XML_Bool XML_SetAllocTrackerMaximumAmplification(XML_Parser parser, float factor)
    __attribute__((weak));

/* From 64 MiB on, a parser holds no more than it was given to read; else up to a hundred times that. */
static inline void expat_limit_memory(XML_Parser parser) {
  if (XML_SetAllocTrackerMaximumAmplification) {
    XML_SetAllocTrackerMaximumAmplification(parser, 1.0f);
  }
}
