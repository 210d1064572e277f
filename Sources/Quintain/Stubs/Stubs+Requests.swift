// Stubs+Requests.swift: the requests to stubs, as they came.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import QuintainRouteHost
public import QuintainTestIssues

extension Stubs {
    /// A request of the client, as it came over the wire.
    public typealias Request = RequestOfStubs
}

extension RequestOfStubs {
    init(_ entry: Journal.Entry) {
        self.init(
            method: entry.method, target: entry.target,
            fields: entry.fields.map { Field(name: $0.name, value: $0.value) }, body: Data(entry.body),
            isCut: entry.isCut, stub: entry.route, refusal: entry.refusal, isIncomplete: entry.isIncomplete)
    }
}
