// Vary.swift: the request fields on which a response depends.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The field `Vary`, RFC 9110 section 12.5.5.
package enum Vary: Hashable, Sendable {
    /// `*`: the response depends on more than fields, so it answers no other request.
    case everything
    /// These fields, in lower case, each once, in the order of their arrival; empty where there is no `Vary`.
    case fields([String])

    package init(_ fields: [Field]) {
        var names: [String] = []
        for member in fields.members(of: "vary") {
            let name = String(decoding: member.map(Octet.lowercased), as: UTF8.self)
            if name == "*" {
                self = .everything
                return
            }
            if !names.contains(name) { names.append(name) }
        }
        self = .fields(names)
    }

    /// Whether a response to the first request answers the second one as well. RFC 9111 section 4.1: a field must have
    /// the same members in both, or be missing in both.
    package func matches(_ stored: [Field], _ new: [Field]) -> Bool {
        switch self {
        case .everything: false
        case .fields(let names):
            names.allSatisfy { name in
                stored.members(of: name) == new.members(of: name)
                    && stored.values(of: name).isEmpty == new.values(of: name).isEmpty
            }
        }
    }
}
