// Flow.swift: a scenario gone through as a run would, for what its lines say together.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

/// Goes through a scenario as a run would, and looks for lines that cannot be meant so.
struct Flow {
    /// What is known of the connection under a lane.
    private struct Wire {
        /// Bytes are under way that no callback has shown to have arrived.
        var isUnproven = false
        /// The place of the act behind which nothing more can be sent.
        var ended: Place?
        var reply: Reply?
        /// A field of the request asks for Digest credentials.
        var hasDigest = false
        var prospects = Prospects()
        var request = RequestProgress.whole
        var claims = LaneClaims()
    }

    /// The reply that is being sent.
    private struct Reply {
        var isFramed = false
        /// The block that its start stands in.
        var block: Int
    }

    private(set) var faults: Faults
    /// Whether the server adds a `Content-Length` to replies without framing.
    private let hasLengths: Bool
    private var wires: [Lane: Wire] = [:]
    private var block = 0
    private var depth = 0
    private var blockCount = 0

    private let closedOrigins: Set<String>
    /// Whether the file has callbacks; without any, it is about the wire alone.
    private let hasCallbacks: Bool

    init(hasLengths: Bool, hasImpliedLoad: Bool, hasCallbacks: Bool, _ origins: [Origin], faults: Faults) {
        self.hasLengths = hasLengths
        self.hasCallbacks = hasCallbacks
        self.faults = faults
        closedOrigins = Set(origins.filter { $0.reach != .open }.map(\.name))
        if hasImpliedLoad {
            wires[.unnamed, default: Wire()].prospects.loads = 1
            wires[.unnamed]?.prospects.isOrderedByNobody = true
        }
    }

    mutating func finish() {
        for lane in wires.keys.sorted(by: { $0.name < $1.name }) {
            wires[lane]?.prospects.warnOfOpenMessage(&faults)
            wires[lane]?.claims.finish(&faults, hasCallbacks: hasCallbacks)
            if !faults.all.contains(where: { $0.slug == .laneMissing }) {
                wires[lane]?.prospects.warnOfOpenRequest(&faults)
            }
        }
    }

    mutating func follow(_ nodes: [Node]) {
        depth += 1
        defer { depth -= 1 }
        for (index, node) in nodes.enumerated() {
            switch node {
            case .line(let line): follow(line, nodes[index...])
            case .repeated(let repeated):
                let before = wires
                faults.warnOfNoRange(repeated, above: nodes[(index + 1)...])
                if repeated.isInAnyOrder { loseOrder() }
                // A fixed number of rounds has a known length.
                within(repeated.isOpen || repeated.isInAnyOrder) { $0.follow(repeated.nodes) }
                if repeated.isInAnyOrder { loseOrder() }
                if repeated.rounds.lowerBound == 0 { mayHaveSkipped(to: before) }
            case .either(let either): follow(either)
            case .anyOrder(let block):
                faults.warnOfAlikeParts(block)
                for part in block.parts {
                    loseOrder()
                    within(true) { $0.follow(part.nodes) }
                }
                loseOrder()
            }
        }
    }

    /// Merges the claims with those before the block above, which may not have happened.
    private mutating func mayHaveSkipped(to before: [Lane: Wire]) {
        for (lane, wire) in wires {
            wires[lane]?.claims = .merged(wire.claims, before[lane]?.claims ?? LaneClaims())
        }
    }

    private mutating func loseOrder() { for lane in wires.keys { wires[lane]?.claims.loseOrder() } }

    private mutating func within(_ isOwnBlock: Bool, _ body: (inout Flow) -> Void) {
        let outer = block
        if isOwnBlock {
            blockCount += 1
            block = blockCount
        }
        body(&self)
        block = outer
    }

    private mutating func follow(_ either: Either) {
        let before = wires
        var merged: [Lane: Wire]?
        faults.warnOfUnchosen(either)
        for branch in either.branches {
            wires = before
            within(true) { $0.follow(branch.nodes) }
            merged = merged.map { Self.merged($0, wires) } ?? wires
        }
        wires = merged ?? before
    }

    private static func merged(_ one: [Lane: Wire], _ other: [Lane: Wire]) -> [Lane: Wire] {
        one.merging(other) { one, other in
            Wire(
                isUnproven: one.isUnproven || other.isUnproven, ended: one.ended == nil ? nil : other.ended,
                reply: one.reply, hasDigest: one.hasDigest || other.hasDigest,
                prospects: .merged(one.prospects, other.prospects),
                request: one.request == other.request ? one.request : .whole,
                claims: .merged(one.claims, other.claims))
        }
    }

    private mutating func follow(_ line: Line, _ rest: ArraySlice<Node>) {
        if line.waitsForAll { for lane in wires.keys { wires[lane]?.request.waits(line) } }
        // It is taken out, because its long lists would be copied with each change if the table had them as well.
        var wire = wires.removeValue(forKey: line.lane) ?? Wire()
        if hasLengths { wire.prospects.follow(line, rest, isWithin: depth > 1, &faults) }
        if case .receive(.start(_, .path(let origin, _), _)) = line.deed, closedOrigins.contains(origin) {
            faults.add(
                .neverReached, line.place, "no request can come to '\(origin)', which accepts no connection",
                help: "take the message away; the load ends by '* fail cannot-connect' or '* fail timed-out'")
        }
        switch line.deed {
        case .send(let sent): follow(sent, line, rest, &wire)
        case .callback(let callback): if callback.occurrence != .optional { wire.isUnproven = false }
        case .act(.wait), .act(.quiet): if !hasCallbacks { wire.isUnproven = false }
        case .act(.reset):
            if wire.isUnproven, !Self.mayBeLost(rest.dropFirst()) {
                faults.add(
                    .resetUnproven, line.place, "a reset may destroy bytes that the client has not read yet",
                    help: hasCallbacks
                        ? "put the '*' line that proves their arrival above it, such as '* response 200'"
                        : "'! wait 100ms' above it gives a plain client time to read them; '* response 200' proves it of a "
                            + "client with a driver")
            }
            wire.ended = line.place
        case .act(let act) where act.has(.endsSending): wire.ended = line.place
        case .receive(.start):
            wire.ended = nil
            wire.hasDigest = false
            // It comes on another connection, or its client has read what was sent.
            wire.isUnproven = false
        case .receive(.field(_, let value, _)): if value.asksForDigest { wire.hasDigest = true }
        case .binding, .await(.connection), .order(.load): wire.ended = nil
        case .act, .await, .order, .receive: break
        }
        wire.request.follow(line, &faults)
        wire.claims.follow(line, isWithin: depth > 1, &faults)
        wires[line.lane] = wire
    }

    private mutating func follow(_ sent: SendLine, _ line: Line, _ rest: ArraySlice<Node>, _ wire: inout Wire) {
        if wire.ended != nil {
            faults.add(
                .sentAfterEnd, line.place, "nothing can be sent here any more: the connection has ended above",
                help: "put this line above the act that ends it, or '! new-connection' and a request before it")
            wire.ended = nil
        }
        wire.isUnproven = true
        switch sent {
        case .start: wire.reply = Reply(block: block)
        case .field(let value, let name, _):
            if name == "content-length" || name == "transfer-encoding" { wire.reply?.isFramed = true }
            faults.warnOfConfirmation(value, hasDigest: wire.hasDigest)
        case .raw: wire.reply?.isFramed = true
        case .body:
            guard let reply = wire.reply, hasLengths, !reply.isFramed, reply.block != block else { break }
            wire.reply?.isFramed = true
            guard !Self.closes(rest) else { break }
            faults.add(
                .lengthUnknown, line.place, "how long this body will be is not known when its head is sent",
                help:
                    "write 'Content-Length' or 'Transfer-Encoding: chunked' into the head, or '! close' below the body")
        case .headEnd, .trailer: break
        }
    }

    /// Whether the body that begins these nodes ends with the connection.
    private static func closes(_ nodes: ArraySlice<Node>) -> Bool {
        for case .line(let line) in nodes {
            if case .send(.body) = line.deed { continue }
            return if case .act(.close) = line.deed { true } else { false }
        }
        return false
    }

    /// Whether the callback directly below may be left out, in one branch at least: it does not prove that the client
    /// has read what was sent.
    private static func mayBeLost(_ nodes: ArraySlice<Node>) -> Bool {
        switch nodes.first {
        case .line(let line)?:
            if case .callback(let callback) = line.deed { callback.occurrence == .optional } else { false }
        case .either(let either)?: either.branches.contains { mayBeLost($0.nodes[...]) }
        case .repeated?, .anyOrder?, nil: false
        }
    }
}
