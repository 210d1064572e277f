// Varying.swift: a small scenario in a test, and its variants.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainScenario
import QuintainSweep
import QuintainTranscript
import Testing

/// A text that is one run, and can be varied.
struct Varying {
    private var subject: Subject

    /// - Parameters:
    ///   - lines: what stands below the title.
    ///   - arrived: the head of each request as it came, its start line first; nil: the run was not played.
    init(_ lines: String, arrived: [[String]]? = nil) throws {
        subject = try Subject(text: "# t\n\(lines)")
        guard let arrived else { return }
        var events: [Event] = []
        func add(_ index: Int, _ connection: Int, _ happening: Happening) {
            events.append(
                Event(
                    number: events.count + 1, time: 0, connection: ConnectionNumber(connection),
                    line: LineReference(number: index + 1, step: events.count), happening: happening))
        }
        for (number, (exchange, head)) in zip(subject.exchanges, arrived).enumerated() {
            for (place, line) in head.enumerated() {
                add(exchange.start, number, .received(place == 0 ? .start : .field, Payload(Array("\(line)\r\n".utf8))))
            }
            for reply in exchange.replies { add(reply.start, number, .sent(.start, Payload(Array("HTTP".utf8)))) }
        }
        subject.baseline = Baseline(events, starts: Set(subject.exchanges.flatMap(\.replies).map(\.start)))
    }

    func values(_ family: Family) -> [String] { family.changes(of: subject).all.map(\.value) }

    func leftOut(_ family: Family) -> [String: Int] { family.changes(of: subject).leftOut }

    /// The replies that leave altered in a variant, by the number of their first line.
    func alterations(_ family: Family, _ value: String) throws -> [Int: Alteration] {
        let change = try #require(family.changes(of: subject).all.first { $0.value == value })
        return Variant(subject, family, change).alterations
    }

    /// The lines below the comments of a variant, which must have no fault; nil: there is no such variant.
    func variant(_ family: Family, _ value: String) throws -> String? {
        guard let change = family.changes(of: subject).all.first(where: { $0.value == value }) else { return nil }
        let variant = Variant(subject, family, change)
        let reading = ScenarioReader.read(variant.text, file: "a.scenario") { _ in .failure(.missing) }
        #expect(reading.diagnostics.filter { $0.severity == .error } == [], "\(value)")
        #expect(reading.scenarios.count == 1, "\(value)")
        return variant.lines.filter { !$0.hasPrefix("#") }.joined(separator: "\n")
    }
}
