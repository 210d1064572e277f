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
    var closedElements: Set<String> = []
    /// In order of mention.
    var laneOrder: [String] = []
    var lanes: Set<String> = []
    /// `client GET /a`, of the loads that name no lane.
    var loadsWithoutLane: [String] = []
    /// `GET /a` and its lane, of the others.
    var loadsWithLane: [(start: String, lane: String)] = []
    var captures: [String: Given] = [:]
    /// The line in which each name is captured first, also of those that have not been read yet.
    var captureLines: [String: Int] = [:]
    /// Those of the exchanges of routes further up.
    private(set) var forgotten: Set<String> = []
    /// Whether an app sets the field `Host` of a load itself.
    var setsHost = false
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
