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
        guard let (place, request) = leads.firstUnled(in: nodes) else { return nil }
        return Diagnostic(
            .neverKept, file: file, place: place,
            message: "nothing leads here: no 'client' line orders this request, and no reply above names it",
            help: "write above it: 'client \(request)'")
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

    /// Behind a block the course is one of several, so that nothing is said of the lines there.
    mutating func firstUnled(in nodes: [Node]) -> (place: Place, request: String)? {
        for node in nodes {
            guard case .line(let line) = node else { return nil }
            follow(line.deed, line.lane)
            if isOpen { return nil }
            guard case .receive(.start(let method, let target, _)) = line.deed else { continue }
            requests[line.lane, default: 0] += 1
            guard requests[line.lane, default: 0] > loads[line.lane, default: 0] else { continue }
            guard case .path(let origin, let path) = target, let path = path.literalText,
                let method = method.literalText, !said.contains(path.utf8)
            else { return nil }
            return (line.place, "\(method) \(origin == Origin.main.name ? "" : "//\(origin)")\(path)")
        }
        return nil
    }

    private mutating func follow(_ deed: Deed, _ lane: Lane) {
        switch deed {
        // An event source asks again when its stream has ended.
        case .order(.load(let load)) where load.kind == .events: isOpen = true
        case .order(.load): loads[lane, default: 0] += 1
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
