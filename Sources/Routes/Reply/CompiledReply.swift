// CompiledReply.swift: a route's reply, with all done beforehand that no request decides.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
package import QuintainScenario

/// What is left to do for a reply once its beginning is written: in order, by the connection.
package enum ReplyAct: Hashable, Sendable {
    case bytes([UInt8])
    /// A stretch of the fixed stream, to be made in pieces while it is sent.
    case pattern(count: Int, from: Int)
    case act(Act)
}

/// The steps of a reply. Most have one: a run of bytes that is the same for every request.
struct CompiledReply: Sendable {
    enum Step: Sendable {
        case write([ReplySegment])
        case pattern(count: Int, from: Int)
        case act(Act)
    }

    var steps: [Step] = []
    /// Values that are made once for a reply, because they are written twice, measured, or new each time.
    var values: [Value] = []
    var usesBody = false

    /// The whole reply, if it is the same for every request.
    var constant: [UInt8]? {
        if steps.count == 1, case .write(let run) = steps[0] { run.constant } else { nil }
    }
}

/// A part of a run of bytes.
enum ReplySegment: Sendable {
    case constant([UInt8])
    case pattern(count: Int, from: Int)
    /// A segment of the request's path.
    case path(Int)
    /// The value of the request's first field of this name, given in lower case.
    case header([UInt8])
    case requestBody
    /// One of ``CompiledReply/values``, by its number.
    case value(Int)
    /// A blank and the phrase of the status that these are.
    case phrase(status: [ReplySegment])
    /// `Content-Length: …`, unless a message with this status can have no body.
    case lengthField(status: [ReplySegment], body: [ReplySegment])
    /// The length of these, in digits.
    case length([ReplySegment])
    /// The size of a chunk of these; nothing if they are empty, because that would be the last chunk.
    case chunkHead([ReplySegment])
    /// The end of such a chunk.
    case chunkEnd([ReplySegment])
    /// One of the values cut into chunks.
    case chunks(Int, [ChunkShape])
}

extension [ReplySegment] {
    /// Constants that follow one another become one.
    mutating func add(_ segment: ReplySegment) {
        if case .constant(let more) = segment, case .constant(var bytes) = last {
            // The array must have one owner only, or each line of a long body copies all lines before it.
            self[count - 1] = .requestBody
            bytes += more
            self[count - 1] = .constant(bytes)
        } else if case .constant(let bytes) = segment, bytes.isEmpty {
            return
        } else {
            append(segment)
        }
    }

    mutating func add(_ text: String) { add(.constant([UInt8](text.utf8))) }

    mutating func add(_ segments: [ReplySegment]) { for segment in segments { add(segment) } }

    /// The bytes, if all of them are known.
    var constant: [UInt8]? {
        if isEmpty { return [] }
        if count == 1, case .constant(let bytes) = self[0] { return bytes }
        return nil
    }

    /// How many bytes they are, if that is known.
    var constantLength: Int? {
        var length = 0
        for segment in self {
            switch segment {
            case .constant(let bytes): length += bytes.count
            case .pattern(let count, _): length += count
            case .path, .header, .requestBody, .value, .phrase, .lengthField, .length, .chunkHead, .chunkEnd, .chunks:
                return nil
            }
        }
        return length
    }
}
