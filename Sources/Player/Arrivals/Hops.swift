// Hops.swift: which origin a request is for, and through which proxy it came.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainReply
import QuintainScenario
package import QuintainTranscript
import QuintainWire

extension Player {
    // MARK: Inputs

    /// The `:scheme` of a request on a stream came. A proxy may be asked for any scheme, an origin only for its own.
    package func schemeArrived(
        _ scheme: String, offset: Int, on number: ConnectionNumber, at now: Instant
    ) -> [Effect] {
        input(now) { player in
            guard let hop = player.connections.passage(number.carrier)?.end, !player.values.origins.isProxy(hop),
                let spoken = player.values.origins.scheme(of: hop), scheme.lowercased() != spoken
            else { return }
            let said = Quoting.quoted(Array(scheme.utf8.prefix(40)))
            player.record.deviated(
                .deviation(
                    offset: offset, rule: "scheme-differs",
                    sentence: ":scheme is \(said), and '\(hop)' is of \(spoken)",
                    citation: "RFC 9113 section 8.3.1"), on: number)
        }
    }

    // MARK: Where it leads

    /// A reply has left: it may switch protocols or open a tunnel.
    func openTunnels(of out: Outgoing, _ lane: Lane, _ number: ConnectionNumber) {
        if out.content.contains(.strike(.switchProtocols)) { beginRaw(number, lane) }
        for case .strike(.tunnel(let origin)) in out.content {
            connections[number]?.becomeTunnel(to: origin)
            record.write(.noted(.tunnel(number, to: origin)), connection: number)
        }
    }
}
