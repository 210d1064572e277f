// ScenarioBuilder.swift: goes through the lines of one run from top to bottom.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainWords

/// Builds a scenario line by line. The extensions of this type read each kind of line.
struct ScenarioBuilder {
    var reader: ValueReader
    var blocks = BlockStack()
    var draft: ScenarioDraft
    var above = LinesAbove()
    private var laneSlips = LaneSlips()
    private var swappedMarks = SwappedMarks()
    /// The lines that the runs of a table have in common.
    private let sharedLines: SharedLines?

    init(
        _ faults: Faults, _ shelf: FileShelf, over version: HTTPVersions = .one, sharing sharedLines: SharedLines? = nil
    ) {
        reader = ValueReader(faults, shelf)
        draft = ScenarioDraft(over: version)
        self.sharedLines = sharedLines
    }

    var speech: Speech {
        get { blocks.speech }
        _modify { yield &blocks.speech }
    }

    var proof: Proofreader {
        get { reader.proof }
        _modify { yield &reader.proof }
    }

    var faults: Faults {
        get { reader.proof.faults }
        _modify { yield &reader.proof.faults }
    }

    var scope: KnownNames {
        get { reader.proof.scope }
        _modify { yield &reader.proof.scope }
    }

    mutating func scenario(_ lines: [SourceLine], file: String, title: String) -> Scenario {
        reader.proof.scope.collectNames(lines, &reader.proof.faults)
        scope.collectElements(lines)
        go(through: lines)
        above.strikes.missReply(&reader.proof.faults)
        blocks.settings.end()
        finishBlocks()
        draft.implied.finish(blocks.nodes, &reader.proof.faults)

        var scenario = Scenario(file: file, title: title)
        scenario.tags = draft.tags
        scenario.needs = draft.needs
        scenario.origins = draft.origins.withMain
        if scenario.origins[0].versions == .two { reader.demands.insert(.http2) }
        scenario.specs = draft.specs(speakingTwo: reader.demands.contains(.http2))
        draft.origins.checkShares(&reader.proof.faults)
        scenario.lanes = scope.laneOrder.map { Lane($0) }
        scenario.nodes = blocks.nodes
        scenario.impliedLoad = draft.implied.order
        scenario.demands = reader.demands
        if let place = MessageExtent.tooLong(scenario.nodes) {
            faults.add(
                .badNumber, place, "with all rounds this makes a message of more than \(FileLimits.messageLines) lines",
                help: "a long body is written '{{bytes 1GiB}}'; a start line in the block makes each round a message")
        }
        if let place = OrderCount.tooMany(scenario.nodes) {
            faults.add(
                .badNumber, place, "with all rounds this gives the client more than \(FileLimits.orders) orders",
                help: "write fewer rounds: with one order in it, a block may have \(FileLimits.orders)")
        }
        let advice = Advice(
            faults, scope, blocks.settings, draft.firstOf, hasImpliedLoad: draft.implied.load != nil)
        faults = advice.given(for: scenario)
        return scenario
    }

    mutating func go(through lines: [SourceLine]) {
        var index = 0
        while index < lines.count, !faults.isFull {
            let line = lines[index]
            let form = LineForm.of(line, &reader.proof.faults)
            index += 1
            above.reach(line, form)
            switch form {
            case .blank, .comment: continue
            case .broken: if line.bytes.first == UInt8(ascii: "[") { proof.foreignSection = line.whole.string }
            case .continuation(let text):
                faults.add(
                    .strayContinuation, text.place, "an indented line continues the line above, and there is none",
                    help: above.messageMark.flatMap { Self.helpForIndented(text, $0) }
                        ?? "the first word of a line stands in the first column")
            case .message(let voice, let said):
                proof.foreignSection = nil
                message(voice, said, line)
            case .act(let said): act(said, line)
            case .callback(let said): callback(said, line, Self.continuation(lines, &index))
            case .word(let word, let rest): self.word(word, rest, line, Self.continuation(lines, &index))
            }
        }
    }

    /// Help for a line that goes on with a message and has no mark.
    private static func helpForIndented(_ text: Text, _ mark: String) -> String? {
        guard let first = text.bytes.first, !"><*!#".utf8.contains(first) else { return nil }
        return "each line of a message has its mark: '\(mark) \(text.string)'"
    }

    /// The indented lines that follow; empty lines and comments between them mean nothing.
    private static func continuation(_ lines: [SourceLine], _ index: inout Int) -> [Text] {
        var inner: [Text] = []
        var ahead = index
        while ahead < lines.count {
            let line = lines[ahead]
            ahead += 1
            if line.isBlank || line.bytes.first == UInt8(ascii: "#") { continue }
            guard line.bytes.first == Byte.space else { break }
            inner.append(line.whole.trimmed)
            index = ahead
        }
        return inner
    }

    // MARK: - What all kinds of lines share

    /// Adds a line that the server, the client or its delegate must do.
    mutating func add(_ deed: Deed, _ lane: Lane, _ line: SourceLine) {
        blocks.settings.lineStands()
        guard !scope.isRoutes else {
            routeDeed(deed, line)
            return
        }
        above.strikes.meet(deed, lane, line.whole.place, &reader.proof.faults)
        let built = Line(
            place: line.whole.place, last: line.numbers.upperBound, lane: lane,
            level: blocks.settings.values.level, within: blocks.settings.values.within, deed: deed)
        blocks.add(.line(sharedLines?.one(for: built) ?? built))
    }

    /// Who says a message line, even if its mark or its lane is a slip; nil: a fault was left.
    mutating func speaker(_ voice: Voice, _ mark: Mark, _ line: SourceLine) -> Speech.Speaker? {
        let voice = swappedMarks.voiceMeant(by: mark, of: voice, line, blocks.speech, &reader.proof.faults)
        guard let named = lane(mark.lane, voice == .client ? ">" : "<") else { return nil }
        let lane = laneSlips.forgottenLane(voice, mark, named, line, blocks.speech, &reader.proof.faults) ?? named
        return Speech.Speaker(voice: voice, lane: lane)
    }

    /// The lane of a mark, if a `client` line names it.
    mutating func lane(_ text: Text, _ mark: String) -> Lane? {
        guard !text.isEmpty else { return .unnamed }
        let name = text.string
        if scope.isRoutes {
            faults.add(
                .notInRoutes, text.place, "a file of routes has no lanes",
                help: "routes answer every load: take '\(name)' away, or write a scenario: \(Self.elsewhere)")
            return nil
        }
        guard scope.lanes.contains(name) else {
            let isLoad = mark == "client" || mark == "last"
            let isWord = CallbackKind(rawValue: name) != nil || ActWord(rawValue: name) != nil
            if let help = LaneSlips.help(forPeer: text, mark, scope) {
                guard laneSlips.isNew(name) else { return nil }
                faults.add(
                    .unknownLane, text.place, "'\(name)' is no lane, and one stands behind a mark", help: help)
                return nil
            }
            guard isLoad || isWord || laneSlips.isNew(name) else { return nil }
            let endsThere = text.line.whole.from(text.end).bytes.first.map { $0 == Byte.space } ?? true
            faults.add(
                .unknownLane, text.place, "no client line names the lane '\(name)'",
                help: NearestWord.suggestion(for: name, among: scope.laneOrder)
                    ?? (isLoad ? "its load says 'lane=\(name)'" : nil)
                    ?? (endsThere && !isWord ? laneSlips.help(forNew: text, mark, scope) : nil)
                    ?? "a blank stands behind a mark: '\(mark) \(text.line.whole.from(text.start).string)'")
            return nil
        }
        return Lane(name)
    }
}
