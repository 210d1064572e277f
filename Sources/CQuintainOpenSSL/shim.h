// shim.h: OpenSSL, and its macros that Swift cannot see as functions.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
#ifndef QUINTAIN_OPENSSL_SHIM_H
#define QUINTAIN_OPENSSL_SHIM_H

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>

#endif
