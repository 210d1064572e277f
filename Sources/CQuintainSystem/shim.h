// shim.h: what the toolchain's own modules lack of the system.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
#ifndef QUINTAIN_SYSTEM_SHIM_H
#define QUINTAIN_SYSTEM_SHIM_H

#ifdef __linux__
#include <sys/epoll.h>
#include <sys/eventfd.h>
#endif

#endif
