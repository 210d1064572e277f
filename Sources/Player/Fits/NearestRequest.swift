// NearestRequest.swift: the line that is nearest to a request that no line takes.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainWire

/// The request line with the fewest differences from a request, and what they are.
struct NearestRequest {
    /// A request line to compare with.
    struct Candidate {
        let placed: PlacedLine
        let method: Template
        let target: Target

        init(_ item: PlacedLine, _ expected: ExpectedRequest) {
            (placed, method, target) = (item, expected.method, expected.target)
        }

        /// nil: the line begins no request.
        init?(_ placed: PlacedLine) {
            guard case .receive(.start(let method, let target, _)) = placed.line.deed else { return nil }
            (self.placed, self.method, self.target) = (placed, method, target)
        }
    }

    let placed: PlacedLine
    /// How the request differs from the line.
    let difference: String
    /// The method and the path are those of the line, and the origin is another one.
    let isElsewhere: Bool

    /// nil: there are no candidates.
    init?(
        to request: ComingRequest, among candidates: [Candidate], _ values: Values,
        scope: (PlacedLine) -> Scope
    ) {
        var best: (placed: PlacedLine, differences: [String], isMisdirected: Bool)?
        for candidate in candidates {
            let (differences, isMisdirected) = Self.differences(request, candidate, values, scope(candidate.placed))
            if best.map({ differences.count < $0.differences.count }) ?? true {
                best = (candidate.placed, differences, isMisdirected)
            }
        }
        guard let best else { return nil }
        placed = best.placed
        difference = best.differences.joined(separator: ", ")
        isElsewhere = best.differences.count == 1 && best.isMisdirected
    }

    private static func differences(
        _ request: ComingRequest, _ candidate: Candidate, _ values: Values, _ scope: Scope
    ) -> ([String], isMisdirected: Bool) {
        let head = request.head
        var differences: [String] = []
        var isMisdirected = false
        var trial = values
        func wanted(_ template: Template) -> String { trial.description(of: template, scope, quotes: false) }
        if !trial.matches(candidate.method, Array(head.method.utf8), scope) {
            differences.append("the method is \(head.method), not \(wanted(candidate.method))")
        }
        switch candidate.target {
        case .text(let template):
            if !trial.matches(template, head.target, scope) {
                differences.append("the target is \(head.shortTarget), not \(wanted(template))")
            }
        case .path(let origin, let template):
            if let why = request.passage.flatMap({ values.origins.misdirection(of: head, at: $0.end, to: origin) }) {
                differences.append(why)
                isMisdirected = true
            }
            if let objection = trial.match(template, head.originForm, scope).objection {
                differences.append("the target is \(head.shortPath): \(objection)")
            } else if !trial.matchesPath(template, head.originForm, scope) {
                let help = Self.help(for: head.originForm, template, trial, scope)
                differences.append("the target is \(head.shortPath), not \(wanted(template))\(help)")
            }
        }
        return (differences.isEmpty ? ["it has been taken, or is not in reach"] : differences, isMisdirected)
    }

    /// For a target that says the same in another spelling or order.
    private static func help(for came: [UInt8], _ template: Template, _ values: Values, _ scope: Scope) -> String {
        var values = values
        if template.canProduce {
            let wanted = values.bytes(template, scope)
            if came.starts(with: Array("//".utf8)), came.dropFirst().elementsEqual(wanted) {
                return "; the URL in front of the path ends in '/' already"
            }
            if let help = OtherOrder.helpForQuery(of: came, wanted) { return help }
        }
        let names = values.percentEncoded(in: template, came, scope).map { "'{{\($0) | percent}}'" }
        guard !names.isEmpty else { return "" }
        return "; \(names.joined(separator: " and ")) \(names.count == 1 ? "takes" : "take") it"
    }
}
