// HeadFit.swift: the comparison of a request's head with a line.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTranscript
import QuintainWire

/// The result of comparing a head with a line that has its method and target.
struct HeadFit {
    let request: ComingRequest
    let expected: ExpectedRequest
    /// The values, including those that the head's fields capture.
    let values: Values
    /// The scope in which the fields were judged.
    let scope: Scope
    let isVersionWrong: Bool
    let wrongFields: [(line: Int, difference: Difference)]
    /// Fields that depend on the body: indices of the expected fields, and their values.
    private let provisional: [(index: Int, value: [UInt8])]
    /// nil: no line of the head is raw.
    let raw: RawHead?
    let wrongBindings: [(ConnectionBinding, line: Int)]

    /// Compares the whole head with the line: start, fields, raw lines and connection. nil: its start differs.
    ///
    /// - Parameter isBound: whether the request came on the connection that the line asks for.
    init?(
        _ request: ComingRequest, against expected: ExpectedRequest, of item: Item, _ values: Values, _ scope: Scope,
        isBound: (ConnectionBinding) -> Bool
    ) {
        var values = values
        let raw = expected.raws.isEmpty ? nil : RawHead(request.head, item, expected, expected.texts(values, scope))
        if expected.isRaw, raw?.breaches.contains(where: { $0.line == 0 }) == true { return nil }
        guard request.fits(expected.method, expected.target, &values, scope) else { return nil }
        let judged = request.judged(scope)
        let fields = FieldFit(request.head.fields, against: expected.fields, &values, judged)
        self.request = request
        self.expected = expected
        self.values = values
        self.scope = judged
        self.raw = raw
        isVersionWrong = expected.version.map { $0 != request.head.version.description } ?? false
        wrongFields =
            fields.breaches.map { ($0.line, .field($0.name, $0.difference)) }
            + expected.inexactness(request.head.fields)
        provisional = fields.provisional
        wrongBindings = expected.bindings.filter { !isBound($0.0) }
    }

    var isWhole: Bool { mistakes == 0 }

    /// The number of mistakes in the head.
    var mistakes: Int {
        (isVersionWrong ? 1 : 0) + wrongFields.count + wrongBindings.count + (raw?.breaches.count ?? 0)
    }

    /// The first mistake in the head; nil: there is none.
    var firstMistake: Difference? {
        if let wrongVersion { return wrongVersion }
        if let wrong = wrongFields.first { return wrong.difference }
        if let wrong = raw?.breaches.first { return .rawHead(wrong.difference) }
        return wrongBindings.isEmpty ? nil : .connection(request.number, .other)
    }

    /// What is wrong with the head, its connection and its way, each with the line that says otherwise.
    ///
    /// - Parameters:
    ///   - reply: the last one on the connection, if the request may not come behind it.
    ///   - proxy: the one by which the request was to come, if a line says so.
    ///   - known: the connection of a name.
    func breaches(
        behind reply: LastReply?, by proxy: String??, named known: (String) -> ConnectionNumber?
    ) -> [(line: Int, difference: Difference)] {
        let number = request.number
        var breaches: [(line: Int, difference: Difference)] = wrongVersion.map { [(0, $0)] } ?? []
        breaches += wrongFields
        for (binding, line) in wrongBindings {
            let difference: ConnectionDifference =
                switch binding {
                case .new: .used
                case .same: .notTheOneBefore
                case .named(let name): known(name).map { .named(name, $0) } ?? .hasAnotherName
                }
            breaches.append((line, .connection(number, difference)))
        }
        if let reply { breaches.append((0, .connection(number, .behindLast(reply)))) }
        breaches += TargetFit(request, against: expected, values, by: proxy).breaches.map { (0, $0) }
        for (line, difference) in raw?.breaches ?? [] { breaches.append((line, .rawHead(difference))) }
        return breaches
    }

    private var wrongVersion: Difference? {
        guard isVersionWrong, let version = expected.version else { return nil }
        return .version(got: request.head.version.description, wanted: version)
    }

    /// The fields that are judged again when the body is whole; nil: none depends on it.
    func proof(_ item: Item) -> BodyProof? {
        guard !provisional.isEmpty else { return nil }
        let lines = provisional.map { index, value in
            let field = expected.fields[index]
            return BodyProof.Line(placed: item.lines[field.line], name: field.name, value: field.value, bytes: value)
        }
        return BodyProof(lines, values, scope)
    }
}

extension ExpectedRequest {
    /// The line writes the request's `Transfer-Encoding`.
    var isFramingWritten: Bool {
        fields.contains { $0.name.lowercased() == "transfer-encoding" && !$0.value.isAbsent }
    }

    /// The bytes of each raw line of the head.
    func texts(_ values: Values, _ scope: Scope) -> [[UInt8]] {
        var trial = values
        return raws.map { trial.bytes($0.0, scope) }
    }

    /// The bytes of all raw lines of the head.
    func rawText(_ values: Values, _ scope: Scope) -> [UInt8] { texts(values, scope).flatMap(\.self) }
}
