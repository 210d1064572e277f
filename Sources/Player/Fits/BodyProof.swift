// BodyProof.swift: credentials that cover the body, judged when the body is whole.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTranscript
import QuintainWire

/// Fields that cover the body, such as a digest with `auth-int`, and fit as far as is known without it.
///
/// They are judged again when the body is whole, with the values as they were when the head came, because the nonce
/// count is used up by then.
struct BodyProof {
    struct Line {
        var placed: PlacedLine
        var name: String
        var value: Template
        var bytes: [UInt8]
    }

    private let lines: [Line]
    private let values: Values
    private let scope: Scope
    private var body: [UInt8] = []
    /// The body is longer than what is compared.
    private(set) var isTooLong = false

    init(_ lines: [Line], _ values: Values, _ scope: Scope) {
        self.lines = lines
        self.values = values
        self.scope = scope
    }

    mutating func take(_ bytes: ArraySlice<UInt8>) {
        guard !isTooLong, body.count + bytes.count <= BodyCheck.comparedAtMost else {
            isTooLong = true
            body = []
            return
        }
        body += bytes
    }

    /// What is wrong with the fields now that the body is whole.
    func breaches() -> [(PlacedLine, Difference)] {
        var values = values
        var scope = scope
        scope.judged?.body = body
        return lines.compactMap { line in
            scope.judged?.field = line.name
            let match = values.match(line.value, line.bytes, scope)
            if match.fits { return nil }
            return (line.placed, .field(line.name, match.objection.map { .objection($0) } ?? .unlikeBody))
        }
    }

    /// What is wrong with the fields if the body will never be whole.
    func breachesWithoutEnd() -> [(PlacedLine, Difference)] {
        lines.map { ($0.placed, .field($0.name, .bodyNotWhole)) }
    }
}
