// Terminal.swift: whether standard output is a terminal, and how wide it is.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import Darwin
#else
    import CQuintainSystem
    import Glibc
#endif

package enum Terminal {
    /// Whether standard output is a terminal.
    package static var isOutput: Bool { isatty(STDOUT_FILENO) == 1 }

    /// The columns of the terminal on standard output; nil: there is none.
    package static var width: Int? {
        var size = winsize()
        guard isOutput, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}
