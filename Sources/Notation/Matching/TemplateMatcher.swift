// TemplateMatcher.swift: matches bytes with a template.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Whether some bytes fit a template, and what its `{{NAME = …}}` took.
package struct Match: Hashable, Sendable {
    package var fits: Bool
    /// What each `{{name = any}}` and `{{path name}}` took; empty unless the bytes fit.
    package var captures: [String: [UInt8]] = [:]
    /// How many bytes are right before the first wrong one: the place for a caret.
    package var reach: Int
    /// Whether it fits so far, and the rest of the request decides.
    package var isProvisional = false
    /// Why it does not fit, if a function could give a reason.
    package var objection: String?
    /// It is not known whether it fits: there were too many ways to read it.
    package var isGivenUp = false
    /// In how many places it does not fit, as far as a function counts them.
    package var differences = 1

    package init(fits: Bool, captures: [String: [UInt8]] = [:], reach: Int = 0) {
        self.fits = fits
        self.captures = captures
        self.reach = reach
    }
}

extension Template {
    /// Matches bytes with the template. Every byte must be matched; where `{{any}}`, `{{NAME = …}}`
    /// or `*` leave a choice, they take as little as they can.
    package func matches(_ bytes: [UInt8], in environment: some TemplateEnvironment) -> Match {
        TemplateMatcher(self).match(bytes, in: environment)
    }

    /// The same for bytes that may be missing, as `{{absent}}` demands.
    package func matches(_ bytes: [UInt8]?, in environment: some TemplateEnvironment) -> Match {
        if let bytes { matches(bytes, in: environment) } else { Match(fits: isAbsent) }
    }
}

/// A template prepared for matching many inputs.
///
/// The time is in proportion to the input, whatever the template is.
package struct TemplateMatcher: Sendable {
    enum Element: Sendable {
        case literal([UInt8])
        /// A stretch of the pseudo-random stream, compared without being made.
        case pattern(count: Int, from: Int)
        /// Any bytes, kept under the name if there is one.
        case any(String?)
        /// Bytes that fit the expression, kept under the name if there is one.
        case regex(BytePattern, String?)
        case listHas([UInt8])
        /// JSON, a query, a form or cookies, compared by content.
        case valued(ValuePattern)
        /// A function that the environment judges.
        case other(Function)
        /// A value whose bytes the environment knows.
        case value(Value)
        /// Bytes that decode to this content.
        case coded(content: Value, [Coding])
        case codedBytes([UInt8], [Coding])
        /// This content as a part of a URL, in any spelling.
        case spelled(content: Value, inQuery: Bool)
        case spelledBytes([UInt8], inQuery: Bool)
        /// Any beginning of these elements, which have fixed bytes; it is the last element.
        case upTo([Element])
        /// Nothing fits: `{{absent}}`.
        case never
    }

    let elements: [Element]
    /// What a capture takes stands again behind it.
    private let recallsCaptures: Bool

    init(_ elements: [Element]) {
        self.elements = elements
        recallsCaptures = CaptureTrial.isNeeded(elements)
    }

    package init(_ template: Template) {
        var elements: [Element] = []
        /// The number of elements before `{{up-to}}`.
        var whole: Int?
        var inQuery = false
        for piece in template.pieces {
            switch piece {
            case .literal(let bytes):
                elements.append(.literal(bytes))
                inQuery = inQuery || bytes.contains(UInt8(ascii: "?"))
            case .value(let value) where value.function == .upTo: whole = elements.count
            case .value(let value):
                // Behind `{{up-to}}` all bytes are fixed.
                if whole == nil, let content = value.percentEncoded {
                    elements.append(.spelled(content: content, inQuery: inQuery))
                } else {
                    elements += Self.elements(of: value)
                }
            }
        }
        self.init(
            whole.map { elements.prefix($0).joined() + [.upTo(elements.dropFirst($0).joined())] } ?? elements.joined())
    }

    package func match(_ bytes: [UInt8], in environment: some TemplateEnvironment) -> Match {
        bytes.withUnsafeBytes { match($0, in: environment) }
    }

    package func match(_ bytes: UnsafeRawBufferPointer, in environment: some TemplateEnvironment) -> Match {
        let effort = environment.effort ?? MatchEffort()
        guard recallsCaptures else { return match(bytes, in: environment, effort) }
        return match(bytes, in: TakenEnvironment(environment, effort))
    }

    /// The same within another match, some of whose bytes stand again in this one.
    func match(_ bytes: UnsafeRawBufferPointer, in environment: TakenEnvironment) -> Match {
        CaptureTrial(elements)?.match(bytes, in: environment) ?? match(bytes, in: environment, environment.common)
    }

    private func match(
        _ bytes: UnsafeRawBufferPointer, in environment: some TemplateEnvironment, _ effort: MatchEffort
    ) -> Match {
        var attempt = attempt(bytes, in: environment, effort)
        let fits = attempt.run()
        effort.spend(attempt.steps + bytes.count / 16)
        var match = Match(fits: fits, captures: attempt.captures, reach: attempt.reach)
        match.isProvisional = attempt.isProvisional
        match.isGivenUp = attempt.isGivenUp
        if !fits, elements.count == 1 || elements.last?.givesReasons == true || attempt.isGivenUp {
            match.objection = attempt.objection
            match.differences = attempt.differences
        }
        return match
    }

    /// Where the template may end, if it stands for the first of the bytes, and how far they are right.
    func ends(in bytes: UnsafeRawBufferPointer, _ environment: TakenEnvironment) -> (ends: [Int], reach: Int) {
        // Behind an element that is the last all other bytes are its own; the empty text is another one.
        var attempt = TemplateMatcher(elements + [.literal([])]).attempt(bytes, in: environment, environment.common)
        let ends = attempt.ends()
        environment.common.spend(attempt.steps)
        return (ends, attempt.reach)
    }

    func attempt<Environment: TemplateEnvironment>(
        _ bytes: UnsafeRawBufferPointer, in environment: Environment, _ effort: MatchEffort = MatchEffort()
    ) -> MatchAttempt<Environment> {
        let elements = elements.map { resolved($0, in: environment) }
        return MatchAttempt(elements: elements, bytes: bytes, environment: environment, effort)
    }

    /// Each value is produced once for a match, however often it is tried: a nonce is new each time.
    private func resolved(_ element: Element, in environment: some TemplateEnvironment) -> Element {
        switch element {
        case .value(let value): value.bytes(in: environment).map(Element.literal) ?? .never
        case .coded(let content, let codings):
            content.bytes(in: environment).map { Element.codedBytes($0, codings) } ?? .never
        case .spelled(let content, let inQuery):
            content.bytes(in: environment).map { Element.spelledBytes($0, inQuery: inQuery) } ?? .never
        case .upTo(let bytes): .upTo(bytes.map { resolved($0, in: environment) })
        case .literal, .pattern, .any, .regex, .listHas, .valued, .other, .codedBytes, .spelledBytes, .never:
            element
        }
    }

    private static func elements(of value: Value) -> [Element] {
        if let (content, codings) = value.coded { return [.coded(content: content, codings)] }
        return switch value.function {
        case .bytes(let count, let from) where value.transforms.isEmpty: [.pattern(count: count, from: from)]
        case .any: [.any(nil)]
        case .capture(let name, let pattern): [pattern.map { .regex($0, name) } ?? .any(name)]
        case .pathSegment(let name): [.regex(.segment, name)]
        case .regex(let pattern): [.regex(pattern, nil)]
        case .listHas(let member): [.listHas(Array(member.utf8))]
        case .valued(let pattern): [.valued(pattern)]
        case .basic, .digest: [.other(value.function)]
        case .absent: [.never]
        default: [.value(value)]
        }
    }

}

extension TemplateMatcher.Element {
    /// Whether the element can give a reason for not fitting, whatever stands before it.
    fileprivate var givesReasons: Bool {
        switch self {
        case .valued, .upTo: true
        default: false
        }
    }
}

extension Sequence<TemplateMatcher.Element> {
    /// Neighbouring literals as one, and several `*` in a row as one.
    fileprivate func joined() -> [TemplateMatcher.Element] {
        var result: [TemplateMatcher.Element] = []
        var text: [UInt8] = []
        for element in self {
            if case .literal(let more) = element {
                text += more
                continue
            }
            if !text.isEmpty { result.append(.literal(text)) }
            text = []
            if case .any(nil) = element, case .any(nil)? = result.last { continue }
            result.append(element)
        }
        if !text.isEmpty { result.append(.literal(text)) }
        return result
    }
}
