// RequestReader+Between.swift: whether a reader of requests is in the middle of one.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire

extension RequestReader {
    var isBetweenRequests: Bool {
        switch inputEnded() {
        case .betweenRequests, .malformed: true
        case .insideHead, .insideBody: false
        }
    }
}
