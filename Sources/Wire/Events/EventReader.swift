// EventReader.swift: a stream of events, read however its bytes are cut.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Reads the body of a `text/event-stream`, by sections 9.2.5 and 9.2.6 of the HTML standard.
///
/// ```
/// for part in reader.append(bytes) { … }
/// ```
///
/// An event ends with an empty line. One that the end of the stream has cut off is never returned.
package struct EventReader: Sendable {
    package enum Part: Hashable, Sendable {
        case event(ServerEvent)
        /// The milliseconds for which the client must wait before it connects again.
        case retry(Int)
        /// The last event ID, which an empty line has confirmed, with an event or without one.
        case id(String)
        /// A line or an event is too long to keep. Nothing more is read.
        case tooLong
    }

    private var line: [UInt8] = []
    /// A byte order mark may stand before the first line.
    private var isFirstLine = true
    /// Whether a LF that comes next belongs to the line end before.
    private var hasEndedInCR = false
    private var isTooLong = false

    // The buffers of the standard. In `data` each line ends with a LF.
    private var data = ""
    private var type = ""
    private var id: String

    /// - Parameter id: the last event ID of the stream that this one continues.
    package init(id: String = "") {
        self.id = id
    }

    package mutating func append(_ bytes: some Sequence<UInt8>) -> [Part] {
        var parts: [Part] = []
        for byte in bytes where !isTooLong {
            if byte == Octet.lf, hasEndedInCR {
                hasEndedInCR = false
            } else if byte == Octet.lf || byte == Octet.cr {
                hasEndedInCR = byte == Octet.cr
                endLine(&parts)
            } else {
                hasEndedInCR = false
                line.append(byte)
                if line.count + data.utf8.count > Self.keptAtMost { giveUp(&parts) }
            }
        }
        return parts
    }

    private mutating func endLine(_ parts: inout [Part]) {
        var bytes = line[...]
        if isFirstLine, bytes.starts(with: Self.byteOrderMark) { bytes = bytes.dropFirst(3) }
        isFirstLine = false
        if bytes.isEmpty { dispatch(&parts) } else { process(bytes, &parts) }
        line.removeAll(keepingCapacity: true)
    }

    private mutating func process(_ bytes: ArraySlice<UInt8>, _ parts: inout [Part]) {
        let name = bytes.prefix { $0 != Self.colon }
        var value = bytes[name.endIndex...].dropFirst()
        if value.first == Octet.space { value = value.dropFirst() }
        switch String(decoding: name, as: UTF8.self) {
        case "event": type = String(decoding: value, as: UTF8.self)
        case "data": data += String(decoding: value, as: UTF8.self) + "\n"
        case "id": if !value.contains(0) { id = String(decoding: value, as: UTF8.self) }
        case "retry":
            guard !value.isEmpty, value.allSatisfy(Octet.isDigit) else { break }
            parts.append(.retry(Int(String(decoding: value, as: UTF8.self)) ?? .max))
        // Comments have an empty name; others are for later versions of the standard.
        default: break
        }
    }

    private mutating func dispatch(_ parts: inout [Part]) {
        parts.append(.id(id))
        if !data.isEmpty {
            data.unicodeScalars.removeLast()
            parts.append(.event(ServerEvent(type: type.isEmpty ? "message" : type, data: data, id: id)))
        }
        data = ""
        type = ""
    }

    private mutating func giveUp(_ parts: inout [Part]) {
        isTooLong = true
        line = []
        data = ""
        parts.append(.tooLong)
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    private static let colon = UInt8(ascii: ":")
    private static let keptAtMost = 16 << 20
}
