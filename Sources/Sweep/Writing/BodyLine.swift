// BodyLine.swift: one line of a reply's body, and how else it can be written.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainScenario

/// The text behind the mark of a body line.
struct BodyLine {
    let index: Int
    let template: Template
    /// The bytes that are sent between the line and a body line directly above it.
    let newline: Newline
    private let text: String

    init?(_ index: Int, of subject: Subject) {
        guard case .send(.body(let template, let newline))? = subject.deeds[index]?.deed else { return nil }
        self.index = index
        self.template = template
        self.newline = newline
        text = String(subject.lines[index].drop { $0 != " " }.dropFirst())
    }

    /// Whether the line is an event, whose own line ends change with the way in which it is written.
    private var isEvent: Bool { text.hasPrefix("{{event ") }

    /// Whether its value says how it is cut into chunks.
    var hasChunks: Bool {
        template.values.contains { $0.transforms.contains { if case .chunks = $0 { true } else { false } } }
    }

    /// How many bytes it sends; nil: the run decides.
    var byteCount: Int? { template.byteCount }

    /// The call between the braces that makes all of the line, without sizes of chunks; nil: there is no such call.
    var call: String? {
        if isEvent { return nil }
        if let literal = template.literal { return Quoting.quoted(literal) }
        guard let value = template.soleValue, text.hasPrefix("{{"), text.hasSuffix("}}") else { return nil }
        if case .valued = value.function { return nil }
        let call = String(text.dropFirst(2).dropLast(2))
        return hasChunks ? call.cut(before: " | chunks ") : call
    }
}

extension String {
    fileprivate func cut(before end: String) -> String {
        ranges(of: end).last.map { String(self[..<$0.lowerBound]) } ?? self
    }
}
