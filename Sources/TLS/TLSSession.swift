// TLSSession.swift: a session that a client can resume.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import CQuintainOpenSSL

/// A session that a server let a client resume.
package final class TLSSession: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Takes over the reference.
    init(owning pointer: OpaquePointer) { self.pointer = pointer }

    deinit { SSL_SESSION_free(pointer) }
}

extension TLSSession: Equatable {
    package static func == (one: TLSSession, other: TLSSession) -> Bool { one === other }
}
