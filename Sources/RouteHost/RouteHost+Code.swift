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

    /// nil: the request stays without an answer.
    let answer: @Sendable (Journal.Entry) -> Answer?

    package init(_ answer: @escaping @Sendable (Journal.Entry) -> Answer?) { self.answer = answer }
}

extension RouteHost {
    /// What answers a request.
    struct Answering {
        var lookup: RouteTable.Lookup
        /// Code has made a reply that is none, as this sentence says.
        var fault: String?
    }

    /// The route of a request in this table; if there is none, the reply that code makes for it.
    @inline(__always)
    func find(_ request: RequestView, in table: RouteTable) -> Answering {
        let lookup = table.find(request, in: surroundings)
        guard let code, case .none = lookup else { return Answering(lookup: lookup) }
        return ask(code, request)
    }

    private func ask(_ code: ReplyingCode, _ request: RequestView) -> Answering {
        guard request.body != nil else { return Answering(lookup: .needsBody(nil)) }
        let entry = Journal.entry(answered + 1, of: request, bodies: Self.bodyLimit, at: url)
        return switch code.answer(entry) {
        case .reply(let exchange, let file): Answering(lookup: .found(FoundRoute(madeAs: exchange, by: file)))
        case .wrong(let sentence): Answering(lookup: .none, fault: sentence)
        case nil: Answering(lookup: .none)
        }
    }
}
