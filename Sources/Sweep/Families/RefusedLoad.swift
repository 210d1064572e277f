// RefusedLoad.swift: the lines behind a reply that a client may refuse, or has to.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainScenario
internal import QuintainWords

/// The lines behind a reply, up to the end of its load. Lines behind a load that may have failed are removed.
struct RefusedLoad {
    private let varied: VariedReply
    /// The index behind the reply and behind the callbacks about the request and each 1xx.
    private let behind: Int
    /// The client's first line from there on.
    private let first: Int
    /// The index behind the last line of the load.
    private let end: Int

    init(_ varied: VariedReply) throws(LeftOut) {
        let (subject, exchange, reply) = (varied.subject, varied.exchange, varied.reply)
        if let reason = subject.reasonAgainstCutting(exchange, reply) { throw LeftOut(reason) }
        guard let load = exchange.load, subject.loads[load].end != nil, let end = subject.end(ofLoad: load) else {
            throw LeftOut("branches behind the reply")
        }
        if !reply.between.isEmpty { throw LeftOut("told within the reply") }
        if subject.lines[(reply.last + 1)..<end].contains(where: \.opensBlock) {
            throw LeftOut("branches behind the reply")
        }
        let bindings = subject.exchanges.filter { $0.start > reply.start && $0.start < end }.compactMap(\.binding)
        if bindings.contains(where: { subject.deeds[$0]?.isNamed ?? false }) { throw LeftOut("a named connection") }
        var behind = reply.last + 1
        var first = subject.firstOfTheirs(behind..<end)
        while let index = first, varied.callback(index).map({ Self.earlier.contains($0.kind) }) ?? false {
            behind = subject.extent(of: index).upperBound
            first = subject.firstOfTheirs(behind..<end)
        }
        guard let first else { throw LeftOut("nothing is told") }
        self.varied = varied
        self.behind = behind
        self.first = first
        self.end = end
    }

    /// The kinds of the callbacks behind the reply.
    var kinds: Set<CallbackKind> { Set((first..<end).compactMap { varied.callback($0)?.kind }) }

    /// Whether another request stands behind the reply.
    var leadsOn: Bool { varied.subject.exchanges.contains { first <= $0.start && $0.start < end } }

    /// The edits that leave only these lines behind the reply.
    func failing(_ lines: [String]) -> [Edit] {
        [.insert(lines, above: behind)] + Edit.remove(behind..<varied.subject.lines.count)
    }

    /// The edits that make the lines behind the reply one branch of an `either`. The next request may come on any
    /// connection.
    ///
    /// - Parameter toldBefore: The response may be told before it is clear which branch is taken.
    func either(_ name: String, toldBefore: Bool = false, or others: [(name: String, lines: [String])]) -> [Edit] {
        let subject = varied.subject
        let told = ToldLengths(varied)
        var edits = told.edits
        var first = first
        while toldBefore, varied.callback(first)?.kind == .response {
            edits.append(.replace(first, with: told.line(first).optional))
            first = subject.firstOfTheirs(subject.extent(of: first).upperBound..<end) ?? end
        }
        let bindings = (first..<end).filter {
            if case .binding(.same)? = subject.deeds[$0]?.deed { true } else { false }
        }
        let branches = others.flatMap { ["or     \($0.name)"] + $0.lines } + ["end"]
        return edits + [.insert("either \(name)", above: first), .insert(branches, above: end)]
            + bindings.map { .remove($0) } + Edit.remove(end..<subject.lines.count)
    }

    private static let earlier: Set<CallbackKind> = [.informational, .sent, .waiting]
}

extension Subject {
    fileprivate func firstOfTheirs(_ lines: Range<Int>) -> Int? { lines.first { deeds[$0]?.isTheirs ?? false } }
}

extension Line {
    fileprivate var isTheirs: Bool {
        switch deed {
        case .callback, .await, .receive, .binding: true
        case .act, .order, .send: false
        }
    }
}
