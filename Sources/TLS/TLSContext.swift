// TLSContext.swift: what all connections of an origin, or of a client, have in common.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import CQuintainOpenSSL

/// Settings that connections are made from.
package final class TLSContext: @unchecked Sendable {
    package init(server settings: TLSServerSettings) throws(TLSFailure) {}
    package init(client settings: TLSClientSettings) throws(TLSFailure) {}
}
