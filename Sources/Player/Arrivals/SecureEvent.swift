// SecureEvent.swift: what a connection tells of its TLS.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
package import QuintainTranscript

/// An event of TLS, reported by the connection that carries it out.
package enum SecureEvent: Sendable, Equatable {
    /// The client's greeting has come; it is not answered before ``Effect/proceed(_:)``. The version is the highest that
    /// it offers, such as `1.3`.
    case greeted(serverName: String?, version: String? = nil)
    /// These bytes came where a greeting was due; they are none, or only its beginning.
    case unheard([UInt8])
    /// A message of the handshake, by its registered name, with its notable values.
    case message(String, by: Side)
    /// An alert by its registered name.
    case alert(String, by: Side)
    case open(SecureTerms)
    /// TLS ended without close_notify.
    case truncated
    /// TLS cannot go on.
    case failed(SecureFailure)
    /// TLS cannot go on, because the bytes behind the greeting are not TLS.
    case garbled(String)

    /// The content types with which a client may begin, alert and handshake: RFC 8446 section 5.1.
    static func mayBegin(with byte: UInt8) -> Bool { byte == 0x15 || byte == 0x16 }
}

extension SecureTerms {
    /// The values that differ from their demands.
    func differences(
        from demands: [HandshakeDemand], _ values: inout Values, _ scope: Scope
    ) -> [Difference] {
        demands.compactMap { demand in
            let value = value(of: demand.field)
            guard !values.matches(demand.value, Array(value.utf8), scope) else { return nil }
            return .terms(demand.field, got: value, wanted: values.wanted(demand.value, scope))
        }
    }
}
