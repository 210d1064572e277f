// Template+Demand.swift: what a template demands, for messages about bytes that did not fit it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension Template {
    /// `b{{regex "[0-9]+"}}`; for a value that is seldom compared or that is transformed, a reference to the line.
    package var demand: String {
        var text = ""
        for piece in pieces {
            switch piece {
            case .literal(let bytes): text += Quoting.escaped(bytes.prefix(Self.demandAtMost))
            case .value(let value):
                guard value.transforms.isEmpty, let inside = value.function.written else { return Self.ofLine }
                text += "{{\(inside)}}"
            }
        }
        return text.utf8.count > Self.demandAtMost ? Self.ofLine : text
    }

    private static let ofLine = "what the line says"
    private static let demandAtMost = 120
}
