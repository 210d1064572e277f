// TLSContext.swift: the settings that all connections of an origin, or of a client, share.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import CQuintainOpenSSL

/// The settings of connections. Only the context that issued a ticket accepts it, even if contexts share settings.
///
/// Unchecked, because OpenSSL locks its own contexts, and nothing else changes after `init`.
package final class TLSContext: @unchecked Sendable {
    enum Role: Sendable { case server, client }

    let pointer: OpaquePointer
    let role: Role
    let oldest: TLSVersion
    /// Marks the tickets that are accepted; nil: all tickets of OpenSSL's own context.
    let realm: UInt64?
    /// Gets each secret as it is made, as a line in the format of NSS.
    let secrets: ((String) -> Void)?
    private let protocols: [[UInt8]]
    /// The context that OpenSSL's callbacks belong to.
    private let original: TLSContext?

    package init(
        server settings: TLSServerSettings, tellingSecrets secrets: ((String) -> Void)? = nil
    ) throws(TLSFailure) {
        role = .server
        self.secrets = secrets
        realm = nil
        original = nil
        oldest = settings.versions.min() ?? .one2
        pointer = Self.make(TLS_server_method())
        protocols = settings.protocols.map { Array($0.utf8) }
        SSL_CTX_set_options(pointer, quintain_op_no_renegotiation)
        try speak(settings.versions)
        try show(settings.identity)
        try exchange(settings.groups)
        weaken(settings.weakness)
        if !protocols.isEmpty {
            SSL_CTX_set_alpn_select_cb(
                pointer,
                { _, chosen, length, offer, count, context in
                    let context = Unmanaged<TLSContext>.fromOpaque(context!).takeUnretainedValue()
                    let offered = UnsafeBufferPointer(start: offer, count: Int(count))
                    guard let choice = context.choose(from: offered) else { return SSL_TLSEXT_ERR_ALERT_FATAL }
                    chosen?.pointee = choice.baseAddress
                    length?.pointee = UInt8(choice.count)
                    return SSL_TLSEXT_ERR_OK
                }, Unmanaged.passUnretained(self).toOpaque())
        }
        askForCertificate(settings)
        if settings.sendsAlerts || secrets != nil { tellSecrets() }
        if settings.tickets > 0 {
            SSL_CTX_set_num_tickets(pointer, settings.tickets)
            // Without an identifier OpenSSL refuses to resume once it asks for certificates.
            let name = Array("quintain".utf8)
            SSL_CTX_set_session_id_context(pointer, name, UInt32(name.count))
        } else {
            SSL_CTX_set_num_tickets(pointer, 0)
            SSL_CTX_set_options(pointer, quintain_op_no_ticket)
            _ = quintain_ctx_set_session_cache_mode(pointer, Int(SSL_SESS_CACHE_OFF))
        }
        SSL_CTX_set_client_hello_cb(pointer, { ssl, _, _ in TLSConnection.clientHelloArrived(ssl) }, nil)
    }

    package init(client settings: TLSClientSettings) throws(TLSFailure) {
        role = .client
        secrets = nil
        realm = nil
        original = nil
        oldest = settings.versions.min() ?? .one2
        pointer = Self.make(TLS_client_method())
        protocols = settings.protocols.map { Array($0.utf8) }
        try speak(settings.versions)
        if let identity = settings.identity { try show(identity) }
        try use(settings.ciphers)
        if settings.sendsAlerts { tellSecrets() }
        try exchange(settings.groups)
        let offer = protocols.flatMap { [UInt8(truncatingIfNeeded: $0.count)] + $0 }
        guard protocols.allSatisfy({ 1...255 ~= $0.count }), offer.count < 1 << 16 else {
            throw TLSFailure(.settings, "a protocol's name has between 1 and 255 bytes")
        }
        // Unlike all other functions this one returns 0 on success.
        if !offer.isEmpty { SSL_CTX_set_alpn_protos(pointer, offer, UInt32(offer.count)) }
        trust(settings.anchors)
        SSL_CTX_set_verify(pointer, settings.verifies ? SSL_VERIFY_PEER : SSL_VERIFY_NONE, nil)
        SSL_CTX_set_cert_verify_callback(pointer, { check, _ in TLSConnection.certificateShown(check) }, nil)
        _ = quintain_ctx_set_session_cache_mode(pointer, Int(SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL))
        SSL_CTX_sess_set_new_cb(pointer, { TLSConnection.sessionArrived($0, $1) })
    }

    /// The same settings for another server, at no cost: the two do not accept each other's tickets.
    package init(sharing other: TLSContext) {
        role = other.role
        oldest = other.oldest
        secrets = other.secrets
        realm = .random(in: 0 ... .max)
        protocols = other.protocols
        original = other.original ?? other
        pointer = other.pointer
        SSL_CTX_up_ref(pointer)
    }

    deinit { SSL_CTX_free(pointer) }

    // MARK: - Setting up

    private static func make(_ method: OpaquePointer?) -> OpaquePointer {
        guard let pointer = SSL_CTX_new(method) else { preconditionFailure("out of memory") }
        // Releases memory while a connection is idle, and sends no certificates that the identity does not have.
        _ = quintain_ctx_set_mode(
            pointer,
            Int(SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE)
                | Int(SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_NO_AUTO_CHAIN))
        SSL_CTX_set_msg_callback(pointer) { isWritten, _, type, bytes, count, _, me in
            TLSConnection.messagePassed(isWritten == 1 ? .sent : .received, type, bytes, count, me)
        }
        return pointer
    }

    private func tellSecrets() { SSL_CTX_set_keylog_callback(pointer) { TLSConnection.secretMade($0, $1) } }

    private func speak(_ versions: Set<TLSVersion>) throws(TLSFailure) {
        guard let least = versions.min(), let greatest = versions.max() else {
            throw TLSFailure(.settings, "at least one version of TLS must be spoken")
        }
        _ = quintain_ctx_set_min_version(pointer, Int32(least.number))
        _ = quintain_ctx_set_max_version(pointer, Int32(greatest.number))
        for version in TLSVersion.allCases where version > least && version < greatest && !versions.contains(version) {
            SSL_CTX_set_options(pointer, version == .one1 ? quintain_op_no_tls1_1 : quintain_op_no_tls1_2)
        }
        // TLS 1.0 and 1.1 sign with SHA-1, which no other level allows.
        if least < .one2 { SSL_CTX_set_security_level(pointer, 0) }
        guard role == .server, greatest < .one2 else { return }
        // A client that still speaks these versions may nevertheless refuse the signature. An RSA key exchange needs
        // none, so the client can show that it speaks them.
        SSL_CTX_set_cipher_list(pointer, "kRSA:ALL:!aNULL")
        SSL_CTX_set_options(pointer, quintain_op_cipher_server_preference)
    }

    private func use(_ ciphers: [String]) throws(TLSFailure) {
        guard !ciphers.isEmpty else { return }
        func list(_ part: [String]) -> String { part.joined(separator: ":") }
        let newer = ciphers.filter { $0.hasPrefix("TLS_") }
        let older = ciphers.filter { !$0.hasPrefix("TLS_") }
        guard SSL_CTX_set_ciphersuites(pointer, list(newer)) == 1,
            older.isEmpty || SSL_CTX_set_cipher_list(pointer, list(older)) == 1
        else { throw TLSFailure(.settings, "no such cipher: \(OpenSSLFault.take()?.text ?? list(ciphers))") }
    }

    private func exchange(_ groups: [String]) throws(TLSFailure) {
        guard !groups.isEmpty else { return }
        let list = groups.joined(separator: ":")
        guard quintain_ctx_set_groups(pointer, list) == 1 else {
            OpenSSLFault.clear()
            throw TLSFailure(.settings, "'\(list)' names a group that OpenSSL does not know")
        }
    }

    private func weaken(_ weakness: TLSServerSettings.Weakness?) {
        guard let weakness else { return }
        SSL_CTX_set_security_level(pointer, 0)
        switch weakness {
        case .noEncryption: SSL_CTX_set_cipher_list(pointer, "eNULL:!aNULL")
        case .shortDH:
            SSL_CTX_set_cipher_list(pointer, "kDHE:!aNULL")
            _ = quintain_ctx_set_short_dh(pointer)
        }
    }

    private func show(_ identity: TLSIdentity) throws(TLSFailure) {
        func install() -> Bool {
            identity.install { SSL_CTX_use_cert_and_key(pointer, $0, $1, $2, 1) }
        }
        OpenSSLFault.clear()
        if install() { return }
        // Any certificate of a scenario is sent, however weak: the client judges it.
        SSL_CTX_set_security_level(pointer, 0)
        OpenSSLFault.clear()
        if install() { return }
        throw TLSFailure(
            .settings, "the certificate cannot be used: \(OpenSSLFault.take()?.text ?? "OpenSSL does not say why")")
    }

    private func trust(_ anchors: [Certificate]) {
        let store = SSL_CTX_get_cert_store(pointer)
        for anchor in anchors { X509_STORE_add_cert(store, anchor.pointer) }
        OpenSSLFault.clear()
    }

    private func askForCertificate(_ settings: TLSServerSettings) {
        let mode: Int32
        switch settings.clientCertificate {
        case .none: return
        case .requested: mode = SSL_VERIFY_PEER
        case .required: mode = SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT
        }
        SSL_CTX_set_verify(pointer, mode, nil)
        trust(settings.clientAuthorities)
        let names = quintain_name_stack_new()
        for authority in settings.clientAuthorities {
            guard let name = X509_NAME_dup(X509_get_subject_name(authority.pointer)) else { continue }
            _ = quintain_name_stack_push(names, name)
        }
        SSL_CTX_set_client_CA_list(pointer, names)
        // A client's common name is a person's name, not a host name that the authority's constraints apply to.
        X509_VERIFY_PARAM_set_hostflags(SSL_CTX_get0_param(pointer), UInt32(X509_CHECK_FLAG_NEVER_CHECK_SUBJECT))
    }

    // MARK: - Application protocols

    /// The first of ours that the client offers; none in common is fatal, RFC 7301 section 3.2.
    private func choose(from offered: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
        for wanted in protocols {
            var index = 0
            while index < offered.count {
                let end = min(index + 1 + Int(offered[index]), offered.count)
                let name = offered[(index + 1)..<end]
                if name.elementsEqual(wanted) { return UnsafeBufferPointer(rebasing: name) }
                index = end
            }
        }
        return nil
    }
}
