// TraceReading.swift: laws that hold for any bytes read as a trace.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

@testable import QuintainOrder

enum TraceReading {
    /// What is wrong with the reader or a judgement, as this input shows; nil:
    /// nothing. The fuzz harness checks the same.
    static func fault(in input: [UInt8]) -> String? {
        for contract in Contract.allCases {
            let (events, told) = read(input, pieces: .max, contract)
            let (others, alike) = read(input, pieces: 7, contract)
            if events != others || told != alike { return "cut otherwise it reads otherwise" }
            if let fault = judge(events, contract) { return "\(contract.name): \(fault)" }
        }
        return nil
    }

    private static func read(_ input: [UInt8], pieces: Int, _ contract: Contract) -> ([TraceEvent], TraceFault?) {
        var reader = TraceReader(contract)
        var events: [TraceEvent] = []
        var rest = input[...]
        do throws(TraceFault) {
            while !rest.isEmpty {
                let piece = Array(rest.prefix(pieces))
                rest = rest.dropFirst(pieces)
                try take(piece, &reader, &events)
            }
            try reader.finish { events.append($0) }
        } catch {
            return (events, error)
        }
        return (events, nil)
    }

    private static func take(
        _ piece: [UInt8], _ reader: inout TraceReader, _ events: inout [TraceEvent]
    ) throws(TraceFault) {
        let fault = piece.withUnsafeBufferPointer { bytes -> TraceFault? in
            do throws(TraceFault) {
                try reader.take(bytes) { events.append($0) }
                return nil
            } catch {
                return error
            }
        }
        if let fault { throw fault }
    }

    private static func judge(_ events: [TraceEvent], _ contract: Contract) -> String? {
        var judgement = Judgement(contract)
        for event in events {
            guard let findings = try? judgement.happened(event) else { return nil }
            for finding in findings {
                if finding.event?.place != event.place { return "\(finding.rule.name) is told of another record" }
                if finding.before.count > 5 { return "too much is told of what came before" }
                if finding.sentence.isEmpty { return "\(finding.rule.name) is told without a sentence" }
            }
        }
        if !judgement.finished(isPrefix: true).isEmpty { return "something is missing from a prefix" }
        return judgement.finished(isPrefix: false).contains { $0.event != nil } ? "the end tells of a record" : nil
    }
}
