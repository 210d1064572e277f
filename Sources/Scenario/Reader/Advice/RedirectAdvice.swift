// RedirectAdvice.swift: requests behind redirects that lead elsewhere, or that keep another method.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainWire
internal import QuintainWords

extension Advice {
    /// Warns of a request directly behind a redirect whose target no request of the file asks for, and of one with
    /// another method behind a 307 or 308. Where the file does not decide alone what a client does, nothing is said.
    mutating func warnOfOtherRedirects(_ scenario: Scenario, _ lines: [Line]) {
        guard let asked = AskedTargets(lines) else { return }
        var course = RedirectCourse(
            asked, closed: Set(scenario.origins.filter { $0.reach != .open }.map(\.name)), cells: scope.cells, faults)
        course.follow(scenario.nodes)
        faults = course.faults
    }
}

/// A target as it is sent, and its origin.
private struct Address: Hashable {
    var origin: String
    /// In canonical form.
    var path: String

    init(_ origin: String, _ path: String) {
        self.origin = origin
        self.path = (try? HTTPURL(Self.base + path))?.originForm ?? path
    }

    /// The target of a `Location` at this address; nil: the client decides what it means.
    func leading(to location: Template) -> Address? {
        if let value = location.values.first {
            guard location.pieces.count == 2, case .literal(let name)? = location.pieces.first,
                name.drop(while: { $0 != Byte.colon }).dropFirst().allSatisfy(Byte.isBlank),
                case .url(let origin, let path) = value.function, value.transforms.isEmpty, Self.isPlain(path)
            else { return nil }
            return Address(origin, path)
        }
        guard let text = location.literalText?.split(separator: ":", maxSplits: 1).last?.trimmed, !text.isEmpty,
            Self.isPlain(String(text)), let base = try? HTTPURL(Self.base + path),
            let target = try? base.redirected(to: String(text)), target.origin == base.origin
        else { return nil }
        return Address(origin, target.originForm)
    }

    /// Whether clients agree on how it is sent.
    private static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { Byte.isNameByte($0) || "/.?=&~#;,+@:".utf8.contains($0) }
    }

    /// `/b`, `//other/b`
    var written: String { (origin == Origin.main.name ? "" : "//\(origin)") + path }

    private static let base = "http://main.invalid"
}

/// What the requests of a file ask for, wherever they stand: a reply may be kept from an earlier one.
private struct AskedTargets {
    private var methods: [Address: Set<String>] = [:]
    /// Targets that a value makes, by what they begin with.
    private var patterns: [(origin: String, start: [UInt8])] = []

    /// nil: a line may ask for anything, or tells clients to ask elsewhere.
    init?(_ lines: [Line]) {
        for line in lines {
            switch line.deed {
            case .receive(.raw(_, .start)): return nil
            case .receive(.start(let method, .text, _)):
                if method.literalText != "CONNECT" { return nil }
            case .receive(.start(let method, .path(let origin, let path), _)):
                if let path = path.literalText {
                    methods[Address(origin, path), default: []].insert(method.literalText ?? "")
                } else if case .literal(let start)? = path.pieces.first {
                    patterns.append((origin, start))
                } else {
                    patterns.append((origin, []))
                }
            case .send(.field(_, let name, _)) where name == "strict-transport-security" || name == "alt-svc":
                return nil
            default: break
            }
        }
    }

    func mayHave(_ address: Address) -> Bool { methods[address] != nil || mayFit(address) }

    /// Whether a request with this method may ask for it. The empty method is made by a value.
    func mayHave(_ address: Address, method: String) -> Bool {
        mayFit(address) || !(methods[address] ?? []).isDisjoint(with: [method, "", "OPTIONS"])
    }

    private func mayFit(_ address: Address) -> Bool {
        patterns.contains { $0.origin == address.origin && address.path.utf8.starts(with: $0.start) }
    }
}

/// Goes through the lines between blocks: within one and behind it, nothing is known of what came before.
private struct RedirectCourse {
    /// A request, and the reply to it so far.
    fileprivate struct Exchange {
        var method: String
        var address: Address
        /// The status, and its line; nil: no reply has begun.
        var status: (code: Int, line: Int)?
        var target: Address?
        var isInterim = false
        /// The client may do something else than follow the reply.
        var isOpen = false
        /// A reply may answer a request above this one.
        var isBehindOthers = false
    }

    private(set) var faults: Faults
    private let asked: AskedTargets
    /// The origins that no request reaches.
    private let closed: Set<String>
    private var exchanges: [Lane: Exchange] = [:]
    /// The row of the table, one of whose cells may be the status.
    private let cells: [[UInt8]]

    init(_ asked: AskedTargets, closed: Set<String>, cells: [[UInt8]], _ faults: Faults) {
        self.asked = asked
        self.cells = cells
        self.closed = closed
        self.faults = faults
    }

    mutating func follow(_ nodes: [Node]) {
        for node in nodes {
            switch node {
            case .line(let line): follow(line)
            case .repeated(let block): apart(block.nodes)
            case .either(let block): for branch in block.branches { apart(branch.nodes) }
            case .anyOrder(let block): for part in block.parts { apart(part.nodes) }
            }
        }
    }

    private mutating func apart(_ nodes: [Node]) {
        exchanges = [:]
        follow(nodes)
        exchanges = [:]
    }

    private mutating func follow(_ line: Line) {
        switch line.deed {
        case .receive(.start(let method, let target, _)): ask(method, target, line)
        case .send(let sent): exchanges[line.lane]?.follow(sent, line.place.line)
        case .callback(let callback): if !callback.letsFollow { exchanges[line.lane]?.isOpen = true }
        case .act(let act): if !Self.pauses.contains(act.word) { exchanges[line.lane]?.isOpen = true }
        // What the app orders may come before what a reply leads to.
        case .order: for lane in exchanges.keys { exchanges[lane]?.isOpen = true }
        case .await: exchanges[line.lane]?.isOpen = true
        case .receive, .binding: break
        }
    }

    private mutating func ask(_ method: Template, _ target: Target, _ line: Line) {
        let before = exchanges.removeValue(forKey: line.lane)
        guard case .path(let origin, let path) = target, let path = path.literalText, let method = method.literalText
        else { return }
        var exchange = Exchange(method: method, address: Address(origin, path))
        if let before {
            exchange.isBehindOthers = before.status == nil || before.isBehindOthers
            judge(exchange, behind: before, line.place)
        }
        exchanges[line.lane] = exchange
    }

    private mutating func judge(_ next: Exchange, behind last: Exchange, _ place: Place) {
        guard !last.isOpen, !last.isBehindOthers, let status = last.status, let target = last.target,
            !closed.contains(target.origin)
        else { return }
        if !asked.mayHave(target) {
            let meant =
                next.address.origin == last.address.origin
                ? next.address.path : "{{//\(next.address.origin)\(next.address.path)}}"
            faults.add(
                .neverKept, place,
                "the redirect in line \(status.line) leads to \(target.written), and no request of this file asks for "
                    + "that",
                help:
                    "write '> \(last.followed) \(target.written)' here, or '< Location: \(meant)' there; if the client "
                    + "does not follow, '* redirect \(status.code) \(target.written) -> refuse' or "
                    + "'client \(next.method) \(next.address.written)' stands above this line")
        } else if next.address == target, !last.mayFollow.contains(where: { asked.mayHave(target, method: $0) }) {
            let keeps = status.code != 303 && last.mayFollow.count == 1
            faults.add(
                .neverKept, place,
                "a client that follows the \(status.code) in line \(status.line) sends \(last.followed)"
                    + "\(keeps ? " again" : ""), not \(next.method)",
                help: cells.contains(Array("\(status.code)".utf8))
                    ? "give the table a column of methods: '> {{method}} \(target.written)'"
                    : "write '> \(last.followed) \(target.written)'" + last.otherStatus(for: next.method))
        }
    }

    private static let pauses: Set<ActWord> = [.wait, .flush, .rate, .segment]
}

extension RedirectCourse.Exchange {
    fileprivate mutating func follow(_ sent: SendLine, _ line: Int) {
        switch sent {
        case .start(let start):
            guard let word = start.literalText?.split(separator: " ").dropFirst().first, let code = Int(word) else {
                return isOpen = true
            }
            isInterim = (100..<200).contains(code)
            if isInterim { return isOpen = isOpen || code == 101 }
            if status != nil { isOpen = true }
            status = (code, line)
            if ![301, 302, 303, 307, 308].contains(code) { isOpen = true }
        case .field(let field, let name, let isSpelled):
            guard !isInterim, name == nil || name == "location" else { return }
            if name == nil || isSpelled || target != nil { return isOpen = true }
            target = address.leading(to: field)
            if target == nil { isOpen = true }
        case .raw: isOpen = true
        case .body, .headEnd, .trailer: break
        }
    }

    /// The methods of the request that a client may send behind the redirect: RFC 9110 section 15.4.
    fileprivate var mayFollow: [String] {
        switch status?.code {
        case 303: ["GET", "HEAD"]
        case 301, 302: ["GET", "HEAD"].contains(method) ? [method] : [method, "GET"]
        default: [method]
        }
    }

    /// The status behind which a client sends that method, as the end of a help text.
    fileprivate func otherStatus(for next: String) -> String {
        if next == method, status?.code == 303 { return ", or let that line say 307, behind which it is \(next)" }
        return next == "GET" && [307, 308].contains(status?.code)
            ? ", or let that line say 303, behind which it is GET" : ""
    }

    /// The method of the request that most clients send behind the redirect: RFC 9110 section 15.4.
    fileprivate var followed: String {
        switch status?.code {
        case 303: method == "HEAD" ? method : "GET"
        case 301, 302: method == "POST" ? "GET" : method
        default: method
        }
    }
}

extension Callback {
    /// Whether the client goes on to the target of a redirect behind this callback.
    fileprivate var letsFollow: Bool {
        switch kind {
        case .redirect: decision.map { [.follow, .body].contains($0.word) } ?? true
        case .needBody, .sent, .waiting, .informational, .metrics: true
        default: false
        }
    }
}
