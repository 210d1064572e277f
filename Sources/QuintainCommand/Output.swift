// Output.swift: what the command says, and where.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import QuintainReport
import Synchronization

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

enum Output {
    private struct State {
        var waits = true
        /// A report has standard output for itself; what is said to people goes to standard error.
        var isForReport = false
        var failure: String?
        /// How many texts were not written since the last one that was.
        var dropped = 0
    }

    private static let state = Mutex(State())

    /// From here on nobody is waited for who reads too slowly: a server has others to serve. What finds no room is
    /// dropped, and counted.
    static func stopWaiting() { state.withLock { $0.waits = false } }

    /// Why standard output could not be written. What comes after that is not: half a result must not look like a whole
    /// one.
    static var failure: String? { state.withLock(\.failure) }

    /// A result, on standard output, or on standard error where a report has that.
    static func write(_ text: String) { put(text + "\n", talk) }

    /// A result for programs, on a line of its own.
    static func write(_ json: JSONText) { put(Array((json.description + "\n").utf8), talk) }

    /// A complaint or a remark, on standard error.
    static func complain(_ text: String) { put(text + "\n", .errors) }

    /// A line that is not ended, on standard output.
    static func writeOpen(_ text: String) { put(text, talk) }

    /// https://no-color.org
    static var refusesColour: Bool { getenv("NO_COLOR").map { $0.pointee != 0 } ?? false }

    /// The columns of the terminal; else what `COLUMNS` says; else those of a page. Never so few or so many that
    /// nothing could be laid out in them.
    static var width: Int {
        let columns = Terminal.width ?? Environment.value("COLUMNS").flatMap { Int($0) } ?? 120
        return min(max(columns, 40), 1000)
    }

    // MARK: Reports

    /// The path that stands for standard output.
    static let standard = "-"

    /// Which report is to have standard output: at most one.
    static func reserve(_ paths: [(option: String, path: String?)]) throws(WrongUse) {
        let reserved = paths.filter { $0.path == standard }.map(\.option)
        guard reserved.count < 2 else {
            throw WrongUse(
                "'\(reserved[0]) -' and '\(reserved[1]) -' both ask for standard output", help: "name a file for one")
        }
        if !reserved.isEmpty { state.withLock { $0.isForReport = true } }
    }

    /// Writes the file, or standard output in its place.
    static func save(_ bytes: [UInt8], to path: String) throws(WrongUse) {
        if path == standard { return put(bytes, .output) }
        do throws(LoopError) {
            try Files.write(bytes, to: path)
        } catch {
            throw WrongUse(error.message, help: error.help)
        }
    }

    private static var talk: StandardStream { state.withLock(\.isForReport) ? .errors : .output }

    private static func put(_ text: String, _ stream: StandardStream) {
        put(Array(VisibleText.of(text).utf8), stream)
    }

    private static func put(_ bytes: [UInt8], _ stream: StandardStream) {
        state.withLock { state in
            guard state.failure == nil || stream == .errors else { return }
            if state.dropped > 0, !state.waits {
                // What was dropped may have left half a line.
                let remark = "\n(\(state.dropped) remarks were dropped: they were not read in time)\n"
                guard stream.offer(Array(remark.utf8)) == .whole else { return state.dropped += 1 }
                state.dropped = 0
            }
            switch state.waits ? stream.write(bytes) : stream.offer(bytes) {
            case .whole, .unread: break
            case .dropped: state.dropped += 1
            case .refused(let reason): if stream == .output { state.failure = reason }
            }
        }
    }
}
