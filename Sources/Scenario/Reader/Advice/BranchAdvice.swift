// BranchAdvice.swift: branches that nothing chooses, and parts that nothing tells apart.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

extension Faults {
    mutating func warnOfUnchosen(_ either: Either) {
        var above: [BranchStart.Head: [ReceiveLine]] = [:]
        for branch in either.branches {
            let start = BranchStart(branch.nodes)
            if case .ours(let place) = start.head {
                add(
                    .branchUnchosen, place, "nothing can choose this branch: it begins with a line of ours",
                    help: "a branch begins with what the client does, or with '! quiet 500ms'")
            } else if start.head != .unknown, let body = above.updateValue(start.body, forKey: start.head) {
                if body == start.body {
                    add(
                        .branchUnchosen, branch.place,
                        "nothing can choose this branch: an upper one begins with the same",
                        help: "put what they have in common above 'either'")
                } else {
                    add(
                        .branchUnchosen, branch.place,
                        "nothing can choose this branch: an upper one has the same head, and no body chooses",
                        help: Self.helpForBodies)
                }
            }
        }
    }

    /// Warns of parts with the same head and different bodies: the first request to come is compared with the upper
    /// part.
    mutating func warnOfAlikeParts(_ block: AnyOrder) {
        var above: [BranchStart.Head: [ReceiveLine]] = [:]
        for part in block.parts {
            let start = BranchStart(part.nodes)
            guard case .message = start.head, let body = above.updateValue(start.body, forKey: start.head),
                body != start.body
            else { continue }
            add(
                .branchUnchosen, part.place,
                "an upper part has the same head, so the first request that comes is held against its body",
                help: Self.helpForBodies)
        }
    }

    private static let helpForBodies = "let the target or a field tell them apart, such as '> POST /upload?n=2'"
}

/// The beginning of a branch.
private struct BranchStart {
    /// The part of it that chooses the branch.
    private(set) var head = Head.nothing
    /// The rest of the request that stands there.
    private(set) var body: [ReceiveLine] = []

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
                }
                head = .message(line.lane, message)
            } else if !message.isEmpty {
                return
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
        case .start, .field, .headRule, .raw(_, .start), .raw(_, .head): true
        case .headEnd, .body, .raw(_, .body), .trailer: false
        }
    }
}
