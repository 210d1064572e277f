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
        return DescriptorLimit.refusal()
    }
}
