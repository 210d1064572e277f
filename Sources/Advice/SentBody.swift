// SentBody.swift: replies whose body is not as long as their head says, or is no JSON, though the head says so.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainCoding
import QuintainNotation
import QuintainScenario

/// The body of the reply that is being sent, by what its head says. A field whose name is a string is meant as it stands.
struct SentBody {
    /// A body that seems too short may be right: none is due, or the lines say what the client does instead of waiting.
    var mayBeShort: Bool
    /// It answers its request: it is no 1xx, and not raw.
    let isFinal: Bool
    /// Its status, if that allows no body.
    let bodiless: String?
    private(set) var hasBody = false
    /// Its last coding is 'chunked', or a value may make it so.
    private(set) var isChunked = false
    private var hasRaw = false
    /// The server ends it, and has done so with its last line.
    var endsItself: Bool { isChunked && hasBody && !hasRaw }
    private var declared: (count: Int, place: Place)?
    /// The length is not known: raw bytes or another field decide, or a value makes it.
    private var isOpen = false
    private var count = 0
    /// The number of the last line of the body.
    private var last = 0
    private var isJSON = false
    private var isCoded = false
    /// The text of the body, a digit for each value: that is JSON by itself, and within a string.
    private var text: [UInt8] = []
    private var lines: [(start: Int, place: Place)] = []

    init(to method: String?, of start: SendLine, isCut: Bool) {
        let status = start.template?.literalText?.split(separator: " ").dropFirst().first.map(String.init)
        bodiless = ["204", "304"].contains(status) ? status : nil
        if case .start = start { isFinal = status?.hasPrefix("1") == false } else { isFinal = false }
        mayBeShort = isCut || status == nil || bodiless != nil || [nil, "HEAD", "CONNECT"].contains(method)
        isOpen = !isFinal
    }

    mutating func follow(_ sent: SendLine, _ place: Place) {
        switch sent {
        case .start, .headEnd, .trailer: break
        case .raw: (isOpen, hasRaw) = (true, true)
        case .field(let field, let name, let isSpelled): note(field, name, isSpelled, place)
        case .body(let line, let newline): add(line, newline, place)
        }
    }

    private mutating func note(_ field: Template, _ name: String?, _ isSpelled: Bool, _ place: Place) {
        let value = field.literalText?.split(separator: ":", maxSplits: 1).last?.drop { $0 == " " }
        switch name {
        case "content-length":
            if let count = value.flatMap({ Int($0) }), declared == nil, !isSpelled {
                declared = (count, place)
            } else {
                isOpen = true
            }
        case "transfer-encoding", nil:
            isOpen = true
            isChunked = value?.lowercased().hasSuffix("chunked") ?? true
        case "content-encoding": isCoded = true
        case "content-type":
            let type = value?.prefix { $0 != ";" }.lowercased()
            isJSON = !isSpelled && type.map { $0 == "application/json" || $0.hasSuffix("+json") } ?? false
        default: break
        }
    }

    private mutating func add(_ line: Template, _ newline: Newline, _ place: Place) {
        let end = last == place.line - 1 && hasBody ? newline.bytes : []
        (hasBody, last) = (true, place.line)
        text += end
        count += end.count
        lines.append((text.count, place))
        for piece in line.pieces {
            switch piece {
            case .literal(let bytes):
                text += bytes
                count += bytes.count
            case .value(let value):
                if let length = value.length { count += length } else { mayBeShort = true }
                if value.isOneOfJSON { text.append(UInt8(ascii: "0")) } else { isJSON = false }
            }
        }
    }

    /// What is to be said of the reply, now that it is whole.
    func remarks(judgesJSON: Bool) -> [Remark] {
        var remarks: [Remark] = []
        if let declared, !isOpen, count > declared.count || count < declared.count && !mayBeShort {
            remarks.append(
                Remark(
                    count > declared.count ? .bodyTooLong : .bodyTooShort, declared.place,
                    "the body that is written below has \(count) bytes",
                    help: "leave the line out, so that the server adds it; if it is meant, the name is a string: "
                        + "'{{\"content-length\"}}: \(declared.count)'"))
        }
        guard isJSON, !isCoded, judgesJSON, !mayBeShort || declared == nil else { return remarks }
        return remarks + (broken.map { [$0] } ?? [])
    }

    private var broken: Remark? {
        guard text.contains(where: { $0 > UInt8(ascii: " ") }) else { return nil }
        do throws(JSONFault) {
            _ = try JSONText(parsingForeign: text)
            return nil
        } catch {
            guard error.isOfGrammar, let line = lines.last(where: { $0.start <= error.offset }) else { return nil }
            return Remark(
                .brokenJSON, line.place, "the head says JSON, and the body is none: \(error.message)",
                help: "if it is meant, the name is a string: '< {{\"content-type\"}}: application/json'")
        }
    }
}

extension Value {
    /// The number of bytes with which it leaves; nil: the run decides, or it is long.
    fileprivate var length: Int? {
        if case .bytes(let count, _) = function, transforms.isEmpty { return count }
        guard let own = function.ownBytes, own.count <= Self.quick else { return nil }
        return bytes(in: Codings())?.count
    }

    /// Whether it stands for one value of JSON, or for a part of a string.
    fileprivate var isOneOfJSON: Bool {
        guard transforms.isEmpty else { return false }
        switch function {
        case .captured, .count, .nonce, .url, .authority, .requestHeader, .now, .valued(.json): return true
        default: return false
        }
    }

    /// What is coded in no time.
    private static let quick = 64 << 10
}

/// Knows no values, and does all transforms.
private struct Codings: CodingEnvironment {
    func bytes(of function: Function) -> [UInt8]? { nil }
}
