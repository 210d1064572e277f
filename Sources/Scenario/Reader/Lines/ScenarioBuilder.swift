// ScenarioBuilder.swift: goes through the lines of one run from top to bottom.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainWords

/// Builds a scenario line by line. The extensions of this type read each kind of line.
struct ScenarioBuilder {
    var reader: ValueReader
    /// The lines that the runs of a table have in common.
    var sharedLines: SharedLines?
    var settings = SettingsInForce()
    /// The first act that only TLS has, and that only HTTP/2 has.
    var firstOf: [Demand: Place] = [:]
    var blocks = BlockStack()
    /// Blocks that are nested too deeply, and left out.
    var skippedBlocks = 0
    /// Blocks that an unknown word begins, such as 'loop'.
    var unknownBlocks = 0
    var speech = Speech()
    /// An empty line stands directly above.
    var isBehindGap = false
    /// Start lines as curl prints them over HTTP/2, whose version is passed over.
    var pastedStarts: [Place] = []
    /// The mark of the message that a line without one probably goes on with.
    var messageMark: String? {
        messageLine.map { String(decoding: $0.bytes.prefix { $0 != Byte.space }, as: UTF8.self) }
    }
    private var messageLine: SourceLine?
    var laneSlips = LaneSlips()
    var swappedMarks = SwappedMarks()
    /// Whether another word for `any-order` was told of.
    var hasToldAnyOrder = false
    /// The value of the last `> Cookie` line in the head that is being read.
    var cookiesAbove: Text?
    /// The last line of a body.
    var bodyAbove: Text?
    /// Acts at a byte whose reply has not begun.
    var strikes = StrikesAbove()
    var implied = ImpliedOrder()
    var labels = Labels()
    var origins: [Origin] = []
    /// The versions of origins that do not name theirs.
    var version = HTTPVersions.one
    /// The origins that say `at=`, and the origins that they name there.
    var shares: [(origin: String, owner: Text)] = []
    /// The last question that was left open, for `client answer`.
    var held: CallbackKind?
    /// In a file of routes: the exchanges so far.
    var exchanges = ExchangeList()

    init(_ faults: Faults, _ shelf: FileShelf) { reader = ValueReader(faults, shelf) }

    /// `spec`, `tags` and `needs`.
    struct Labels {
        var specs: [String] = []
        var tags: [String] = []
        var needs: [String] = []
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
        collectNames(lines)
        scope.collectElements(lines)
        go(through: lines)
        strikes.missReply(&reader.proof.faults)
        settings.end()
        finishBlocks()
        finishImplied()

        var scenario = Scenario(file: file, title: title)
        scenario.tags = labels.tags
        scenario.needs = labels.needs
        scenario.origins = originsWithMain()
        scenario.specs = specsOfVersion
        checkShares(scenario.origins)
        scenario.lanes = scope.laneOrder.map { Lane($0) }
        scenario.nodes = blocks.nodes
        scenario.impliedLoad = implied.order
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
        let advice = Advice(faults, scope, settings, firstOf, hasImpliedLoad: implied.load != nil)
        faults = advice.given(for: scenario)
        return scenario
    }

    /// The sources without those about another version of HTTP, where one is about the version that is spoken.
    private var specsOfVersion: [String] {
        let speaksTwo = reader.demands.contains(.http2)
        let (own, other) = speaksTwo ? ("RFC 9113", "RFC 9112") : ("RFC 9112", "RFC 9113")
        guard labels.specs.contains(where: { $0.hasPrefix(own) }) else { return labels.specs }
        return labels.specs.filter { !$0.hasPrefix(other) }
    }

    mutating func go(through lines: [SourceLine]) {
        var index = 0
        while index < lines.count, !faults.isFull {
            let line = lines[index]
            let form = LineForm.of(line, &reader.proof.faults)
            index += 1
            defer { if !form.isComment { isBehindGap = form.isBlank } }
            switch form {
            case .blank, .comment: continue
            case .broken: if line.bytes.first == UInt8(ascii: "[") { proof.foreignSection = line.whole.string }
            case .continuation(let text):
                faults.add(
                    .strayContinuation, text.place, "an indented line continues the line above, and there is none",
                    help: messageMark.flatMap { Self.helpForIndented(text, $0) }
                        ?? "the first word of a line stands in the first column")
            case .message(let voice, let said):
                proof.foreignSection = nil
                messageLine = line
                message(voice, said, line)
            case .act(let said):
                messageLine = nil
                act(said, line)
            case .callback(let said):
                messageLine = nil
                callback(said, line, Self.continuation(lines, &index))
            case .word(let word, let rest):
                if LineWord(rawValue: word.string) != nil { messageLine = nil }
                cookiesAbove = nil
                self.word(word, rest, line, Self.continuation(lines, &index))
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
        settings.lineStands()
        guard !scope.isRoutes else {
            routeDeed(deed, line)
            return
        }
        strikes.meet(deed, lane, line.whole.place, &reader.proof.faults)
        let built = Line(
            place: line.whole.place, last: line.numbers.upperBound, lane: lane, level: settings.values.level,
            within: settings.values.within,
            deed: deed)
        blocks.add(.line(sharedLines?.one(for: built) ?? built))
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

    /// Collects the names that can be used above the line that gives them.
    mutating func collectNames(_ lines: [SourceLine]) {
        for line in lines {
            var ignored = Faults(file: "")
            let form = LineForm.of(line, &ignored)
            if case .continuation(let text) = form, text.fieldName == "host" { scope.setsHost = true }
            collectCapture(line)
            guard case .word(let word, let rest) = form else { continue }
            let words = Scanner.words(of: rest).words
            switch LineWord(rawValue: word.string) {
            case .origin: collect(words.first, \.origins)
            case .proxy: collect(words.first, \.proxies)
            case .client where words.first.map { OrderWord(rawValue: $0.string) == nil } ?? false:
                let hasLane = words.contains { $0.name?.equals("lane") == true }
                if !hasLane, words.count > 1 {
                    scope.loadsWithoutLane.append("client \(words[0].string) \(words[1].string)")
                }
                for word in words where word.name?.equals("lane") == true {
                    let name = word.value.string
                    if words.count > 2 {
                        scope.loadsWithLane.append(("\(words[0].string) \(words[1].string)", name))
                    }
                    guard scope.lanes.insert(name).inserted else { continue }
                    scope.laneOrder.append(name)
                    guard scope.laneOrder.count == FileLimits.lanes + 1 else { continue }
                    faults.add(
                        .badNumber, word.value.place, "a file can have \(FileLimits.lanes) lanes, and this is one more",
                        help: "let loads that come one after the other share a lane, or split the file")
                }
            default: continue
            }
        }
    }

    /// `{{capture token}}`, of which a line above it may be told where it stands.
    private mutating func collectCapture(_ line: SourceLine) {
        guard line.whole.hasValue else { return }
        for part in line.whole.string.split(separator: "{{capture ", omittingEmptySubsequences: false).dropFirst() {
            let name = String(part.prefix { !" }|".contains($0) })
            scope.captureLines[name] = scope.captureLines[name] ?? line.whole.place.line
        }
    }

    private mutating func collect(_ word: Word?, _ names: WritableKeyPath<KnownNames, [String: KnownNames.Given]>) {
        guard let word else { return }
        guard scope.origins[word.string] == nil, scope.proxies[word.string] == nil else {
            faults.add(
                .duplicateName, word.text.place, "'\(word.string)' is there already", help: "choose another name")
            return
        }
        scope[keyPath: names][word.string] = KnownNames.Given(place: word.text.place)
    }

    private mutating func originsWithMain() -> [Origin] {
        var all = origins
        if let index = all.firstIndex(where: { $0.name == Origin.main.name }) {
            all.insert(all.remove(at: index), at: 0)
        } else {
            var main = Origin.main
            main.versions = version
            if version == .two { reader.demands.insert(.http2) }
            all.insert(main, at: 0)
        }
        return all
    }
}
