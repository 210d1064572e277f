// Reading.swift: what a reader says about some input, in a form that is short to compare.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire

/// All that a reader says about an input: its events, adjacent pieces of a body joined, and the end.
struct Reading: Equatable {
    var events: [RequestReader.Event] = []
    var end = RequestReader.End.betweenRequests

    /// Feeds the input in pieces of these sizes, the last one as often as need be.
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
            case .head, .chunk, .body, .end: nil
            }
        }
    }

    var trailers: [[Field]] { events.compactMap { if case .end(let fields) = $0 { fields } else { nil } } }
}
