// shim.h: zlib, and its macros that Swift cannot see as functions.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
#ifndef QUINTAIN_ZLIB_SHIM_H
#define QUINTAIN_ZLIB_SHIM_H

#include <zlib.h>

static inline int quintain_deflate_init(z_stream *stream, int level, int window_bits) {
    return deflateInit2(stream, level, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY);
}

static inline int quintain_inflate_init(z_stream *stream, int window_bits) {
    return inflateInit2(stream, window_bits);
}

#endif
