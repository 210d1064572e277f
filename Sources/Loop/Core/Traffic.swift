// Traffic.swift: counts the bytes on a loop's sockets.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The bytes since the program began; with TLS, those of the ciphertext.
package struct Traffic: Sendable {
    package internal(set) var received = 0
    package internal(set) var sent = 0
}
