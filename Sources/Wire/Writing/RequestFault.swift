// RequestFault.swift: the reason why a request cannot be written.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A part of a request that cannot be written, or would be read as something else.
package enum RequestFault: Error, Hashable, Sendable {
    case method(String)
    case target(String)
    case host(String)
    case fieldName(String)
    case fieldValue(name: String, value: String)
    /// A field that the writer itself adds.
    case ownField(String)
    /// A method whose requests have no content.
    case content(String)
    case length(Int)

    /// The sentence of the fault, without a full stop.
    package var sentence: String {
        switch self {
        case .method(let text): "'\(Self.shown(text))' is no method: a method is a token, such as GET"
        case .target(let text):
            "'\(Self.shown(text))' is no request target: it has a blank, control or non-ASCII character, a fragment, or not the form that its method asks for"
        case .host(let text): "'\(Self.shown(text))' is no host with an optional port"
        case .fieldName(let text): "'\(Self.shown(text))' is no field name: a name is a token, such as Accept"
        case .fieldValue(let name, let value):
            "the value '\(Self.shown(value))' of \(name) has a control character: a line end would begin another field"
        case .ownField(let name): "\(name) is written by the client itself: it must agree with the target and the body"
        case .content(let method): "a \(method) request has no content"
        case .length(let count): "\(count) is no length"
        }
    }

    package var citation: String {
        switch self {
        case .method: "RFC 9110 section 9.1"
        case .target: "RFC 9112 section 3.2"
        case .host: "RFC 9110 section 7.2"
        case .fieldName: "RFC 9110 section 5.1"
        case .fieldValue: "RFC 9110 section 5.5"
        case .ownField: "RFC 9112 section 6"
        case .content(let method): method == "TRACE" ? "RFC 9110 section 9.3.8" : "RFC 9110 section 9.3.6"
        case .length: "RFC 9110 section 8.6"
        }
    }

    /// The text for a message: without control characters, and not too long.
    private static func shown(_ text: String) -> String {
        let shown = text.unicodeScalars.prefix(80).map { $0.value < 0x20 || $0.value == 0x7F ? "?" : String($0) }
        return shown.joined() + (text.unicodeScalars.count > 80 ? "…" : "")
    }
}
