// UnledRequest.swift: requests that a client told what to load has no reason to send.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainWire
internal import QuintainWords

extension Scenario {
    /// The first request to which nothing leads: neither an order, nor the reply above it. A client that loads what it
    /// is told to load never sends it; a command may, which knows by itself what to load.
    package var unledRequest: Diagnostic? {
        var leads = Leads()
        if let load = impliedLoad { leads.loads[load.lane] = 1 }
        guard let unled = leads.firstUnled(in: nodes) else { return nil }
        return Diagnostic(.neverKept, file: file, place: unled.place, message: unled.message, help: unled.help)
    }

    /// Whether `client` lines say what is loaded.
    var ordersLoads: Bool {
        nodes.contains {
            if case .line(let line) = $0, case .order(.load) = line.deed { true } else { false }
        }
    }
}

/// Counts the loads of each lane, and what may bring a client to another request.
private struct Leads {
    var loads: [Lane: Int] = [:]
    private var requests: [Lane: Int] = [:]
    /// What has happened may lead to any number of requests, or more than this file tells.
    private var isOpen = false
    /// All that the replies say.
    private var said: [UInt8] = []
    /// The loads of each lane, for as long as the server has said nothing.
    private var ordered: [Lane: [Load]] = [:]
    /// A request without a body was ordered as the last one came.
    private var bodiless: Load?

    /// A request that is never sent, or never so.
    struct Unled {
        let place: Place
        let message: String
        let help: String
    }

    /// Behind a block the course is one of several, so that nothing is said of the lines there.
    mutating func firstUnled(in nodes: [Node]) -> Unled? {
        for (index, node) in nodes.enumerated() {
            guard case .line(let line) = node else { return nil }
            follow(line.deed, line.lane)
            if isOpen { return nil }
            if let other = unlike(line) { return other }
            guard case .receive(.start(let method, let target, _)) = line.deed else { continue }
            requests[line.lane, default: 0] += 1
            guard requests[line.lane, default: 0] > loads[line.lane, default: 0] else { continue }
            guard case .path(let origin, let path) = target, let path = path.literalText,
                let method = method.literalText, !said.contains(path.utf8)
            else { return nil }
            let order = "client \(method) \(origin == Origin.main.name ? "" : "//\(origin)")\(path)"
            return Unled(
                place: line.place,
                message: "nothing leads here: no 'client' line orders this request, and no reply above names it",
                help: "write above it: '\(order)'"
                    + (Self.hasBody(nodes[(index + 1)...])
                        ? ", and indented below that what it sends: 'body \"…\"', 'body {{json …}}'" : ""))
        }
        return nil
    }

    /// Whether the head that has begun ends in a body.
    private static func hasBody(_ rest: ArraySlice<Node>) -> Bool {
        for node in rest {
            guard case .line(let line) = node, case .receive(let received) = line.deed else { return false }
            if case .body(let text, _) = received { return !text.isAbsent }
        }
        return false
    }

    /// The first request, where the `client` lines order others: `client GET /a` above `> GET /b`, or without its body.
    private mutating func unlike(_ line: Line) -> Unled? {
        switch line.deed {
        case .receive(.start(let method, .path(let origin, let path), _)):
            bodiless = nil
            let loads = ordered.removeValue(forKey: line.lane) ?? []
            guard let method = method.literalText, let path = path.literalText, Self.isPlain(path), !loads.isEmpty,
                loads.allSatisfy(Self.isPlain)
            else { return nil }
            let asked = "\(method) \(Self.target(origin, path))"
            let orders = loads.map(Self.request)
            if let index = orders.firstIndex(of: asked) {
                if loads.count == 1, loads[index].body == nil { bodiless = loads[index] }
                return nil
            }
            return Unled(
                place: line.place, message: "the client is ordered to send '\(orders[0])', and not this",
                help: "write the same in both lines: '> \(orders[0])', or 'client \(asked)'")
        case .receive(.body(let text, _)):
            guard let load = bodiless, let bytes = text.literal, !bytes.isEmpty else { return nil }
            return Unled(
                place: line.place, message: "the client is ordered to send '\(Self.request(load))' without a body",
                help: "write what it sends below its 'client' line, indented: 'body \(Quoting.quoted(bytes))'")
        case .receive, .callback, .binding: return nil
        case .send, .act, .order, .await:
            if case .order(.load) = line.deed {} else { (ordered, bodiless) = ([:], nil) }
            return nil
        }
    }

    /// Whether the client sends what it is ordered to send as it stands there.
    private static func isPlain(_ load: Load) -> Bool {
        guard load.kind == .data, load.proxy == nil, load.options.isEmpty, load.method.literalText != nil,
            case .path(_, let path) = load.url, let path = path.literalText
        else { return false }
        return isPlain(path)
    }

    /// Whether nothing in the target has another form on the wire.
    private static func isPlain(_ path: String) -> Bool {
        SentReplies.isPlainPath(path)
    }

    private static func request(_ load: Load) -> String {
        guard case .path(let origin, let path) = load.url else { return "" }
        return "\(load.method.literalText ?? "") \(target(origin, path.literalText ?? ""))"
    }

    private static func target(_ origin: String, _ path: String) -> String {
        (origin == Origin.main.name ? "" : "//\(origin)") + path
    }

    private mutating func follow(_ deed: Deed, _ lane: Lane) {
        switch deed {
        // An event source asks again when its stream has ended.
        case .order(.load(let load)) where load.kind == .events: isOpen = true
        case .order(.load(let load)):
            loads[lane, default: 0] += 1
            if said.isEmpty { ordered[lane, default: []].append(load) }
        case .send(let sent): follow(sent)
        case .receive(.start(let method, _, _)): if !Self.methods.contains(method.literalText ?? "") { isOpen = true }
        case .receive(.raw), .order, .await: isOpen = true
        case .act(let act): if !Self.pauses.contains(act.word) { isOpen = true }
        case .callback(let callback): if callback.kind == .fail || callback.decision != nil { isOpen = true }
        case .receive, .binding: break
        }
    }

    private mutating func follow(_ sent: SendLine) {
        guard let text = sent.template else { return }
        guard let bytes = text.literal else { return isOpen = true }
        switch sent {
        case .start:
            let status = String(decoding: bytes, as: UTF8.self).split(separator: " ").dropFirst().first
            if !Self.lastWords.contains(status.map(String.init) ?? "") { isOpen = true }
        case .raw: isOpen = true
        case .field(_, let name, _): if Self.leadingFields.contains(name ?? "") { isOpen = true }
        case .body, .headEnd, .trailer: break
        }
        said += bytes + [Byte.newline]
    }

    private static let methods: Set<String> = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH"]
    /// Replies behind which no client asks again by itself. An app may, behind a 429 or a 5xx.
    private static let lastWords: Set<String> = [
        "200", "201", "202", "203", "204", "205", "400", "403", "404", "405", "410",
    ]
    /// Where clients follow what a field says, or come again.
    private static let leadingFields: Set<String> = [
        "", "location", "content-location", "refresh", "link", "alt-svc", "retry-after", "www-authenticate",
        "proxy-authenticate",
    ]
    private static let pauses: Set<ActWord> = [.wait, .quiet, .flush, .rate, .segment, .early, .trailers]
}
