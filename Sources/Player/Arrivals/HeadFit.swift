// HeadFit.swift: the comparison of a request's head with a line.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainWire

/// The result of comparing a head with a line that has its method and target.
struct HeadFit {
    let expected: ExpectedRequest
    /// The values, including those that the head's fields capture.
    let values: Values
    /// The scope in which the fields were judged.
    let scope: Scope
    let isVersionWrong: Bool
    let wrongFields: [(line: Int, sentence: String)]
    /// Fields that depend on the body: indices of the expected fields, and their values.
    let provisional: [(index: Int, value: [UInt8])]
    /// nil: no line of the head is raw.
    let raw: RawHead?
    let wrongBindings: [(ConnectionBinding, line: Int)]

    var isWhole: Bool {
        !isVersionWrong && wrongFields.isEmpty && wrongBindings.isEmpty && raw?.breaches.isEmpty ?? true
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
    func isWrong(_ version: HTTPVersion) -> Bool { self.version.map { $0 != version.description } ?? false }

    /// The line writes the request's `Transfer-Encoding`.
    var isFramingWritten: Bool {
        fields.contains { $0.name.lowercased() == "transfer-encoding" && !$0.value.isAbsent }
    }
}
