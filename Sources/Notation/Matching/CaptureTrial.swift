// CaptureTrial.swift: a template in which what `{{x = any}}` took stands again further down, as `{{x}}`.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// An environment that also knows what captures have taken from the bytes that are being compared.
struct TakenEnvironment: TemplateEnvironment {
    private let base: any TemplateEnvironment
    private(set) var taken: [String: [UInt8]]
    let common: MatchEffort
    var effort: MatchEffort? { common }

    init(_ base: any TemplateEnvironment, _ effort: MatchEffort, _ taken: [String: [UInt8]] = [:]) {
        self.base = base
        self.taken = taken
        common = effort
    }

    func taking(_ bytes: [UInt8], as name: String) -> TakenEnvironment {
        TakenEnvironment(base, common, taken.merging([name: bytes]) { before, _ in before })
    }

    mutating func take(_ captures: [String: [UInt8]]) { taken.merge(captures) { $1 } }

    func bytes(of function: Function) -> [UInt8]? {
        if case .captured(let name) = function, let bytes = taken[name] { return bytes }
        return base.bytes(of: function)
    }

    func transformed(_ bytes: [UInt8], by transform: Transform) -> [UInt8]? {
        base.transformed(bytes, by: transform)
    }

    func extent(of bytes: UnsafeRawBufferPointer, coding content: [UInt8], by codings: [Coding]) -> Int? {
        base.extent(of: bytes, coding: content, by: codings)
    }

    func accepts(_ bytes: [UInt8], as function: Function) -> Acceptance? { base.accepts(bytes, as: function) }

    var contentType: [UInt8]? { base.contentType }
}

/// A capture whose bytes must come again: all that it could have taken is tried, the least first, and what stands
/// behind it is compared with these bytes in the place of its name.
struct CaptureTrial {
    private let name: String
    /// What its bytes must fit; nil: any will do.
    private let pattern: TemplateMatcher?
    private let before: TemplateMatcher
    private let behind: TemplateMatcher

    /// nil: nothing that a capture takes stands again.
    init?(_ elements: [TemplateMatcher.Element]) {
        guard let (index, name) = Self.recalled(elements) else { return nil }
        self.name = name
        pattern =
            if case .regex(let pattern, _) = elements[index] { TemplateMatcher([.regex(pattern, nil)]) } else { nil }
        before = TemplateMatcher(Array(elements[..<index]))
        behind = TemplateMatcher(Array(elements[(index + 1)...]))
    }

    static func isNeeded(_ elements: [TemplateMatcher.Element]) -> Bool { recalled(elements) != nil }

    /// The first capture whose bytes stand again.
    private static func recalled(_ elements: [TemplateMatcher.Element]) -> (index: Int, name: String)? {
        for (index, element) in elements.enumerated() {
            guard let name = element.captureName else { continue }
            if elements[(index + 1)...].contains(where: { $0.recalls(name) }) { return (index, name) }
        }
        return nil
    }

    func match(_ bytes: UnsafeRawBufferPointer, in environment: TakenEnvironment) -> Match {
        let effort = environment.common
        let (starts, reach) = before.ends(in: bytes, environment)
        var best = Match(fits: false, reach: reach)
        for start in starts {
            var places = MatchPlaces(of: behind.elements.first, in: bytes, from: start)
            while let end = places.next() {
                guard allows(UnsafeRawBufferPointer(rebasing: bytes[start..<end]), in: environment) else {
                    continue
                }
                let taken = environment.taking(Array(bytes[start..<end]), as: name)
                effort.spend(bytes.count - end)
                var match = behind.match(UnsafeRawBufferPointer(rebasing: bytes[end...]), in: taken)
                guard !effort.isSpent else {
                    best.objection = MatchEffort.objection
                    return best
                }
                match.reach += end
                if match.fits {
                    let above = before.match(UnsafeRawBufferPointer(rebasing: bytes[..<start]), in: environment)
                    // Of two captures with one name the first counts.
                    match.captures.merge(taken.taken) { $1 }
                    match.captures.merge(above.captures) { $1 }
                    return match
                }
                if match.reach > best.reach { best = match }
            }
        }
        return best
    }

    private func allows(_ bytes: UnsafeRawBufferPointer, in environment: TakenEnvironment) -> Bool {
        guard let pattern else { return true }
        environment.common.spend(bytes.count)
        return !environment.common.isSpent && pattern.match(bytes, in: environment).fits
    }
}

/// The steps that comparisons may take together: all trials of one, or one of each candidate for an input.
package final class MatchEffort {
    package private(set) var left = MatchEffort.all

    package init() {}

    package var isSpent: Bool { left < 0 }
    /// So much was done that others should have their turn.
    package var isLong: Bool { left < Self.all / 4 * 3 }

    package func renew() { left = Self.all }

    func spend(_ steps: Int) { left -= steps + 1 }

    package static let objection = "there are too many ways to read it"
    private static let all = 1 << 25
}

/// The places at which an element may begin.
private struct MatchPlaces {
    private let bytes: UnsafeRawBufferPointer
    private var finder: OccurrenceFinder?
    private var position: Int

    init(of element: TemplateMatcher.Element?, in bytes: UnsafeRawBufferPointer, from start: Int) {
        self.bytes = bytes
        position = start
        if case .literal(let literal)? = element, !literal.isEmpty { finder = OccurrenceFinder(literal, from: start) }
    }

    mutating func next() -> Int? {
        let place = finder == nil ? position : finder?.next(in: bytes, from: position)
        guard let place, place <= bytes.count else { return nil }
        position = place + 1
        return place
    }
}

extension TemplateMatcher.Element {
    /// The name under which its bytes are kept.
    fileprivate var captureName: String? {
        switch self {
        case .any(let name), .regex(_, let name): name
        case .literal, .pattern, .listHas, .valued, .other, .value, .coded, .codedBytes, .spelled,
            .spelledBytes, .upTo, .never:
            nil
        }
    }

    /// Whether it is made of what a capture of this name has taken.
    fileprivate func recalls(_ name: String) -> Bool {
        switch self {
        case .value(let value), .coded(let value, _), .spelled(let value, _): value.function == .captured(name)
        case .valued(let pattern):
            pattern.templates.contains { $0.values.contains { $0.all.contains { $0.function == .captured(name) } } }
        case .upTo(let elements): elements.contains { $0.recalls(name) }
        case .literal, .pattern, .any, .regex, .listHas, .other, .codedBytes, .spelledBytes, .never: false
        }
    }
}
