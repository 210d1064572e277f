// EventPrinter+Sequence.swift: many events in the notation, with what only their order tells.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension EventPrinter {
    /// The lines of events that came one after the other.
    package static func lines(of events: some RandomAccessCollection<Event>) -> [String] {
        events.indices.flatMap { index in
            let event = events[index]
            return event.isLineEnd && isEmpty(event, before: events[events.index(after: index)...])
                ? ["<\(event.lane ?? "")"] : lines(of: event)
        }
    }

    /// Whether the line of a body whose bytes would follow has none.
    private static func isEmpty(_ end: Event, before events: some RandomAccessCollection<Event>) -> Bool {
        for event in events.prefix(2) {
            guard event.line?.step == end.line?.step, case .sent(let part, _) = event.happening else { break }
            if part == .body { return false }
        }
        return !events.isEmpty
    }
}

extension Event {
    /// The end of a line of a body that is sent, which is told with the line below it.
    package var isLineEnd: Bool { if case .sent(.lineEnd, _) = happening { true } else { false } }
}
