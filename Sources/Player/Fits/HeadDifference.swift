// HeadDifference.swift: the fields in which a request differs from an earlier one with the same start.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainTranscript
import QuintainWire

extension HeadDifference {
    /// - Parameter earlier: the lines of its fields, as they were recorded.
    init(of head: RequestHead, from earlier: [Payload]) {
        let (new, old) = (Self.byName(head.text.fields.map { Payload(Array($0)) }), Self.byName(earlier))
        self.init(
            lacks: new.names.filter { old.lines[$0.lowercased()] == nil },
            has: old.names.filter { new.lines[$0.lowercased()] == nil },
            hasOther: new.names.filter { name in
                old.lines[name.lowercased()].map { $0 != new.lines[name.lowercased()] } ?? false
            })
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

    private static let nameAtMost = 60
}
