// VersionFinder.swift: decides which version of HTTP a client speaks on a connection.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainReply
package import QuintainScenario
import QuintainWire

/// Over TLS the handshake chooses the version; in the clear the first bytes show it.
struct VersionFinder {
    /// The versions that the origin speaks; empty, once the choice is made.
    private var offered: HTTPVersions
    /// The bytes that came in the clear and do not show the version yet.
    private var opening: [UInt8] = []
    /// Batches of acts above the first request whose frames depend on the version.
    private var held: [Batch] = []

    init(among offered: HTTPVersions) { self.offered = offered }

    /// The choice is open: the client may still speak HTTP/2.
    var isOpen: Bool { offered.contains(.two) }

    /// Keeps a batch until the choice is made. false: it can leave at once.
    mutating func holds(_ batch: Batch) -> Bool {
        guard isOpen, !batch.concernsConnection else { return false }
        held.append(batch)
        return true
    }

    /// Takes bytes in the clear. Returns the version, and all bytes so far, once they show it.
    mutating func came(_ bytes: UnsafeRawBufferPointer) -> (version: HTTPVersions, bytes: [UInt8])? {
        opening += bytes
        guard let isTwo = opening.withUnsafeBytes({ HTTP2Preface.begins($0) }) else { return nil }
        return (isTwo ? .two : .one, takeOpening())
    }

    /// Ends the choice. Returns the batches that waited for it.
    mutating func close() -> [Batch] {
        offered = []
        return takeHeld()
    }

    mutating func takeHeld() -> [Batch] {
        defer { held = [] }
        return held
    }

    mutating func takeOpening() -> [UInt8] {
        defer { opening = [] }
        return opening
    }
}

extension HTTPVersions {
    /// The version that the name stands for in ALPN.
    package init(chosen name: String?) { self = name == ProtocolWord.h2.rawValue ? .two : .one }

    /// What a server offers in ALPN, RFC 7301; empty: HTTP/1 alone needs no word of it unless a file has written it.
    func protocols(asWritten: Bool = false) -> [String] {
        let words: [ProtocolWord] =
            contains(.two) ? contains(.one) ? [.h2, .http11] : [.h2] : asWritten ? [.http11] : []
        return words.map(\.rawValue)
    }

    /// The conversation in this version; nil: the one with which a connection begins.
    @OnLoop
    func conversation(_ teller: Teller, over outgoing: OutgoingQueue) -> (any HTTPConversation)? {
        self == .two ? StreamConversation(teller, over: outgoing) : nil
    }
}

extension Batch {
    /// All its acts concern the connection, whichever version of HTTP is spoken there.
    fileprivate var concernsConnection: Bool {
        elements.allSatisfy { element in
            guard case .strike(let strike) = element else { return false }
            return !strike.isOfHTTP2
        }
    }
}

extension Strike {
    /// The strike exists only in HTTP/2.
    fileprivate var isOfHTTP2: Bool {
        switch self {
        case .headers, .data, .resetStream, .goAway, .settings, .ping, .answers, .frame, .altered: true
        default: false
        }
    }
}
