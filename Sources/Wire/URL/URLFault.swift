// URLFault.swift: why a text is no URL that can be loaded.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Why a text is no http or https URL.
package enum URLFault: Error, Hashable, Sendable {
    case tooLong(Int)
    /// A control character at this offset.
    case control(Int)
    case noScheme(String)
    case otherScheme(String)
    case noHost(String)
    case authority(String)
    case host(String)
    /// A host beyond ASCII that is not valid.
    case international(String)
    case address(String)

    /// The fault and its remedy in one sentence, without a full stop.
    package var sentence: String {
        switch self {
        case .tooLong(let count): "a URL of \(count) bytes is longer than this client takes"
        case .control(let offset): "a control character stands in the URL, at byte \(offset)"
        case .noScheme(let text): "'\(text)' has no scheme: write http:// or https:// before it"
        case .otherScheme(let name): "this client loads http and https, not '\(name)'"
        case .noHost(let text): "'\(text)' names no host: write one behind //"
        case .authority(let text): "'\(text)' is no host with an optional port, which is at most 65535"
        case .host(let text): "'\(text)' has a character that no host has"
        case .international(let text):
            "'\(text)' has a character that no host has: write the name as it is registered, in Punycode"
        case .address(let text): "'[\(text)]' is no IPv6 address"
        }
    }

    package var citation: String {
        switch self {
        case .tooLong: "RFC 9110 section 4.1"
        case .control: "RFC 3986 section 2"
        case .noScheme, .otherScheme: "RFC 3986 section 3.1"
        case .noHost: "RFC 9110 section 4.2.1"
        case .authority: "RFC 3986 section 3.2"
        case .host, .address: "RFC 3986 section 3.2.2"
        case .international: "RFC 5891 section 5"
        }
    }
}
