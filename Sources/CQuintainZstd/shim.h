// shim.h: Zstandard.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
#ifndef QUINTAIN_ZSTD_SHIM_H
#define QUINTAIN_ZSTD_SHIM_H

#include <zstd.h>

#endif
