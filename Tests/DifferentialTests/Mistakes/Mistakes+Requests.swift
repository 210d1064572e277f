// Mistakes+Requests.swift: mistakes on the wire.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import QuintainTranscript

/// All mistakes that a client can make in a program, one at a time.
struct Mistakes {
    let program: Program
    private(set) var all: [Mistake] = []

    init(in program: Program) {
        self.program = program
        all = program.mistakes
        for index in program.moves.indices {
            let move = program.moves[index]
            // Lines of a block are played again, and the move that chooses a branch
            // or a round decides more than itself.
            let isUnique = program.moves.filter { $0.line == move.line }.count == 1
            switch move.deed {
            case .request(let plan):
                guard isUnique, !isInBlock(move.line) else { continue }
                startLine(index, plan)
                fields(move.line, plan)
                body(move.line, plan)
                arrival(index, plan)
            case .callback(let plan):
                guard isUnique, !isInBlock(move.line), !move.isOptional, !move.isLoose else { continue }
                callback(index, plan)
            case .close: closing(index)
            case .rest, .connect, .secure, .bytes, .pass: break
            }
        }
        atTheEnd()
    }

    mutating func add(
        _ family: Family, _ line: Int, _ slugs: Set<Breach.Slug>, lines: Set<Int?>? = nil, endsWith end: Int? = nil,
        needsOneLevel: Bool = false, isAlwaysFailure: Bool = false, findings: Int = 1,
        _ apply: @escaping (inout [Move], inout Chance) -> Void
    ) {
        var mistake = Mistake(family: family, line: line, slugs: slugs, lines: lines ?? [line], apply: apply)
        mistake.endsWith = end
        mistake.needsOneLevel = needsOneLevel
        mistake.isAlwaysFailure = isAlwaysFailure
        mistake.findings = findings
        all.append(mistake)
    }

    private func isInBlock(_ line: Int) -> Bool {
        var depth = 0
        for text in program.lines[..<(line - 1)] {
            if ["repeat ", "either", "any-order"].contains(where: text.hasPrefix) { depth += 1 }
            if text == "end" { depth -= 1 }
        }
        return depth > 0
    }

    // MARK: Start lines and fields

    private mutating func startLine(_ index: Int, _ plan: RequestPlan) {
        let move = program.moves[index]
        let line = move.line
        // No line takes the request, and the one that was due never comes.
        let slugs: Set<Breach.Slug> = [.unexpectedRequest]
        func end(_ family: Family, _ change: @escaping (inout RequestPlan, inout Chance) -> Void) {
            add(family, line, slugs, lines: [nil, line], endsWith: move.stretch, needsOneLevel: true) { moves, chance in
                moves.changeRequest(at: line) { change(&$0, &chance) }
            }
        }
        end(.methodChanged) { plan, chance in plan.method = chance.one(of: ["PATCH", "get", "X\(plan.method)"]) }
        guard case .bytes(let target) = plan.target, target.first == UInt8(ascii: "/") else { return }
        for (family, way) in [
            (Family.targetByteChanged, [UInt8].Way.changed), (.targetByteAdded, .added), (.targetByteDropped, .dropped),
        ] {
            end(family) { plan, chance in
                var path = Array(target.dropFirst())
                path.err(way, &chance)
                plan.target = .bytes([UInt8(ascii: "/")] + path)
            }
        }
        if plan.isExact { return }
        func changeHost(_ moves: inout [Move], _: inout Chance) {
            moves.changeRequest(at: line) { $0.host = "elsewhere.test" }
        }
        if program.lines.contains(where: { $0.hasSuffix(" at=main") }) {
            // Where several origins share a port, the name says which one is asked.
            add(
                .otherHost, line, [.wrongField, .wrongTarget, .unexpectedRequest], lines: [nil, line],
                endsWith: move.stretch, needsOneLevel: true, changeHost)
        } else {
            add(.otherHost, line, [.wrongField, .wrongTarget], changeHost)
        }
    }

    private mutating func fields(_ start: Int, _ plan: RequestPlan) {
        for (place, field) in plan.fields.enumerated() {
            guard let line = field.line, let wrong = field.wrong else { continue }
            func change(_ family: Family, _ change: @escaping (inout RequestPlan, inout Chance) -> Void) {
                // Of several lines with one name, any may be named.
                let lines = plan.fields.filter { $0.name == field.name }.map(\.line)
                add(family, line, [.wrongField], lines: Set(lines), findings: lines.count) { moves, chance in
                    moves.changeRequest(at: start) { change(&$0, &chance) }
                }
            }
            if !wrong.isEmpty {
                change(.fieldByteChanged) { plan, _ in plan.fields[place].value = .bytes(wrong) }
            } else if case .bytes(let value) = field.value {
                for (family, way) in [
                    (Family.fieldByteChanged, [UInt8].Way.changed), (.fieldByteAdded, .added),
                    (.fieldByteDropped, .dropped),
                ] {
                    change(family) { plan, chance in
                        var value = value
                        value.err(way, &chance)
                        plan.fields[place].value = .bytes(value)
                    }
                }
            }
            change(.fieldMissing) { plan, _ in plan.fields.remove(at: place) }
            if !field.isList {
                change(.fieldDoubled) { plan, _ in plan.fields.insert(plan.fields[place], at: place) }
            }
            if place + 1 < plan.fields.count, plan.fields[place + 1].name == field.name {
                change(.fieldsSwapped) { plan, _ in plan.fields.swapAt(place, place + 1) }
            }
        }
        for field in plan.fields where field.name == "Authorization" {
            guard let line = field.line else { continue }
            add(.noCredentials, line, [.wrongField], findings: 9) { moves, _ in
                moves.changeRequest(at: start) { plan in plan.fields.removeAll { $0.line == line } }
            }
        }
        for (name, line) in plan.forbidden {
            add(.fieldForbidden, line, [.wrongField]) { moves, chance in
                let value = chance.one(of: ["1", ""])
                moves.changeRequest(at: start) { $0.fields.append(PlannedField(name: name, value: Worth(value))) }
            }
        }
        for (place, field) in plan.trailers.enumerated() {
            guard let line = field.line else { continue }
            add(.trailerChanged, line, [.wrongField]) { moves, _ in
                moves.changeRequest(at: start) { $0.trailers[place].value = Worth("otherwise") }
            }
            add(.trailerMissing, line, [.wrongField]) { moves, _ in
                moves.changeRequest(at: start) { $0.trailers.remove(at: place) }
            }
        }
    }

    // MARK: Bodies

    private mutating func body(_ start: Int, _ plan: RequestPlan) {
        if let line = plan.bodylessLine {
            add(.bodyForbidden, line, [.wrongBody]) { moves, _ in
                moves.changeRequest(at: start) { $0.body = Worth("x") }
            }
        }
        guard let line = plan.bodyLine, plan.sendsOfBody == nil, case .bytes(let right)? = plan.body else { return }
        // A body of several lines is one body: the finding names the line that differs, or the first one.
        let last = program.lines[line...].firstIndex { !$0.hasPrefix(">") } ?? program.lines.count
        let lines = Set((line...max(line, last)).map { Optional($0) })
        func change(_ family: Family, _ change: @escaping (inout RequestPlan, inout Chance) -> Void) {
            add(family, line, [.wrongBody], lines: lines) { moves, chance in
                moves.changeRequest(at: start) { plan in
                    change(&plan, &chance)
                    // A length that a line asks for is adapted to the body.
                    for index in plan.fields.indices where plan.fields[index].name == "Content-Length" {
                        if case .bytes(let body)? = plan.body { plan.fields[index].value = Worth("\(body.count)") }
                    }
                }
            }
        }
        let asksForLength = plan.fields.contains { $0.name == "Content-Length" }
        if let wrong = plan.wrongBody, !wrong.isEmpty {
            if !asksForLength { change(.bodyByteChanged) { plan, _ in plan.body = .bytes(wrong) } }
        } else {
            change(.bodyByteChanged) { plan, chance in
                var body = right
                body.err(.changed, &chance)
                plan.body = .bytes(body)
            }
            guard !asksForLength else { return }
            change(.bodyByteAdded) { plan, chance in
                var body = right
                body.err(.added, &chance)
                plan.body = .bytes(body)
            }
            if right.count > 1 {
                change(.bodyByteDropped) { plan, chance in
                    var body = right
                    body.err(.dropped, &chance)
                    plan.body = .bytes(body)
                }
            }
        }
        guard !asksForLength else { return }
        if plan.chunks == nil {
            let end = program.moves.first { $0.line == start }?.stretch
            change(.bodyMissing) { plan, _ in (plan.body, plan.claimsLength) = (nil, 0) }
            // The length is shorter than the bytes, so the next request on this
            // connection begins with the rest of them.
            add(.bytesBehindRequest, start, [], lines: [], endsWith: end, needsOneLevel: true) { moves, _ in
                moves.changeRequest(at: start) { $0.behind = Array("EXTRA".utf8) }
            }
            add(
                .bodyWithoutLength, start, [], lines: [], endsWith: end, needsOneLevel: true
            ) { moves, _ in
                moves.changeRequest(at: start) { plan in
                    plan.claimsLength = nil
                    plan.body = nil
                    plan.behind = right
                }
            }
        }
        if let line = plan.sizesLine, right.count > (plan.chunks?.first ?? 0) {
            add(.chunkSizes, line, [.wrongBody, .wrongField], lines: lines) { moves, _ in
                moves.changeRequest(at: start) { plan in plan.chunks = [plan.chunks![0] + 1] }
            }
        }
    }

    // MARK: Whole requests

    private mutating func arrival(_ index: Int, _ plan: RequestPlan) {
        let move = program.moves[index]
        let line = move.line
        guard plan.sendsOfBody == nil, plan.method != "CONNECT" else { return }
        add(.requestMissing, line, [.neverCame, .tooSoon], lines: nil, endsWith: move.stretch, needsOneLevel: true) {
            moves, _ in
            moves.removeAll { $0.line == line }
        }
        let isAgain = program.moves.contains { other in
            guard other.line > line, case .request(let next) = other.deed, next.method == plan.method else {
                return false
            }
            if case (.bytes(let one), .bytes(let two)) = (next.target, plan.target) { return one == two }
            return true
        }
        if !isAgain { doubled(line) }
        swapped(index)
        // Sends half a head, and then nothing.
        add(
            .halfRequest, line, [], lines: [], endsWith: move.stretch, needsOneLevel: true,
            findings: 2
        ) {
            moves, chance in
            let index = moves.firstIndex { $0.line == line }!
            let half = Array("\(plan.method) /half HTTP/1.1\r\nCoo".utf8)
            moves[index].deed = .bytes(connection: plan.connection, half.dropLast(chance.roll(6)))
            moves.insert(
                Move(
                    line: line, stretch: move.stretch, strand: move.strand,
                    deed: .connect(connection: plan.connection, origin: plan.origin), group: move.group), at: index)
        }
        // Too soon: together with the last move above a server line.
        if let before = program.moves[..<index].lastIndex(where: { $0.stretch < move.stretch }) {
            let stretch = program.moves[before].stretch
            let isClosed = program.moves.contains { other in
                if case .close = other.deed { other.connection == plan.connection } else { false }
            }
            guard plan.isKnown, isAwaited(before), !isAskedBefore(move, plan), !isClosed,
                !sharesConnection(plan, stretch, move.stretch)
            else { return }
            add(.requestTooSoon, line, [.tooSoon], needsOneLevel: true) { moves, _ in
                moves.hasten(line, to: stretch, before: before)
                // Behind the other request on the same connection it could not be answered.
                moves.changeRequest(at: line) { $0.connection = "early" }
            }
        }
    }

    /// A line above takes the same request.
    private func isAskedBefore(_ move: Move, _ plan: RequestPlan) -> Bool {
        program.moves.contains { other in
            guard other.line < move.line, case .request(let before) = other.deed, before.method == plan.method,
                case (.bytes(let one), .bytes(let two)) = (before.target, plan.target)
            else { return false }
            return one == two
        }
    }

    private mutating func doubled(_ line: Int) {
        add(.requestDoubled, line, [.unexpectedRequest], lines: [nil], needsOneLevel: true) { moves, _ in
            let index = moves.firstIndex { $0.line == line }!
            moves.insert(moves[index], at: index + 1)
        }
    }

    private mutating func swapped(_ index: Int) {
        let move = program.moves[index]
        guard
            let next = program.moves[(index + 1)...].first(where: { other in
                guard other.group > move.group, case .request(let plan) = other.deed else { return false }
                return plan.isKnown && plan.sendsOfBody == nil && plan.method != "CONNECT" && plan.origin == "main"
            }), !isInBlock(next.line), !isInBlock(move.line), case .request(var early) = next.deed
        else { return }
        early.connection = "swapped"
        let line = move.line
        // A finding may also name another line below with the same target.
        add(.requestsSwapped, next.line, [.tooSoon], lines: [], endsWith: move.stretch, needsOneLevel: true) {
            moves, _ in
            moves[moves.firstIndex { $0.line == line }!].deed = .request(early)
        }
    }

    /// The client closes too soon.
    private mutating func closing(_ index: Int) {
        let move = program.moves[index]
        // Only an open connection can be closed.
        guard let before = program.moves[..<index].lastIndex(where: { $0.stretch < move.stretch }), isAwaited(before),
            program.moves[...before].contains(where: { $0.connection == move.connection }),
            !endsItsRequest(move, before), !isBehindStallAlone(move, before)
        else { return }
        let stretch = program.moves[before].stretch
        add(.closeTooSoon, move.line, [], lines: [], needsOneLevel: true) { moves, _ in
            moves.hasten(move.line, to: stretch, before: before)
        }
    }

    /// A client that closes its side behind its request, before the reply begins, asks no more, and reads on.
    private func endsItsRequest(_ move: Move, _ before: Int) -> Bool {
        let stretch = program.moves[before].stretch
        let last = program.moves[...before].last { $0.stretch == stretch && $0.connection == move.connection }
        if case .request? = last?.deed { return true }
        return false
    }

    /// Of the server's lines between the two there is only a `! stall`: nothing shows its client that it has begun.
    private func isBehindStallAlone(_ move: Move, _ before: Int) -> Bool {
        let ours = program.lines[program.moves[before].line..<move.line - 1].filter {
            $0.hasPrefix("<") || $0.hasPrefix("!") && !$0.hasPrefix("! await")
        }
        return ours == ["! stall"]
    }

    /// The server would first have to answer the request that is under way there.
    private func sharesConnection(_ plan: RequestPlan, _ first: Int, _ last: Int) -> Bool {
        program.moves.contains { (move: Move) -> Bool in
            guard first...last ~= move.stretch else { return false }
            switch move.deed {
            case .request(let other): return other.connection == plan.connection && other.sendsOfBody != nil
            case .rest(let name, _), .close(let name, _), .secure(let name, _), .connect(let name, _):
                return name == plan.connection
            case .callback, .bytes, .pass: return false
            }
        }
    }
}

extension RequestPlan {
    /// Nothing in the request is learnt from the server.
    var isKnown: Bool {
        fields.allSatisfy { if case .bytes = $0.value { true } else { false } } && bindingLine == nil
    }
}
