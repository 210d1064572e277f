// RouteHost+Code.swift: replies that code makes for requests that no route answers.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainRoutes
package import QuintainScenario
import QuintainWire

/// Code that is asked for a reply when no route answers, with its whole body.
package struct ReplyingCode: Sendable {
    package enum Answer: Sendable {
        /// An exchange of which only the reply counts, and the file that has made it.
        case reply(StandingExchange, by: String)
        /// What the code says is no reply, as the sentence says.
        case wrong(String)
    }

    /// What messages call it: `the code at StubsTests.swift:12`.
    let name: String
    /// nil: the request stays without an answer.
    let answer: @Sendable (Journal.Entry) -> Answer?

    package init(_ name: String, _ answer: @escaping @Sendable (Journal.Entry) -> Answer?) {
        (self.name, self.answer) = (name, answer)
    }
}

extension RouteHost {
    /// What code has made of a request that no route answers.
    enum Making {
        case route(FoundRoute)
        /// Nothing, or what is no reply, as the sentence says.
        case none(String?)
    }

    /// Asks code for a reply, with the whole body of the request.
    func make(for request: RequestView) -> Making {
        guard let code, request.body != nil else { return .none(nil) }
        let entry = Journal.entry(answered + 1, of: request, bodies: Self.bodyLimit, at: url)
        return switch code.answer(entry) {
        case .reply(let exchange, let file): .route(FoundRoute(madeAs: exchange, by: file))
        case .wrong(let sentence): .none(sentence)
        case nil: .none(nil)
        }
    }
}
