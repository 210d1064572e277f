// Traffic.swift: how much has gone over the sockets of a loop.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Bytes since the program began, those of TLS as they were on the wire.
package struct Traffic: Sendable {
    package internal(set) var received = 0
    package internal(set) var sent = 0
}
