// ChunkAdvice.swift: chunks and trailers that are written by hand, and are sent as a body.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

/// Warns below `Transfer-Encoding: chunked` of a reply: of lines that are the sizes of the lines below them, up to a
/// last chunk, and of lines that the head announces as trailers.
struct ChunkAdvice: Equatable {
    private var isChunked = false
    /// The line above, if it may be a size.
    private var size: (count: Int, place: Place)?
    /// Lines of the body so far.
    private var lines = 0
    /// The first line that is the size of the one below it.
    private var first: Place?
    /// The fields that `Trailer` announces, in lower case.
    private var announced: Set<String> = []

    static func == (one: Self, other: Self) -> Bool {
        one.isChunked == other.isChunked && one.size?.place == other.size?.place && one.first == other.first
            && one.lines == other.lines
            && one.announced == other.announced
    }

    static func merged(_ one: Self, _ other: Self) -> Self { one == other ? one : Self() }

    mutating func follow(_ line: Line, _ faults: inout Faults) {
        guard case .send(let sent) = line.deed else { return }
        switch sent {
        case .start: self = Self()
        case .field(let field, "transfer-encoding", _):
            isChunked = field.literalText?.lowercased().hasSuffix("chunked") ?? false
        case .field(let field, "trailer", _):
            let names = field.literalText?.split(separator: ":", maxSplits: 1).last?.split(separator: ",") ?? []
            announced.formUnion(names.map { $0.trimmed.lowercased() })
        case .body(let template, _):
            guard isChunked else { return }
            if case .literal(let bytes)? = template.pieces.first, bytes.contains(Byte.colon),
                announced.contains(String(decoding: bytes.prefix { $0 != Byte.colon }, as: UTF8.self).lowercased())
            {
                faults.add(
                    .writtenChunk, line.place,
                    "this is sent as a part of the body, and the head announces it as a trailer",
                    help: "write '! trailers' above it")
            }
            let text = template.literalText
            lines += 1
            // A list of numbers may begin like this, and then a number stands below.
            if lines == 2, let size, size.count > 1, let text, text.utf8.count == size.count,
                Int(text, radix: 16) == nil
            {
                warn(size.place, &faults)
                return
            }
            if let size, let text, text.utf8.count == size.count, first == nil { first = size.place }
            if let first, text == "0" { warn(first, &faults) }
            size = text.flatMap { $0.utf8.count < 8 ? Int($0, radix: 16) : nil }.map { ($0, line.place) }
        default: break
        }
    }

    private mutating func warn(_ place: Place, _ faults: inout Faults) {
        isChunked = false
        faults.add(
            .writtenChunk, place, "this is sent as a part of the body: the server makes the chunks",
            help: "take the sizes away; '{{\"…\" | chunks 5}}' says how a body is cut, and '! trailers' begins trailers"
                + "; what is meant as text is one string: '{{\"5\\nhello\"}}'")
    }
}
