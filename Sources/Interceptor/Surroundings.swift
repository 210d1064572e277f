// Surroundings.swift: the kind of client that a protocol has, and its limits.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import QuintainLoader
import QuintainWire

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Any client keeps to the contract, except that of FoundationNetworking's URLSession: it ends the process when it is
/// told of a redirect, replaces this protocol by Foundation's own when a challenge is answered, and gives a completion
/// handler only the last piece of a body. So for its tasks redirects are followed here, challenges are answered by the
/// interceptor alone, and a body is passed on in one piece. A download wants a file that only Foundation's own protocol
/// makes, and ends the process without it.
enum Surroundings {
    case anyClient
    case foundationNetworking
    case downloadOfFoundationNetworking

    init(_ instance: URLProtocol) {
        #if canImport(FoundationNetworking)
            self =
                switch instance.task {
                case nil: .anyClient
                case is URLSessionDownloadTask: .downloadOfFoundationNetworking
                default: .foundationNetworking
                }
        #else
            self = .anyClient
        #endif
    }

    var needsFile: Bool { self == .downloadOfFoundationNetworking }
    var takesChallenges: Bool { self == .anyClient }
    var wantsWholeBodies: Bool { self == .foundationNetworking }

    func limit(_ settings: inout LoadSettings) {
        if self == .foundationNetworking { settings.voice.redirect = false }
    }

    /// A 401 with a challenge is challenged once more by FoundationNetworking, behind the end of the load, and the load
    /// hangs if nobody answers: so the challenge is removed.
    func shown(_ reply: Reply) -> Reply {
        guard self == .foundationNetworking, reply.status == 401 else { return reply }
        var reply = reply
        reply.fields.removeAll { $0.isNamed("WWW-Authenticate") }
        return reply
    }
}
