// BodyProofs.swift: credentials that cover the body, judged when the body is whole.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
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

    var lines: [Line]
    var values: Values
    var scope: Scope
    private(set) var body: [UInt8] = []
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
}

extension Player {
    /// The body is whole: the fields that cover it are judged.
    mutating func settleProof(_ request: RequestInProgress) {
        guard var proof = request.takeProof() else { return }
        proof.scope.judged?.body = proof.body
        for line in proof.lines {
            if proof.isTooLong {
                let sentence = "\(line.name) covers the body, which is longer than \(BodyCheck.comparedAtMost) bytes"
                record.breach(.wrongField, line.placed, "\(sentence), too long to be checked")
                continue
            }
            proof.scope.judged?.field = line.name
            let match = proof.values.match(line.value, line.bytes, proof.scope)
            if !match.fits {
                record.breach(
                    .wrongField, line.placed, "\(line.name): \(match.objection ?? "it does not fit the body")")
            }
        }
    }

    /// The body will never be whole: each field that covers it is a breach.
    mutating func dropProof(_ request: RequestInProgress) {
        guard let proof = request.takeProof() else { return }
        for line in proof.lines {
            record.breach(.wrongField, line.placed, "\(line.name) covers the body, which never came to its end")
        }
    }
}
