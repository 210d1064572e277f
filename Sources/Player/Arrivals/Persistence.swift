// Persistence.swift: whether a connection may be used again.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainTranscript
import QuintainWire

/// What both sides have said about the end of a connection, message by message. RFC 9112 sections 9.3 and 9.6.
struct Persistence {
    /// The client has said that it closes the connection, or a reply may have said it, in a field that was cut.
    private var mayEnd = false
    /// Raw bytes have begun a head that is not whole.
    private var hasOpenHead = false
    private var clientHasSaidClose = false
    /// The latest request asks the server to close the connection behind its reply: RFC 9112 section 9.6.
    private(set) var clientAwaitsEnd = false
    private var replyHasSaidClose = false
    /// The latest reply is one of HTTP/1.0, and has not said `keep-alive`.
    private var replyIsOld = false
    /// It has said `keep-alive` by `Proxy-Connection`, which some clients read, and no RFC defines.
    private var replySaysOtherwise = false

    /// The client could go on with the connection.
    var mayGoOn: Bool { !mayEnd && !replyHasSaidClose && !replyIsOld && !hasOpenHead }

    /// Why a reply was the last one on the connection; nil: none was, or the client had said so itself.
    var lastReply: LastReply? {
        replyHasSaidClose ? .saidClose : replyIsOld ? .isOld(saysOtherwise: replySaysOtherwise) : nil
    }

    mutating func requestCame(_ head: RequestHead) {
        clientAwaitsEnd = !head.asksToPersist
        if !head.asksToPersist { mayEnd = true }
        if head.saysClose { clientHasSaidClose = true }
    }

    /// A start line was sent.
    mutating func sentStart(_ line: [UInt8]) {
        hasOpenHead = false
        replyIsOld = !clientHasSaidClose && line.starts(with: "HTTP/1.0 ".utf8)
        replySaysOtherwise = false
    }

    /// A `Connection` field was cut.
    mutating func cutsTerms() { mayEnd = true }

    /// Raw bytes of a head are sent.
    mutating func sendsRawHead() { hasOpenHead = true }

    /// A field line was sent; of those other than `Connection` and `Proxy-Connection` nothing is learnt.
    mutating func sentField(_ line: some Collection<UInt8>) {
        let name = line.prefix { $0 != UInt8(ascii: ":") }
        let isOfProxy = CaseInsensitive.equals(name, "Proxy-Connection".utf8)
        guard name.count < line.count, isOfProxy || CaseInsensitive.equals(name, "Connection".utf8) else { return }
        let value = Array(line.dropFirst(name.count + 1))
        if CommaList.has(Array("keep-alive".utf8), in: value) {
            if isOfProxy { replySaysOtherwise = true } else { replyIsOld = false }
        }
        if !isOfProxy, !clientHasSaidClose, CommaList.has(Array("close".utf8), in: value) { replyHasSaidClose = true }
    }

    /// The raw lines of a whole head were sent; the others are told by themselves.
    mutating func sentRawHead(_ bytes: [UInt8]) {
        hasOpenHead = false
        for line in bytes.split(whereSeparator: { $0 == Octet.cr || $0 == Octet.lf }) {
            if line.starts(with: "HTTP/".utf8) { sentStart(Array(line)) } else { sentField(line) }
        }
    }

    /// The connection has become a tunnel, in which both sides begin anew.
    mutating func beginAnew() {
        (clientHasSaidClose, clientAwaitsEnd) = (false, false)
        (replyHasSaidClose, replyIsOld) = (false, false)
    }
}

extension Difference {
    /// What it counts, if that is not what the level of its line says.
    var severity: Severity? {
        if case .connection(_, .behindLast(.isOld(saysOtherwise: true))) = self { .noted } else { nil }
    }
}
