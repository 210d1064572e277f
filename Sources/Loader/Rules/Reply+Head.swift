// Reply+Head.swift: makes an app's view of a response head.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire

extension Reply {
    init(_ head: ResponseHead, at target: RequestURL) {
        let type = head.fields.mediaType
        self.init(
            url: target.text, status: head.status, reason: head.reason, fields: head.fields, type: type?.description,
            encoding: type?.charset, length: head.length,
            suggestedName: SuggestedFileName.name(for: target.url, head.fields))
    }
}
