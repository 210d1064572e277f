// RouteFile.swift: a file of standing exchanges, checked and ready to be compiled.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation

/// A file that begins with `routes`.
package struct RouteFile: Sendable {
    package var file: String
    package var title: String
    package var exchanges: [StandingExchange] = []
    package var demands: Set<Demand> = []
    /// Exchanges that ask for the same answer in turn, each once, and the last one from then on. nil: the first of them
    /// always answers.
    package var turns: RouteTurns?

    package init(file: String, title: String) {
        self.file = file
        self.title = title
    }
}

/// A `>` message and the reply that it gets, any number of times.
package struct StandingExchange: Sendable {
    package var place: Place
    package var method: Template
    /// The path, segment by segment: `/status/{{path code}}` is two.
    package var path: [PathSegment]
    /// The query behind `?`; nil: any query, or none.
    package var query: Template?
    package var header: [NamedValue] = []
    package var body: Template?
    /// The reply neither waits for the body of the request nor asks for it.
    package var isEarly = false
    /// `<` lines and `!` acts, in order.
    package var reply: [ReplyStep] = []
    /// The steps that `fields` has added: a reply that is sent in place of this one has them as well.
    package var commonFields: [ReplyStep] = []

    package init(place: Place, method: Template, path: [PathSegment], query: Template?) {
        self.place = place
        self.method = method
        self.path = path
        self.query = query
    }
}

package enum PathSegment: Hashable, Sendable {
    case literal([UInt8])
    /// `{{path name}}`: one whole segment.
    case named(String)
    /// `{{any}}`, last: the rest of the path, slashes included.
    case rest
}

package enum ReplyStep: Sendable {
    case send(SendLine, Place)
    case act(Act, Place)
}
