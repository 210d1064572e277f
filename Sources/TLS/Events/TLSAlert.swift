// TLSAlert.swift: alerts by their registered names.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// An alert, by its number in the registry "TLS Alerts".
package struct TLSAlert: Sendable, Hashable {
    package enum Level: UInt8, Sendable, Hashable { case warning = 1, fatal = 2 }

    package let number: UInt8

    package init(number: UInt8) { self.number = number }

    /// The alert of a registered name, such as `handshake_failure`; nil: there is none.
    package init?(_ name: String) {
        guard let entry = Self.registered.first(where: { $0.name == name }) else { return nil }
        number = entry.number
    }

    package var name: String { Self.registered.first { $0.number == number }?.name ?? "alert_\(number)" }

    /// The level that the alert has by RFC 8446 section 6.
    package var usualLevel: Level {
        switch name {
        case "close_notify", "user_canceled", "no_renegotiation": .warning
        default: .fatal
        }
    }

    package static let closeNotify = TLSAlert(number: 0)
    package static var names: [String] { registered.map(\.name) }

    private static let registered: [(number: UInt8, name: String)] = [
        (0, "close_notify"),
        (10, "unexpected_message"),
        (20, "bad_record_mac"),
        (21, "decryption_failed"),
        (22, "record_overflow"),
        (30, "decompression_failure"),
        (40, "handshake_failure"),
        (41, "no_certificate"),
        (42, "bad_certificate"),
        (43, "unsupported_certificate"),
        (44, "certificate_revoked"),
        (45, "certificate_expired"),
        (46, "certificate_unknown"),
        (47, "illegal_parameter"),
        (48, "unknown_ca"),
        (49, "access_denied"),
        (50, "decode_error"),
        (51, "decrypt_error"),
        (52, "too_many_cids_requested"),
        (60, "export_restriction"),
        (70, "protocol_version"),
        (71, "insufficient_security"),
        (80, "internal_error"),
        (86, "inappropriate_fallback"),
        (90, "user_canceled"),
        (100, "no_renegotiation"),
        (109, "missing_extension"),
        (110, "unsupported_extension"),
        (111, "certificate_unobtainable"),
        (112, "unrecognized_name"),
        (113, "bad_certificate_status_response"),
        (114, "bad_certificate_hash_value"),
        (115, "unknown_psk_identity"),
        (116, "certificate_required"),
        (117, "general_error"),
        (120, "no_application_protocol"),
        (121, "ech_required"),
    ]
}
