// ServerLog.swift: the log of a running server, one line an event.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainLoop
package import QuintainNotation

/// Writes events as lines for people or for programs; `docs/running.md` is their contract.
///
/// Logging never waits: if its reader is too slow, lines are dropped and counted.
@OnLoop
package final class ServerLog {
    package enum Form: String, CaseIterable, Sendable { case json, text }

    package enum Level: String, CaseIterable, Comparable, Sendable {
        /// Each request that a route answers.
        case debug
        /// Sessions, and files that are read again.
        case info
        /// Requests without an answer of a route, files that are broken, sessions that fail.
        case warning

        package static func < (one: Level, other: Level) -> Bool {
            allCases.firstIndex(of: one)! < allCases.firstIndex(of: other)!
        }
    }

    /// The kinds of events.
    package enum Kind: String, CaseIterable, Sendable {
        case serverReady = "server-ready"
        case serverStopping = "server-stopping"
        case sessionArmed = "session-armed"
        case sessionEnded = "session-ended"
        case requestAnswered = "request-answered"
        case requestUnmatched = "request-unmatched"
        case requestMalformed = "request-malformed"
        case requestIncomplete = "request-incomplete"
        case fileRead = "file-read"
        case fileBroken = "file-broken"
        case fileWarning = "file-warning"
        case descriptorsShort = "descriptors-short"
        case descriptorsFree = "descriptors-free"
        case linesDropped = "lines-dropped"

        package var level: Level {
            switch self {
            case .requestAnswered: .debug
            case .serverReady, .serverStopping, .sessionArmed, .sessionEnded, .fileRead, .descriptorsFree: .info
            case .requestUnmatched, .requestMalformed, .requestIncomplete, .fileBroken, .fileWarning,
                .descriptorsShort, .linesDropped:
                .warning
            }
        }
    }

    private let form: Form
    private let least: Level
    private let clock: @OnLoop () -> Int64
    private let write: @OnLoop ([UInt8]) -> Bool
    /// How many lines were not written.
    package private(set) var dropped = 0
    private var droppedTold = 0

    /// `clock` returns nanoseconds since 1970; `write` takes a line, or returns false if it cannot.
    package init(
        _ form: Form, from least: Level = .info, clock: @escaping @OnLoop () -> Int64 = { WallClock.nanoseconds },
        write: @escaping @OnLoop ([UInt8]) -> Bool = ServerLog.standardErrors()
    ) {
        self.form = form
        self.least = least
        self.clock = clock
        self.write = write
    }

    /// The log on standard error. If a full disk has cut a line, the next one still begins on a line of its own.
    @OnLoop
    package static func standardErrors() -> @OnLoop ([UInt8]) -> Bool {
        var isCut = false
        return { line in
            switch StandardStream.errors.offer(isCut ? [10] + line : line) {
            case .whole: isCut = false
            case .refused: isCut = true
            case .dropped, .unread: return false
            }
            return !isCut
        }
    }

    /// Whether events of this kind are logged.
    package func tells(_ kind: Kind) -> Bool { kind.level >= least }

    /// - Parameter level: for an event that is more serious than others of its kind.
    package func tell(_ kind: Kind, _ level: Level? = nil, _ members: [(String, JSONText)] = []) {
        let level = level ?? kind.level
        guard level >= least else { return }
        if dropped > droppedTold {
            let missed: [(String, JSONText)] = [("lines", .number(dropped - droppedTold))]
            if write(line(.linesDropped, .warning, missed)) { droppedTold = dropped }
        }
        if !write(line(kind, level, members)) { dropped += 1 }
    }

    /// Logs that new connections to this port wait until descriptors are free, or no longer do.
    package func tellShortage(_ isOn: Bool, at url: String) {
        tell(
            isOn ? .descriptorsShort : .descriptorsFree, nil,
            [("url", .text(url)), ("limit", .number(DescriptorLimit.current))])
    }

    private func line(_ kind: Kind, _ level: Level, _ members: [(String, JSONText)]) -> [UInt8] {
        let time = Timestamp.text(nanosecondsSinceEpoch: clock())
        let short = members.map { name, value in (name, value.shortened) }
        var text: String
        switch form {
        case .json:
            let head: [(String, JSONText)] = [
                ("time", .text(time)), ("level", .text(level.rawValue)), ("event", .text(kind.rawValue)),
            ]
            text = JSONText.object(head + short).description
            if text.utf8.count >= StandardStream.pieceAtMost { text = JSONText.object(head).description }
        case .text:
            let words = short.map { name, value in "\(name)=\(value.description)" }
            text = ([time, level.rawValue, kind.rawValue] + words).joined(separator: " ")
            if text.utf8.count >= StandardStream.pieceAtMost { text = "\(time) \(level.rawValue) \(kind.rawValue)" }
        }
        return Array((text + "\n").utf8)
    }
}

extension JSONText {
    /// Clients may send texts of any length; a line is bounded.
    fileprivate var shortened: JSONText {
        guard case .text(let text) = self, text.count > 200 else { return self }
        return .text(text.prefix(200) + "…")
    }
}
