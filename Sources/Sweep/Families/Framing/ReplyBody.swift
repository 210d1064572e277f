// ReplyBody.swift: how the end of a reply's body is told, as its author wrote it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainScenario

/// RFC 9112 section 6. A reply whose framing is what the scenario is about is left out.
struct ReplyBody {
    enum Kind { case length, chunks, close }

    let kind: Kind
    /// Whether a `Content-Length` stands in the head.
    let isWritten: Bool
    /// Whether the head says `chunked`; a reply to HEAD or a 304 may say so without a body.
    let saysChunked: Bool
    /// Body lines that stand directly below each other.
    let runs: [[BodyLine]]

    init(_ varied: VariedReply) throws(LeftOut) {
        let reply = varied.reply
        if reply.fields.contains(where: { $0.name == nil || $0.isSpelled }) {
            throw LeftOut("a name that a value makes")
        }
        let acts = reply.acts.compactMap(varied.act)
        guard acts.allSatisfy(\.leavesReplyWhole) else { throw LeftOut("an act that strikes the reply") }
        // A client that refuses a reply may leave before its end.
        if varied.failsLoad { throw LeftOut("a reply that fails") }
        runs = Self.runs(varied)
        let (lengths, codings) = (reply.fields("content-length"), reply.fields("transfer-encoding"))
        guard lengths.count + codings.count < 2, codings.allSatisfy({ $0.value == "chunked" }) else {
            throw LeftOut("a framing of its own")
        }
        isWritten = !lengths.isEmpty
        saysChunked = !codings.isEmpty
        if let length = lengths.first, length.value != "{{length}}", varied.mayHaveBody {
            guard let count = Self.byteCount(runs), Int(length.value) == count else {
                throw LeftOut("a length that is not its body's")
            }
        }
        if !codings.isEmpty {
            kind = .chunks
        } else if lengths.isEmpty, varied.mayHaveBody, Self.closes(varied) {
            kind = .close
        } else {
            kind = .length
        }
    }

    var byteCount: Int? { Self.byteCount(runs) }

    var isEmpty: Bool { byteCount == 0 }

    /// Whether a line says how its bytes are cut into chunks.
    var hasShapes: Bool { runs.joined().contains(where: \.hasChunks) }

    private static func runs(_ varied: VariedReply) -> [[BodyLine]] {
        var runs: [[BodyLine]] = []
        var last: Int?
        for index in varied.reply.body {
            guard let line = BodyLine(index, of: varied.subject) else { continue }
            if let last, (last + 1..<index).allSatisfy({ varied.subject.deeds[$0] == nil }) {
                runs[runs.count - 1].append(line)
            } else {
                runs.append([line])
            }
            last = index
        }
        return runs
    }

    private static func byteCount(_ runs: [[BodyLine]]) -> Int? {
        var count = 0
        for run in runs {
            for (place, line) in run.enumerated() {
                guard let bytes = line.byteCount else { return nil }
                count += bytes + (place == 0 ? 0 : line.newline.bytes.count)
            }
        }
        return count
    }

    /// Whether `! close` stands directly below the body.
    private static func closes(_ varied: VariedReply) -> Bool {
        let behind = varied.subject.deeds.keys.filter { $0 > varied.reply.last }.min()
        return behind.flatMap(varied.act) == .close
    }
}

extension Act {
    /// Whether the reply leaves as it is written, however slowly.
    fileprivate var leavesReplyWhole: Bool {
        switch self {
        case .wait, .rate, .segment, .hold, .quiet, .flush, .close, .trailers, .wrong: true
        default: false
        }
    }
}
