// Mistakes+Callbacks.swift: mistakes in what a client reports.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import QuintainWords
import QuintainTranscript

extension Mistakes {
    mutating func callback(_ index: Int, _ plan: CallbackPlan) {
        let move = program.moves[index]
        let line = move.line
        let below = linesAround(move)
        if let wrong = plan.wrongSubject {
            change(line, plan.amount == nil ? .callbackValue : .amountOtherwise, [.wrongValue]) { plan, chance in
                var wrong = wrong
                if let (amount, total) = plan.amount {
                    wrong = [chance.one(of: [wrong[0], "\(total + 89)/\(total)", "\(amount)/ten", "\(amount)"])]
                }
                plan.subject = wrong.map { Worth($0) }
                plan.amount = nil
            }
        }
        for (name, value) in plan.wrongFields {
            change(line, .callbackField, [.wrongValue]) { plan, _ in
                plan.fields.removeAll { $0.name == name }
                plan.fields.append((name, Worth(value)))
            }
        }
        if !plan.header.isEmpty {
            change(line, .callbackField, [.wrongField, .wrongValue]) { plan, _ in plan.header[0].value = "otherwise" }
        }
        data(index, plan)
        if plan.kind == .finish {
            // The load ends in another way.
            add(
                .otherEnd, line, [.unexpectedCallback, .tooSoon, .neverCame, .wrongValue], lines: [],
                endsWith: move.stretch, needsOneLevel: true
            ) {
                moves, _ in
                let index = moves.firstIndex { $0.line == line }!
                moves[index].deed = .callback(CallbackPlan(kind: .fail, lane: plan.lane, subject: [Worth("other")]))
            }
        }
        add(
            .callbackMissing, line, [.neverCame, .tooSoon, .wrongValue, .unexpectedCallback], lines: below.union([nil]),
            endsWith: move.stretch, needsOneLevel: true
        ) { moves, _ in moves.removeAll { $0.line == line } }
        if plan.kind.isAlwaysCounted, ![.data, .file].contains(plan.kind), isLast(plan.kind, behind: line),
            program.levels[line] == .must || ![.finish, .fail].contains(plan.kind),
            plan.answer == nil || plan.kind == .response
        {
            add(
                .callbackDoubled, line, [.unexpectedCallback, .tooSoon, .wrongValue, .afterEnd],
                lines: below.union([nil]),
                needsOneLevel: true
            ) { moves, _ in
                let index = moves.firstIndex { $0.line == line }!
                moves.insert(moves[index], at: index + 1)
            }
        }
        swapped(index, plan)
        tooSoon(index, plan)
    }

    private mutating func change(
        _ line: Int, _ family: Family, _ slugs: Set<Breach.Slug>,
        _ change: @escaping (inout CallbackPlan, inout Chance) -> Void
    ) {
        add(family, line, slugs, findings: family == .amountOtherwise ? 2 : 1) { moves, chance in
            let index = moves.firstIndex { $0.line == line }!
            moves.changeCallback(at: index) { change(&$0, &chance) }
        }
    }

    private mutating func data(_ index: Int, _ plan: CallbackPlan) {
        guard let wrong = plan.wrongBytes, case .bytes(let right)? = plan.bytes else { return }
        let slugs: Set<Breach.Slug> = [.wrongValue]
        let line = program.moves[index].line
        if !wrong.isEmpty {
            // Data are known not to fit a pattern only when no more can come.
            return add(
                .dataByteChanged, line, [.wrongValue, .neverCame, .tooSoon], lines: [],
                endsWith: program.moves[index].stretch,
                needsOneLevel: true
            ) { moves, _ in
                moves.changeCallback(at: moves.firstIndex { $0.line == line }!) { $0.bytes = .bytes(wrong) }
            }
        }
        // Another data line right below would take the bytes that are left over, and lack those that are too many.
        let move = program.moves[index]
        let isAlone = !program.moves.contains { other in
            if case .callback(let plan) = other.deed {
                other.line != move.line && other.stretch == move.stretch && plan.kind == .data
            } else {
                false
            }
        }
        guard isAlone else { return }
        change(line, .dataByteChanged, slugs) { plan, chance in
            var bytes = right
            bytes.err(.changed, &chance)
            plan.bytes = .bytes(bytes)
        }
        let lines = linesAround(move).union([nil])
        guard isLast(plan.kind, behind: line) else { return }
        add(.dataTooLong, move.line, [.wrongValue, .unexpectedCallback, .tooSoon], lines: lines, needsOneLevel: true) {
            moves, _ in
            moves.changeCallback(at: moves.firstIndex { $0.line == move.line }!) { $0.bytes = .bytes(right + [33]) }
        }
        guard right.count > 1 else { return }
        add(
            .dataTooShort, move.line, [.wrongValue, .neverCame, .tooSoon], lines: lines, endsWith: move.stretch,
            needsOneLevel: true
        ) { moves, _ in
            moves.changeCallback(at: moves.firstIndex { $0.line == move.line }!) { $0.bytes = .bytes(right.dropLast()) }
        }
    }

    /// A consequence of the mistake may be reported first, and the line that was due last.
    private func linesAround(_ move: Move) -> Set<Int?> {
        program.lines(ofGroup: move.group)
    }

    private mutating func swapped(_ index: Int, _ plan: CallbackPlan) {
        let move = program.moves[index]
        guard index + 1 < program.moves.count, case .callback(let next) = program.moves[index + 1].deed,
            program.moves[index + 1].stretch == move.stretch, program.moves[index + 1].strand == move.strand,
            !program.moves[index + 1].isOptional, !program.moves[index + 1].isLoose, next.kind != plan.kind,
            program.levels[move.line] == program.levels[program.moves[index + 1].line]
        else { return }
        // Reports of smaller amounts are part of their line wherever they come.
        if next.amount != nil || plan.amount != nil { return }
        // A callback after the end of a load is a failure, whatever was due.
        if next.kind == .finish || next.kind == .fail || next.kind.isQuestion { return }
        // After a question that comes too late, the client goes on once it has its answer.
        if plan.kind.isQuestion, plan.kind != .response { return }
        let (line, other) = (move.line, program.moves[index + 1].line)
        add(
            .callbacksSwapped, line, [.tooSoon, .wrongValue, .unexpectedCallback, .neverCame],
            lines: [nil, line, other], needsOneLevel: true
        ) { moves, _ in
            let index = moves.firstIndex { $0.line == line }!
            moves.swapAt(index, index + 1)
            moves[index].isLoose = true
            moves[index + 1].isLoose = true
        }
    }

    private mutating func tooSoon(_ index: Int, _ plan: CallbackPlan) {
        let move = program.moves[index]
        guard let before = program.moves[..<index].lastIndex(where: { $0.stretch < move.stretch }) else { return }
        // It must be the first of its kind that is still to come, and no part of it may come early.
        guard plan.amount == nil, plan.bytes == nil || plan.wrongBytes?.isEmpty == true, plan.kind != .metrics,
            program.moves[index - 1].stretch < move.stretch || program.moves[index - 1].strand != move.strand
        else { return }
        let stretch = program.moves[before].stretch
        // Another line of that stretch may take it in place of this one.
        let isTakenBefore = program.moves.contains { other in
            guard stretch..<move.stretch ~= other.stretch, case .callback(let plan2) = other.deed else { return false }
            return plan2.kind == plan.kind
        }
        // After the end of a load every callback is a failure, even if the end came too soon.
        let endsLoad = plan.kind == .finish || plan.kind == .fail
        guard !isTakenBefore, isAwaited(before), !endsLoad || program.levels[move.line] == .must else { return }
        let line = move.line
        add(.callbackTooSoon, line, [.tooSoon], needsOneLevel: true) { moves, _ in
            moves.hasten(line, to: stretch, before: before)
        }
    }

    /// No line below can be reached before this move. A bare `* data` takes bytes beyond server lines, too.
    func isAwaited(_ index: Int) -> Bool {
        let move = program.moves[index]
        if move.isOptional || program.moves.filter({ $0.line == move.line }).count > 1 { return false }
        guard case .callback(let plan) = move.deed else { return true }
        return plan.amount == nil && (plan.bytes == nil || plan.wrongBytes != nil)
    }

    /// No line below takes another callback of this kind.
    private func isLast(_ kind: CallbackKind, behind line: Int) -> Bool {
        !program.lines[line...].contains {
            $0.hasPrefix("*") && $0.split(separator: " ").contains { $0 == kind.rawValue }
        }
    }

    // MARK: Behind the last line

    mutating func atTheEnd() {
        let named = program.named
        guard let last = program.moves.last else { return }
        let stretch = max(program.stretches, last.stretch) + 1
        func move(_ deed: Move.Deed, isWire: Bool) -> Move {
            Move(
                line: last.line, stretch: stretch, strand: Move.Strand(isWire: isWire, lane: ""), deed: deed,
                group: last.group)
        }
        add(.requestAfterEnd, last.line, [.unexpectedRequest], lines: [nil], isAlwaysFailure: true) { moves, _ in
            let plan = RequestPlan(connection: "late", method: "GET", target: Worth("/late"), host: Stand.authority(0))
            moves.append(move(.request(plan), isWire: true))
        }
        if program.lines.contains(where: { $0.hasPrefix("origin web https") }),
            !program.lines.contains(where: {
                $0.hasPrefix("* fail") || $0.hasPrefix("* challenge") || $0.hasPrefix("*&")
            })
        {
            add(.greetingUnasked, last.line, [], lines: [], isAlwaysFailure: true) { moves, _ in
                moves.append(move(.connect(connection: "late", origin: "web"), isWire: true))
                moves.append(move(.secure(connection: "late", .greeted(serverName: nil)), isWire: true))
            }
        }
        add(.halfRequest, last.line, [], lines: [], isAlwaysFailure: true) { moves, _ in
            moves.append(move(.connect(connection: "late", origin: "main"), isWire: true))
            moves.append(move(.bytes(connection: "late", Array("GET /late HTTP/1.1\r\nCookie: a".utf8)), isWire: true))
        }
        // A file that names no callback is about the wire alone.
        guard !named.isEmpty else { return }
        add(.callbackAfterEnd, last.line, [.unexpectedCallback, .afterEnd], lines: [], isAlwaysFailure: true) {
            moves, chance in
            let kind = chance.one(of: [CallbackKind.finish, .response, .fail, .data])
            let subject = kind == .response ? ["200"] : kind == .fail ? ["other"] : []
            var plan = CallbackPlan(kind: kind, subject: subject.map { Worth($0) })
            if kind == .data { plan.bytes = Worth("!") }
            moves.append(move(.callback(plan), isWire: false))
        }
        add(.callbackUnwritten, last.line, [], lines: [], isAlwaysFailure: true) {
            moves, chance in
            // A kind that no line of this file names.
            let kinds = [CallbackKind.challenge, .challengeCancelled, .redirect, .resumed].filter {
                !named.contains($0)
            }
            let kind = kinds.isEmpty ? .fail : chance.one(of: kinds)
            let subject =
                [
                    .challenge: ["Basic"], .redirect: ["302", "http://127.0.0.1:8000/"], .resumed: ["1/2"],
                    .fail: ["other"],
                ][kind] ?? []
            moves.append(move(.callback(CallbackPlan(kind: kind, subject: subject.map { Worth($0) })), isWire: false))
        }
    }
}
