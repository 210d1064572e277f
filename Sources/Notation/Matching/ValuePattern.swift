// ValuePattern.swift: JSON, queries, forms, their parts and cookies, which are compared by content and not by bytes.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// `{{json …}}`, `{{query …}}`, `{{form …}}`, `{{multipart …}}` or `{{cookies …}}`.
package indirect enum ValuePattern: Hashable, Sendable {
    case json(JSONPattern)
    case query(PairsPattern)
    case form(PairsPattern)
    /// Its boundary is the client's own, so that it can only be compared.
    case multipart(PairsPattern)
    case cookies(PairsPattern)

    /// Whether it is the whole of what is compared; a query is a part of a target.
    package var isWhole: Bool { if case .query = self { false } else { true } }

    /// Whether it is a whole body.
    package var isOfBody: Bool {
        switch self {
        case .json, .form, .multipart: true
        case .query, .cookies: false
        }
    }

    /// Whether it can produce bytes: none of its values only matches.
    package var canProduce: Bool {
        switch self {
        case .multipart: return false
        case .json(let pattern) where pattern.isOpen: return false
        case .query(let pairs) where pairs.mayHaveOthers, .form(let pairs) where pairs.mayHaveOthers,
            .cookies(let pairs) where pairs.mayHaveOthers:
            return false
        case .json, .query, .form, .cookies: break
        }
        return templates.allSatisfy { $0.values.allSatisfy { !$0.function.onlyMatches } }
    }

    var templates: [Template] {
        switch self {
        case .json(let pattern): pattern.templates
        case .query(let pairs), .form(let pairs), .multipart(let pairs), .cookies(let pairs): pairs.templates
        }
    }

    /// One spelling of the value.
    package func rendered(in environment: some TemplateEnvironment) -> [UInt8] {
        switch self {
        case .json(let pattern): Array(pattern.written(in: environment).utf8)
        case .query(let pairs): pairs.rendered(in: environment, blank: "%20")
        case .form(let pairs): pairs.rendered(in: environment, blank: "+")
        case .cookies(let pairs): pairs.renderedAsCookies(in: environment)
        case .multipart: []
        }
    }

    /// What differs, as a sentence, and in how many places; at most one more is counted than is told.
    struct Difference {
        let sentence: String
        let count: Int
    }

    /// How the bytes differ from the pattern; nil if they do not, and then captures are kept.
    func difference(
        of bytes: [UInt8], in environment: some TemplateEnvironment, _ effort: MatchEffort,
        _ captures: inout [String: [UInt8]]
    ) -> Difference? {
        if effort.isSpent { return Difference(sentence: MatchEffort.objection, count: 1) }
        var comparison = ValueComparison(environment: TakenEnvironment(environment, effort))
        let differences: [String]
        switch self {
        case .json(let pattern): differences = comparison.differences(of: bytes, from: pattern)
        case .query(let pairs):
            differences = comparison.differences(of: Urlencoded.pairs(bytes), from: pairs, each: "the parameter")
        case .form(let pairs):
            differences =
                Urlencoded.fault(in: bytes).map { [$0] }
                ?? comparison.differences(of: Urlencoded.pairs(bytes), from: pairs, each: "the member")
        case .multipart(let pairs):
            switch MultipartForm.read(bytes, environment.contentType) {
            case .parts(let parts): differences = comparison.differences(of: parts, from: pairs)
            case .fault(let sentence): differences = [sentence]
            }
        case .cookies(let pairs):
            differences =
                CookieString.fault(in: bytes).map { [$0] }
                ?? comparison.differences(of: CookieString.pairs(bytes), from: pairs, each: "the cookie")
        }
        guard differences.isEmpty else {
            return Difference(sentence: Self.told(differences), count: differences.count)
        }
        captures.merge(comparison.captures) { $1 }
        return nil
    }

    private static func told(_ differences: [String]) -> String {
        guard differences.count >= mostDifferencesTold else { return differences.joined(separator: "; ") }
        return differences.prefix(mostDifferencesTold - 1).joined(separator: "; ") + "; and more"
    }
}

/// One more than a message names, so that the message can say that there are more.
private let mostDifferencesTold = 7

/// One comparison, with the captures so far.
struct ValueComparison {
    /// The number of differences at which a comparison stops.
    static let mostTold = mostDifferencesTold
    /// What one more value that is tried, or one member, counts at least.
    static let stepsOfValue = 256

    private(set) var environment: TakenEnvironment
    var captures: [String: [UInt8]] { environment.taken }
    var effort: MatchEffort { environment.common }

    init(environment: TakenEnvironment) { self.environment = environment }

    mutating func take(_ captures: [String: [UInt8]]) { environment.take(captures) }

    mutating func fits(_ template: Template, _ bytes: [UInt8]) -> Bool {
        effort.spend(bytes.count)
        let match = TemplateMatcher(template).match(bytes, in: environment)
        if match.fits { environment.take(match.captures) }
        return match.fits
    }

    /// A value that came, and what was wanted in its place.
    func difference(of came: [UInt8], from template: Template) -> String {
        guard template.values.allSatisfy({ !$0.function.onlyMatches }) else {
            return Quoting.difference(Quoting.excerpt(came), template.demand)
        }
        return Quoting.difference(of: came, from: template.rendered(in: environment))
    }

    /// What the template demands, in words for a message.
    func wanted(_ template: Template) -> String {
        guard template.values.allSatisfy({ !$0.function.onlyMatches }) else { return template.demand }
        return Quoting.excerpt(template.rendered(in: environment))
    }
}
