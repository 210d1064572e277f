// Reply+Head.swift: what a head says to an app.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire

extension Reply {
    init(_ head: ResponseHead, url: String) {
        self.init(
            url: url, status: head.status, reason: head.reason, fields: head.fields, type: nil, encoding: nil,
            length: head.length, suggestedName: "")
    }
}
