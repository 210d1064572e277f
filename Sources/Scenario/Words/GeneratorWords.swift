// GeneratorWords.swift: the generators that replies of routes can call, and their arguments.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation
internal import QuintainWords

/// A generator makes what a route cannot write out, because it counts, chooses or looks at all of a request.
///
/// `QuintainGenerators` makes it; the reader knows only what stands here.
package enum GeneratorWord: String, WordSet {
    // Values.
    case echo, stream, uuid, random, links, countdown, countup, number, unbase64, site, allow
    case requestQuery = "request.query"
    // Fields.
    case setCookies = "set-cookies", deleteCookies = "delete-cookies"
    // Replies.
    case status, delay, drip, range, events, etag
    case redirectTo = "redirect-to"
    case queryFields = "query-fields"
    case digestAuth = "digest-auth"

    /// The place where a generator may stand.
    package enum Place: Sendable {
        /// In a line, like any value.
        case value
        /// Alone on a head line: any number of fields.
        case fields
        /// Alone on the start line.
        case reply
    }

    /// The kind of an argument, where it is written out.
    enum Argument {
        case number
        /// Written with a unit; what a request says is seconds.
        case duration
        case text
    }

    package var place: Place {
        switch self {
        case .echo, .stream, .uuid, .random, .links, .countdown, .countup, .number, .unbase64, .site, .allow,
            .requestQuery:
            .value
        case .setCookies, .deleteCookies: .fields
        case .status, .delay, .drip, .range, .events, .etag, .redirectTo, .queryFields, .digestAuth: .reply
        }
    }

    /// Whether it is a whole reply whose body may stand below it, as it would below a status.
    package var leavesBody: Bool {
        switch self {
        case .delay, .etag, .digestAuth: true
        case .status, .drip, .range, .events, .redirectTo, .queryFields: false
        case .echo, .stream, .uuid, .random, .links, .countdown, .countup, .number, .unbase64, .site, .allow,
            .requestQuery,
            .setCookies, .deleteCookies:
            true
        }
    }

    /// The arguments that must stand behind the name, in order, each with a description.
    var operands: [(Argument, String)] {
        switch self {
        case .stream: [(.number, "how often: 'stream path.n args headers'")]
        case .random: [(.number, "a number of bytes: 'random path.n'")]
        case .links:
            [(.number, "how many links: 'links path.n path.offset'"), (.number, "which one is no link: 'links 10 0'")]
        case .countdown, .countup, .number: [(.number, "a number: '\(rawValue) path.n'")]
        case .unbase64: [(.text, "what to decode: 'unbase64 path.value'")]
        case .requestQuery: [(.text, "a name: 'request.query url'")]
        case .status: [(.text, "a status, or several with weights: 'status path.codes'")]
        case .delay: [(.duration, "how long: 'delay path.seconds' or 'delay 2s'")]
        case .drip: [(.number, "a number of bytes: 'drip query.numbytes'")]
        case .range: [(.number, "a number of bytes: 'range path.n'")]
        case .events: [(.number, "how many events: 'events query.count'")]
        case .etag: [(.text, "a tag: 'etag path.tag'")]
        case .redirectTo: [(.text, "where to: 'redirect-to query.url'")]
        case .echo, .uuid, .site, .allow, .setCookies, .deleteCookies, .queryFields, .digestAuth: []
        }
    }

    /// The arguments that may stand behind the name, all of them or none.
    var optionalOperands: [(Argument, String)] {
        self == .setCookies
            ? [(.text, "a name: 'set-cookies path.name path.value'"), (.text, "a value behind the name")] : []
    }

    /// `name=…`
    var options: [(name: String, argument: Argument)] {
        switch self {
        case .random: [("seed", .number), ("chunk", .number)]
        case .unbase64: [("else", .text)]
        case .drip: [("over", .duration), ("after", .duration), ("status", .number)]
        case .range: [("over", .duration), ("chunk", .number)]
        case .events: [("over", .duration), ("after", .duration)]
        case .redirectTo: [("status", .number)]
        case .digestAuth:
            [("user", .text), ("password", .text), ("qop", .text), ("algorithm", .text), ("stale-after", .text)]
        case .echo, .stream, .uuid, .links, .countdown, .countup, .number, .site, .allow, .requestQuery, .setCookies,
            .deleteCookies, .status, .delay, .etag, .queryFields:
            []
        }
    }

    /// Whether the members of an echo follow, and `NAME=VALUE` puts one more in.
    var takesMembers: Bool { self == .echo || self == .stream }

    /// The milliseconds by which 'delay' delays a reply at most.
    package static let longestDelay = 10_000

    /// Whether the word says something without arguments, so that nothing else can have its name.
    var standsAlone: Bool { operands.isEmpty && !takesMembers }
}

/// The parts of a request that `{{echo …}}` can tell.
package enum EchoMember: String, WordSet {
    case args, cookies, data, files, form, headers, json, method, origin, url
    case userAgent = "user-agent"

    /// Whether the member is in the body of the request, or depends on it.
    package var isInBody: Bool {
        switch self {
        case .data, .files, .form, .json: true
        case .args, .cookies, .headers, .method, .origin, .url, .userAgent: false
        }
    }
}

extension GeneratorWord {
    /// Whether a call looks at the body of the request.
    package static func readsBody(_ call: GeneratorCall) -> Bool {
        switch GeneratorWord(rawValue: call.name) {
        case .digestAuth: true
        case .echo, .stream:
            call.operands.contains { operand in
                guard case .text(let word) = operand else { return false }
                return EchoMember(rawValue: String(decoding: word, as: UTF8.self))?.isInBody == true
            }
        default: false
        }
    }
}
