// NearestRequest.swift: the line that is nearest to a request that no line takes.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTranscript
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
    let differences: [StartDifference]
    /// The method and the path are those of the line, and the origin is another one.
    let isElsewhere: Bool

    /// nil: there are no candidates.
    init?(
        to request: ComingRequest, among candidates: [Candidate], _ values: Values,
        scope: (PlacedLine) -> Scope
    ) {
        var best: (placed: PlacedLine, differences: [StartDifference])?
        for candidate in candidates {
            let differences = Self.differences(request, candidate, values, scope(candidate.placed))
            if best.map({ differences.count < $0.differences.count }) ?? true {
                best = (candidate.placed, differences)
            }
        }
        guard let best else { return nil }
        (placed, differences) = best
        isElsewhere =
            if case .origin? = differences.first { differences.count == 1 } else { false }
    }

    private static func differences(
        _ request: ComingRequest, _ candidate: Candidate, _ values: Values, _ scope: Scope
    ) -> [StartDifference] {
        let head = request.head
        var differences: [StartDifference] = []
        var trial = values
        if !trial.matches(candidate.method, Array(head.method.utf8), scope) {
            differences.append(.method(head.method, trial.wanted(candidate.method, scope)))
        }
        switch candidate.target {
        case .text(let template):
            if !trial.matches(template, head.target, scope) {
                differences.append(.target(head.shortTarget, trial.wanted(template, scope)))
            }
        case .path(let origin, let template):
            if let why = request.passage.flatMap({ values.origins.misdirection(of: head, at: $0.end, to: origin) }) {
                differences.append(.origin(why))
            }
            if let objection = trial.match(template, head.originForm, scope).objection {
                differences.append(.objection(objection, toTarget: head.shortPath))
            } else if !trial.matchesPath(template, head.originForm, scope) {
                let hint = Self.hint(for: head.originForm, template, trial, scope)
                differences.append(.target(head.shortPath, trial.wanted(template, scope), hint: hint))
            }
        }
        return differences.isEmpty ? [.none] : differences
    }

    /// For a target that says the same in another spelling or order.
    private static func hint(for came: [UInt8], _ template: Template, _ values: Values, _ scope: Scope) -> Remedy? {
        var values = values
        if template.canProduce {
            let wanted = values.bytes(template, scope)
            if came.starts(with: Array("//".utf8)), came.dropFirst().elementsEqual(wanted) {
                return .slash
            }
            if let hint = OtherOrder.hintOfQuery(came, wanted) { return hint }
        }
        let names = values.percentEncoded(in: template, came, scope)
        return names.isEmpty ? nil : .percent(names)
    }
}
