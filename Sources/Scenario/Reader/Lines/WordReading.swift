// WordReading.swift: blocks and settings, told by the first word of a line.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainWords

extension ScenarioBuilder {
    mutating func word(_ word: Text, _ rest: Text, _ line: SourceLine, _ inner: [Text]) {
        let typed = word.string
        if let level = Level(rawValue: typed) { return beginStrength(level, rest, line) }
        guard let known = LineWord(rawValue: typed) else {
            faults.add(
                .unknownWord, word.place, "no line begins with the word '\(typed)'",
                help: OldWord.line.now(typed) ?? NearestWord.suggestion(for: typed, among: LineWord.words)
                    ?? "a line of a message has its mark: '> GET /a', '< 200'; a note begins with '# '")
            return
        }
        if let first = inner.first, !known.takesContinuation {
            faults.add(
                .strayContinuation, first.place, "nothing can be indented below '\(typed)'",
                help: "take the blanks at its beginning away, if it is a line of its own")
        }
        if scope.isRoutes, !allowedInRoutes(known, word) { return }
        if known != .client, known != .fields, faults.commentBehind(rest) { return }
        if known.isOfBlocks { strikes.missReply(&reader.faults) }
        switch known {
        case .client: client(rest, line, inner)
        case .cases, .over: break  // Taken out before.
        case .repeat: beginRepeat(rest, line)
        case .either:
            guard blocks.mayNest(line.whole.place, &reader.faults) else { return }
            blocks.begin(.either, line.whole.place, label: label(rest, inner))
        case .or: nextBranch(rest, line, inner)
        case .anyOrder: beginAnyOrder(rest, line, inner)
        case .never: never(rest, line)
        case .end: end(rest, line)
        case .spec:
            if isGiven(rest, inner, word, "the rule that is tested: spec RFC 9110 section 15.4") {
                draft.specs.append(joined(rest, inner))
            }
        case .tags:
            if isGiven(rest, inner, word, "words: tags redirects slow") {
                draft.tags += tagNames(rest, inner)
            }
        case .needs:
            if isGiven(rest, inner, word, "what a client must be able to do: needs cookies") {
                need(rest, inner)
            }
        case .level: level(rest, line)
        case .within: within(rest, line)
        case .origin: origin(.server, rest, line, inner)
        case .proxy: origin(.proxy, rest, line, inner)
        case .routes:
            scope.isOfHTTPBin = rest.equals("httpbin")
            draft.exchanges.begun(line, scope.isOfHTTPBin ? rest.upTo(rest.start) : rest, &reader.faults)
        case .fields: commonFields(rest, word, inner)
        }
    }

    // MARK: - Blocks

    func label(_ rest: Text, _ inner: [Text]) -> String? {
        let label = joined(rest, inner)
        return label.isEmpty ? nil : label
    }

    private mutating func beginRepeat(_ rest: Text, _ line: SourceLine) {
        guard blocks.mayNest(line.whole.place, &reader.faults) else { return }
        var rounds = 1...1
        if rest.isEmpty {
            faults.add(
                .missingValue, line.whole.place, "'repeat' needs a number of rounds",
                help: "repeat 20, or repeat 1..60")
        } else if let known = Units.rounds(rest.string) {
            rounds = known
            // A cell of a table may leave the block out of its run, and so may 'repeat 0' for a while.
            if known.upperBound == 0, rest.string != "0", !line.hasCells {
                faults.add(
                    .badNumber, rest.place, "a block of no rounds is never played",
                    help: "take it away; 'repeat 0..60' leaves it to the client whether it happens")
            }
        } else {
            faults.add(
                .badNumber, rest.place, "'\(rest.string)' is no number of rounds",
                help: rest.string.hasSuffix("any-order")
                    ? "write 'any-order 3'"
                    : "a number up to \(FileLimits.rounds), or two of them, the smaller first: 1..60")
        }
        blocks.begin(.repeated(rounds, inAnyOrder: false), line.whole.place)
        scope.rounds += 1
    }

    /// `should`, whose lines have this level down to its `end`.
    private mutating func beginStrength(_ level: Level, _ rest: Text, _ line: SourceLine) {
        nothing(behind: level.rawValue, rest)
        if scope.isRoutes { return faults.addNotInRoutes(line.whole.place, "levels") }
        strengths.append((line.whole.place, blocks.depth, blocks.settings.level))
        blocks.settings.level = level
    }

    /// Whether an open `should` ends here, above a line that would leave the block around it.
    private mutating func endsStrength() -> Bool {
        guard let last = strengths.last, last.depth == blocks.depth else { return false }
        strengths.removeLast()
        blocks.settings.level = last.behind
        return true
    }

    private mutating func missEndOfStrength() {
        guard let last = strengths.last, endsStrength() else { return }
        faults.add(
            .badNesting, last.place, "this block of a level has no 'end'", help: "write 'end' below its last line")
    }

    /// A branch that a client must not take: of the `either` around it, or by itself.
    private mutating func never(_ rest: Text, _ line: SourceLine) {
        let level = blocks.settings.level
        if case .either = blocks.innermost.kind, !blocks.areSkipped {
            missEndOfStrength()
            if !blocks.isAtBegin { blocks.nextBranch(line.whole.place, label: nil) }
        } else {
            guard blocks.mayNest(line.whole.place, &reader.faults) else { return }
            blocks.begin(.either, line.whole.place)
            blocks.nextBranch(line.whole.place, label: nil)
        }
        let reason = rest.isEmpty ? Template("") : reader.value(rest, .order)
        if rest.isEmpty { faults.addMissing(behind: line.whole, "a reason: never \"it is sent again\"") }
        let inForce = blocks.settings.level
        blocks.settings.level = level
        add(.act(.wrong(reason.literalText ?? "")), .unnamed, line)
        blocks.settings.level = inForce
    }

    mutating func nextBranch(_ rest: Text, _ line: SourceLine, _ inner: [Text]) {
        guard !blocks.areSkipped else { return }
        missEndOfStrength()
        if isInAnyOrder { return nextPart(rest, line, inner) }
        guard case .either = blocks.innermost.kind else {
            faults.add(
                .badNesting, line.whole.place, "'or' stands in no 'either' and in no 'any-order'",
                help: "write 'either' above what is said first")
            return
        }
        blocks.nextBranch(line.whole.place, label: label(rest, inner))
    }

    private mutating func end(_ rest: Text, _ line: SourceLine) {
        nothing(behind: "end", rest)
        if blocks.endSkipped() || endsStrength() { return }
        if case .repeated = blocks.innermost.kind { scope.rounds -= 1 }
        if case .either = blocks.innermost.kind, blocks.innermost.branches.isEmpty {
            faults.add(
                .badNesting, blocks.innermost.place, "this 'either' has no 'or'",
                help: "one branch alone is no choice: take 'either' and 'end' away, or write 'or'")
        }
        if isInAnyOrder { checkLastPart() }
        if case .repeated(_, inAnyOrder: true) = blocks.innermost.kind {
            checkPart()
            checkSizeOfRounds()
        }
        guard !blocks.end() else { return }
        faults.add(
            .badNesting, line.whole.place, "this 'end' ends no block",
            help: "take it away; 'repeat', 'either' and 'any-order' begin one")
    }

    mutating func finishBlocks() {
        missEndOfStrength()
        while blocks.depth > 0 {
            let block = blocks.innermost
            let word =
                switch block.kind {
                case .repeated: "repeat"
                case .anyOrder: "any-order"
                case .either, .file: "either"
                }
            faults.add(
                .badNesting, block.place, "this '\(word)' has no 'end'",
                help: "write 'end' below its last line")
            _ = blocks.end()
        }
    }

    // MARK: - Settings

    func joined(_ rest: Text, _ inner: [Text]) -> String {
        ([rest] + inner).map(\.string).filter { !$0.isEmpty }.joined(separator: " ")
    }

    private mutating func isGiven(
        _ rest: Text, _ inner: [Text], _ word: Text, _ what: String
    ) -> Bool {
        if !rest.isEmpty || !inner.isEmpty { return true }
        faults.addMissing(behind: word, what)
        return false
    }

    private mutating func tagNames(_ rest: Text, _ inner: [Text]) -> [String] {
        let names = ([rest] + inner).flatMap { Scanner.split($0, at: Byte.space, strings: false, values: false) }
            .filter { !$0.isEmpty }
        for name in names where name.bytes.contains(UInt8(ascii: ",")) {
            let parts = name.string.split(separator: ",").joined(separator: " ")
            faults.add(
                .badSetting, name.place, "a ',' is part of no tag", help: "blanks stand between tags: '\(parts)'")
        }
        return names.map(\.string)
    }

    private mutating func need(_ rest: Text, _ inner: [Text]) {
        for text in [rest] + inner {
            for part in Scanner.split(text, at: Byte.space, strings: false, values: false)
            where !part.isEmpty && !faults.isFull {
                let name = part.string
                guard NeedWord.all.contains(name) else {
                    faults.addUnknown(
                        .unknownNeed, part, "need", among: NeedWord.words + ["a kind of load", "a callback"],
                        now: OldWord.need.now(name))
                    continue
                }
                draft.needs.append(name)
            }
        }
    }

    mutating func nothing(behind word: String, _ rest: Text) {
        if !rest.isEmpty { faults.addExtra(rest, behind: word) }
    }

    private mutating func level(_ rest: Text, _ line: SourceLine) {
        if let level = Level(rawValue: rest.string) {
            if blocks.depth > 0 || !blocks.nodes.isEmpty {
                faults.add(
                    .badSetting, line.whole.place, "'level' stands above the first line of the conversation",
                    help: "write '\(level.rawValue) > …' for one line, or '\(level.rawValue)' … 'end' around several")
            }
            blocks.settings.level = level
            return
        }
        let known = Level.allCases.map(\.rawValue)
        bad(
            "level", rest, line, "no level is called '\(rest.string)'",
            NearestWord.suggestionOrList(for: rest.string, among: known))
    }

    private mutating func within(_ rest: Text, _ line: SourceLine) {
        if let duration = Units.duration(rest.string), duration > 0 {
            blocks.settings.within = duration
            return
        }
        bad(
            "within", rest, line, "'\(rest.string)' is no time to wait",
            "such as 200ms or 5s")
    }

    private mutating func bad(_ word: String, _ rest: Text, _ line: SourceLine, _ message: String, _ help: String) {
        if rest.isEmpty {
            faults.add(.missingValue, line.whole.place, "'\(word)' needs a value", help: help)
        } else {
            faults.add(.badSetting, rest.place, message, help: help)
        }
    }
}
