// shim.h: Brotli, both directions.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
#ifndef QUINTAIN_BROTLI_SHIM_H
#define QUINTAIN_BROTLI_SHIM_H

#include <brotli/decode.h>
#include <brotli/encode.h>

#endif
