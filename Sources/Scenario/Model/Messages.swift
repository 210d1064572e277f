// Messages.swift: the lines of a request to expect and of a reply to send.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation

/// One `<` line. Nothing here has line ends; the player adds them.
package enum SendLine: Hashable, Sendable {
    /// `HTTP/1.1 302 Found`, completed if the file has a short form. Only a status that a value makes has no phrase
    /// yet.
    case start(Template)
    /// `Location: /done`, as written; the name in lower case, if no value makes it.
    /// A name that is a string keeps its letters where others go out in lower case.
    case field(Template, name: String?, isSpelled: Bool = false)
    /// The bare mark that ends a head.
    case headEnd
    /// One line of the body. If a body line of the same message stands directly above, `newline` goes between.
    case body(Template, newline: Newline)
    /// Bytes as they are. A line of them that begins with `HTTP/` begins a message.
    case raw(Template, startsMessage: Bool)
    /// A field line below `! trailers`.
    case trailer(Template)

    /// The text of the line; nil for a bare mark.
    package var template: Template? {
        switch self {
        case .start(let template), .field(let template, _, _), .body(let template, _), .raw(let template, _),
            .trailer(let template):
            template
        case .headEnd: nil
        }
    }

    /// A start line or a field: a line end in it would begin another one.
    package var isOneLine: Bool {
        switch self {
        case .start, .field, .trailer: true
        case .headEnd, .body, .raw: false
        }
    }

    package var startsMessage: Bool {
        switch self {
        case .start, .raw(_, startsMessage: true): true
        case .field, .headEnd, .body, .raw, .trailer: false
        }
    }
}

/// One `>` line.
package enum ReceiveLine: Hashable, Sendable {
    /// `GET /index HTTP/1.1`; nil: any version will do.
    case start(method: Template, Target, version: String? = nil)
    /// `isSpelled`: the name must come in these very letters.
    case field(name: String, Template, isSpelled: Bool = false)
    /// `{{exactly}}`: the head has the fields that are written, in this order, and no others.
    case exactHead
    case headEnd
    /// `{{absent}}` alone: there is no body, or no more of it.
    case body(Template, newline: Newline)
    case raw(Template, RawPlace)
    case trailer(name: String, Template, isSpelled: Bool = false)

    /// `{{any}}` as a line of a body.
    package var isAnyBody: Bool {
        if case .body(let template, _) = self { template.soleValue?.function == .any } else { false }
    }

    /// A line of a body whose bytes need not all come: nothing is waited for.
    package var mayEndEarly: Bool {
        if case .body(let template, _) = self { template.values.contains { $0.function == .upTo } } else { false }
    }
}

/// Where in a request raw bytes must come.
package enum RawPlace: Hashable, Sendable {
    /// The first bytes of the request.
    case start
    case head, body
}

/// What joins two lines of a body.
package enum Newline: Hashable, Sendable {
    case lf
    /// No line end: the line above has its own, as an event has.
    case none

    package var bytes: [UInt8] {
        switch self {
        case .lf: [10]
        case .none: []
        }
    }
}

package enum Target: Hashable, Sendable {
    /// `/x` on `main`, `//name/x` on another origin; `//name` has an empty path.
    case path(origin: String, Template)
    /// Anything else, compared as text: `*`, `{{authority secure}}`, `{{"//a///b"}}`.
    case text(Template)

    var template: Template {
        switch self {
        case .path(_, let template), .text(let template): template
        }
    }
}
