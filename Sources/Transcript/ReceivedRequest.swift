// ReceivedRequest.swift: the requests of a client, put together from what a transcript has of them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A request of the client, as it came over the wire.
package struct ReceivedRequest: Sendable {
    /// The line of the scenario that took it; nil: none has so far.
    package let line: Int?
    /// The name of the origin that was asked.
    package let origin: String
    package let method: String
    package let target: String
    /// The fields in the order in which they came, their values without the blanks around them.
    package private(set) var fields: [(name: String, value: String)] = []
    /// The beginning of the body.
    package private(set) var body: [UInt8] = []
    /// How many bytes of the body came.
    package private(set) var bodyLength = 0
    private var hasCutHead: Bool

    /// The body, a field or the target is longer than what is kept of it.
    package var isCut: Bool { hasCutHead || body.count < bodyLength }

    /// The requests among these events, in the order in which they began; of `bodies` more is known than the events have.
    package static func all(in events: some Sequence<Event>, bodies: [Int: [UInt8]] = [:]) -> [ReceivedRequest] {
        var requests: [ReceivedRequest] = []
        var origins: [ConnectionNumber: String] = [:]
        /// The index of the latest request of each connection.
        var last: [ConnectionNumber: Int] = [:]
        for event in events {
            guard let connection = event.connection else { continue }
            switch event.happening {
            case .connectionOpened(let origin, _): origins[connection] = origin
            case .received(.start, let payload):
                last[connection] = requests.count
                requests.append(
                    ReceivedRequest(
                        start: payload, origin: origins[connection] ?? origins[connection.carrier] ?? "",
                        line: event.line?.number))
            case .received(let part, let payload):
                if let index = last[connection] { requests[index].take(part, payload, bodies[event.number]) }
            default: continue
            }
        }
        return requests
    }

    private init(start: Payload, origin: String, line: Int?) {
        let words = Self.line(start).split(separator: " ")
        method = words.first.map(String.init) ?? ""
        target = words.dropFirst().first.map(String.init) ?? ""
        (self.origin, self.line, hasCutHead) = (origin, line, !start.isWhole)
    }

    private mutating func take(_ part: Part, _ payload: Payload, _ bytes: [UInt8]?) {
        switch part {
        case .field:
            let halves = Self.line(payload).split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            fields.append((String(halves[0]), halves.count > 1 ? Self.trimmed(halves[1]) : ""))
            hasCutHead = hasCutHead || !payload.isWhole
        case .body:
            // Only the beginning is promised: nothing is appended behind a gap.
            if body.count == bodyLength {
                body += bytes.flatMap { $0.count > payload.kept.count ? $0 : nil } ?? payload.kept
            }
            bodyLength += payload.count
        default: break
        }
    }

    private static func line(_ payload: Payload) -> String {
        String(decoding: payload.kept.prefix { $0 != 0x0D && $0 != 0x0A }, as: UTF8.self)
    }

    private static func trimmed(_ value: Substring) -> String {
        let isBlank = { (character: Character) in character == " " || character == "\t" }
        let begin = value.drop(while: isBlank)
        return String(begin.prefix(upTo: begin.lastIndex { !isBlank($0) }.map(begin.index(after:)) ?? begin.startIndex))
    }
}
