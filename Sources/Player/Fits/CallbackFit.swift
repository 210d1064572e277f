// CallbackFit.swift: a callback, compared with the line that names it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTalk
import QuintainTranscript
import QuintainWire
import QuintainWords

/// The result of comparing a callback with a line of its kind. The bytes of `data` and `file` are compared as they come.
struct CallbackFit {
    /// A value that differs.
    struct Mistake {
        let difference: ValueDifference
        /// How the driver may have told it wrongly.
        let telling: Breach.Telling?
    }

    private(set) var wrong: [Mistake] = []
    /// The callback asks for something other than the line, so the client will go on differently, too.
    private(set) var isAnotherQuestion = false

    init(_ callback: ReportedCallback, against line: Callback, _ values: inout Values, _ scope: Scope) {
        if !line.kind.hasBytes { holdSubject(callback, line, &values, scope) }
        isAnotherQuestion = line.kind.steersLoad && !wrong.isEmpty
        for field in line.fields where !callback.untold.contains(field.name) {
            hold(field, callback, line, &values, scope)
        }
        let header = line.header.enumerated().map { ExpectedField(name: $1.name, value: $1.value, line: $0) }
        let fields = Self.joined(callback.header, where: header.map { $0.name.lowercased() })
        // A driver that tells no field at all does not pass them on.
        let telling: Breach.Telling? = callback.header.isEmpty ? .lacks(member: "header") : nil
        for breach in FieldFit(fields, against: header, &values, scope).breaches {
            differs(.field(breach.name, breach.difference), telling)
        }
    }

    private mutating func differs(_ difference: ValueDifference, _ telling: Breach.Telling? = nil) {
        wrong.append(Mistake(difference: difference, telling: telling))
    }

    // MARK: What stands behind the kind

    private mutating func holdSubject(
        _ callback: ReportedCallback, _ line: Callback, _ values: inout Values, _ scope: Scope
    ) {
        if let wanted = line.amount(values, scope) { return hold(wanted, callback, line) }
        for (index, template) in line.subject.enumerated() {
            guard index < callback.subject.count else {
                differs(.untold(values.wanted(template, scope)), .lacks(member: "subject"))
                continue
            }
            let got = callback.subject[index]
            if line.kind.value(at: index) == .url {
                if !ReportedURL(got).fits(template, &values, scope) {
                    differs(.url(Snippet(got), wanted: ReportedURL(got).wanted(template, &values, scope)))
                }
            } else if !values.matches(template, got, scope) {
                let telling: Breach.Telling? = line.kind.value(at: index) == .failure ? .otherFailure : nil
                differs(.subject(values.unlike(got, template, scope)), telling)
            }
        }
    }

    private mutating func hold(_ wanted: Amount, _ callback: ReportedCallback, _ line: Callback) {
        guard let got = callback.amount else { return differs(.noAmount) }
        if line.kind == .resumed ? got.done != wanted.done : got.done < wanted.done {
            differs(.amount(got.done, wanted: wanted.done))
        }
        if let total = got.total, got.done > total { differs(.amountAbove(got.done, total: total)) }
        guard let total = wanted.total, total != got.total else { return }
        differs(.total(got.total, wanted: total))
    }

    // MARK: Fields

    private mutating func hold(
        _ field: NamedValue, _ callback: ReportedCallback, _ line: Callback, _ values: inout Values, _ scope: Scope
    ) {
        guard let got = callback.fields[field.name] else {
            if !field.value.isAbsent { differs(.memberUntold(field.name), .leftOut) }
            return
        }
        guard !Self.fits(field, got, &values, scope) else { return }
        differs(.member(field.name, values.unlike(got, field.value, scope)))
        if line.kind.steersLoad, field.name == "method" { isAnotherQuestion = true }
    }

    private static func fits(_ field: NamedValue, _ got: [UInt8], _ values: inout Values, _ scope: Scope) -> Bool {
        switch field.name {
        case "url":
            let url = ReportedURL(got)
            return url.withPath.fits(field.value, &values, scope) || url.fits(field.value, &values, scope)
        case "encoding":
            // The name of a charset is case-insensitive (RFC 9110 section 8.3.2).
            let lowered = Array(String(decoding: got, as: UTF8.self).lowercased().utf8)
            return values.matches(field.value, got, scope) || values.matches(field.value, lowered, scope)
        // Clients report the host, files name the origin.
        case "host":
            if let named = field.value.literalText.flatMap({ values.host(ofOrigin: $0) }) {
                return got.elementsEqual(named.utf8)
            }
            return values.matches(field.value, got, scope)
        default: return values.matches(field.value, got, scope)
        }
    }

    /// Joins fields of the same name that a line writes once, because some clients report a list of several fields as
    /// one and some as it came (RFC 9110 section 5.3).
    private static func joined(_ header: [(name: String, value: [UInt8])], where written: [String]) -> [Field] {
        var fields: [Field] = []
        for (name, value) in header {
            let lowered = name.lowercased()
            let isList = written.count { $0 == lowered } == 1
            if isList, let index = fields.firstIndex(where: { $0.name.lowercased() == lowered }) {
                fields[index] = Field(name, fields[index].value + Array(", ".utf8) + value)
            } else {
                fields.append(Field(name, value))
            }
        }
        return fields
    }
}

/// A URL as a client reports it: resolved already (RFC 3986 section 5).
private struct ReportedURL {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// `http://host` and `http://host/` are the same (RFC 3986 section 6.2.3).
    var withPath: ReportedURL {
        let slash = UInt8(ascii: "/")
        return bytes.count { $0 == slash } == 2 ? ReportedURL(bytes + [slash]) : self
    }

    func fits(_ template: Template, _ values: inout Values, _ scope: Scope) -> Bool {
        guard isAbsolute else { return false }
        guard template.canProduce else { return values.matches(template, bytes, scope) }
        if bytes.elementsEqual(values.url(template, scope).utf8) { return true }
        // A value that is percent-encoded has several spellings.
        return template.values.contains { $0.percentEncoded != nil }
            && values.matches(values.absolute(template), bytes, scope)
    }

    /// The demand of a line that the URL does not fit, for a message.
    func wanted(_ template: Template, _ values: inout Values, _ scope: Scope) -> String {
        if template.canProduce { return values.url(template, scope) }
        return isAbsolute ? template.demand : "absolute"
    }

    /// The URL begins with a scheme (RFC 3986 section 3.1).
    private var isAbsolute: Bool {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0 else { return false }
        return bytes[..<colon].allSatisfy {
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20
                || UInt8(ascii: "+")...UInt8(ascii: "9") ~= $0 && $0 != UInt8(ascii: ",")
                    && $0 != UInt8(ascii: "/")
        }
    }
}
