// GeneratorCall.swift: a generator as it was called: `{{drip query.numbytes over=query.duration}}`.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The name of a generator and its arguments. Another module runs it.
package struct GeneratorCall: Hashable, Sendable {
    /// An argument: the text as written, or the part of the request that it names.
    package enum Operand: Hashable, Sendable {
        case text([UInt8])
        /// `path.n`: what `{{path n}}` took.
        case path(String)
        /// `query.seed`: the first value of that name in the query.
        case query(String)
        /// What `{{token = any}}` took.
        case captured(String)
    }

    package struct Option: Hashable, Sendable {
        package var name: String
        package var operand: Operand

        package init(_ name: String, _ operand: Operand) {
            self.name = name
            self.operand = operand
        }
    }

    package var name: String
    package var operands: [Operand]
    /// `name=operand`, in order.
    package var options: [Option]

    package init(_ name: String, _ operands: [Operand] = [], _ options: [Option] = []) {
        self.name = name
        self.operands = operands
        self.options = options
    }

    package func option(_ name: String) -> Operand? { options.first { $0.name == name }?.operand }
}
