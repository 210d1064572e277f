// Output.swift: what the command says, and where.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

enum Output {
    /// A result, on standard output.
    static func write(_ text: String) { put(text + "\n", STDOUT_FILENO) }

    /// A complaint or a remark, on standard error.
    static func complain(_ text: String) { put(text + "\n", STDERR_FILENO) }

    /// A line that is not ended, on standard output.
    static func writeOpen(_ text: String) { put(text, STDOUT_FILENO) }

    /// https://no-color.org
    static var refusesColour: Bool { getenv("NO_COLOR").map { $0.pointee != 0 } ?? false }

    /// The columns of the terminal; else what `COLUMNS` says; else those of a page. Never so few or so many that
    /// nothing could be laid out in them.
    static var width: Int {
        let columns = Terminal.width ?? Environment.value("COLUMNS").flatMap { Int($0) } ?? 120
        return min(max(columns, 40), 1000)
    }

    private static func put(_ text: String, _ descriptor: Int32) {
        var text = text
        text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while !rest.isEmpty {
                let count = systemWrite(descriptor, rest.baseAddress, rest.count)
                if count < 0 && errno != EINTR && errno != EAGAIN { return }
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(max(0, count)))
            }
        }
    }

    private static func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
        #if canImport(Darwin)
            Darwin.write(descriptor, bytes, count)
        #else
            Glibc.write(descriptor, bytes, count)
        #endif
    }
}
