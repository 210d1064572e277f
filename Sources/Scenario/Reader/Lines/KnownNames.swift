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
    var isRoutes = false
    /// The file is one of httpbin's, and may call its generators.
    var isOfHTTPBin = false
    var columns: Set<String> = []
    private(set) var origins: Set<String> = []
    private(set) var proxies: Set<String> = []
    /// In order of mention.
    private(set) var laneOrder: [String] = []
    private(set) var lanes: Set<String> = []
    var captures: Set<String> = []
    /// Those of the exchanges of routes further up.
    private(set) var forgotten: Set<String> = []
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
            if case .message(_, let mark) = form, mark.asks, !mark.lane.isEmpty { add(mark.lane, &faults) }
            guard case .word(let word, let rest) = form else { continue }
            let words = Scanner.words(of: rest).words
            switch LineWord(rawValue: word.string) {
            case .origin: collect(words.first, \.origins, &faults)
            case .proxy: collect(words.first, \.proxies, &faults)
            case .client where words.first.map { OrderWord(rawValue: $0.string) == nil } ?? false:
                for word in words where word.name?.equals("lane") == true { add(word.value, &faults) }
            default: continue
            }
        }
    }

    private mutating func add(_ lane: Text, _ faults: inout Faults) {
        guard lanes.insert(lane.string).inserted else { return }
        laneOrder.append(lane.string)
        guard laneOrder.count == FileLimits.lanes + 1 else { return }
        faults.add(
            .badNumber, lane.place, "a file can have \(FileLimits.lanes) lanes, and this is one more",
            help: "let loads that come one after the other share a lane, or split the file")
    }

    private mutating func collect(
        _ word: Word?, _ names: WritableKeyPath<Self, Set<String>>, _ faults: inout Faults
    ) {
        guard let word else { return }
        guard !origins.contains(word.string), !proxies.contains(word.string) else {
            faults.add(
                .duplicateName, word.text.place, "'\(word.string)' is there already", help: "choose another name")
            return
        }
        self[keyPath: names].insert(word.string)
    }

    /// What an exchange of routes names, no other knows.
    mutating func endExchange() {
        pathNames = []
        forgotten.formUnion(captures)
        captures = []
    }
}
