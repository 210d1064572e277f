// Idempotence.swift: methods whose requests may be sent again.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// RFC 9110 section 9.2.2: a client may repeat such a request by itself, where it does not know what became of it.
package enum Idempotence {
    package static func isGiven(to method: String) -> Bool { methods.contains(method) }

    private static let methods: Set<String> = ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE"]
}
