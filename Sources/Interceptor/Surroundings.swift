// Surroundings.swift: whose client a protocol has, and what that can bear.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import QuintainLoader
import QuintainWire

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Any client keeps to the contract, but that of FoundationNetworking's URLSession: it ends the process when it hears of a
/// redirect, puts Foundation's own protocol in this one's place when a challenge is answered, and keeps of a body the last
/// piece for a completion handler. So with a task of it redirects are followed here, challenges are the interceptor's own
/// business, and a body is told in one piece.
enum Surroundings {
    case anyClient
    case foundationNetworking

    init(_ instance: URLProtocol) {
        #if canImport(FoundationNetworking)
            self = instance.task == nil ? .anyClient : .foundationNetworking
        #else
            self = .anyClient
        #endif
    }

    var takesChallenges: Bool { self == .anyClient }
    var wantsWholeBodies: Bool { self == .foundationNetworking }

    func limit(_ settings: inout LoadSettings) {
        if self == .foundationNetworking { settings.voice.redirect = false }
    }

    /// A 401 that says how is taken for a challenge once more, behind the end of the load, and hangs if nobody answers.
    func shown(_ reply: Reply) -> Reply {
        guard self == .foundationNetworking, reply.status == 401 else { return reply }
        var reply = reply
        reply.fields.removeAll { $0.isNamed("WWW-Authenticate") }
        return reply
    }
}
