// HeadFit.swift: what a request's head came to, held against a line.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainWire

/// All that is known of a head where its method and target are those of the line.
struct HeadFit {
    let expected: ExpectedRequest
    /// With what the head's values capture.
    let values: Values
    /// In which its fields were judged.
    let scope: Scope
    let isVersionWrong: Bool
    let wrongFields: [(line: Int, sentence: String)]
    /// Fields that depend on the body, as indices of those expected, and their values.
    let provisional: [(index: Int, value: [UInt8])]
    /// nil: no line of the head is raw.
    let raw: RawHead?
    let wrongBindings: [(ConnectionBinding, line: Int)]

    var isWhole: Bool {
        !isVersionWrong && wrongFields.isEmpty && wrongBindings.isEmpty && raw?.breaches.isEmpty ?? true
    }

    /// What is judged again when the body is whole; nil: nothing depends on it.
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

    /// The request's `Transfer-Encoding` is written.
    var isFramingWritten: Bool {
        fields.contains { $0.name.lowercased() == "transfer-encoding" && !$0.value.isAbsent }
    }
}
