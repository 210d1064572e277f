// Sketch.swift: a model in a few words, so that tests can say what they expect of it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation

@testable import QuintainScenario

/// `3: start "HTTP/1.1 302 "`, indented by block.
func sketch(_ nodes: [Node], _ indent: String = "") -> [String] {
    nodes.flatMap { node -> [String] in
        switch node {
        case .line(let line):
            let lane = line.lane == .unnamed ? "" : " \(line.lane.name)"
            let level = line.level == .must ? "" : " \(line.level.rawValue)"
            return ["\(indent)\(line.place.line)\(lane)\(level): \(sketch(line.deed))"]
        case .repeated(let block):
            return ["\(indent)repeat \(block.rounds)"] + sketch(block.nodes, indent + "  ")
        case .either(let either):
            return either.branches.flatMap {
                ["\(indent)branch \($0.label ?? "")"] + sketch($0.nodes, indent + "  ")
            }
        }
    }
}

func sketch(_ template: Template) -> String {
    template.pieces.map {
        switch $0 {
        case .literal(let bytes): Quoting.quoted(bytes)
        case .value(let value): "{\(sketch(value.function))\(value.transforms.map { " | \($0)" }.joined())}"
        }
    }.joined()
}

func sketch(_ function: Function) -> String {
    switch function {
    case .raw(let bytes): "raw \(Quoting.quoted(bytes))"
    case .text(let bytes): Quoting.quoted(bytes)
    case .file(let name, let bytes): "file \(name) \(Quoting.quoted(bytes))"
    case .basic(let who): "basic \(who.user):\(who.password)"
    case .digest(let who, let demands):
        "digest \(who.user):\(who.password) \(demands.algorithm ?? "-") \(demands.qop ?? "-") \(demands.count ?? 0)"
            + (demands.stale ? " stale" : "")
    default: "\(function)"
    }
}

func sketch(_ deed: Deed) -> String {
    switch deed {
    case .send(.start(let text)): "start \(sketch(text))"
    case .send(.field(let text, let name)): "field \(sketch(text)) name=\(name ?? "-")"
    case .send(.headEnd), .receive(.headEnd): "head end"
    case .send(.body(let text, let newline)): "body \(sketch(text)) \(newline)"
    case .send(.raw(let text, let starts)): "raw \(sketch(text))\(starts ? " starts" : "")"
    case .send(.trailer(let text)): "trailer \(sketch(text))"
    case .receive(.start(let method, let target)): "request \(sketch(method)) \(sketch(target))"
    case .receive(.field(let name, let value)): "has \(name): \(sketch(value))"
    case .receive(.body(let text, let newline)): "brings \(sketch(text)) \(newline)"
    case .receive(.raw(let text)): "brings raw \(sketch(text))"
    case .receive(.trailer(let name, let value)): "brings trailer \(name): \(sketch(value))"
    case .callback(let callback): sketch(callback)
    case .order(.load(let load)): sketch(load)
    case .order(let order): "order \(order)"
    case .act(let act): "act \(act)"
    case .await(let awaited): "await \(awaited)"
    case .binding(let binding): "on \(binding)"
    }
}

func sketch(_ target: Target) -> String {
    switch target {
    case .path(let origin, let path): "\(origin):\(sketch(path))"
    case .text(let text): "text \(sketch(text))"
    }
}

func sketch(_ callback: Callback) -> String {
    var words = [callback.kind.rawValue]
    if callback.occurrence != .once { words.append("(\(callback.occurrence))") }
    words += callback.styles.map { "[\($0)]" }
    words += callback.subject.map(sketch)
    words += callback.fields.map(sketch) + callback.header.map(sketch)
    if let after = callback.after { words.append("after \(after)") }
    if let decision = callback.decision { words.append("-> \(sketch(decision))") }
    return words.joined(separator: " ")
}

func sketch(_ decision: Decision) -> String {
    switch decision {
    case .toURL(let url, let header): (["to URL", sketch(url)] + header.map(sketch)).joined(separator: " ")
    case .toName(let name): "to name \(sketch(name))"
    case .use(let user, let password): "use \(sketch(user)) \(sketch(password))"
    case .useCertificate(let name): "use certificate \(sketch(name))"
    case .body(let text): "body \(sketch(text))"
    default: "\(decision)"
    }
}

func sketch(_ load: Load) -> String {
    var words = ["load", sketch(load.method), sketch(load.url), load.kind.rawValue]
    if let proxy = load.proxy { words.append("via \(proxy)") }
    if let timeout = load.timeout { words.append("timeout \(timeout)") }
    if let total = load.total { words.append("total \(total)") }
    words += load.options.map(sketch) + load.header.map(sketch)
    if let body = load.body { words.append("body \(sketch(body))") }
    return words.joined(separator: " ")
}

func sketch(_ named: NamedValue) -> String { "\(named.name)=\(sketch(named.value))" }
