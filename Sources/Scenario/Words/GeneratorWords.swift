// GeneratorWords.swift: the generators that replies of routes can call.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation
internal import QuintainWords

/// A generator makes what a route cannot write out, because it counts, chooses or looks at all of a request.
///
/// `QuintainGenerators` makes it; the reader knows only what stands here.
package enum GeneratorWord: String, WordSet {
    case echo, status, delay, drip

    // Only httpbin's own routes, which begin with `routes httpbin`, know these. Values.
    case stream, uuid, random, links, countdown, number, unbase64, site, allow
    // Replies.
    case range, events, etag
    case redirectTo = "redirect-to"
    case setCookies = "set-cookies", deleteCookies = "delete-cookies"
    case queryFields = "query-fields"
    case digestAuth = "digest-auth"

    /// Those of the language.
    package static let written: [GeneratorWord] = [.echo, .status, .delay, .drip]

    /// Whether it makes a whole reply, and not a value.
    package var makesReply: Bool {
        switch self {
        case .echo, .stream, .uuid, .random, .links, .countdown, .number, .unbase64, .site, .allow: false
        case .status, .delay, .drip, .range, .events, .etag, .redirectTo, .setCookies, .deleteCookies, .queryFields,
            .digestAuth:
            true
        }
    }

    /// Whether the body of its reply may stand below it, as it would below a status.
    package var leavesBody: Bool { self == .delay || self == .etag || self == .digestAuth }

    /// The milliseconds by which 'delay' delays a reply at most.
    package static let longestDelay = 10_000

    /// Whether a call looks at the body of the request.
    package static func readsBody(_ call: GeneratorCall) -> Bool {
        switch GeneratorWord(rawValue: call.name) {
        case .digestAuth: true
        case .echo where call.tellsAll: true
        case .echo, .stream:
            call.operands.contains { operand in
                guard case .text(let word) = operand else { return false }
                return EchoMember(rawValue: String(decoding: word, as: UTF8.self))?.isInBody == true
            }
        default: false
        }
    }
}

extension GeneratorCall {
    /// Whether an echo names no members.
    package var tellsAll: Bool { operands.isEmpty && options.isEmpty }
}

/// The parts of a request that `{{echo}}` tells: all of them, or in httpbin's routes those that it names.
package enum EchoMember: String, CaseIterable, Sendable {
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
