// CompiledReply.swift: a route's reply, compiled as far as it does not depend on the request.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainReply
internal import QuintainScenario

/// The messages of a reply that are to be sent.
package enum ReplyPortion: Sendable {
    case whole
    /// All but a `100 Continue` at the beginning: the client has got one before its body was read.
    case rest
}

/// The compiled messages of a reply.
struct CompiledReply: Sendable {
    var messages: [CompiledMessage] = []
    /// The values that are made once for each reply, because they are written twice, measured, or new each time.
    var values: [Value] = []

    subscript(portion: ReplyPortion) -> ArraySlice<CompiledMessage> {
        switch portion {
        case .whole: messages[...]
        case .rest: messages.first?.isContinue == true ? messages.dropFirst() : messages[...]
        }
    }

    /// The whole reply, if it is the same for every request.
    var constant: [UInt8]? {
        guard messages.count == 1, messages[0].computedStatus == nil, messages[0].steps.count == 1,
            case .write(let run) = messages[0].steps[0]
        else { return nil }
        return run.constant
    }
}

/// The steps of a message. Most have one: a run of bytes that is the same for every request.
struct CompiledMessage: Sendable {
    enum Step: Sendable {
        case write([ReplySegment])
        case pattern(count: Int, from: Int)
        case strike(Strike)
    }

    var steps: [Step] = []
    /// The status, if it depends on the request; the next property has the steps for a status that allows no body.
    var computedStatus: [ReplySegment]?
    var stepsWithoutBody: [Step] = []
    /// The same for a 205, whose content has no bytes: RFC 9110 section 15.3.6.
    var stepsOfReset: [Step] = []
    /// Whether the message is a `100 Continue`, for which a client may wait before it sends its body.
    var isContinue = false
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
    /// The index of one of ``CompiledReply/values``.
    case value(Int)
    /// A blank and the reason phrase of this status; nothing if the bytes are more than a status.
    case phrase(status: [ReplySegment])
    /// The length of these segments, in digits.
    case length([ReplySegment])
    /// These segments, cut into chunks of these shapes; nothing if they are empty, because that would be the last
    /// chunk.
    case chunked([ReplySegment], [ChunkShape])
    /// These segments as frames of a stream, the last of which may end it.
    case framed([ReplySegment], [ChunkShape], endsStream: Bool)
    /// A field of a stream.
    case field(name: [UInt8], value: [UInt8])
    /// A line of a head, as a field of a stream.
    case line([ReplySegment], isPlain: Bool)
    /// The status, as a field of a stream.
    case status([ReplySegment])
    case strike(Strike)
}

extension ReplySegment: ReplyContent {
    static func bytes(_ bytes: [UInt8]) -> Self { .constant(bytes) }

    var bytes: [UInt8]? { if case .constant(let bytes) = self { bytes } else { nil } }

    var byteCount: Int? {
        switch self {
        case .constant(let bytes): bytes.count
        case .pattern(let count, _): count
        case .strike, .field, .line, .status: 0
        case .path, .header, .requestBody, .value, .phrase, .length, .chunked, .framed: nil
        }
    }

    static func field(_ line: [Self], isPlain: Bool) -> Self {
        var whole: [Self] = []
        whole.add(line)
        guard let bytes = whole.constant,
            case .field(let name, let value)? = Batch.Element.allowedField(bytes, isPlain: isPlain)
        else { return .line(line, isPlain: isPlain) }
        return .field(name: name, value: value)
    }

    func split(at count: Int) -> (Self, Self) {
        switch self {
        case .constant(let bytes): (.constant(Array(bytes[..<count])), .constant(Array(bytes[count...])))
        case .pattern(let length, let from):
            (.pattern(count: count, from: from), .pattern(count: length - count, from: from + count))
        case .path, .header, .requestBody, .value, .phrase, .length, .chunked, .framed, .field, .line, .status, .strike:
            preconditionFailure("only what is known is cut")
        }
    }
}

extension [ReplySegment] {
    /// Appends a segment; constants that follow one another are joined.
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
}
