// What is tried is the writing: hundreds of runs would do little but derive keys.
#include "Call.h"

int crypto_pwhash(
    unsigned char *key, unsigned long long key_count, const char *password,
    unsigned long long password_count, const unsigned char *salt, unsigned long long passes,
    size_t memory, int algorithm) {
  // crypto_pwhash_OPSLIMIT_MIN and crypto_pwhash_MEMLIMIT_MIN of libsodium.
  if (fault_keys_are_cheap()) passes = 1, memory = 8192;
  return REAL(crypto_pwhash)(
      key, key_count, password, password_count, salt, passes, memory, algorithm);
}
