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

    /// For bytes that the template's expression fits in part, the end of a sentence; otherwise nothing.
    package func helpForPart(of bytes: some Collection<UInt8>, _ effort: MatchEffort) -> String {
        guard bytes.count <= Self.searchedAtMost, !effort.isLong, let value = soleValue, value.transforms.isEmpty else {
            return ""
        }
        let expression: BytePattern
        switch value.function {
        case .regex(let pattern), .capture(_, let pattern?): expression = pattern
        default: return ""
        }
        // The tables of an expression are made in a time that grows with their size.
        effort.spend(1_000 * expression.tables.wordCount * expression.tables.wordCount)
        let any = Array("(?s:.)*".utf8)
        guard let within = try? BytePattern(any + Array("(?:".utf8) + expression.text + Array(")".utf8) + any),
            TemplateMatcher([.regex(within, nil)]).match(Array(bytes), in: TakenEnvironment(EmptyEnvironment(), effort))
                .fits
        else { return "" }
        return "; the expression fits a part of it, and must fit all of it"
    }

    private static let searchedAtMost = 1 << 16
    private static let ofLine = "what the line says"
    private static let demandAtMost = 120
}
