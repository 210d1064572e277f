// Scenario+Loading.swift: a scenario whose plain loads are loaded in another way.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
package import QuintainScenario
package import QuintainWords

extension Scenario {
    /// The scenario with its plain loads of another kind. If loads of that kind report at their end, one that fails
    /// need not report its response and data: a call that throws cannot return them.
    package func loading(as kind: LoadKind?) -> Scenario {
        guard let kind else { return self }
        var scenario = self
        scenario.impliedLoad = impliedLoad.map { $0.loading(as: kind) }
        scenario.nodes = nodes.map { $0.loading(as: kind) }
        guard kind.completes, ScenarioSurvey(scenario).loads.allSatisfy({ $0.kind == kind }) else { return scenario }
        var failing: Set<Lane> = []
        scenario.nodes.excuse(whatFails: &failing)
        return scenario
    }
}

extension Scenario {
    /// The scenario with a load to begin with, where it orders none: a client that makes its requests itself is run for it.
    package var begun: Scenario {
        let survey = ScenarioSurvey(self)
        guard survey.loads.isEmpty else { return self }
        let named = survey.lines.lazy.compactMap { line -> String? in
            guard case .receive(.start(_, .path(let origin, _), _)) = line.deed else { return nil }
            return origin
        }.first
        var scenario = self
        scenario.impliedLoad = Load(
            method: Template("GET"), url: .path(origin: named ?? origins[0].name, Template("/")))
        return scenario
    }
}

extension Load {
    fileprivate func loading(as kind: LoadKind) -> Load {
        guard self.kind == .data else { return self }
        var load = self
        load.kind = kind
        return load
    }
}

extension Node {
    fileprivate func loading(as kind: LoadKind) -> Node {
        mapLines { line in
            guard case .order(.load(let load)) = line.deed else { return line }
            return line.with(.order(.load(load.loading(as: kind))))
        }
    }
}

extension [Node] {
    /// Goes from the end to the beginning, so that the outcome of a load is known at its response.
    ///
    /// - Parameter lanes: the lanes whose load fails below, or may fail.
    fileprivate mutating func excuse(whatFails lanes: inout Set<Lane>) {
        for index in indices.reversed() {
            switch self[index] {
            case .line(let line): self[index] = .line(line.excused(&lanes))
            case .repeated(var block):
                block.nodes.excuse(whatFails: &lanes)
                self[index] = .repeated(block)
            case .either(var block):
                var above: Set<Lane> = []
                for branch in block.branches.indices {
                    var own = lanes
                    block.branches[branch].nodes.excuse(whatFails: &own)
                    above.formUnion(own)
                }
                lanes = above
                self[index] = .either(block)
            case .anyOrder(var block):
                for part in block.parts.indices.reversed() { block.parts[part].nodes.excuse(whatFails: &lanes) }
                self[index] = .anyOrder(block)
            }
        }
    }
}

extension Line {
    /// The line above these failures: the response and the data of a load that fails become optional.
    fileprivate func excused(_ failing: inout Set<Lane>) -> Line {
        guard case .callback(var callback) = deed else { return self }
        switch callback.kind {
        case .fail: failing.insert(lane)
        case .finish: failing.remove(lane)
        case .response, .data:
            guard failing.contains(lane), callback.occurrence == .once,
                callback.decision?.word ?? .byDefault == .byDefault
            else { break }
            callback.occurrence = .optional
            return with(.callback(callback))
        default: break
        }
        return self
    }
}
