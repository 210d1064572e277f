// TraceReader.swift: reads a recorded trace, which is JSON Lines.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation

/// Turns lines into events. It takes pieces of a file as they come, and keeps one line at most.
///
/// A record is an object with a member `callback`. Other members are read if a rule needs them, and ignored otherwise,
/// whatever they hold. Blank lines are ignored; CRLF ends a line as LF does.
package struct TraceReader {
    private let contract: Contract
    /// The beginning of a line whose end has not come.
    private var rest: [UInt8] = []
    package private(set) var line = 0

    package init(_ contract: Contract) { self.contract = contract }

    /// Calls `body` for each record in the bytes.
    package mutating func take(
        _ bytes: UnsafeBufferPointer<UInt8>, _ body: (TraceEvent) throws(TraceFault) -> Void
    ) throws(TraceFault) {
        var bytes = bytes
        while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
            let piece = UnsafeBufferPointer(rebasing: bytes[..<end])
            bytes = UnsafeBufferPointer(rebasing: bytes[(end + 1)...])
            if rest.isEmpty {
                try take(line: piece, body)
            } else {
                try keep(piece)
                try takeRest(body)
            }
        }
        try keep(bytes)
    }

    /// Ends the trace; its last line may lack the line end. With `isPrefix` its record may be cut off, as by a crash.
    package mutating func finish(
        isPrefix: Bool = false, _ body: (TraceEvent) throws(TraceFault) -> Void
    ) throws(TraceFault) {
        if isPrefix, isHalfRecord { rest = [] }
        if !rest.isEmpty { try takeRest(body) }
    }

    private var isHalfRecord: Bool {
        guard rest.first(where: { $0 != 0x20 && $0 != 0x09 }) == UInt8(ascii: "{") else { return false }
        return (try? JSONText(parsing: rest, anyNumber: true)) == nil
    }

    private mutating func keep(_ bytes: UnsafeBufferPointer<UInt8>) throws(TraceFault) {
        guard rest.count + bytes.count <= Self.longestLine else {
            throw TraceFault(
                line: line + 1, message: "a line is longer than \(Self.longestLine >> 20) MiB",
                help: "write one record a line, and leave payloads out")
        }
        rest.append(contentsOf: bytes)
    }

    private mutating func takeRest(_ body: (TraceEvent) throws(TraceFault) -> Void) throws(TraceFault) {
        let whole = rest
        rest.removeAll(keepingCapacity: true)
        line += 1
        if let event = try Self.event(Array(whole), line: line, contract) { try body(event) }
    }

    private mutating func take(
        line bytes: UnsafeBufferPointer<UInt8>, _ body: (TraceEvent) throws(TraceFault) -> Void
    ) throws(TraceFault) {
        guard bytes.count <= Self.longestLine else { return try keep(bytes) }
        line += 1
        if let event = try Self.event(Array(bytes), line: line, contract) { try body(event) }
    }

    /// Reads a record strictly. nil: the line is blank.
    static func event(_ bytes: [UInt8], line: Int, _ contract: Contract) throws(TraceFault) -> TraceEvent? {
        guard bytes.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else { return nil }
        let record: JSONText
        do throws(JSONFault) {
            record = try JSONText(parsing: bytes, anyNumber: true)
        } catch {
            throw TraceFault(
                line: line, message: "no JSON: \(error.message), at byte \(error.offset)",
                help: "write one object a line: \(example)")
        }
        guard let list = record.members else {
            throw TraceFault(
                line: line, message: "a record is an object, and this is none", help: "write \(example)")
        }
        var members = TraceMembers()
        for (name, value) in list {
            if let member = TraceMember(rawValue: name) { members.set(member, TraceValue(value)) }
        }
        if let complaint = members.complaint {
            throw TraceFault(line: line, message: complaint.message, help: complaint.help)
        }
        if let callback = members.callback { return members.event(callback, place: line) }
        guard let name = members.unknownName else {
            throw TraceFault(line: line, message: "the record has no member 'callback'", help: "write \(example)")
        }
        if name == "didCompleteWithError" {
            throw TraceFault(
                line: line, message: "no contract knows a callback '\(name)'",
                help: "write {\"callback\": \"didComplete\", \"error\": …}, or null for none")
        }
        let own = contract.alphabet.map(\.callback.name) + [TracedCallback.reply.name, TracedCallback.cancel.name]
        throw TraceFault(
            line: line, message: "no contract knows a callback '\(shortened(name))'",
            help: "'quintain judge --contract \(contract.name) --list' lists those of this one", word: name,
            names: own + TracedCallback.names)
    }

    private static func shortened(_ name: String) -> String {
        let start = Quoting.escaped(name.utf8.prefix(60))
        return name.utf8.count > 60 ? start + "…" : start
    }

    /// The longest line that is read: longer than any record of a driver, and short enough to keep in memory.
    package static let longestLine = 1 << 20
    private static let example = "{\"callback\": \"didReceiveResponse\"}"
}

extension TraceValue {
    fileprivate init(_ value: JSONText) {
        switch value {
        case .null: self = .null
        case .bool(let value): self = .bool(value)
        case .number(let number): self = .number(number)
        case .decimal(let text), .text(let text): self = .text(text)
        case .list, .object: self = .nested
        }
    }
}
