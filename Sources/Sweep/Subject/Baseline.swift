// Baseline.swift: what happened when a subject was played unchanged.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainTranscript
internal import QuintainWire

/// The requests as they arrived and the replies as they were sent, of one play that passed.
package struct Baseline: Sendable {
    /// In the order in which they began.
    package private(set) var arrivals: [Arrival] = []

    /// A request, and what was sent in reply.
    package struct Arrival: Sendable {
        /// The index of the request's start line.
        package let line: Int
        package let connection: ConnectionNumber
        package private(set) var method = ""
        /// `HTTP/1.1`
        package private(set) var version = ""
        /// In the order in which they came; names in lower case.
        package private(set) var fields: [(name: String, value: String)] = []
        package fileprivate(set) var replies: [SentReply] = []

        /// How the request and its replies were written.
        var syntax: MessageSyntax { connection.syntax }

        /// Whether both requests came on the same connection, on whichever stream.
        func sharesConnection(with other: Self) -> Bool { connection.carrier == other.connection.carrier }

        /// The values of a field, joined as one list; nil: it did not come.
        package func field(_ name: String) -> String? {
            let values = fields.filter { $0.name == name }.map(\.value)
            return values.isEmpty ? nil : values.joined(separator: ", ")
        }

        fileprivate init(line: Int, connection: ConnectionNumber, start: [UInt8]) {
            self.line = line
            self.connection = connection
            let words = String(decoding: start, as: UTF8.self).split { $0 == " " || $0 == "\r\n" }
            guard words.count == 3 else { return }
            (method, version) = (String(words[0]), String(words[2]))
        }

        fileprivate mutating func take(field bytes: [UInt8]) {
            guard let colon = bytes.dropFirst().firstIndex(of: UInt8(ascii: ":")) else { return }
            let isBlank: (UInt8) -> Bool = { $0 == 32 || $0 == 9 || $0 == 13 || $0 == 10 }
            var value = bytes[(colon + 1)...].drop(while: isBlank)
            while let last = value.last, isBlank(last) { value.removeLast() }
            fields.append(
                (String(decoding: bytes[..<colon], as: UTF8.self).lowercased(), String(decoding: value, as: UTF8.self)))
        }
    }

    /// One message as it left.
    package struct SentReply: Sendable {
        /// The index of its first line.
        package let line: Int
        package fileprivate(set) var stretches: [Stretch] = []
        package var byteCount: Int { stretches.reduce(0) { $0 + $1.payload.count } }
    }

    /// Bytes of one part of a message, from one line.
    package struct Stretch: Sendable {
        package let part: Part
        /// The index of its line; nil: the server added it.
        package let line: Int?
        package let payload: Payload
    }

    /// - Parameter starts: the indices of lines that begin a reply.
    package init(_ events: [Event], starts: Set<Int>) {
        var under: [ConnectionNumber: Int] = [:]
        for event in events {
            guard let connection = event.connection else { continue }
            let line = event.line.map { $0.number - 1 }
            switch event.happening {
            case .received(.start, let payload):
                guard let line else {
                    under[connection] = nil
                    continue
                }
                under[connection] = arrivals.count
                arrivals.append(Arrival(line: line, connection: connection, start: payload.kept))
            case .received(.field, let payload):
                if let index = under[connection] { arrivals[index].take(field: payload.kept) }
            case .sent(let part, let payload):
                guard let index = under[connection], part != .refusal else { continue }
                if let line, starts.contains(line), part == .start || part == .raw {
                    arrivals[index].replies.append(SentReply(line: line))
                }
                guard let last = arrivals[index].replies.indices.last else { continue }
                arrivals[index].replies[last].stretches.append(Stretch(part: part, line: line, payload: payload))
            default: break
            }
        }
    }

    /// The arrivals of the request that begins at this line: one for each round of a block.
    package func arrivals(at line: Int) -> [Arrival] { arrivals.filter { $0.line == line } }

    package func sent(at line: Int) -> [SentReply] { arrivals.flatMap(\.replies).filter { $0.line == line } }
}
