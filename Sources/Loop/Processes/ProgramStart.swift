// ProgramStart.swift: what a program of ours does before all else.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

package enum ProgramStart {
    /// Makes the process fit to run; the reason why the program cannot start, or nil.
    package static func refusal() -> String? {
        StandardStream.openClosed()
        Signals.ignoreBrokenPipes()
        // The program's own name is missing where Swift has not found the command line.
        guard CommandLine.argc > 0 else {
            return "the command line cannot be read, because /proc is not mounted\n"
                + "  help: mount it: 'mount -t proc proc /proc', below the root folder of the command"
        }
        // Swift ends the process if it gets no memory.
        guard let memory = mmap(nil, memory, PROT_NONE, MAP_PRIVATE | MAP_ANON, -1, 0), memory != MAP_FAILED else {
            return "the system gives no \(memory >> 20) MiB of memory\n"
                + "  help: raise the limit with 'ulimit -v unlimited'"
        }
        munmap(memory, Self.memory)
        return DescriptorLimit.refusal()
    }

    /// As much as the stacks of three threads take, and what they need besides.
    private static let memory = 32 << 20
}
