// PacedReplies.swift: replies that take their time: drip and range.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainWire

extension Generator {
    /// `{{drip query.numbytes over=query.duration after=query.delay status=query.code}}`: so many bytes, one by one
    /// with pauses between them, so that all take that long.
    mutating func drip(_ call: GeneratorCall) throws(GeneratorRefusal) -> GeneratedReply {
        let count = min(try number(call.operands[0]) ?? 10, Bounds.dripped)
        let status = try number(call, "status") ?? 200
        guard count > 0 else { throw GeneratorRefusal(400, "number of bytes must be positive") }
        guard 100...999 ~= status else { throw GeneratorRefusal(400, "\(status) is no status") }
        let duration = try milliseconds(call, "over") ?? 2_000
        let delay = try milliseconds(call, "after") ?? 0
        // RFC 9110 sections 8.6 and 15.3.6: such replies have no content, and bytes behind them would be read as the next reply.
        if status < 200 || [204, 205, 304].contains(status) { return GeneratedReply(status, body: [], after: delay) }
        let bytes = [UInt8](repeating: UInt8(ascii: "*"), count: min(count, Self.largest))
        return GeneratedReply(
            status, [Field("Content-Length", String(count))],
            body: Self.paced(count, Pieces.size(duration == 0 ? Self.largest : 1, of: count), duration) { _, size in
                size == bytes.count ? bytes : Array(bytes[..<size])
            }, after: delay)
    }

    /// `{{range path.n over=query.duration chunk=query.chunk_size}}`: a resource of so many letters, always the same,
    /// or the part of it that the request asks for (RFC 9110 section 14).
    mutating func range(_ call: GeneratorCall) throws(GeneratorRefusal) -> GeneratedReply {
        let count = try needed(call, 0)
        var fields = [Field("ETag", "range\(count)"), Field("Accept-Ranges", "bytes")]
        guard 1...Bounds.bytes ~= count else {
            fields.append(Field("Content-Type", "text/plain; charset=utf-8"))
            return GeneratedReply(404, fields, text: "number of bytes must be in the range (0, \(Bounds.bytes)]")
        }
        let size = Pieces.size(try number(call, "chunk") ?? Pieces.standard, of: count)
        let duration = try milliseconds(call, "over") ?? 0
        let part = Self.part(occasion.field("range") ?? "", of: count)
        guard part.first <= part.last, 0..<count ~= part.first, 0..<count ~= part.last else {
            fields.append(Field("Content-Range", "bytes */\(count)"))
            fields.append(Field("Content-Type", "text/plain; charset=utf-8"))
            return GeneratedReply(416, fields + [Field("Content-Length", "0")], body: [])
        }
        let length = part.last + 1 - part.first
        fields.append(Field("Content-Type", "application/octet-stream"))
        fields.append(Field("Content-Length", String(length)))
        fields.append(Field("Content-Range", "bytes \(part.first)-\(part.last)/\(count)"))
        // The whole resource takes that long, a part of it less.
        let body = Self.paced(length, size, duration * length / count) { from, size in
            (0..<size).map { UInt8(ascii: "a") + UInt8((part.first + from + $0) % 26) }
        }
        return GeneratedReply(length == count ? 200 : 206, fields, body: body)
    }

    /// Pieces of this size, each with its share of the time as a pause behind it.
    private static func paced(
        _ count: Int, _ size: Int, _ duration: Int, _ piece: (_ from: Int, _ size: Int) -> [UInt8]
    ) -> [GeneratedReply.Part] {
        var parts: [GeneratedReply.Part] = []
        var waited = 0
        for from in stride(from: 0, to: count, by: size) {
            let length = min(size, count - from)
            parts.append(.bytes(piece(from, length)))
            let due = duration * (from + length) / count
            if due > waited { parts.append(.wait(due - waited)) }
            waited = due
        }
        return parts
    }

    /// The first and the last byte of a single `bytes=` range, or of the whole; they may be outside the resource.
    private static func part(_ range: String, of count: Int) -> (first: Int, last: Int) {
        let all = (0, count - 1)
        let halves = range.utf8.split(separator: UInt8(ascii: "="), omittingEmptySubsequences: false)
        guard halves.count == 2, halves[0].drop(while: { Octet.isBlank($0) }).starts(with: "bytes".utf8) else {
            return all
        }
        let ends = halves[1].split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        let first = Numbers.whole(Array(ends[0]))
        let last = ends.count > 1 ? Numbers.whole(Array(ends[1])) : nil
        switch (first, last) {
        case (nil, nil): return all
        case (nil, let last?): return (max(0, count - min(last, count)), count - 1)
        case (let first?, let last): return (first, last ?? count - 1)
        }
    }

    private static let largest = 64 << 10
}
