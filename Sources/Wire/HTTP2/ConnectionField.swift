// ConnectionField.swift: the connection fields of HTTP/1, which HTTP/2 forbids.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The fields that are about a connection of HTTP/1 and not about a message: RFC 9113 section 8.2.2.
package enum ConnectionField {
    package static let names: Set<String> = [
        "connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade",
    ]
}
