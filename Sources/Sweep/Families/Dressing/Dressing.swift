// Dressing.swift: heads that look different and mean the same.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainScenario
internal import QuintainWire

extension Family {
    /// RFC 9110 sections 5.1, 5.3, 5.6.1 and 5.6.7, RFC 9112 section 5.1.
    package static let dressing = Family("dressing", "a head is spelt in another way") {
        (varied, changes) throws(LeftOut) in
        for change in varied.fieldsOfOneName { changes.append(change) }
        let fields = varied.reply.fields.filter { !$0.isSpelled && $0.name != nil }
        if fields.isEmpty { throw LeftOut("no fields") }
        let head = DressedHead(varied, fields)
        for change in head.spellings + head.orders + head.lists + head.dates { changes.append(change) }
    }
}

/// The fields of one head, dressed in one way at a time.
struct DressedHead {
    let varied: VariedReply
    let fields: [FieldLine]

    init(_ varied: VariedReply, _ fields: [FieldLine]) {
        self.varied = varied
        self.fields = fields
    }

    /// Over HTTP/2 names go out in lower case, and values without blanks around them: RFC 9113 section 8.2.1.
    var spellings: [Change] {
        if !varied.syntax.hasText { return [] }
        return [
            change("lower") { "\($0.writtenName.lowercased()): \($0.value)" },
            change("upper") { "\($0.writtenName.uppercased()): \($0.value)" },
            change("no-blanks") { "\($0.writtenName):\($0.value)" },
            change("tabs") { #"\#($0.writtenName):{{"\t"}}\#($0.value){{"\t"}}"# },
            change("blanks") { #"\#($0.writtenName):   \#($0.value){{"   "}}"# },
        ].compactMap(\.self)
    }

    /// RFC 9110 section 5.3: the order of fields of different names means nothing, that of fields of one name does.
    var orders: [Change] {
        let reversed = Array(fields.reversed()).keepingOrder { $0.orderedWith }
        let edits = zip(fields, reversed).compactMap { place, field in
            place.line == field.line ? nil : Edit.replace(place.line, with: varied.lane.sends(field.text))
        }
        if edits.isEmpty { return [] }
        return [Change(varied.value("reversed"), place: "reversed", edits: edits)]
    }

    var lists: [Change] {
        let lists = fields.filter { !$0.isTold(by: varied) }
        return [
            change("empty-members", lists) { field in
                ListField(field)?.withEmptyMembers.map { "\(field.writtenName): \($0)" }
            },
            change("repeated-members", lists) { field in
                ListField(field)?.withMemberTwice.map { "\(field.writtenName): \($0)" }
            },
        ].compactMap(\.self)
    }

    /// A variant in which fields look different; nil: none of them would.
    func change(_ value: String, _ fields: [FieldLine]? = nil, _ dress: (FieldLine) -> String?) -> Change? {
        let edits = (fields ?? self.fields).compactMap { field -> Edit? in
            guard let text = dress(field), text != field.text else { return nil }
            return .replace(field.line, with: varied.lane.sends(text))
        }
        if edits.isEmpty { return nil }
        return Change(varied.value(value), place: value, edits: edits)
    }
}

extension FieldLine {
    var writtenName: String { String(text.prefix { $0 != ":" }) }

    /// The key of fields that must keep their order. Clients may prefer the challenge that comes first.
    fileprivate var orderedWith: String? { name == "proxy-authenticate" ? "www-authenticate" : name }

    /// Whether a line below compares the value as text.
    func isTold(by varied: VariedReply) -> Bool {
        varied.subject.loads.contains { load in
            load.callbacks.contains { varied.callback($0)?.header.contains { $0.name.lowercased() == name } ?? false }
        }
    }
}

extension [FieldLine] {
    /// The fields, those of one group in the order of the file.
    fileprivate func keepingOrder(_ group: (FieldLine) -> String?) -> [FieldLine] {
        var waiting = Dictionary(grouping: self, by: group).mapValues { $0.sorted { $0.line > $1.line } }
        return compactMap { waiting[group($0)]?.popLast() }
    }
}
