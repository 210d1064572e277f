// Values.swift: the bytes that `{{…}}` stands for in one run.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAuth
import QuintainCoding
import QuintainNotation
import QuintainReply
import QuintainScenario
import QuintainTranscript
import QuintainWire

/// The facts from which a value may be made at its place in the scenario.
struct Scope {
    /// The round of the innermost block.
    var count: Int?
    /// The last request of the lane.
    var request: Request?
    /// The length of the body of the message in which the value stands.
    var bodyLength: Int?
    /// Seconds since 1970.
    var now: Int
    /// The request whose fields are compared with lines.
    var judged: JudgedRequest?
    /// The `Content-Type` of the request whose body is compared.
    var contentType: [UInt8]?
    /// The body of the reply in whose head the value stands, if it could be read ahead.
    var replyBody: [UInt8]?
    /// The side whose credentials the field confirms.
    var confirmedSide = AuthSide.origin

    func inRound(_ count: Int?) -> Scope {
        var scope = self
        scope.count = count
        return scope
    }

    /// A request that a line has taken, as later lines may quote it.
    struct Request {
        var method: String
        var target: [UInt8]
        var fields: [(name: String, value: [UInt8])]
        var body: [UInt8]
        /// The body was longer than what is kept of it.
        var isBodyCut = false
        /// The origin that the request is for.
        var destination: String?
        /// The inputs to its Digest credentials, from which they are confirmed.
        var answers: [AuthSide: DigestInput] = [:]
    }
}

/// Nonces, captures, challenges and the addresses of the run's origins.
struct Values {
    let endpoints: [String: Endpoint]
    let origins: Origins
    var ledger = DigestLedger()
    /// What all comparisons of one input may take together.
    let effort = MatchEffort()
    private let seed: UInt64
    private let authority: AnchorCertificate?
    /// The file of the run's own authority, if there is one.
    var anchorPath: String? { authority?.path }
    /// The number of nameless nonces that have been drawn.
    private var draws: UInt64 = 0
    private var captures: [String: [UInt8]] = [:]
    /// The transformed bytes of values that never change.
    private var fixed: [FixedValue: [UInt8]] = [:]

    init(_ scenario: Scenario, at endpoints: [Endpoint], seed: UInt64, authority: AnchorCertificate?) {
        self.endpoints = Dictionary(endpoints.map { ($0.origin, $0) }, uniquingKeysWith: { first, _ in first })
        origins = Origins(scenario, at: self.endpoints)
        self.seed = seed
        self.authority = authority
    }

    /// Forgets what can be made again, because a run that is over may be kept for long.
    mutating func forget() { fixed = [:] }

    // MARK: Producing

    /// The elements that a template produces; long stretches of the known stream stay descriptions.
    mutating func elements(_ template: Template, _ scope: Scope) -> [Batch.Element] {
        var elements: [Batch.Element] = []
        for piece in template.pieces {
            switch piece {
            case .literal(let bytes): elements.append(.bytes(bytes))
            case .value(let value): elements.append(element(value, scope))
            }
        }
        return elements
    }

    mutating func bytes(_ template: Template, _ scope: Scope) -> [UInt8] {
        elements(template, scope).flatMap { element -> [UInt8] in
            switch element {
            case .bytes(let bytes): return bytes
            case .pattern(let from, let count): return PatternBytes.array(count, from: from)
            case .field, .strike: return []
            }
        }
    }

    /// The number of bytes that the template will produce; nonces are all of one length, so none is drawn.
    mutating func length(_ template: Template, _ scope: Scope) -> Int {
        let drawn = draws
        defer { draws = drawn }
        return Batch(elements: elements(template, scope)).byteCount
    }

    private mutating func element(_ value: Value, _ scope: Scope) -> Batch.Element {
        if case .bytes(let count, let from) = value.function {
            switch value.transforms.first {
            case nil: return .pattern(from: from, count: count)
            case .chunks? where value.transforms.count == 1: return .pattern(from: from, count: count)
            case .truncate(let most)? where value.transforms.count == 1:
                return .pattern(from: from, count: min(count, most))
            case .coding?, .base64?, .percent?, .truncate?, .corrupt?, .otherwise?, .lineEnds?, .chunks?:
                break
            }
        }
        if value.isFixed {
            if let known = fixed[FixedValue(value: value)] { return .bytes(known) }
            let bytes = value.bytes(in: environment(scope)) ?? []
            fixed[FixedValue(value: value)] = bytes
            return .bytes(bytes)
        }
        defer { if value.function == .nonce(name: nil) { draws += 1 } }
        return .bytes(value.bytes(in: environment(scope)) ?? [])
    }

    // MARK: Matching

    /// The pieces that must come; codings are undone as their bytes come.
    mutating func expected(_ template: Template, _ scope: Scope) -> [BodyMatcher.Piece] {
        template.pieces.flatMap { piece -> [BodyMatcher.Piece] in
            if case .value(let value) = piece, value.function == .upTo { return [.mayEnd] }
            guard case .value(let value) = piece, let (content, codings) = value.coded else {
                var one = Template()
                one.append(piece)
                return elements(one, scope).map { .element($0) }
            }
            return [.coded(CodedBody(codings, of: BodyMatcher([.element(element(content, scope))])))]
        }
    }

    /// The host of an origin or proxy; nil: none has this name.
    func host(ofOrigin name: String) -> String? {
        endpoints[name].flatMap { Authority($0.authority)?.host }
    }

    /// Whether the bytes fit the template. Captures are kept if they do.
    mutating func matches(_ template: Template, _ bytes: [UInt8], _ scope: Scope) -> Bool {
        match(template, bytes, scope).fits
    }

    /// The match of the bytes with the template; captures are kept if they fit.
    mutating func match(_ template: Template, _ bytes: [UInt8], _ scope: Scope) -> Match {
        let match = template.matches(bytes, in: environment(scope))
        if match.fits { captures.merge(match.captures) { $1 } }
        return match
    }

    /// Whether a path fits the template; a URL without a path is requested as `/`.
    mutating func matchesPath(_ template: Template, _ path: [UInt8], _ scope: Scope) -> Bool {
        if template.isEmpty { return path == [UInt8(ascii: "/")] }
        return matches(template, path, scope)
    }

    /// What the template asks for.
    func wanted(_ template: Template, _ scope: Scope) -> Wanted {
        template.canProduce && untaken(in: template) == nil
            ? .bytes(Snippet(template.rendered(in: environment(scope)))) : .demand(template.demand)
    }

    /// The bytes that came in place of those that the template asks for.
    func unlike(_ came: [UInt8], _ template: Template, _ scope: Scope, hint: Remedy? = nil) -> Unlike {
        guard template.canProduce, untaken(in: template) == nil else {
            return Unlike(came, demand: template.demand, hint: hint)
        }
        return Unlike(came, template.rendered(in: environment(scope)), hint: hint)
    }

    /// The first value in the template that `{{NAME = …}}` was to take, and has not taken.
    func untaken(in template: Template) -> String? {
        for value in template.values.flatMap(\.all) {
            guard case .captured(let name) = value.function, captures[name] == nil else { continue }
            if case .otherwise? = value.transforms.first { continue }
            return name
        }
        return nil
    }

    /// The names of the values in the template, JSON aside, that are strings of JSON with their quotes.
    func quoted(in template: Template) -> [String] {
        template.values.flatMap { value -> [Value] in
            if case .valued(.json) = value.function { [] } else { value.all }
        }.compactMap { value in
            guard case .captured(let name) = value.function, let bytes = captures[name], bytes.count > 1,
                bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\"")
            else { return nil }
            return name
        }
    }

    /// A URL as the file writes it, made absolute: `/x` on `main`, `//name/x` on another origin.
    mutating func url(_ template: Template, _ scope: Scope) -> String {
        let text = String(decoding: bytes(template, scope), as: UTF8.self)
        if text.hasPrefix("//") {
            let rest = text.dropFirst(2)
            let name = rest.prefix { $0 != "/" && $0 != "?" }
            if let endpoint = endpoints[String(name)] { return endpoint.url + rest.dropFirst(name.count) }
        } else if text.hasPrefix("/"), let endpoint = endpoints["main"] {
            return endpoint.url + text
        }
        return text
    }

    /// The bytes of one value; none where it is not known.
    func bytes(of value: Value, _ scope: Scope) -> [UInt8] { value.bytes(in: environment(scope)) ?? [] }

    /// The template of a URL that its first text places on an origin, made absolute as ``url(_:_:)`` does.
    func absolute(_ template: Template) -> Template {
        guard case .literal(let first) = template.pieces.first else { return template }
        let text = String(decoding: first, as: UTF8.self)
        let origin: Substring?
        let path: Substring
        if text.hasPrefix("//") {
            origin = text.dropFirst(2).prefix { $0 != "/" && $0 != "?" }
            path = text.dropFirst(2 + (origin?.count ?? 0))
        } else {
            (origin, path) = (text.hasPrefix("/") ? "main" : nil, text[...])
        }
        guard let url = origin.flatMap({ endpoints[String($0)]?.url }) else { return template }
        var absolute = Template(url + path)
        for piece in template.pieces.dropFirst() { absolute.append(piece) }
        return absolute
    }

    private func environment(_ scope: Scope) -> RunEnvironment {
        RunEnvironment(
            endpoints: endpoints, seed: seed, draws: draws, captures: captures, authority: authority, ledger: ledger,
            scope: scope, effort: effort)
    }
}

/// A value that stands for the same bytes at any time. Its hash is that of its place, because its bytes may be many.
private struct FixedValue: Hashable {
    let value: Value

    func hash(into hasher: inout Hasher) { hasher.combine(value.place) }
}

extension Value {
    fileprivate var isFixed: Bool {
        !transforms.isEmpty && function.source == .itself
    }
}

/// The values at one moment of a run, for rendering templates.
struct RunEnvironment: CodingEnvironment {
    let endpoints: [String: Endpoint]
    let seed: UInt64
    let draws: UInt64
    let captures: [String: [UInt8]]
    let authority: AnchorCertificate?
    let ledger: DigestLedger
    let scope: Scope
    let effort: MatchEffort?

    var contentType: [UInt8]? { scope.contentType }

    func bytes(of function: Function) -> [UInt8]? {
        switch function {
        case .nonce(let name): nonce(name)
        case .now(let offset): HTTPDate.bytes(secondsSinceEpoch: scope.now + offset)
        case .length: scope.bodyLength.map { Array(String($0).utf8) }
        case .url(let origin, let path): endpoints[origin].map { Array(($0.url + path).utf8) }
        case .authority(let origin, onlyPort: false): endpoints[origin].map { Array($0.authority.utf8) }
        case .authority(let origin, onlyPort: true): endpoints[origin].map { Array($0.port.utf8) }
        case .requestHeader(let name): scope.request?.fields.first { $0.name.lowercased() == name.lowercased() }?.value
        case .requestBody: scope.request?.body
        case .count(let offset): scope.count.map { Array(String($0 + offset).utf8) }
        case .captured(let name): captures[name]
        case .authorityCertificate(let form): authority?.bytes(form)
        case .digestConfirmation(let name): confirmation(nextNonce: name.map { nonce($0) })
        default: nil
        }
    }

    /// Thirty-two hexadecimal digits, made from the name, or from the number of nonces drawn.
    private func nonce(_ name: String?) -> [UInt8] {
        var state = seed
        if let name {
            for byte in name.utf8 { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        } else {
            state ^= (draws &+ 1) &* 0xD6E8_FEB8_6659_FD93
        }
        let digits = (0..<2).flatMap { round -> [UInt8] in
            let word = PatternBytes.word(state &+ UInt64(round))
            return (0..<8).flatMap { Array(Quoting.hexDigits(UInt8(truncatingIfNeeded: word >> ($0 * 8))).utf8) }
        }
        return digits
    }
}

extension Template {
    /// Whether the bytes that must come are known exactly: no value only matches, or is compared by its meaning.
    var canProduce: Bool { values.allSatisfy { $0.function.canProduce } }
}

extension Function {
    fileprivate var canProduce: Bool {
        switch source {
        case .itself, .environment: true
        case .values, .nowhere: false
        }
    }
}
