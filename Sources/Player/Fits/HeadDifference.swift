// HeadDifference.swift: the fields in which a request differs from an earlier one with the same start.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainTranscript
import QuintainWire

/// What an earlier request did not have, or had otherwise.
struct HeadDifference {
    private let lacks: [String]
    private let has: [String]
    private let hasOther: [String]

    /// - Parameter earlier: the lines of its fields, as they were recorded.
    init(of head: RequestHead, from earlier: [Payload]) {
        let (new, old) = (Self.byName(head.text.fields.map { Payload(Array($0)) }), Self.byName(earlier))
        lacks = new.names.filter { old.lines[$0.lowercased()] == nil }
        has = old.names.filter { new.lines[$0.lowercased()] == nil }
        hasOther = new.names.filter { name in
            old.lines[name.lowercased()].map { $0 != new.lines[name.lowercased()] } ?? false
        }
    }

    var isNone: Bool { lacks.isEmpty && has.isEmpty && hasOther.isEmpty }

    /// `without Authorization, and with another Cookie`: the end of a sentence about the earlier request. nil: both are
    /// alike.
    var words: String? {
        guard !isNone else { return nil }
        let parts = [("without ", lacks), ("with ", has), ("with another ", hasOther)].filter { !$0.1.isEmpty }
        return parts.map { preposition, names in
            let more = names.count - Self.namesTold
            return preposition + names.prefix(Self.namesTold).joined(separator: ", ")
                + (more > 0 ? " and \(more) more" : "")
        }.joined(separator: ", and ")
    }

    private static func byName(_ fields: [Payload]) -> (names: [String], lines: [String: [Payload]]) {
        var (names, lines) = ([String](), [String: [Payload]]())
        for field in fields {
            let name = String(decoding: field.kept.prefix { $0 != UInt8(ascii: ":") }.prefix(nameAtMost), as: UTF8.self)
            if lines[name.lowercased()] == nil { names.append(name) }
            lines[name.lowercased(), default: []].append(field)
        }
        return (names, lines)
    }

    private static let namesTold = 3
    private static let nameAtMost = 60
}
