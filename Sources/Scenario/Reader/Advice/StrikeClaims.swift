// StrikeClaims.swift: acts at a byte that the reply below them does not have.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation

/// The acts at a byte of the reply that is being sent in a lane, and how many bytes it has at most.
struct StrikeClaims: Equatable {
    private struct Strike: Equatable {
        var byte: Int
        var place: Place
    }

    private var strikes: [Strike] = []
    private var hasReply = false
    /// What is written of the reply; nil: only the run tells.
    private var count: Int? = 0
    private var exact = ExactLength()

    static func merged(_ one: Self, _ other: Self) -> Self { one == other ? one : Self() }

    mutating func follow(_ line: Line, isWithin block: Bool, _ faults: inout Faults) {
        switch line.deed {
        case .act(.at(let byte, _)):
            if hasReply { end(&faults) }
            strikes.append(Strike(byte: byte, place: line.place))
            // A block may come more than once.
            if block { count = nil }
        case .send(let sent):
            guard !strikes.isEmpty else { return }
            if block { count = nil }
            if sent.startsMessage, hasReply { return end(&faults) }
            add(sent)
            exact.add(sent, line.place)
        case .receive(.start(let method, _, _)):
            end(&faults)
            exact.begin(method.literalText)
        case .receive(.raw(_, .start)), .order(.load): end(&faults)
        case .act where hasReply: exact.isOff = true
        default: break
        }
    }

    private mutating func add(_ sent: SendLine) {
        switch sent {
        case .start(let line):
            hasReply = true
            // Behind a 1xx comes the reply that it announces.
            if sent.isInformational { count = nil }
            add(line.literal.map { $0.count + Self.ofServer })
        case .field(let line, _, _), .trailer(let line): add(line.literal?.count)
        case .body(let template, let newline):
            let isCut = template.values.contains { !$0.transforms.isEmpty }
            add(isCut ? nil : template.fixedCount.map { $0 + newline.bytes.count + Self.ofChunk })
        case .headEnd: break
        case .raw: count = nil
        }
    }

    private mutating func add(_ bytes: Int?) { count = count.flatMap { sum in bytes.map { sum + $0 + 2 } } }

    private mutating func end(_ faults: inout Faults) {
        finish(&faults)
        let method = exact.method
        self = Self()
        exact.begin(method)
    }

    /// Nothing more comes of the reply.
    func finish(_ faults: inout Faults) {
        guard hasReply, let count else { return }
        let exact = exact.count
        for strike in strikes where strike.byte > exact ?? count {
            faults.add(
                .neverKept, strike.place,
                exact.map { "the reply below has \($0) bytes, not \(strike.byte)" }
                    ?? "the reply below has fewer bytes than \(strike.byte): at most \(count)",
                help: "write a byte that it has; in the body alone the act stands below so many: "
                    + "'< {{bytes 40}}', '! reset'")
        }
    }

    /// What the server adds: a length, the end of the head and the last chunk, its own end included.
    private static let ofServer = "Content-Length: ".utf8.count + 12 + 2 + 2 + 5 + 2
    /// What it adds to a line of the body, if that is a chunk.
    private static let ofChunk = 16
}

/// Counts the bytes of a reply that is written out, as HTTP/1.1 sends them.
private struct ExactLength: Equatable {
    /// The method of the request; nil: not known.
    private(set) var method: String?
    /// Something decides that is not counted here.
    var isOff = false
    private var head = 0
    private var body = 0
    private var last: Int?
    private var isFramed = false

    mutating func begin(_ method: String?) {
        self = Self()
        self.method = method
    }

    mutating func add(_ sent: SendLine, _ place: Place) {
        switch sent {
        case .start(let line):
            let status = line.literalText?.split(separator: " ").dropFirst().first ?? "1"
            isOff = isOff || status.hasPrefix("1") || ["204", "304"].contains(status)
            head = add(line, 2)
        case .field(let line, let name, _):
            head += add(line, 2)
            isFramed = isFramed || name == "content-length"
            isOff = isOff || name == nil || name == "transfer-encoding"
        case .body(let line, let newline):
            body += add(line, last == place.line - 1 ? newline.bytes.count : 0)
            last = place.line
        case .headEnd: break
        case .raw, .trailer: isOff = true
        }
    }

    private mutating func add(_ line: Template, _ more: Int) -> Int {
        guard let bytes = line.literal else {
            isOff = true
            return 0
        }
        return bytes.count + more
    }

    var count: Int? {
        guard !isOff, head > 0, let method, ["GET", "POST", "PUT", "DELETE", "PATCH"].contains(method) else {
            return nil
        }
        return head + (isFramed ? 0 : "Content-Length: \(body)".utf8.count + 2) + 2 + body
    }
}
