// VersionChoice.swift: which version of HTTP a client speaks on a connection, and what waits until that is clear.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainReply
import QuintainScenario
import QuintainWire

/// Over TLS the handshake says which version it is, in the clear the first bytes do.
struct VersionChoice {
    /// What the origin speaks; nothing, once the client has chosen.
    private var offered: HTTPVersions
    /// What came in the clear before that was enough to tell.
    private var opening: [UInt8] = []
    /// Acts above the first request that the versions do differently.
    private var held: [Batch] = []

    init(among offered: HTTPVersions) { self.offered = offered }

    /// The client has not said yet whether it speaks HTTP/2.
    var isOpen: Bool { offered.contains(.two) }

    /// Keeps a batch until the choice is made. false: it can leave at once.
    mutating func holds(_ batch: Batch) -> Bool {
        guard isOpen, !batch.concernsConnection else { return false }
        held.append(batch)
        return true
    }

    /// Takes in what came in the clear. Answers the version, with all that has come, once that is clear.
    mutating func came(_ bytes: UnsafeRawBufferPointer) -> (version: HTTPVersions, bytes: [UInt8])? {
        opening += bytes
        guard let isTwo = opening.withUnsafeBytes({ HTTP2Preface.begins($0) }) else { return nil }
        return (isTwo ? .two : .one, takeOpening())
    }

    /// The choice is made. Answers the batches that waited for it.
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

extension Batch {
    /// All of it is done to the connection, whatever version of HTTP is spoken there.
    fileprivate var concernsConnection: Bool {
        elements.allSatisfy { element in
            guard case .strike(let strike) = element else { return false }
            return !strike.isOfHTTP2
        }
    }
}
