// start.c: what a command that holds the C library needs before Swift's library starts.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <unistd.h>

/// Where /proc is not mounted, Swift's library cannot find out where it lies, and ends the program without a word about that.
/// With a folder that is given it goes on, and the command says what is missing.
__attribute__((constructor(101))) static void name_root(void) {
    if (access("/proc/self/exe", F_OK) != 0) setenv("SWIFT_ROOT", "/", 0);
}
