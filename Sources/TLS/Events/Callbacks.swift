// Callbacks.swift: the functions that OpenSSL calls.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import CQuintainOpenSSL

/// OpenSSL calls these functions only within our calls on the same connection, so nothing else uses it meanwhile.
extension TLSConnection {
    static func messagePassed(
        _ direction: TLSEvent.Direction, _ type: Int32, _ bytes: UnsafeRawPointer?, _ count: Int,
        _ me: UnsafeMutableRawPointer?
    ) {
        guard let me, type != SSL3_RT_INNER_CONTENT_TYPE else { return }
        let connection = Unmanaged<TLSConnection>.fromOpaque(me).takeUnretainedValue()
        connection.witness.passed(direction, type: type, UnsafeRawBufferPointer(start: bytes, count: count))
    }

    static func clientHelloArrived(_ ssl: OpaquePointer?) -> Int32 {
        guard let ssl, let connection = behind(ssl) else { return SSL_CLIENT_HELLO_SUCCESS }
        return connection.witness.greeted { ClientHello(of: ssl) } ? SSL_CLIENT_HELLO_SUCCESS : SSL_CLIENT_HELLO_RETRY
    }

    static func secretMade(_ ssl: OpaquePointer?, _ line: UnsafePointer<CChar>?) {
        guard let ssl, let line, let connection = behind(ssl) else { return }
        let text = String(cString: line)
        connection.witness.protection.keyLogged(text, connection.context.role)
        connection.context.secrets?(text)
    }

    /// Returns 1: we take over the reference.
    static func sessionArrived(_ ssl: OpaquePointer?, _ session: OpaquePointer?) -> Int32 {
        guard let ssl, let session, let connection = behind(ssl) else { return 0 }
        connection.witness.note(.session(TLSSession(owning: session)))
        return 1
    }

    static func certificateShown(_ check: OpaquePointer?) -> Int32 {
        guard let check else { return 0 }
        let ssl = X509_STORE_CTX_get_ex_data(check, SSL_get_ex_data_X509_STORE_CTX_idx()).map { OpaquePointer($0) }
        guard let connection = ssl.flatMap(behind) else { return max(0, X509_verify_cert(check)) }
        return connection.verify(check)
    }

    /// Returns -1 while there is no answer.
    static func certificateWanted(_ ssl: OpaquePointer?) -> Int32 {
        guard let ssl, let connection = behind(ssl) else { return 1 }
        return connection.isIdentified ? 1 : -1
    }

    private static func behind(_ ssl: OpaquePointer) -> TLSConnection? {
        SSL_get_ex_data(ssl, 0).map { Unmanaged<TLSConnection>.fromOpaque($0).takeUnretainedValue() }
    }
}
