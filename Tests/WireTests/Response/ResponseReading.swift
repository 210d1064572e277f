// ResponseReading.swift: the events of a response reader for some input.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire

/// All events for the answer to one request, adjacent pieces of a body joined.
struct ResponseReading: Equatable {
    var parts: [ResponseReader.Part] = []
    var isReusable = false
    var leftOver = 0
    /// What came behind the head that opened a tunnel.
    var rest: [UInt8] = []

    enum Ending {
        case open, closed, broken
    }

    /// Feeds the input in pieces of these sizes; the last size is repeated.
    init(
        _ input: [UInt8], to method: String = "GET", ending: Ending = .open, pieces: [Int] = [Int.max],
        limits: Limits = .standard
    ) {
        var reader = ResponseReader(answering: method, limits: limits)
        var rest = input[...]
        var sizes = pieces[...]
        while !rest.isEmpty {
            let size = sizes.count > 1 ? sizes.removeFirst() : sizes.first!
            reader.append(Array(rest.prefix(size)))
            rest = rest.dropFirst(size)
            while let part = reader.next() { add(part) }
        }
        if ending != .open { reader.inputEnded(cleanly: ending == .closed) }
        while let part = reader.next() { add(part) }
        isReusable = reader.isReusable
        leftOver = reader.leftOver
        self.rest = reader.takeRest()
    }

    init(_ text: String, to method: String = "GET", ending: Ending = .open, limits: Limits = .standard) {
        self.init(Array(text.utf8), to: method, ending: ending, limits: limits)
    }

    private mutating func add(_ part: ResponseReader.Part) {
        if case .body(let more) = part, case .body(let before) = parts.last {
            parts[parts.count - 1] = .body(before + more)
        } else {
            parts.append(part)
        }
    }

    var head: ResponseHead? { parts.compactMap { if case .head(let head) = $0 { head } else { nil } }.first }

    var informational: [Int] {
        parts.compactMap { if case .informational(let head) = $0 { head.status } else { nil } }
    }

    var body: String {
        String(
            decoding: parts.flatMap { if case .body(let bytes) = $0 { bytes } else { [UInt8]() } }, as: UTF8.self)
    }

    var trailers: [Field] { parts.flatMap { if case .trailers(let fields) = $0 { fields } else { [Field]() } } }

    var isWhole: Bool { parts.contains(.end) }

    var fault: ResponseFault? { parts.compactMap { if case .fault(let fault) = $0 { fault } else { nil } }.first }

    /// `bare-lf@14`, and `!` before what ended the reading.
    var breaches: [String] {
        parts.compactMap { part in
            switch part {
            case .deviation(let deviation): "\(deviation.rule.rawValue)@\(deviation.offset)"
            case .fault(let fault): "!\(fault.kind.rawValue)@\(fault.offset)"
            case .informational, .head, .body, .trailers, .end: nil
            }
        }
    }
}

extension ResponseReading {
    /// What is wrong with the reader, as this input shows; nil: nothing. The fuzz harness checks the same.
    static func fault(in input: [UInt8]) -> String? {
        var tight = Limits()
        tight.startLine = 24
        tight.fieldLine = 30
        tight.head = 60
        tight.fields = 2
        tight.chunkLine = 12
        tight.chunkExtensions = 10
        tight.trailers = 20
        tight.informational = 1
        tight.body = 1_000
        for limits in [Limits.standard, tight] {
            for (method, ending) in [("GET", Ending.open), ("GET", .closed), ("HEAD", .broken), ("CONNECT", .open)] {
                let whole = ResponseReading(input, to: method, ending: ending, limits: limits)
                // The sizes depend on the input, so a finding can be repeated.
                for sizes in [[1], input.prefix(16).map { Int($0) % 13 + 1 }] where !sizes.isEmpty {
                    if ResponseReading(input, to: method, ending: ending, pieces: sizes, limits: limits) != whole {
                        return "pieces of \(sizes) read otherwise, as the answer to \(method)"
                    }
                }
                if let lie = whole.lie(about: input, to: method, ending: ending) { return lie }
            }
        }
        return nil
    }

    /// A part that does not agree with the others, or with the input.
    private func lie(about input: [UInt8], to method: String, ending: Ending) -> String? {
        let heads = parts.count { if case .head = $0 { true } else { false } }
        let ends = parts.count { if case .end = $0 { true } else { false } }
        let faults = parts.count { if case .fault = $0 { true } else { false } }
        if heads > 1 || ends > 1 || faults > 1 || ends + faults > 1 { return "something was told twice" }
        if ends == 1, parts.last != .end { return "something was told behind the end" }
        if let fault, parts.last != .fault(fault) { return "something was read after \(fault)" }
        if let fault, fault.offset > input.count { return "\(fault) is beyond the input" }
        if ends == 1, heads == 0 { return "an end came without a head" }
        if ending == .closed, ends + faults == 0 { return "the end of the input ended nothing" }
        if isReusable, leftOver > 0 || ends == 0 || ending != .open { return "the connection is used again" }
        if body.utf8.isEmpty != !parts.contains(where: { if case .body = $0 { true } else { false } }) {
            return "a piece of a body is empty"
        }
        guard let head else { return body.isEmpty ? nil : "a body came without a head" }
        switch head.framing {
        case .none, .tunnel: if !body.isEmpty { return "there is a body where there is none" }
        case .length(let count):
            let bytes = parts.reduce(0) { if case .body(let bytes) = $1 { $0 + bytes.count } else { $0 } }
            if bytes > count || (bytes == count) != isWhole { return "a body is not as long as its head said" }
        case .chunked: break
        case .untilClose: if isReusable { return "a body that reads until the close has no close" }
        }
        if head.fields.contains(where: { $0.value.contains { $0 == 0 || $0 == 10 || $0 == 13 } }) {
            return "a value could break a line"
        }
        return nil
    }
}
