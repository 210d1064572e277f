// Abilities.swift: the callbacks that URLSession reports here, and the decisions of its delegate.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package enum Abilities {
    #if canImport(FoundationNetworking)
        /// Callbacks and decisions that do not exist there, or have no effect, are left out: docs/urlsession.md has the
        /// reasons.
        package static let callbacks = [
            "redirect": ["default", "no", "to"],
            "challenge": ["default", "use", "none", "no"],
            "need-body": ["default", "body", "no"],
            "sent": [],
            "response": ["default"],
            "data": [],
            "progress": [],
            "file": [],
            "metrics": [],
            "finish": [],
            "fail": [],
        ]
        /// Challenges for which Foundation has no constant there are those of TLS: its delegate is never asked about
        /// them.
        package static let challenges: [String]? = ["Basic", "Digest"]
    #else
        package static let callbacks = [
            "redirect": ["default", "no", "to", "body"],
            "challenge": ["default", "use", "trust", "none", "no"],
            "need-body": ["default", "body", "no"],
            "sent": [],
            "waiting": [],
            "informational": [],
            "response": ["default", "download"],
            "data": [],
            "will-cache": ["default", "no"],
            "resumed": [],
            "progress": [],
            "file": [],
            "metrics": [],
            "finish": [],
            "fail": [],
        ]
        /// All kinds.
        package static let challenges: [String]? = nil
    #endif
}

/// The callbacks that URLSession has.
package enum CallbackWord: String, CaseIterable, Encodable, CodingKey, Sendable {
    case redirect, challenge, needBody = "need-body", sent, waiting, informational, response, data
    case willCache = "will-cache"
    case resumed, progress, file, metrics, finish, fail
}
