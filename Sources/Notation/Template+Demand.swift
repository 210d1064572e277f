// Template+Demand.swift: what a template demands, for messages about bytes that did not fit it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension Template {
    /// `b{{/[0-9]+/}}`; for a value that is seldom compared or that is transformed, a reference to the line.
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

    /// Whether the expression of the template fits a part of the bytes; in a time that is bounded, so it may not be found.
    package func fitsPart(of bytes: some Collection<UInt8>, _ effort: MatchEffort) -> Bool {
        guard bytes.count <= Self.searchedAtMost, !effort.isLong, let value = soleValue, value.transforms.isEmpty else {
            return false
        }
        let expression: BytePattern
        switch value.function {
        case .regex(let pattern), .capture(_, let pattern?): expression = pattern
        default: return false
        }
        // The tables of an expression are made in a time that grows with their size.
        effort.spend(1_000 * expression.tables.wordCount * expression.tables.wordCount)
        let any = Array("(?s:.)*".utf8)
        guard let within = try? BytePattern(any + Array("(?:".utf8) + expression.text + Array(")".utf8) + any) else {
            return false
        }
        return TemplateMatcher([.regex(within, nil)])
            .match(Array(bytes), in: TakenEnvironment(EmptyEnvironment(), effort)).fits
    }

    package static let hintOfPart = "; the expression fits a part of it, and must fit all of it"
    private static let searchedAtMost = 1 << 16
    private static let ofLine = "what the line says"
    private static let demandAtMost = 120
}
