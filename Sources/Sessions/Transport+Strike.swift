// Transport+Strike.swift: the acts at a byte that change a connection, in sessions and in routes.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainReply
package import QuintainTransport

extension Transport {
    /// Carries out the part of an act that concerns the connection itself; the rest is its owner's.
    package func carryOut(_ strike: Strike) {
        switch strike {
        case .close, .halfClose: finishSending()
        case .reset: reset()
        case .closeNotify(let on): announcesEnd = on
        case .alert(let name): _ = alert(name)
        case .speak: speakAgain()
        case .flush, .wait, .rate, .segment, .stall, .tunnel, .noTunnel, .switchProtocols: break
        case .headers, .data, .resetStream, .goAway, .settings, .ping, .answers, .frame, .altered: break
        }
    }
}
