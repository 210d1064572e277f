// Scenario+UnseenLoads.swift: loads of which nothing comes to the server.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

extension Scenario {
    /// The `client` lines of loads of which no line waits for a sign: no request, no connection, no silence. Where nobody
    /// orders loads, nothing shows that the client does them.
    package var unseenLoads: [Line] {
        var waiting: [Lane: [(line: Line, load: Load)]] = [:]
        for node in nodes { node.look(at: &waiting) }
        return waiting.values.flatMap { $0.map(\.line) }.sorted { $0.place < $1.place }
    }
}

extension Node {
    fileprivate func look(at waiting: inout [Lane: [(line: Line, load: Load)]]) {
        switch self {
        case .line(let line):
            switch line.deed {
            case .order(.load(let load)): waiting[line.lane, default: []].append((line, load))
            case .receive(.start(let method, let target, _)):
                let own = waiting[line.lane]?.firstIndex { $0.load.isAsked(by: method, target) }
                if waiting[line.lane]?.isEmpty == false { waiting[line.lane]?.remove(at: own ?? 0) }
            case .receive(.raw), .await: waiting[line.lane] = []
            case .act(.quiet): waiting = [:]
            // It is done to a connection, which has to come for it.
            case .act(let act): if act.has(.isOfConnection) { waiting[line.lane] = [] }
            case .send, .order, .receive, .callback, .binding: break
            }
        case .repeated(let block): for node in block.nodes { node.look(at: &waiting) }
        case .either(let block): for branch in block.branches { for node in branch.nodes { node.look(at: &waiting) } }
        case .anyOrder(let block): for part in block.parts { for node in part.nodes { node.look(at: &waiting) } }
        }
    }
}

extension Load {
    /// Whether a request of this line is the one that the load begins with, as it is written.
    fileprivate func isAsked(by method: Template, _ target: Target) -> Bool {
        guard case .path(let origin, let path) = target, case .path(origin, let own) = url else { return false }
        return path.literalText == own.literalText && method.literalText == self.method.literalText
    }
}
