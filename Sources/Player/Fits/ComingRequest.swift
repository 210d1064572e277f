// ComingRequest.swift: a request with the place to which it came, ready to be compared with lines.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTranscript
import QuintainWire

/// The place to which a connection leads.
struct Passage: Equatable {
    /// The origin that the connection came to.
    let origin: String
    /// The origin at the end of its tunnel.
    let tunnel: String?

    var isTunnel: Bool { tunnel != nil }

    /// The origin that takes what comes: the end of the tunnel, or where the connection came.
    var end: String { tunnel ?? origin }
}

/// The head of a request, and where it came.
struct ComingRequest {
    let head: RequestHead
    let number: ConnectionNumber
    let passage: Passage?
    /// The origin that the request is for; nil: a proxy was asked for an origin that is not in this file.
    let destination: String?

    init(_ head: RequestHead, on number: ConnectionNumber, by passage: Passage?, among origins: Origins) {
        self.head = head
        self.number = number
        self.passage = passage
        destination = passage.flatMap { origins.destination(of: head, at: $0.end) }
    }

    /// Whether method, target and origin are those of a line. Captured values go into `values`.
    func fits(_ method: Template, _ target: Target, _ values: inout Values, _ scope: Scope) -> Bool {
        guard values.matches(method, Array(head.method.utf8), scope) else { return false }
        switch target {
        case .text(let template): return values.matches(template, head.target, scope)
        case .path(let origin, let template):
            return destination == origin && values.matchesPath(template, head.originForm, scope)
        }
    }

    /// Whether the line begins a request like this one.
    func fits(_ placed: PlacedLine, _ values: Values, _ scope: Scope) -> Bool {
        guard case .receive(.start(let method, let target, _)) = placed.line.deed else { return false }
        var trial = values
        return fits(method, target, &trial, scope)
    }

    /// The scope for a line's fields, which may refer to the request that has them.
    func judged(_ scope: Scope) -> Scope {
        var scope = scope
        scope.judged = JudgedRequest(
            method: head.method, target: head.target, origin: destination, proxy: passage?.end)
        // The length that the client declares; the body check decides whether it is right.
        scope.bodyLength = head.saidLength
        return scope
    }
}

extension RequestHead {
    var isAbsolute: Bool { form == .absolute }

    /// The request by its method and its target.
    var words: RequestWords { RequestWords(method, shortTarget) }
    /// The target as text, for messages.
    var shortTarget: String { String(decoding: target.prefix(200), as: UTF8.self) }
    /// The target without scheme and authority as text, to be compared with a path.
    var shortPath: String { String(decoding: originForm.prefix(200), as: UTF8.self) }

    /// The target without scheme and authority.
    var originForm: [UInt8] {
        guard isAbsolute else { return target }
        var slashes = 0
        for (index, byte) in target.enumerated() {
            if byte == UInt8(ascii: "/") { slashes += 1 }
            if slashes == 3 { return Array(target[index...]) }
        }
        return [UInt8(ascii: "/")]
    }

    /// The length of the body, as far as the head declares it.
    fileprivate var saidLength: Int? {
        switch framing {
        case .none: 0
        case .length(let length): length
        case .chunked: nil
        }
    }
}
