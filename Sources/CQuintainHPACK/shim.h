// shim.h: HPACK, both directions: of nghttp2, nghttp2_hd_* alone.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
#ifndef QUINTAIN_HPACK_SHIM_H
#define QUINTAIN_HPACK_SHIM_H

#include <nghttp2/nghttp2.h>

#endif
