// MatchAttempt.swift: one input held against one template, with bounded backtracking.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Tries the elements of a template one behind the other.
///
/// An element that takes any bytes needs no second chance: if what stands behind it cannot be found
/// from its first byte on, an earlier element that takes more cannot help. So a failure there is final.
/// Elements that are choosy about their bytes remember where they failed.
struct MatchAttempt<Environment: TemplateEnvironment> {
    enum Outcome {
        case fits, differs
        /// No choice made before can change it.
        case hopeless
    }

    let elements: [TemplateMatcher.Element]
    let bytes: UnsafeRawBufferPointer
    let environment: Environment
    var captures: [String: [UInt8]] = [:]
    var reach = 0
    var isProvisional = false
    var objection: String?
    private var failed: Set<Int> = []
    /// How often codings have been undone.
    private var undone = 0

    init(elements: [TemplateMatcher.Element], bytes: UnsafeRawBufferPointer, environment: Environment) {
        self.elements = elements
        self.bytes = bytes
        self.environment = environment
    }

    mutating func match(from index: Int, at position: Int) -> Outcome {
        reach = max(reach, position)
        guard index < elements.count else { return position == bytes.count ? .fits : .differs }
        switch elements[index] {
        case .literal(let literal): return fixed(length(of: literal, at: position), index, position)
        case .pattern(let count, let from):
            let there = UnsafeRawBufferPointer(rebasing: bytes[position...].prefix(count))
            if let difference = PatternBytes.firstDifference(in: there, from: from) {
                reach = max(reach, position + difference)
                return .differs
            }
            reach = max(reach, position + there.count)
            return fixed(there.count == count ? count : nil, index, position)
        case .codedBytes(let content, let codings):
            // Behind something of any length each place is tried, and each try may undo all that follows.
            guard undone < Self.undoneAtMost else { return .hopeless }
            undone += 1
            let rest = UnsafeRawBufferPointer(rebasing: bytes[position...])
            return fixed(environment.extent(of: rest, coding: content, by: codings), index, position)
        case .one: return fixed(position < bytes.count ? 1 : nil, index, position)
        case .any(let name): return any(name, index, position)
        case .segment(let name):
            let end = bytes[position...].firstIndex(of: UInt8(ascii: "/")) ?? bytes.count
            return choosy(index, position, position + 1, end, name) { _ in true }
        case .regex(let regex):
            return choosy(index, position, position, bytes.count, nil) { regex.fits($0) }
        case .listHas(let member):
            return choosy(index, position, position, bytes.count, nil) { CommaList.has(member, in: $0) }
        case .valued(let pattern):
            let environment = environment
            var found: [String: [UInt8]] = [:]
            var difference: String?
            var tries = Self.undoneAtMost - undone
            let outcome = choosy(index, position, position, bytes.count, nil) { part in
                tries -= 1
                guard tries >= 0 else { return false }
                difference = pattern.difference(of: part, in: environment, &found)
                return difference == nil
            }
            undone = Self.undoneAtMost - max(0, tries)
            if outcome == .fits { captures.merge(found) { $1 } } else { objection = difference ?? objection }
            return outcome
        case .other(let function):
            let environment = environment
            var last: Acceptance?
            let outcome = choosy(index, position, position, bytes.count, nil) {
                last = environment.accepts($0, as: function)
                return last?.fits ?? false
            }
            if outcome == .fits, last == .soFar { isProvisional = true }
            if case .differs(let sentence?) = last { objection = sentence }
            return outcome
        case .value, .coded, .never: return .hopeless
        }
    }

    private static var undoneAtMost: Int { 1000 }

    private mutating func fixed(_ count: Int?, _ index: Int, _ position: Int) -> Outcome {
        guard let count else { return .differs }
        return match(from: index + 1, at: position + count)
    }

    /// The length of the literal if it stands there.
    private mutating func length(of literal: [UInt8], at position: Int) -> Int? {
        var count = 0
        let most = min(literal.count, bytes.count - position)
        while count < most, bytes[position + count] == literal[count] { count += 1 }
        reach = max(reach, position + count)
        return count == literal.count ? count : nil
    }

    private mutating func any(_ name: String?, _ index: Int, _ position: Int) -> Outcome {
        var end = position
        if index + 1 == elements.count { end = bytes.count }
        var next: UInt8?
        if index + 1 < elements.count, case .literal(let literal) = elements[index + 1] { next = literal.first }
        while end <= bytes.count {
            if let next {
                while end < bytes.count, bytes[end] != next { end += 1 }
                if end == bytes.count { break }
            }
            switch match(from: index + 1, at: end) {
            case .fits:
                if let name { captures[name] = Array(bytes[position..<end]) }
                return .fits
            case .hopeless: return .hopeless
            case .differs: end += 1
            }
        }
        return .hopeless
    }

    /// Tries the shortest part first; the last element has only one to try.
    private mutating func choosy(
        _ index: Int, _ position: Int, _ first: Int, _ last: Int, _ name: String?, _ accepts: ([UInt8]) -> Bool
    ) -> Outcome {
        guard first <= last, !failed.contains(index * (bytes.count + 1) + position) else { return .differs }
        let isLast = index + 1 == elements.count
        for end in (isLast ? max(first, last) : first)...last {
            let part = Array(bytes[position..<end])
            guard accepts(part) else { continue }
            switch match(from: index + 1, at: end) {
            case .fits:
                if let name { captures[name] = part }
                return .fits
            // What is hopeless behind this end need not be behind another one.
            case .hopeless, .differs: break
            }
        }
        failed.insert(index * (bytes.count + 1) + position)
        return .differs
    }
}
