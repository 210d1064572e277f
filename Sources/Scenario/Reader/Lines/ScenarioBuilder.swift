// ScenarioBuilder.swift: goes through the lines of one run from top to bottom.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainWords

/// Builds a scenario line by line. The extensions of this type read each kind of line.
struct ScenarioBuilder {
    var reader: ValueReader
    var blocks = BlockStack()
    var draft: ScenarioDraft
    /// The levels of `should` … `end` that are open, each with its depth and the level behind it.
    var strengths: [(place: Place, depth: Int, behind: Level)] = []
    /// Acts at a byte whose reply has not begun.
    var strikes = StrikesAbove()
    /// The names that lines have for lanes, and no load has: each is one mistake, however many lines it has.
    private var unknownLanes: Set<String> = []
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

    var faults: Faults {
        get { reader.faults }
        _modify { yield &reader.faults }
    }

    var scope: KnownNames {
        get { reader.scope }
        _modify { yield &reader.scope }
    }

    mutating func scenario(_ lines: [SourceLine], file: String, title: String) -> Scenario {
        reader.scope.collectNames(lines, &reader.faults)
        go(through: lines)
        strikes.missReply(&reader.faults)
        finishBlocks()
        draft.implied.finish(blocks.nodes, &reader.faults)

        var scenario = Scenario(file: file, title: title)
        scenario.tags = draft.tags
        scenario.needs = draft.needs
        scenario.origins = draft.origins.withMain
        if scenario.origins[0].versions == .two { reader.demands.insert(.http2) }
        scenario.specs = draft.specs(speakingTwo: reader.demands.contains(.http2))
        draft.origins.checkShares(&reader.faults)
        scenario.lanes = scope.laneOrder.map { Lane($0) }
        scenario.nodes = blocks.nodes
        scenario.impliedLoad = draft.implied.order
        scenario.demands = reader.demands
        scenario.writtenOut = draft.writtenOut
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
        refuseUnspoken(scenario)
        return scenario
    }

    mutating func go(through written: [SourceLine]) {
        let hasJSON = written.contains { Scanner.glued($0.bytes) != nil }
        let lines = hasJSON ? written.flatMap { writtenOut($0) } : written
        var index = 0
        while index < lines.count, !faults.isFull {
            let line = lines[index]
            let form = LineForm.of(line, &reader.faults)
            index += 1
            let level = blocks.settings.level
            let own = LineForm.strength(of: line)?.0
            if let own {
                if scope.isRoutes { faults.addNotInRoutes(line.whole.place, "levels") }
                blocks.settings.level = own
            }
            defer { if own != nil { blocks.settings.level = level } }
            switch form {
            case .blank, .comment, .broken: continue
            case .continuation(let text):
                faults.add(
                    .strayContinuation, text.place, "an indented line continues the line above, and there is none",
                    help: "the first word of a line stands in the first column; each line of a message has its mark")
            case .message(_, let said) where said.asks: asked(said, line, below: lines[index...])
            case .message(let voice, let said):
                if line.isStandIn { draft.writtenOut[line.number, default: []].append(line.inOneLine) }
                message(voice, said, line)
            case .act(let said): act(said, line)
            case .callback(let said) where said.content?.equals("ok") == true: ok(said, line)
            case .callback(let said): callback(said, line, Self.continuation(lines, &index))
            case .word(let word, let rest): self.word(word, rest, line, Self.continuation(lines, &index))
            }
        }
    }

    /// `>json {"a": 1}` as two lines, any other line as it is.
    private mutating func writtenOut(_ line: SourceLine) -> [SourceLine] {
        guard let body = line.bodyOfJSON else { return [line] }
        if body.isEmpty {
            faults.add(
                .unclosedValue, line.whole.place, "this JSON is not closed",
                help: "each of its lines has a mark, the last one as well: '> }'")
        }
        return body
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
        guard !scope.isRoutes else {
            routeDeed(deed, line)
            return
        }
        strikes.meet(deed, lane, line.whole.place, &reader.faults)
        let built = Line(
            place: line.whole.place, last: line.numbers.upperBound, lane: lane,
            level: blocks.settings.level, within: blocks.settings.within, deed: deed,
            text: line.isStandIn ? line.inOneLine : nil)
        blocks.add(.line(sharedLines?.one(for: built) ?? built))
    }

    /// The lane of a mark, if a `client` line names it.
    mutating func lane(_ text: Text) -> Lane? {
        guard !text.isEmpty else { return .unnamed }
        let name = text.string
        if scope.isRoutes {
            faults.addNotInRoutes(text.place, "lanes")
            return nil
        }
        guard scope.lanes.contains(name) else {
            if unknownLanes.insert(name).inserted {
                faults.add(
                    .unknownLane, text.place, "no client line names the lane '\(name)'",
                    help: NearestWord.suggestion(for: name, among: scope.laneOrder)
                        ?? "its load says 'lane=\(name)'; a blank stands between a mark and its text")
            }
            return nil
        }
        return Lane(name)
    }
}
