// ScenarioDraft.swift: what the lines so far have made of a scenario, or of a file of routes.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainWords

struct ScenarioDraft {
    /// `spec`, `tags` and `needs`.
    var (specs, tags, needs): ([String], [String], [String]) = ([], [], [])
    var origins: OriginList
    var implied = ImpliedOrder()
    /// In a file of routes: the exchanges so far.
    var exchanges = ExchangeList()
    /// The lines for which shorthand stands, by the number of its line.
    var writtenOut: [Int: [String]] = [:]
    /// The last `>>` line: its last number and its lane, and whether a body has begun.
    var asked: (line: Int, lane: String, isInBody: Bool)?
    /// The last question that was left open, for `client answer`.
    var held: CallbackKind?
    /// The first act that only TLS has, and that only HTTP/2 has.
    private(set) var firstOf: [Demand: Place] = [:]

    init(over version: HTTPVersions) { origins = OriginList(over: version) }

    mutating func notesAct(of demand: Demand, _ word: Word) {
        if firstOf[demand] == nil { firstOf[demand] = word.text.place }
    }

    /// The sources without those about another version of HTTP, where one is about the version that is spoken.
    func specs(speakingTwo: Bool) -> [String] {
        let (own, other) = speakingTwo ? ("RFC 9113", "RFC 9112") : ("RFC 9112", "RFC 9113")
        guard specs.contains(where: { $0.hasPrefix(own) }) else { return specs }
        return specs.filter { !$0.hasPrefix(other) }
    }
}
