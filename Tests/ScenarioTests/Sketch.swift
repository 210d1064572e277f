// Sketch.swift: a model in short form, so that tests can say what they expect of it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainWords

@testable import QuintainScenario

/// `3: start "HTTP/1.1 302 Found"`, indented by block.
func sketch(_ nodes: [Node], _ indent: String = "", numbers: Bool = true) -> [String] {
    nodes.flatMap { node -> [String] in
        switch node {
        case .line(let line):
            let lane = line.lane == .unnamed ? "" : " \(line.lane.name)"
            let level = line.level == .must ? "" : " \(line.level.rawValue)"
            return ["\(indent)\(numbers ? "\(line.place.line)" : "")\(lane)\(level): \(sketch(line.deed))"]
        case .repeated(let block):
            return ["\(indent)repeat \(block.rounds)"] + sketch(block.nodes, indent + "  ", numbers: numbers)
        case .anyOrder(let block):
            return block.parts.flatMap {
                ["\(indent)part \($0.label ?? "")"] + sketch($0.nodes, indent + "  ", numbers: numbers)
            }
        case .either(let either):
            return either.branches.flatMap {
                ["\(indent)branch \($0.label ?? "")"] + sketch($0.nodes, indent + "  ", numbers: numbers)
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
            + (demands.isStale ? " stale" : "") + (demands.userHash ? " userhash" : "")
            + (demands.anyQuoting ? " quoting=any" : "")
    default: "\(function)"
    }
}

func sketch(_ deed: Deed) -> String {
    switch deed {
    case .send(.start(let text)): "start \(sketch(text))"
    case .send(.field(let text, let name, _)): "field \(sketch(text)) name=\(name ?? "-")"
    case .send(.headEnd), .receive(.headEnd): "head end"
    case .send(.body(let text, let newline)): "body \(sketch(text)) \(newline)"
    case .send(.raw(let text, let starts)): "raw \(sketch(text))\(starts ? " starts" : "")"
    case .send(.trailer(let text)): "trailer \(sketch(text))"
    case .receive(.start(let method, let target, let version)):
        "request \(sketch(method)) \(sketch(target))\(version.map { " " + $0 } ?? "")"
    case .receive(.field(let name, let value, let isSpelled)):
        "has \(isSpelled ? "\"\(name)\"" : name): \(sketch(value))"
    case .receive(.exactHead): "exact head"
    case .receive(.body(let text, let newline)): "brings \(sketch(text)) \(newline)"
    case .receive(.raw(let text, let place)): "brings raw \(sketch(text)) of its \(place)"
    case .receive(.trailer(let name, let value, _)): "brings trailer \(name): \(sketch(value))"
    case .callback(let callback): sketch(callback)
    case .order(.load(let load)): sketch(load)
    case .order(.answer(let decision)): "order answer \(sketch(decision))"
    case .order(let order): "order \(order)"
    case .act(.frame(let frame)): "act frame \(frame.kind) on \(frame.stream ?? -1) \(sketch(frame.payload))"
    case .act(.settings(let settings)): "act settings \(settings)"
    case .act(let act): "act \(act)"
    case .await(.frame(let type, let fields)): "await frame \(type) \(fields.map(sketch))"
    case .await(.handshake(let demands)):
        "await handshake \(demands.map { "\($0.field.rawValue)=\(sketch($0.value))" }.joined(separator: " "))"
    case .await(.clientHello(let name)): "await client hello \(name.map { sketch($0) } ?? "-")"
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
    case .body(let text, let header): (["body", sketch(text)] + header.map(sketch)).joined(separator: " ")
    case .plain(let word): "\(word)"
    }
}

func sketch(_ load: Load) -> String {
    var words = ["load", sketch(load.method), sketch(load.url), load.kind.rawValue]
    if let proxy = load.proxy { words.append("via \(proxy)") }
    if let timeout = load.timeout { words.append("timeout \(timeout)") }
    if let total = load.total { words.append("total \(total)") }
    if load.isUntrusted { words.append("untrusted") }
    words += load.options.map(sketch) + load.header.map(sketch)
    if let body = load.body { words.append("body \(sketch(body))") }
    return words.joined(separator: " ")
}

func sketch(_ named: NamedValue) -> String { "\(named.name)=\(sketch(named.value))" }

/// Everything that a file means, without the places of its lines.
func meaning(_ reading: Reading) -> [String] {
    var lines = reading.scenarios.flatMap(meaning)
    if let routes = reading.routes { lines += meaning(routes) }
    return lines
}

func meaning(_ scenario: Scenario) -> [String] {
    var lines = ["\(scenario.name): \(scenario.title)"]
    lines.append("\(scenario.specs) \(scenario.tags) \(scenario.needs)")
    lines.append("\(scenario.lanes.map(\.name)) \(scenario.demands.map { "\($0)" }.sorted())")
    lines.append(scenario.impliedLoad.map { sketch($0) } ?? "no implied load")
    lines += scenario.origins.map { sketch($0) }
    return lines + sketch(scenario.nodes, numbers: false)
}

func sketch(_ origin: Origin) -> String {
    let words = [origin.name, "\(origin.role)", "\(origin.scheme)", "\(origin.reach)", origin.host ?? "-"]
    return (words + origin.options.map { sketch($0) }).joined(separator: " ")
}

func meaning(_ routes: RouteFile) -> [String] {
    var lines = [routes.title]
    for exchange in routes.exchanges { lines += sketch(exchange) }
    return lines
}

func sketch(_ exchange: StandingExchange) -> [String] {
    var lines = ["\(sketch(exchange.method)) \(exchange.path) ?\(exchange.query.map { sketch($0) } ?? "any")"]
    lines += exchange.header.map { sketch($0) }
    lines.append(exchange.body.map { sketch($0) } ?? "any body")
    for step in exchange.reply {
        switch step {
        case .send(let line, _): lines.append(sketch(.send(line)))
        case .act(let act, _): lines.append(sketch(.act(act)))
        }
    }
    return lines
}
