// Generator.swift: makes values and replies from a request.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation
internal import QuintainScenario
internal import QuintainWire

/// Makes, for one request, values and replies that the lines of a route cannot express by themselves.
///
/// A generator does not wait, read a clock or keep anything: pauses are parts of its reply, and the randomness comes
/// with the ``Visit``. The amounts that a request asks for are bounded.
package struct Generator {
    let occasion: Occasion
    var dice: Dice
    private(set) lazy var query = Pairs(urlencoded: occasion.query)
    private(set) lazy var body = SubmittedBody(occasion)

    package init(_ occasion: Occasion) {
        self.occasion = occasion
        dice = Dice(seed: occasion.visit.seed)
    }

    /// The pieces of a value. Most have one; where the reply is chunked, each is a chunk.
    package mutating func value(_ call: GeneratorCall) throws(GeneratorRefusal) -> [[UInt8]] {
        switch word(call) {
        case .echo: [try echo(call)]
        case .stream: try stream(call)
        case .uuid: [dice.uuid()]
        case .random: try random(call)
        case .links: [try links(call)]
        case .countdown: [try countdown(call)]
        case .number: [Array(String(try exact(call, 0)).utf8)]
        case .unbase64: [try unbase64(call)]
        case .site: [Array(occasion.site.utf8)]
        case .allow: [try allow()]
        case .status, .delay, .drip, .range, .events, .etag, .redirectTo, .setCookies, .deleteCookies, .queryFields,
            .digestAuth:
            preconditionFailure("the reader lets no \(call.name) stand where a value does")
        }
    }

    package mutating func reply(_ call: GeneratorCall) throws(GeneratorRefusal) -> GeneratedReply {
        var reply =
            switch word(call) {
            case .status: try status(call)
            case .delay: GeneratedReply(200, after: min(try milliseconds(call.operands[0]) ?? 0, Bounds.delay))
            case .drip: try drip(call)
            case .range: try range(call)
            case .events: try events(call)
            case .etag: try etag(call)
            case .redirectTo: try redirect(call)
            case .setCookies: try setCookies(call)
            case .deleteCookies: try deleteCookies()
            case .queryFields: try queryFields()
            case .digestAuth: try digest(call)
            case .echo, .stream, .uuid, .random, .links, .countdown, .number, .unbase64, .site, .allow:
                preconditionFailure("the reader lets no \(call.name) stand where a reply does")
            }
        reply.fields = try checked(reply.fields)
        return reply
    }

    private func word(_ call: GeneratorCall) -> GeneratorWord {
        guard let word = GeneratorWord(rawValue: call.name) else {
            preconditionFailure("the reader lets no '\(call.name)' through")
        }
        return word
    }

    private func allow() throws(GeneratorRefusal) -> [UInt8] {
        guard !occasion.visit.methods.isEmpty else {
            throw GeneratorRefusal(404, "no route has this path")
        }
        return Array(occasion.visit.methods.joined(separator: ", ").utf8)
    }

    /// Bytes of a request must not become a line of their own (RFC 9110 section 5.5).
    private func checked(_ fields: [Field]) throws(GeneratorRefusal) -> [Field] {
        for field in fields {
            if field.name.isEmpty || !field.name.utf8.allSatisfy(Octet.isToken) {
                throw GeneratorRefusal(400, "'\(Quoting.escaped(field.name.utf8))' cannot be the name of a field")
            }
            if field.value.contains(where: { ($0 < 0x20 && $0 != Octet.tab) || $0 == 0x7F }) {
                throw GeneratorRefusal(400, "what is asked for as \(field.name) has control characters in it")
            }
        }
        return fields
    }
}

/// The greatest amounts that a request can ask for.
enum Bounds {
    static let bytes = 100 << 10
    static let dripped = 10 << 20
    /// The pieces of one reply: chunks, or bytes with pauses between them.
    static let pieces = 1_000
    static let objects = 100
    static let links = 200
    /// Names and values in a query, a form or a Cookie field.
    static let pairs = 10_000
    /// In milliseconds: of `{{delay …}}`, and of each `after=` and `over=`.
    static let delay = GeneratorWord.longestDelay
    static let duration = 600_000
}
