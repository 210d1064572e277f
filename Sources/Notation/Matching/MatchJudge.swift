// MatchJudge.swift: elements of a template that are compared by meaning: lists, JSON, credentials, codings.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Decides whether a part of the input fits such an element. The work is bounded: if the element is not the last, every
/// end has to be tried, and behind an element of any length every start.
struct MatchJudge<Environment: TemplateEnvironment> {
    struct Judgement {
        var captures: [String: [UInt8]] = [:]
        var isProvisional = false
    }

    private struct Question: Hashable {
        let part: Int
        let range: Range<Int>
    }

    let environment: Environment
    let effort: MatchEffort
    /// Why the last part did not fit, from the last element that gives reasons.
    private(set) var objection: String?
    /// In how many places that part differed, as far as they were counted.
    private(set) var differences = 1
    private var judgements: [Question: Judgement] = [:]
    /// How many times a part was decoded.
    private var decoded = 0

    init(environment: Environment, effort: MatchEffort) {
        self.environment = environment
        self.effort = effort
    }

    func accepted(part: Int, _ range: Range<Int>) -> Judgement? { judgements[Question(part: part, range: range)] }

    /// How many of the bytes are this content under these codings.
    mutating func extent(of bytes: UnsafeRawBufferPointer, _ content: [UInt8], _ codings: [Coding]) -> Int? {
        guard !effort.isSpent, decoded < Self.decodedAtMost else { return nil }
        decoded += 1
        effort.spend(bytes.count)
        return environment.extent(of: bytes, coding: content, by: codings)
    }

    mutating func fits(
        _ element: TemplateMatcher.Element, part: Int, _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>
    ) -> Bool {
        effort.spend(range.count)
        guard !effort.isSpent, decoded < Self.decodedAtMost else {
            objection = MatchEffort.objection
            return false
        }
        let there = Array(bytes[range])
        var judgement = Judgement()
        switch element {
        case .listHas(let member): return CommaList.has(member, in: there)
        case .valued(let pattern):
            decoded += 1
            effort.spend(range.count * 3)
            if let difference = pattern.difference(of: there, in: environment, effort, &judgement.captures) {
                objection = difference.sentence
                differences = difference.count
                return false
            }
        case .other(let function):
            switch environment.accepts(there, as: function) {
            case .whole: break
            case .soFar: judgement.isProvisional = true
            case .differs(let sentence):
                objection = sentence ?? objection
                return false
            case nil: return false
            }
        default: return false
        }
        judgements[Question(part: part, range: range)] = judgement
        return true
    }

    private static var decodedAtMost: Int { 1000 }
}
