// TLSConnection.swift: one connection's TLS, bytes in and bytes out.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
//
// How a connection's task drives it, be it a server's or a client's:
//
//     let tls = TLSConnection(context, at: now)            // a client's greeting is in `outgoing` from the start
//     loop:
//         send tls.outgoing until it is empty              // after every call: each may have made ciphertext
//         tell tls.takeEvents()                            // as they happened; what follows is in the events, too
//         switch tls.phase
//         case .handshake:                                 // nothing to read or write yet
//         case .held: … tls.proceed()                      // only with `holds`: a ClientHello is here, no answer left
//         case .judging: … tls.judge(isTrusted:)           // only if asked for: the server's certificate is in `shown`
//         case .identifying: … tls.identify(as:)           // only if asked for: the server wants to know who calls
//         case .open: tls.read(into:), tls.write(_:)       // plaintext; read until it says `.needsInput`
//         case .ended: send what is left in `outgoing`, then close
//         recv once; tls.received(bytes) or tls.receivedEnd()
//
// - `received` takes ciphertext and plays the handshake as far as it goes. Once open, it decrypts nothing by itself:
//   who does not `read` holds the client back, as with a plain socket, and sees none of its alerts. Do not recv
//   while `unreadCiphertext` is large.
// - `write` takes as much as fits below `outgoingLimit`, and says how much.
// - To send in the clear before or within the handshake, write to the socket and leave this object aside.
//   To fall silent, stop sending `outgoing`.
// - `sendAlert` and `closeNotify` put a record into `outgoing`; send it before closing. `closeNotify` is never sent
//   unasked: to end without it, close the socket.

internal import CQuintainOpenSSL

/// The machine of one connection. It owns no socket and asks no clock.
///
/// A class, because OpenSSL calls back with a pointer to it. It belongs to one task and has no lock.
package final class TLSConnection {
    package enum Phase: Sendable, Equatable {
        /// The handshake is under way.
        case handshake
        /// A ClientHello has come, and waits for ``proceed(as:)``.
        case held
        /// The server's certificate has been checked, and the handshake waits for ``judge(isTrusted:)``.
        case judging
        /// The server asks for a certificate, and the handshake waits for ``identify(as:)``.
        case identifying
        /// Plaintext can be sent in both directions.
        case open
        /// Nothing more can be read or written: see ``failure``. After the peer's close_notify a connection stays open,
        /// so that we can still send.
        case ended
    }

    package enum ReadResult: Sendable, Equatable {
        case bytes(Int)
        /// More ciphertext is needed.
        case needsInput
        /// The peer has sent close_notify: a regular end.
        case closeNotify
        /// The stream ended without close_notify.
        case truncated
        /// The peer's bytes were wrong, or the peer gave up.
        case failed(TLSFailure)
    }

    package internal(set) var phase = Phase.handshake
    /// The reason of a failure; nil: there is none.
    package internal(set) var failure: TLSFailure?
    /// The result of the handshake, once it is done.
    package internal(set) var terms: TLSTerms?
    /// The server's certificate, once it must be judged.
    package internal(set) var shown: ShownCertificate?

    let context: TLSContext
    let ssl: OpaquePointer
    let input = CiphertextQueue()
    let output = CiphertextQueue()
    var witness = Witness()
    /// Writes all further records after its first one, because OpenSSL's record count is wrong from then on.
    var sealer: RecordSealer?
    let questions: TLSQuestions
    /// The first bytes that came, as long as they are no whole message: the beginning of one, or no TLS at all.
    package private(set) var unheard: [UInt8] = []
    /// The answers to the questions, once they were given.
    var isTrusted: Bool?
    var isIdentified = false
    private var isFinished = false
    /// The first byte of the latest input.
    private var lastPiece: UInt8 = 0
    private var isShut = false
    private var end: ReadResult?

    /// `serverName` is the server that a client calls: the name is sent and checked. `holds` makes a server stop at the
    /// ClientHello, `questions` make a client stop for an answer. Certificates are judged at the time `now`, in seconds
    /// since 1970.
    package init(
        _ context: TLSContext, serverName: String? = nil, resuming session: TLSSession? = nil, holds: Bool = false,
        asking questions: TLSQuestions = [], at now: Int64
    ) {
        guard let ssl = SSL_new(context.pointer) else { preconditionFailure("out of memory") }
        self.context = context
        self.ssl = ssl
        self.questions = questions
        witness.answers = !holds
        output.keepsTail = context.oldest == .one0
        let me = Unmanaged.passUnretained(self).toOpaque()
        SSL_set_ex_data(ssl, 0, me)
        quintain_ssl_set_msg_callback_arg(ssl, me)
        SSL_set_bio(ssl, input.makeBIO(), output.makeBIO())
        X509_VERIFY_PARAM_set_time(SSL_get0_param(ssl), time_t(now))
        switch context.role {
        case .server:
            if let realm = context.realm {
                withUnsafeBytes(of: realm) { name in
                    _ = SSL_set_session_id_context(
                        ssl, name.assumingMemoryBound(to: UInt8.self).baseAddress, UInt32(name.count))
                }
            }
            SSL_set_accept_state(ssl)
        case .client:
            SSL_set_connect_state(ssl)
            if let serverName { call(serverName) }
            if let session { SSL_set_session(ssl, session.pointer) }
            stopForQuestions()
            shakeHands()
        }
    }

    deinit { SSL_free(ssl) }

    // MARK: In

    package func received(_ bytes: UnsafeRawBufferPointer) {
        // Bytes behind a close_notify are ignored: RFC 8446 section 6.1.
        guard phase != .ended, !isFinished, end == nil else { return }
        input.append(bytes)
        lastPiece = bytes.first ?? lastPiece
        if !witness.hasHeard { unheard += bytes.prefix(Self.unheardAtMost - unheard.count) }
        shakeHands()
        if witness.hasHeard, !unheard.isEmpty { unheard = [] }
    }

    /// The peer has sent a FIN or a reset.
    package func receivedEnd() {
        guard phase != .ended, !isFinished else { return }
        isFinished = true
        shakeHands()
    }

    /// Answers the ClientHello, with this identity if there is one, else with the context's.
    package func proceed(as identity: TLSIdentity? = nil) {
        guard phase == .held else { return }
        if let identity {
            OpenSSLFault.clear()
            guard identity.install({ SSL_use_cert_and_key(ssl, $0, $1, $2, 1) }) else {
                fail()
                return
            }
        }
        witness.answers = true
        goOn()
    }

    /// Continues the handshake after a stop.
    func goOn() {
        phase = .handshake
        shakeHands()
    }

    /// The number of received bytes that were not read: alerts and plaintext in them were not seen either.
    package var unreadCiphertext: Int { input.count }

    // MARK: Plaintext

    package func read(into room: UnsafeMutableRawBufferPointer) -> ReadResult {
        if let end { return end }
        switch phase {
        case .handshake, .held, .judging, .identifying: return .needsInput
        case .ended: return failure.map { .failed($0) } ?? .closeNotify
        case .open: break
        }
        guard !room.isEmpty else { return .bytes(0) }
        // Asking OpenSSL while there is nothing costs as much as decrypting a request.
        if input.isEmpty, !isFinished, SSL_has_pending(ssl) == 0 { return .needsInput }
        OpenSSLFault.clear()
        var count = 0
        let result = SSL_read_ex(ssl, room.baseAddress, room.count, &count)
        if result == 1 { return .bytes(count) }
        switch SSL_get_error(ssl, result) {
        case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE:
            guard isFinished else { return .needsInput }
            witness.note(.truncated)
            end = .truncated
        case SSL_ERROR_ZERO_RETURN: end = .closeNotify
        default:
            fail()
            end = failure.map { .failed($0) }
        }
        return end ?? .needsInput
    }

    /// Whether there is, or will be, room for more plaintext.
    package var isWritable: Bool { phase == .open && !isShut }

    /// Takes plaintext, and returns the number of bytes taken: fewer than given if `outgoing` is full, 0 if the
    /// connection is not open or we have sent close_notify.
    package func write(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard isWritable, !bytes.isEmpty, output.count < Self.outgoingLimit else { return 0 }
        let most = min(bytes.count, Self.outgoingLimit - output.count + Self.recordLimit)
        output.reserve(most + (most / Self.recordLimit + 1) * Self.recordOverhead)
        var taken = 0
        while taken < bytes.count, output.count < Self.outgoingLimit {
            let piece = UnsafeRawBufferPointer(rebasing: bytes[taken..<min(taken + Self.recordLimit, bytes.count)])
            if sealer != nil {
                output.append(sealer!.seal(.applicationData, piece))
                taken += piece.count
                continue
            }
            OpenSSLFault.clear()
            var count = 0
            guard SSL_write_ex(ssl, piece.baseAddress, piece.count, &count) == 1 else {
                fail()
                break
            }
            taken += count
        }
        return taken
    }

    // MARK: Out

    /// The ciphertext to send, without a copy: valid until the next call.
    package var outgoing: UnsafeRawBufferPointer { output.bytes }
    /// This many bytes of `outgoing` were sent.
    package func sent(_ count: Int) { output.consume(count) }
    /// ``write(_:)`` takes no more bytes beyond this. OpenSSL's own answers are not counted, because the peer's
    /// messages bound them.
    package static var outgoingLimit: Int { 1 << 16 }

    // MARK: Acts

    /// Sends an alert at this moment: in the clear while nothing is protected, under the current keys afterwards.
    /// A fatal one ends the connection. After one that does not, messages that OpenSSL would send by itself
    /// (tickets, answers to a KeyUpdate) are no longer sent. false: the connection has ended already, or its context
    /// does not send alerts.
    package func sendAlert(_ alert: TLSAlert, _ level: TLSAlert.Level? = nil) -> Bool {
        guard phase != .ended, !isShut else { return false }
        let level = level ?? alert.usualLevel
        let bytes = [level.rawValue, alert.number]
        if witness.protection.isOn {
            if sealer == nil { sealer = RecordSealer(ssl, context.role, witness.protection, after: output.tail) }
            guard sealer != nil else { return false }
            output.append(bytes.withUnsafeBytes { sealer!.seal(.alert, $0) })
            output.isDeafToOpenSSL = true
        } else {
            let version = min(UInt16(truncatingIfNeeded: SSL_version(ssl)), 0x0303)
            output.append(RecordSealer.clear(.alert, bytes, version: version))
        }
        witness.note(.alert(alert, level, .sent))
        if alert == .closeNotify {
            isShut = true
        } else if level == .fatal {
            phase = .ended
            failure = TLSFailure(.gaveUp(alert), "the alert \(alert.name) was sent")
        }
        return true
    }

    /// Announces that nothing more will be written; reading goes on.
    package func closeNotify() {
        guard phase != .ended, !isShut else { return }
        if phase == .open, sealer == nil {
            OpenSSLFault.clear()
            SSL_shutdown(ssl)
            isShut = true
        } else {
            _ = sendAlert(.closeNotify)
        }
    }

    /// Changes our keys, RFC 8446 section 4.6.3, and asks the peer to do the same; false: not now, or not with this
    /// version.
    package func updateKeys() -> Bool {
        guard phase == .open, !isShut, sealer == nil, terms?.version == .one3 else { return false }
        OpenSSLFault.clear()
        guard SSL_key_update(ssl, SSL_KEY_UPDATE_REQUESTED) == 1, SSL_do_handshake(ssl) == 1 else {
            OpenSSLFault.clear()
            return false
        }
        return true
    }

    // MARK: Events

    /// The events since the last call.
    package func takeEvents() -> [TLSEvent] { witness.take() }

    // MARK: - Details

    private func call(_ serverName: String) {
        if HostNames.isAddress(serverName) {
            // RFC 6066 section 3: an address must not be sent as server_name.
            X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), serverName)
        } else {
            _ = quintain_ssl_set_server_name(ssl, serverName)
            X509_VERIFY_PARAM_set1_host(SSL_get0_param(ssl), serverName, serverName.utf8.count)
        }
    }

    private func shakeHands() {
        guard phase == .handshake else { return }
        OpenSSLFault.clear()
        let result = SSL_do_handshake(ssl)
        if result == 1 {
            let agreed = TLSTerms(of: ssl)
            terms = agreed
            phase = .open
            witness.note(.open(agreed))
            return
        }
        switch SSL_get_error(ssl, result) {
        case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE:
            guard isFinished else { return }
            end(TLSFailure(.cutOff, "the \(peer) closed the connection within the handshake"))
        case SSL_ERROR_WANT_CLIENT_HELLO_CB: phase = .held
        case SSL_ERROR_WANT_RETRY_VERIFY: phase = .judging
        case SSL_ERROR_WANT_X509_LOOKUP: phase = .identifying
        default: fail()
        }
    }

    func fail() {
        var failure = TLSFailure(
            OpenSSLFault.take(), ssl, witness, peer: peer, isRecord: Self.contentTypes.contains(lastPiece))
        if failure.kind == .broken, terms != nil { failure.kind = .noRecord }
        end(failure)
    }

    private func end(_ failure: TLSFailure) {
        guard phase != .ended else { return }
        phase = .ended
        self.failure = failure
        witness.note(.failed(failure))
    }

    private var peer: String { context.role == .server ? "client" : "server" }

    /// The most bytes that are kept; a greeting is shorter.
    private static var unheardAtMost: Int { 1 << 14 }
    /// RFC 8446 section 5.1: 2^14 bytes of plaintext a record.
    private static var recordLimit: Int { 1 << 14 }
    /// RFC 8446 section 5.1: change_cipher_spec, alert, handshake and application_data.
    private static var contentTypes: ClosedRange<UInt8> { 20...23 }
    /// The most bytes that protection adds to a record: header, nonce or initial vector, authentication and padding.
    private static var recordOverhead: Int { 128 }
}
