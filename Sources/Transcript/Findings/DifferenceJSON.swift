// DifferenceJSON.swift: a difference as JSON, by the names of its cases and members.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation
import QuintainTalk

extension Difference {
    /// What programs read of a finding in place of its sentence: `{"field":{"name":"Cookie","difference":"missing"}}`. The
    /// format is that of `docs/reports.md`, where the tests compare it with specimens of each case.
    package var json: JSONText { DifferenceJSON.json(of: self) }
}

/// A case without anything is its name; another one is an object with one member, what belongs to it. What is nil or false is
/// left out.
private enum DifferenceJSON {
    static func json(of value: Any) -> JSONText {
        switch value {
        case let text as String: return .text(text)
        case let number as Int: return .number(number)
        case let flag as Bool: return .bool(flag)
        // A list without anything in it is one of bytes as well.
        case let bytes as [UInt8] where type(of: value) == [UInt8].self: return text(of: bytes)
        case let snippet as Snippet: return text(of: snippet.bytes)
        case let callback as ToldCallback: return .text(callback.notation)
        case let decision as ResolvedDecision: return .text(decision.description)
        case let range as ClosedRange<Int>: return .list([.number(range.lowerBound), .number(range.upperBound)])
        case let word as any RawRepresentable: return json(of: word.rawValue)
        default: break
        }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .enum?:
            guard let (name, payload) = mirror.children.first, let name else { return .text("\(value)") }
            let inner = Mirror(reflecting: payload)
            let isTuple = inner.displayStyle == .tuple
            let parts = isTuple ? members(inner, names["\(type(of: value)).\(name)"] ?? []) : json(of: payload)
            return parts == .null || parts == .object([]) ? .text(name) : .object([(name, parts)])
        case .collection?: return .list(mirror.children.map { json(of: $0.value) })
        case .optional?: return mirror.children.first.map { json(of: $0.value) } ?? .null
        default: return members(mirror, [])
        }
    }

    /// - Parameter names: of what has no label of its own, in order.
    private static func members(_ mirror: Mirror, _ names: [String]) -> JSONText {
        var names = names[...]
        return .object(
            mirror.children.compactMap { label, value in
                let name = label.flatMap { $0.hasPrefix(".") ? nil : $0 } ?? names.popFirst() ?? "more"
                let json = json(of: value)
                return json == .null || json == .bool(false) ? nil : (name, json)
            })
    }

    /// Bytes that are no text are escaped, as within quotes in a scenario.
    private static func text(of bytes: [UInt8]) -> JSONText {
        .text(String(validating: bytes, as: UTF8.self) ?? Quoting.escaped(bytes))
    }

    /// The names of what has no label, by type and case.
    private static let names: [String: [String]] = {
        let rows = table.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], Array($0[1...])) })
    }()

    private static let table = """
        Difference.versionOfOrigin origin
        Difference.field name difference
        Difference.otherFields names
        Difference.fieldOrder name
        Difference.terms field
        Difference.body difference
        Difference.connection on difference
        Difference.time milliseconds
        Difference.noSilence milliseconds
        Difference.tooSoon came due
        Difference.requestBehindEnd request
        Difference.malformed on fault
        Difference.unreadable on fault
        Difference.bytes on bytes
        Difference.frame frame
        Difference.handshakes count
        FieldDifference.tooFew count
        FieldDifference.tooMany count
        FieldDifference.host got
        RawHeadDifference.goesOn bytes
        ConnectionDifference.named name on
        FormFault.rule name
        FormFault.host got
        BodyDifference.byte at unlike
        BodyDifference.more bytes
        BodyDifference.lines unlike
        Found.more bytes
        Found.byte at unlike
        ChunkDifference.size got
        ChunkDifference.extensions got
        ValueDifference.url got
        ValueDifference.amount got
        ValueDifference.amountAbove got
        ValueDifference.total got
        ValueDifference.lessThanBefore got callback
        ValueDifference.member name unlike
        ValueDifference.field name difference
        ValueDifference.byte at unlike
        ValueDifference.more bytes
        ValueDifference.short callback
        ValueDifference.misfit callback bytes
        DecisionDifference.again callback decision
        DecisionDifference.other callback decision
        Missing.line line late
        Missing.lineTaken line late
        Missing.branch late
        Missing.part late
        Missing.branchAtEnd end
        Missing.restOfRequest closing on
        Late.within milliseconds
        Instead.tlsFailed failure
        Instead.left on closing
        Instead.accepted certificate
        Early.leaving on closing
        Hold.silence line milliseconds
        Hold.ours line perhaps
        Hold.behindBlock line milliseconds
        NotSent.noConnection line late
        NotSent.notLeft line end perhaps
        NotSent.notRead line perhaps
        NotSent.notDone line end perhaps
        NotSent.branch end
        NotSent.heldBack line
        NotSent.resetUnread line on
        NotSent.cut bytes on closing perhaps
        NotSent.noRoom line on
        NotSent.onlyHTTP1 line on
        NotSent.beyondReply line
        NotSent.noReply line on
        NotSent.nulInHead name value
        NotSent.lineEndInHead name value
        NotSent.unescaped name value
        Reason.accepted certificate
        Reason.wrongBranch line difference
        Reason.repeated taker past
        Reason.nearest line differences
        Past.silence line milliseconds
        StartDifference.method got wanted
        StartDifference.target got wanted
        StartDifference.objection objection
        Misdirection.host got
        Misdirection.origin got
        Misdirection.hostAtProxy got
        Rounds.ended count
        StrangeBytes.noRequest bytes
        StrangeBytes.inTheClear bytes
        """
}
