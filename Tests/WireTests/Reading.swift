// Reading.swift: the events of a reader for some input, in a short form that can be compared.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire

/// All events of a reader: adjacent pieces of a body are joined, and the end is one of them.
struct Reading: Equatable {
    var events: [RequestReader.Event] = []
    var end = RequestReader.End.betweenRequests

    /// Feeds the input in pieces of these sizes; the last size is repeated.
    init(_ input: [UInt8], pieces: [Int] = [Int.max], limits: Limits = .standard) {
        var reader = RequestReader(limits: limits)
        var rest = input[...]
        var sizes = pieces[...]
        while !rest.isEmpty {
            let size = sizes.count > 1 ? sizes.removeFirst() : sizes.first!
            reader.append(Array(rest.prefix(size)))
            rest = rest.dropFirst(size)
            while let event = reader.next() { add(event) }
        }
        end = reader.inputEnded()
    }

    init(_ text: String, limits: Limits = .standard) {
        self.init(Array(text.utf8), limits: limits)
    }

    private mutating func add(_ event: RequestReader.Event) {
        if case .body(let more) = event, case .body(let before) = events.last {
            events[events.count - 1] = .body(before + more)
        } else {
            events.append(event)
        }
    }

    var heads: [RequestHead] { events.compactMap { if case .head(let head) = $0 { head } else { nil } } }

    var bodies: [String] {
        events.compactMap { if case .body(let bytes) = $0 { String(decoding: bytes, as: UTF8.self) } else { nil } }
    }

    /// `bare-lf@14`, and `!` before what ended the reading.
    var breaches: [String] {
        events.compactMap { event in
            switch event {
            case .deviation(let breach): "\(breach.slug)@\(breach.offset)"
            case .malformed(let breach, let status): "!\(breach.slug)@\(breach.offset) \(status)"
            case .head, .chunk, .body, .frame, .trailerText, .end: nil
            }
        }
    }

    var trailers: [[Field]] { events.compactMap { if case .end(let fields) = $0 { fields } else { nil } } }
}

extension Reading {
    /// What is wrong with the reader, as this input shows; nil: nothing. The fuzz harness checks the same.
    static func fault(in input: [UInt8]) -> String? {
        var tight = Limits()
        tight.startLine = 40
        tight.fieldLine = 30
        tight.head = 100
        tight.fields = 3
        tight.chunkLine = 12
        tight.chunkExtensions = 10
        tight.trailers = 20
        tight.body = 1_000
        for limits in [Limits.standard, tight] {
            let whole = Reading(input, limits: limits)
            if Reading(input, pieces: [1], limits: limits) != whole { return "single bytes read otherwise" }
            // The sizes depend on the input, so a finding can be repeated.
            let sizes = input.prefix(16).map { Int($0) % 13 + 1 }
            if !sizes.isEmpty, Reading(input, pieces: sizes, limits: limits) != whole {
                return "pieces of \(sizes) read otherwise"
            }
            if let lie = whole.lie(about: input) { return lie }
        }
        return nil
    }

    /// An event that does not agree with the input.
    private func lie(about input: [UInt8]) -> String? {
        var last = 0
        var left: Int?
        for event in events {
            switch event {
            case .head(let head):
                if head.offset < last { return "a head begins before what came before it" }
                last = head.offset + head.raw.count
                guard last <= input.count, Array(input[head.offset..<last]) == head.raw else {
                    return "a head's bytes are not those that came"
                }
                if breaches.isEmpty, head.plainReading != head.fields { return "a clean head reads otherwise" }
                left = if case .length(let count) = head.framing { count } else { head.framing == .none ? 0 : nil }
                if head.fields.contains(where: { $0.value.contains { $0 < 0x20 && $0 != 9 || $0 == 0x7F } }) {
                    return "a value has a control character"
                }
            case .body(let bytes):
                if bytes.isEmpty { return "a piece of a body is empty" }
                if let more = left { left = more - bytes.count }
            case .deviation(let breach):
                if breach.offset > input.count || breach.rule.endsReading { return "\(breach) is no deviation" }
            case .malformed(let breach, _):
                if breach.offset > input.count || !breach.rule.endsReading { return "\(breach) is no end" }
                if event != events.last { return "something was read after \(breach)" }
            case .end: if let left, left != 0 { return "a body is not as long as its head said" }
            case .chunk, .frame, .trailerText: break
            }
        }
        return nil
    }
}

extension RequestHead {
    /// The fields of a head without any fault, found in its bytes in the plainest way; nil: the request line,
    /// read so, is not what the head says.
    fileprivate var plainReading: [Field]? {
        var lines = raw.split(separator: 10, omittingEmptySubsequences: false).map(Array.init)
        guard lines.suffix(2) == [[13], []], lines.dropLast().allSatisfy({ $0.last == 13 }) else { return nil }
        lines.removeLast(2)
        let start = lines.removeFirst().dropLast().split(separator: 32, omittingEmptySubsequences: false)
        guard start.map(Array.init) == [Array(method.utf8), target, Array(version.description.utf8)] else { return nil }
        return lines.map { line in
            let name = line.prefix { $0 != UInt8(ascii: ":") }
            var value = line.dropFirst(name.count + 1).dropLast().drop { $0 == 32 || $0 == 9 }
            while value.last == 32 || value.last == 9 { value.removeLast() }
            return Field(String(decoding: name, as: UTF8.self), Array(value))
        }
    }
}
