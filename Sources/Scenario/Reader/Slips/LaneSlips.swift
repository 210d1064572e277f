// LaneSlips.swift: lanes that a line has forgotten, and lanes that no load has.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

struct LaneSlips {
    /// The names that lines have for lanes, and no load has.
    private var unknown: Set<String> = []
    /// The last line whose lane was forgotten.
    private var withoutLane = 0

    /// Whether this is the first line with a lane of that name. A lane whose load is missing is one mistake, however many
    /// lines it has.
    mutating func isNew(_ name: String) -> Bool { unknown.insert(name).inserted }

    /// The lane of a line that has none, begins no message, and has none above it that it could continue. The first of
    /// such lines in a row is told of.
    mutating func forgottenLane(
        _ voice: Voice, _ mark: Mark, _ lane: Lane, _ line: SourceLine, _ speech: Speech, _ faults: inout Faults
    ) -> Lane? {
        guard lane == .unnamed, let meant = speech.forgottenLane(voice) else { return nil }
        let isBelow = withoutLane == line.number - 1
        if let content = mark.content {
            guard isBelow ? !Self.beginsPlainly(content, voice) : !Self.mayBegin(content, voice) else { return nil }
        }
        withoutLane = line.number
        guard !isBelow else { return meant }
        let sign = voice == .client ? ">" : "<"
        let typed = "\(sign)\(meant.name)" + (mark.content.map { " \($0.string)" } ?? "")
        faults.add(
            .noMessage, line.whole.place, "no message without a lane has begun, and this line continues one",
            help: "write '\(typed)': each line of a message has its lane behind the mark")
        return meant
    }

    /// For an act that needs a message above it; nil: no lane was forgotten.
    static func help(forForgottenBy act: Word, _ lane: Lane, _ voices: [Voice], _ speech: Speech) -> String? {
        guard lane == .unnamed, let meant = voices.lazy.compactMap({ speech.forgottenLane($0) }).first else {
            return nil
        }
        return "write '!\(meant.name) \(act.text.line.whole.from(act.text.start).string)'"
    }

    /// `>shop GET /a`, where `shop` is an origin or a proxy; nil: it is neither.
    static func help(forPeer text: Text, _ mark: String, _ scope: KnownNames) -> String? {
        let name = text.string
        let content = text.line.whole.from(min(text.end + 1, text.line.whole.end))
        if scope.origins[name] != nil {
            guard mark == ">", let words = content.requestWords, words.target.starts(with: "/") else {
                return "an origin stands in the target of a request alone: '> GET //\(name)/'"
            }
            return "an origin stands in the target: '> \(words.method.string) //\(name)\(words.target.string)'"
        }
        return scope.proxies[name] == nil ? nil : "a load says which proxy it takes: 'client GET / via \(name)'"
    }

    /// For a lane that no load names. `<hi` alone may be meant as text.
    func help(forNew text: Text, _ mark: String, _ scope: KnownNames) -> String {
        let typed = text.string
        let line = text.line.whole
        let isAlone = line.end == text.end
        let name = Self.laneName(meantBy: typed)
        let content = line.from(min(text.end + 1, line.end))
        if let words = mark == ">" ? content.requestWords : nil {
            let start = "\(words.method.string) \(words.target.string)"
            if let load = scope.loadsWithLane.first(where: { $0.start == start }) {
                return "the lane of 'client \(start)' is '\(load.lane)': write '>\(load.lane) \(start)'"
            }
        }
        var help =
            name == typed ? "" : "a lane is named by small letters and digits, a letter first: '\(mark)\(name)'; "
        if unknown.count <= scope.loadsWithoutLane.count {
            help += "its load says so: '\(scope.loadsWithoutLane[unknown.count - 1]) lane=\(name)'"
        } else {
            let words = mark == ">" ? content.requestWords : nil
            let load = words.map { "\($0.method.string) \($0.target.string)" } ?? "GET /"
            help += "its load stands above, such as 'client \(load) lane=\(name)'"
        }
        guard isAlone, [">", "<"].contains(mark) else { return help }
        return "text stands behind a blank: '\(mark) \(typed)'; if it is a lane, \(help)"
    }

    /// `b` for `B`, `lane1` for `1`.
    private static func laneName(meantBy typed: String) -> String {
        let lower = typed.lowercased()
        return lower.utf8.first.map(Byte.isDigit) ?? false ? "lane\(lower)" : lower
    }

    private static func beginsPlainly(_ content: Text, _ voice: Voice) -> Bool {
        voice == .client ? content.isRequestStart : content.isReplyStart
    }

    private static func mayBegin(_ content: Text, _ voice: Voice) -> Bool {
        if content.starts(with: "{{") || StartLineSlip.meant(by: content, voice == .client ? ">" : "<") != nil {
            return true
        }
        return voice == .client ? content.requestWords != nil : content.isReplyStart
    }
}
