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
    /// Why the last part did not fit, from the last element that gives reasons.
    private(set) var objection: String?
    /// In how many places that part differed, as far as they were counted.
    private(set) var differences = 1
    private var judgements: [Question: Judgement] = [:]
    /// How many times a part was decoded.
    private var decoded = 0
    /// How many bytes were judged in parts.
    private var judged = 0

    init(environment: Environment) { self.environment = environment }

    func accepted(part: Int, _ range: Range<Int>) -> Judgement? { judgements[Question(part: part, range: range)] }

    /// How many of the bytes are this content under these codings.
    mutating func extent(of bytes: UnsafeRawBufferPointer, _ content: [UInt8], _ codings: [Coding]) -> Int? {
        guard decoded < Self.decodedAtMost else { return nil }
        decoded += 1
        return environment.extent(of: bytes, coding: content, by: codings)
    }

    mutating func fits(
        _ element: TemplateMatcher.Element, part: Int, _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>
    ) -> Bool {
        if range.count < bytes.count { judged += range.count + 1 }
        guard judged <= Self.judgedAtMost, decoded < Self.decodedAtMost else {
            objection = "there are more ways to read it than are tried"
            return false
        }
        let there = Array(bytes[range])
        var judgement = Judgement()
        switch element {
        case .listHas(let member): return CommaList.has(member, in: there)
        case .valued(let pattern):
            decoded += 1
            if let difference = pattern.difference(of: there, in: environment, &judgement.captures) {
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
    private static var judgedAtMost: Int { 64 << 20 }
}
