// ReplyAhead.swift: the rest of a reply, read from the file before its head leaves.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainReply
import QuintainScenario
import QuintainWords

/// The lines of a lane's reply below a place in the program.
struct ReplyAhead {
    private let program: Program
    private let lane: Lane
    private let place: Cursor
    /// What the lines may refer to, but for their rounds.
    private let scope: Scope

    init(_ program: Program, in lane: Lane, from place: Cursor, _ scope: Scope) {
        self.program = program
        self.lane = lane
        self.place = place
        self.scope = scope
    }

    var hasRawLine: Bool { program.hasRawLine(from: place.pc, counters: place.counters, lane: lane) }

    /// The length of the body, from its lines as they will be written, and whether `! close` directly below them ends
    /// it. nil: the length depends on the client, or the body is too long.
    func extent(_ values: inout Values) -> (length: Int?, closeEndsBody: Bool) {
        var cursor = place
        var length = 0
        var closeEndsBody = false
        /// The line directly above is a body line, or the mark that ends the head.
        var directlyBelow = false
        var joins = false
        for _ in 0..<Self.linesAtMost {
            guard let (line, count) = cursor.nextLine() else {
                return (bodyGoesOn(at: cursor) ? nil : length, closeEndsBody)
            }
            guard line.lane == lane else {
                (directlyBelow, joins) = (false, false)
                continue
            }
            switch line.deed {
            case .send(.body(let template, let newline)):
                if joins { length += newline.bytes.count }
                length += values.length(template, scope.inRound(count))
                (directlyBelow, joins, closeEndsBody) = (true, true, false)
            case .send(.headEnd):
                (directlyBelow, joins) = (true, false)
            case .send(let other):
                if other.startsMessage { return (length, closeEndsBody) }
                (directlyBelow, joins) = (false, false)
            case .act(.close):
                if directlyBelow { closeEndsBody = true }
                (directlyBelow, joins) = (false, false)
            case .act, .order, .receive, .callback, .await, .binding:
                (directlyBelow, joins) = (false, false)
            }
        }
        return (nil, closeEndsBody)
    }

    /// The body as it will be written; nil: it depends on the client, or is too long.
    ///
    /// - Parameter values: a copy, because nonces are drawn in the order of the lines.
    func body(_ values: Values) -> [UInt8]? {
        var values = values
        var cursor = place
        var body: [UInt8] = []
        var joins = false
        for _ in 0..<Self.confirmedLinesAtMost {
            guard let (line, count) = cursor.nextLine() else { return bodyGoesOn(at: cursor) ? nil : body }
            guard line.lane == lane, case .send(let part) = line.deed else {
                joins = false
                continue
            }
            switch part {
            case .body(let template, let newline):
                if joins { body += newline.bytes }
                body += values.bytes(template, scope.inRound(count))
                joins = true
            case .field(let template, _, _): _ = values.bytes(template, scope.inRound(count))
            case .start, .raw(_, startsMessage: true): return body
            case .headEnd, .raw, .trailer: joins = false
            }
            if body.count > BodyCheck.comparedAtMost { return nil }
        }
        return nil
    }

    /// Whether an act strikes the stream before the client can have reacted to a whole reply. A reply whose load ends
    /// well behind the act is whole all the same.
    var isCutShort: Bool {
        var cursor = place
        var isStruck = false
        for _ in 0..<Self.confirmedLinesAtMost {
            guard let (line, _) = cursor.nextLine() else { return isStruck }
            guard line.lane == lane else { continue }
            switch line.deed {
            case .act(.stall): return true
            case .act(.resetStream), .act(.reset), .act(.close): isStruck = true
            case .send(let part) where part.startsMessage: return isStruck
            case .callback(let callback) where callback.kind.has(.endsLoad):
                if !isStruck { return false }
                if callback.occurrence != .optional { return callback.kind != .finish }
            case .receive(.start), .order(.load): return isStruck
            case .send, .act, .order, .receive, .callback, .await, .binding: continue
            }
        }
        return isStruck
    }

    private func bodyGoesOn(at cursor: Cursor) -> Bool {
        program.continuation(from: cursor.pc, counters: cursor.counters, lane: lane).contains(.body)
    }

    private static let linesAtMost = 1_000_000
    private static let confirmedLinesAtMost = 10_000
}
