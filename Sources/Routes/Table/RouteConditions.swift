// RouteConditions.swift: the conditions of a route beyond path and method.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainScenario
internal import QuintainWire

/// The conditions of one exchange on method, query, header and body, compiled for comparison.
struct RouteConditions: Sendable {
    enum Verdict {
        case fits(captures: [String: [UInt8]])
        case differs(RouteDifference)
        /// Everything else fits, but the condition on the body cannot be judged without the body.
        case needsBody
    }

    /// The fields of one name must be there exactly as often as they are written, and in that order.
    private struct FieldCondition: Sendable {
        var name: String
        var key: [UInt8]
        var values: [Pattern]

        /// All of its lines look for members of a list.
        var isList: Bool { values.first?.looksForMember == true && values.allSatisfy(\.looksForMember) }
    }

    /// A template; one without values is compared at once.
    private struct Pattern: Sendable {
        let literal: [UInt8]?
        let looksForMember: Bool
        let takesMissing: Bool
        let matcher: TemplateMatcher
        /// nil: there is a literal.
        let template: Template?
        /// The case of letters means nothing in the value of such a field.
        let ignoresCase: Bool

        init(_ template: Template, ofField name: String? = nil) {
            ignoresCase = name.map(CaseInsensitive.holds(forValuesOf:)) ?? false
            literal = template.literal
            looksForMember = template.looksForMember
            takesMissing = template.takesMissing
            matcher = TemplateMatcher(template)
            self.template = literal == nil ? template : nil
        }

        /// `it is "b", not "a"`
        func objection(to came: [UInt8]) -> String {
            let difference =
                literal.map { Quoting.difference(of: came, from: $0) }
                ?? Quoting.difference(Quoting.excerpt(came), template?.demand ?? "")
            return "it is \(difference)"
        }
    }

    /// A field that demands Digest credentials.
    struct DigestLine: Sendable {
        var key: [UInt8]
        var credentials: Credentials
        var demands: DigestDemands
    }

    /// The fields whose Digest credentials are used up when the route answers.
    private(set) var digestLines: [DigestLine] = []
    private let method: Pattern?
    private let query: Template?
    private let queryPattern: Pattern?
    private var fields: [FieldCondition] = []
    private let body: Template?
    private let bodyPattern: Pattern?

    init(_ exchange: StandingExchange) {
        method = exchange.method.literal == nil ? Pattern(exchange.method) : nil
        query = exchange.query
        queryPattern = exchange.query.flatMap { $0.literal == nil && !$0.isAbsent ? Pattern($0) : nil }
        body = exchange.body
        bodyPattern = exchange.body.map { Pattern($0) }
        for field in exchange.header {
            let key = field.name.utf8.map { Octet.lowercased($0) }
            let index = fields.firstIndex { $0.key == key } ?? fields.count
            if index == fields.count { fields.append(FieldCondition(name: field.name, key: key, values: [])) }
            if !field.value.isAbsent { fields[index].values.append(Pattern(field.value, ofField: field.name)) }
            if case .digest(let credentials, let demands)? = field.value.soleValue?.function {
                digestLines.append(DigestLine(key: key, credentials: credentials, demands: demands))
            }
        }
    }

    /// The number of conditions: of exchanges with the same path, the one with more is tried first.
    var weight: Int {
        (query == nil ? 0 : 1_000) + fields.reduce(0) { $0 + max(1, $1.values.count) } + (body == nil ? 0 : 1)
    }

    /// Judges the conditions that are left: literal methods and queries were found by their bytes.
    func judge(
        _ request: RequestView, _ target: RouteTarget, in environment: RequestEnvironment
    ) -> Verdict {
        var captures: [String: [UInt8]] = [:]
        if let method, !fits(method, request.method, environment, &captures) { return .differs(.method) }
        if let query {
            if query.isAbsent {
                if target.query != nil { return .differs(.query(reason: nil)) }
            } else if let queryPattern {
                guard let there = target.query, fits(queryPattern, there, environment, &captures) else {
                    return .differs(.query(reason: nil))
                }
            }
        }
        var isProvisional = false
        for field in fields {
            if let difference = difference(field, request, environment, &captures, &isProvisional) {
                return .differs(difference)
            }
        }
        if isProvisional, request.body == nil { return .needsBody }
        guard let body, let bodyPattern else { return .fits(captures: captures) }
        guard let there = request.body else { return .needsBody }
        if body.isAbsent { return there.isEmpty ? .fits(captures: captures) : .differs(.body(reason: nil)) }
        let match = match(bodyPattern, there, environment, &captures)
        return match.fits ? .fits(captures: captures) : .differs(.body(reason: match.objection))
    }

    /// Where a body differs from what is written.
    func objection(toBody there: UnsafeRawBufferPointer) -> String? {
        guard let body, !body.isAbsent else { return "none may come" }
        guard let written = bodyPattern?.literal else { return bodyPattern?.objection(to: Array(there)) }
        let offset = zip(there, written).prefix { $0 == $1 }.count
        let (came, due) = (Array(there[offset...].prefix(24)), Array(written[offset...].prefix(24)))
        if came.isEmpty { return "it ends after \(offset) of \(written.count) bytes" }
        if due.isEmpty { return "it must end after \(offset) bytes, but there is more: \(Quoting.quoted(came))" }
        return "at byte \(offset) \(Quoting.difference(Quoting.quoted(came), Quoting.quoted(due), " came"))"
    }

    /// How a query differs from what is written; nil: none came.
    func objection(toQuery there: UnsafeRawBufferPointer?) -> String? {
        guard let query else { return nil }
        guard let there else { return "none came" }
        return query.isAbsent ? "none may come" : Pattern(query).objection(to: Array(there))
    }

    /// How the first value that does not fit differs from what is written.
    func objection(
        toField name: String, of request: RequestView, in environment: RequestEnvironment
    ) -> String? {
        guard let field = fields.first(where: { $0.name == name }) else { return nil }
        var (lines, index, captures) = ([[UInt8]](), 0, [String: [UInt8]]())
        while let value = request.nextValue(of: field.key, after: &index) { lines.append(Array(value)) }
        // The lines of a list field are joined to one list: RFC 9110 section 5.3.
        if field.isList { lines = field.values.map { _ in Array(lines.joined(separator: Array(", ".utf8))) } }
        for (came, pattern) in zip(lines, field.values) {
            if came.withUnsafeBytes({ fits(pattern, $0, environment, &captures) }) { continue }
            return pattern.objection(to: came)
        }
        return nil
    }

    private func difference(
        _ field: FieldCondition, _ request: RequestView, _ environment: RequestEnvironment,
        _ captures: inout [String: [UInt8]], _ isProvisional: inout Bool
    ) -> RouteDifference? {
        var index = 0
        if field.isList {
            // The lines of a list field are joined to one list: RFC 9110 section 5.3.
            var lines: [[UInt8]] = []
            while let value = request.nextValue(of: field.key, after: &index) { lines.append(Array(value)) }
            guard !lines.isEmpty else { return .fieldMissing(field.name) }
            let fits = Array(lines.joined(separator: Array(", ".utf8))).withUnsafeBytes { all in
                field.values.allSatisfy { self.fits($0, all, environment, &captures) }
            }
            return fits ? nil : .fieldValue(field.name, reason: nil)
        }
        for (nth, pattern) in field.values.enumerated() {
            guard let value = request.nextValue(of: field.key, after: &index) else {
                let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
                if nth == 0, pattern.takesMissing, fits(pattern, nothing, environment, &captures) { continue }
                return .fieldMissing(field.name)
            }
            let match = match(pattern, value, environment, &captures)
            if !match.fits { return .fieldValue(field.name, reason: match.objection) }
            if match.isProvisional { isProvisional = true }
        }
        let isOver = request.nextValue(of: field.key, after: &index) != nil
        return isOver ? .fieldUnwanted(field.name) : nil
    }

    private func fits(
        _ pattern: Pattern, _ bytes: UnsafeRawBufferPointer, _ environment: RequestEnvironment,
        _ captures: inout [String: [UInt8]]
    ) -> Bool {
        match(pattern, bytes, environment, &captures).fits
    }

    private func match(
        _ pattern: Pattern, _ bytes: UnsafeRawBufferPointer, _ environment: RequestEnvironment,
        _ captures: inout [String: [UInt8]]
    ) -> Match {
        if let literal = pattern.literal {
            if pattern.ignoresCase { return Match(fits: CaseInsensitive.equals(bytes, literal)) }
            return Match(fits: literal.count == bytes.count && bytes.elementsEqual(literal))
        }
        var environment = environment
        environment.captures = captures
        let match = pattern.matcher.match(bytes, in: environment)
        if match.fits, !match.captures.isEmpty { captures.merge(match.captures) { $1 } }
        return match
    }
}

/// The reason why a near route did not answer.
package enum RouteDifference: Hashable, Sendable {
    case method
    /// The reason is there if one can be given.
    case query(reason: String?)
    case fieldMissing(String)
    /// As for a query.
    case fieldValue(String, reason: String?)
    case fieldUnwanted(String)
    case body(reason: String?)
    /// The path differs: in one segment, in the slash at its end, or, in the last case, in its length.
    case segment(there: String, written: String)
    case slash(isWritten: Bool)
    case path
}
