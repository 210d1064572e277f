// OpenSSLFault.swift: an error of OpenSSL.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import CQuintainOpenSSL

/// The first error in the thread's queue, which is emptied.
struct OpenSSLFault {
    let library: Int32
    let reason: Int32
    /// Such as `wrong version number`.
    let text: String

    /// Empties the queue, because `SSL_get_error` would mistake old errors for new ones.
    static func clear() {
        // Called with every read and write: a peek is cheap, and clearing goes through all sixteen places of the queue.
        if ERR_peek_error() != 0 { ERR_clear_error() }
    }

    static func take() -> OpenSSLFault? {
        let code = ERR_get_error()
        ERR_clear_error()
        guard code != 0 else { return nil }
        return OpenSSLFault(
            library: quintain_err_library(code), reason: quintain_err_reason(code),
            text: ERR_reason_error_string(code).map { String(cString: $0) } ?? "error \(code)")
    }
}
