// KnownNames.swift: the meaning of the names in a file, and the side on which a value stands.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

/// Who speaks the line in which a value stands, and so whether it produces or matches.
enum ValueSide {
    /// `<`: produces.
    case send
    /// `>`: matches.
    case receive
    /// The target of a route: matches, segment by segment.
    case route
    /// `*`: matches.
    case report
    /// `client`, and what a delegate decides: produces.
    case order

    var matches: Bool {
        switch self {
        case .receive, .route, .report: true
        case .send, .order: false
        }
    }
}

/// The names that a file gives, collected before its lines are read, and those seen on the way down.
struct KnownNames {
    /// A name, where it was given, and whether anything uses it.
    struct Given {
        var place: Place
        var used = false
        /// A capture that is written more than once keeps the last one.
        var isRepeated = false
        /// A capture takes only what this expression describes.
        var expression: String?
    }

    var isRoutes = false
    var columns: Set<String> = []
    /// The row of the tables that is being read.
    var cells: [[UInt8]] = []
    var origins: [String: Given] = [:]
    var proxies: [String: Given] = [:]
    /// The hosts of origins, in the lines so far.
    var hosts: [(host: String, origin: String)] = []
    /// The names behind `</` in the messages of the file.
    private(set) var closedElements: Set<String> = []
    /// In order of mention.
    private(set) var laneOrder: [String] = []
    private(set) var lanes: Set<String> = []
    /// `client GET /a`, of the loads that name no lane.
    private(set) var loadsWithoutLane: [String] = []
    /// `GET /a` and its lane, of the others.
    private(set) var loadsWithLane: [(start: String, lane: String)] = []
    var captures: [String: Given] = [:]
    /// The line in which each name is captured first, also of those that have not been read yet.
    private(set) var captureLines: [String: Int] = [:]
    /// Those of the exchanges of routes further up.
    private(set) var forgotten: Set<String> = []
    /// Whether an app sets the field `Host` of a load itself.
    private(set) var setsHost = false
    /// The bodies and Content-Types of replies in which a value or a cell stands: what is written as a string is meant.
    var madeLines: Set<Int> = []
    /// The named nonces that are sent, and those that must come back.
    var sentNonces: Set<String> = []
    var awaitedNonces: [(name: String, place: Place)] = []
    /// The names of `{{path name}}` in the exchange being read.
    var pathNames: [String] = []
    /// The generator that makes the reply being read.
    var reply: GeneratorWord?
    /// How many `repeat` blocks are open.
    var rounds = 0

    /// Collects the names that can be used above the line that gives them.
    mutating func collectNames(_ lines: [SourceLine], _ faults: inout Faults) {
        for line in lines {
            var ignored = Faults(file: "")
            let form = LineForm.of(line, &ignored)
            if case .continuation(let text) = form, text.fieldName == "host" { setsHost = true }
            collectCapture(line)
            guard case .word(let word, let rest) = form else { continue }
            let words = Scanner.words(of: rest).words
            switch LineWord(rawValue: word.string) {
            case .origin: collect(words.first, \.origins, &faults)
            case .proxy: collect(words.first, \.proxies, &faults)
            case .client where words.first.map { OrderWord(rawValue: $0.string) == nil } ?? false:
                let start = words.prefix(2).map(\.string).joined(separator: " ")
                let named = words.filter { $0.name?.equals("lane") == true }
                if named.isEmpty, words.count > 1 { loadsWithoutLane.append("client \(start)") }
                for word in named {
                    let name = word.value.string
                    if words.count > 2 { loadsWithLane.append((start, name)) }
                    guard lanes.insert(name).inserted else { continue }
                    laneOrder.append(name)
                    guard laneOrder.count == FileLimits.lanes + 1 else { continue }
                    faults.add(
                        .badNumber, word.value.place, "a file can have \(FileLimits.lanes) lanes, and this is one more",
                        help: "let loads that come one after the other share a lane, or split the file")
                }
            default: continue
            }
        }
    }

    /// `{{capture token}}`, of which a line above it may be told where it stands.
    private mutating func collectCapture(_ line: SourceLine) {
        guard line.whole.hasValue else { return }
        for part in line.whole.string.split(separator: "{{capture ", omittingEmptySubsequences: false).dropFirst() {
            let name = String(part.prefix { !" }|".contains($0) })
            captureLines[name] = captureLines[name] ?? line.whole.place.line
        }
    }

    private mutating func collect(
        _ word: Word?, _ names: WritableKeyPath<Self, [String: Given]>, _ faults: inout Faults
    ) {
        guard let word else { return }
        guard origins[word.string] == nil, proxies[word.string] == nil else {
            faults.add(
                .duplicateName, word.text.place, "'\(word.string)' is there already", help: "choose another name")
            return
        }
        self[keyPath: names][word.string] = Given(place: word.text.place)
    }

    /// Collects the names of elements that a message closes.
    mutating func collectElements(_ lines: [SourceLine]) {
        for line in lines where line.bytes.first.map("<>".utf8.contains) == true {
            var rest = line.whole.from(1).bytes
            while let slash = rest.firstIndex(of: Byte.slash) {
                rest = rest[(slash + 1)...]
                guard line.bytes[slash - 1] == UInt8(ascii: "<") else { continue }
                closedElements.insert(String(decoding: rest.prefix(while: Byte.isNameByte), as: UTF8.self))
            }
        }
    }

    /// What an exchange of routes names, no other knows.
    mutating func endExchange() {
        pathNames = []
        forgotten.formUnion(captures.keys)
        captures = [:]
    }
}
