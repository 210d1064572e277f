// ClientStreams+Reading.swift: reads a server's frames of HTTP/2.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFrames
import QuintainLoader
import QuintainWire

extension ClientStreams {
    func received(_ bytes: UnsafeRawBufferPointer) {
        if let sieve { wire.append(sieve.came(bytes)) } else { wire.append(bytes) }
        while let event = wire.next() {
            answer(event.answer)
            take(event)
        }
    }

    /// The next arrival for the user of an exchange. Taking it gives the stream's window room again.
    func next(of exchange: StreamExchange) -> StreamExchange.Arrival? {
        let arrival = exchange.next()
        if case .part(_, let weight) = arrival, weight > 0, !wire.isOver {
            answer(wire.passedOn(weight, of: exchange.number))
        }
        return arrival
    }

    private func take(_ event: borrowing HTTP2Connection.Event) {
        switch event {
        case .settings:
            knowsServer = true
            letIn()
        case .informational(let stream):
            if let head = wire.responseHead { open[stream]?.arrived(.informational(head)) }
        case .head(let stream, _):
            if let head = wire.responseHead { open[stream]?.arrived(.head(head)) }
        case .content(let stream, let bytes, let weight):
            guard let exchange = open[stream], !bytes.isEmpty else { return answer(wire.consumed(weight, on: stream)) }
            answer(wire.consumed(weight, on: 0))
            exchange.arrived(.body(Array(bytes)), weight: weight)
        case .trailers(let stream):
            if let fields = wire.trailers, !fields.isEmpty { open[stream]?.arrived(.trailers(fields)) }
        case .end(let stream):
            guard let exchange = open[stream] else { return }
            exchange.arrived(.end)
            closeIfDone(exchange)
        case .dropped(_, let weight): answer(wire.consumed(weight, on: 0))
        case .reset(let stream, let code): lose(stream, Self.fault(code))
        case .goAway(let last, let code, _): goAwayCame(last, code)
        case .breach(let breach):
            let fault = NetworkFault(.badResponse, breach.sentence)
            if breach.isOfConnection { loseAll(fault) } else { lose(breach.stream, fault) }
        case .preface, .settingsAcknowledged, .refused, .ping, .pingAcknowledged, .windowUpdate, .priority, .unknown:
            break
        }
    }

    private func lose(_ stream: Int, _ fault: NetworkFault) {
        guard let exchange = open[stream] else { return }
        exchange.lost(fault)
        close(exchange)
    }

    /// RFC 9113 section 6.8: requests up to the last stream go on, those above were not processed.
    private func goAwayCame(_ last: Int, _ code: ErrorCode) {
        isClosing = true
        loseWaiting()
        for exchange in open.values where exchange.number > last {
            // Frames that still come on this stream are dropped.
            wire.resetSent(on: exchange.number)
            exchange.lost(.unprocessed("the server goes away, with \(code), and has not looked at the request"))
            close(exchange)
        }
    }

    private static func fault(_ code: ErrorCode) -> NetworkFault {
        let sentence = "the server reset the stream, with \(code)"
        return switch code {
        case .refusedStream: .unprocessed(sentence, cut: .streamReset)
        case .http11Required: NetworkFault(.lost, sentence, cut: .streamReset, refusal: .version)
        default: NetworkFault(.lost, sentence, cut: .streamReset)
        }
    }
}

extension NetworkFault {
    /// A fault after which the request may be sent again, whatever its method: RFC 9113 section 8.7.
    static func unprocessed(_ sentence: String, cut: Cut? = nil) -> NetworkFault {
        NetworkFault(.lost, sentence, cut: cut, refusal: .request)
    }
}
