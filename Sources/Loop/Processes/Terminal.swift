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

    /// Whether standard output and standard error lead to the same terminal, pipe or file.
    package static var outputIsErrors: Bool {
        var (output, errors) = (stat(), stat())
        guard fstat(STDOUT_FILENO, &output) == 0, fstat(STDERR_FILENO, &errors) == 0 else { return false }
        return output.st_dev == errors.st_dev && output.st_ino == errors.st_ino
    }

    /// The columns of the terminal on standard output; nil: there is none.
    package static var width: Int? {
        var size = winsize()
        guard isOutput, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}
