// Branches.swift: branches that nothing chooses, and parts that nothing tells apart.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario

extension Walk {
    /// A branch is compared with so many upper ones, so that reading many takes no longer than their number.
    private static let comparedAtMost = 30

    mutating func warnOfUnchosen(_ either: Either) {
        var above: [BranchStart.Head: [BranchStart]] = [:]
        var starts: [(start: BranchStart, line: Int)] = []
        for branch in either.branches {
            let start = BranchStart(branch.nodes)
            defer { if starts.count < Self.comparedAtMost { starts.append((start, branch.place.line)) } }
            if case .ours(let place) = start.head {
                warn(
                    .branchUnchosen, place, "nothing can choose this branch: it begins with a line of ours",
                    help: "a branch begins with what the client does, or with '! quiet 500ms'")
            } else if start.head != .unknown {
                let uppers = above[start.head] ?? []
                if uppers.count < Self.comparedAtMost { above[start.head] = uppers + [start] }
                if uppers.contains(where: { $0.body == start.body && $0.isEarly == start.isEarly }) {
                    warn(
                        .branchUnchosen, branch.place,
                        "nothing can choose this branch: an upper one begins with the same",
                        help: "put what they have in common above 'either'")
                } else if let help = start.help(below: uppers, "branch") {
                    warn(
                        .branchUnchosen, branch.place,
                        "nothing can choose this branch: an upper one has the same head, and no body tells them apart",
                        help: help)
                } else if uppers.isEmpty, let upper = starts.first(where: { $0.start.covers(start) }) {
                    warn(
                        .branchUnchosen, branch.place,
                        "nothing can choose this branch: the one in line \(upper.line) takes each request that fits it",
                        help: "put the branch that takes more below the others")
                }
            }
        }
    }

    /// Warns of rounds that are never left early: each request that fits the line below `end` begins another round.
    mutating func warnOfNoRange(_ block: Repeat, above rest: ArraySlice<Node>) {
        guard block.isOpen, !block.isInAnyOrder else { return }
        let (round, next) = (BranchStart(block.nodes), BranchStart(Array(rest)))
        guard let first = round.bare, let below = next.bare, round.takesRounds(from: next) else { return }
        let rounds = block.rounds.upperBound
        warn(
            .branchUnchosen, block.place,
            "the range is always \(rounds) here: a request that fits line \(below.line), below 'end', fits line "
                + "\(first.line), too, and begins another round",
            help: "write 'repeat \(rounds)', or let a target, a field or a body tell the request below 'end' apart")
    }

    /// Warns of parts with the same head whose bodies do not tell them apart.
    mutating func warnOfAlikeParts(_ block: AnyOrder) {
        var above: [BranchStart.Head: [BranchStart]] = [:]
        var starts: [(start: BranchStart, line: Int)] = []
        for part in block.parts {
            let start = BranchStart(part.nodes)
            defer { starts.append((start, part.place.line)) }
            guard case .message = start.head else { continue }
            let uppers = above[start.head] ?? []
            above[start.head] = uppers + [start]
            if uppers.isEmpty, let upper = starts.first(where: { $0.start.covers(start) }) {
                warn(
                    .branchUnchosen, part.place,
                    "the part in line \(upper.line) takes each request that fits this one, if it comes first",
                    help: "put the part that takes more below the others")
            }
            guard !uppers.contains(where: { $0.body == start.body && $0.isEarly == start.isEarly }),
                let help = start.help(below: uppers, "part")
            else { continue }
            warn(
                .branchUnchosen, part.place,
                "an upper part has the same head, so the first request that comes is taken there, whatever its body",
                help: help)
        }
    }
}

/// The beginning of a branch.
private struct BranchStart {
    /// The part of it that chooses the branch.
    private(set) var head = Head.nothing
    /// The rest of the request that stands there.
    private(set) var body: [ReceiveLine] = []
    /// It is cut short: what comes of its body by then tells nothing.
    private(set) var isEarly = false
    /// Where the message begins, if nothing stands above it.
    private(set) var bare: Place?
    /// A line above it says on which connection it comes.
    private var isBound = false

    /// Whether it takes each request that fits the other one, as far as that is certain.
    func covers(_ other: BranchStart) -> Bool {
        guard !isBound, case .message(let lane, let lines) = head, case .message(lane, let others) = other.head,
            lines.coversHead(others)
        else { return false }
        return isEarly || other.isEarly || body.coversBody(other.body)
    }

    /// Whether each request that is written for the line below `end` begins another of the rounds that this begins.
    func takesRounds(from next: BranchStart) -> Bool {
        guard case .message(let lane, let lines) = head, case .message(lane, let demanded) = next.head,
            Set(lines).isSubset(of: demanded) || lines.coversHead(demanded)
        else { return false }
        return !hasBody || isEarly == next.isEarly && body.coversBody(next.body)
    }

    /// What tells it apart from those above with the same head; nil: their bodies do.
    func help(below uppers: [BranchStart], _ word: String) -> String? {
        guard !uppers.isEmpty else { return nil }
        if isEarly || uppers.contains(where: \.isEarly) {
            return "let the target or a field tell them apart, such as '> POST /upload?n=2'"
        }
        return uppers.contains(where: { !$0.hasBody }) ? "put the \(word) that takes any body below the others" : nil
    }

    var hasBody: Bool {
        body.contains {
            switch $0 {
            case .body, .raw: true
            case .start, .field, .exactHead, .headEnd, .trailer: false
            }
        }
    }

    enum Head: Hashable {
        /// An empty branch: what follows `end` chooses it.
        case nothing
        case callback(Lane, Callback)
        case message(Lane, [ReceiveLine])
        case ours(Place)
        case unknown
    }

    init(_ nodes: [Node]) {
        var message: [ReceiveLine] = []
        if case .line(let line)? = nodes.first, case .receive(.start) = line.deed { bare = line.place }
        for node in nodes {
            guard case .line(let line) = node else {
                head = .unknown
                if case .repeated(let repeated) = node, message.isEmpty { self = Self(repeated.nodes) }
                return
            }
            if case .receive(let received) = line.deed {
                // The rest of a request that was cut short has no head, and chooses by its bytes.
                if received.isOfHead || message.first?.isOfHead != true {
                    message.append(received)
                } else {
                    body.append(received)
                    if received.mayEndEarly { isEarly = true }
                }
                head = .message(line.lane, message)
            } else if !message.isEmpty {
                return
            } else if case .binding = line.deed {
                isBound = true
            } else if let head = Head(line) {
                self.head = head
                return
            }
        }
    }
}

extension BranchStart.Head {
    /// nil: the line chooses nothing, and does not stand in the way.
    fileprivate init?(_ line: Line) {
        switch line.deed {
        case .act(.wrong), .binding: return nil
        case .act(.quiet), .await, .receive: self = .unknown
        case .callback(let callback): self = .callback(line.lane, callback)
        case .send, .act, .order: self = .ours(line.place)
        }
    }
}

extension ReceiveLine {
    fileprivate var isOfHead: Bool {
        switch self {
        case .start, .field, .exactHead, .raw(_, .start), .raw(_, .head): true
        case .headEnd, .body, .raw(_, .body), .trailer: false
        }
    }
}
