// Outstanding.swift: lines that had not happened when the client ended.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTranscript
import QuintainWords

/// Judges the lines that had not happened when the client ended.
///
/// It reads the program from where the play stood to its end, and goes the way of the mistakes that it reports: what
/// would have followed from a line that is missing is not missing by itself.
struct Outstanding {
    /// A line that had to happen, and did not.
    private struct Debt {
        var isOurs = false
        var placed: PlacedLine
        /// The lines below in its lane depend on this line.
        var steersLoad = true
    }

    private let inquiry: Inquiry
    private let record: Record
    private let course: Course
    /// The severity of the worst breach that is reported.
    private var worst: Severity?

    init(_ inquiry: Inquiry, _ worst: Severity?) {
        self.inquiry = inquiry
        (record, course) = (inquiry.record, inquiry.course)
        self.worst = worst
    }

    /// Reports a breach for the line that was next, and one for the first line below it that counts for more and does
    /// not follow from it.
    mutating func judge() {
        for item in course.items where item.holdsUpOurs {
            report(
                Debt(placed: inquiry.firstOpenLine(item), steersLoad: item.steersLoad),
                instead: inquiry.instead(of: item))
        }
        var cursor = Cursor(course.cursor, reading: .twice)
        read(&cursor)
    }

    /// - Parameter ops: the ops within which lines are read; nil: to the end of the program.
    private mutating func read(_ cursor: inout Cursor, within ops: Range<Int>? = nil) {
        while worst != .failure, ops?.contains(cursor.pc) ?? true {
            switch cursor.step() {
            case .moved: continue
            case .end: return
            case .line(let line, let count):
                beginLoad(line)
                if let debt = debt(line, count) { report(debt) }
                cursor.passLine()
            case .fork(let ways, _) where ways.contains(where: \.isPart): readParts(&cursor)
            case .fork(let ways, let line):
                if ways.count == 1 {
                    cursor.take(ways[0])
                } else {
                    judgeChoice(ways, line, at: cursor)
                    cursor.passOver(ways)
                }
            }
        }
    }

    /// Reads all parts in any order: each had to come, and none depends on another.
    private mutating func readParts(_ cursor: inout Cursor) {
        let head = cursor.pc
        let entry = record.trails
        var behind: Trails?
        var part: Int?
        while worst != .failure, cursor.pc == head, case .fork(let ways, _) = cursor.step(), let way = ways.first {
            // A part that was left before a request goes on there.
            if part != way.ops.upperBound {
                behind?.join(record.trails)
                behind = behind ?? (part == nil ? nil : record.trails)
                record.goBack(to: entry)
                part = way.ops.upperBound
            }
            cursor.take(way)
            read(&cursor, within: way.ops)
        }
        if var behind {
            behind.join(record.trails)
            record.goBack(to: behind)
        }
    }

    /// A load that begins counts by its own level again; consequences of a failure count as failures anyway.
    private func beginLoad(_ line: Line) {
        switch line.deed {
        case .order(.load), .order(.resume):
            guard let trail = record.trail(in: line.lane), trail.severity < .failure else { return }
            record.findBack(line.lane)
        default: return
        }
    }

    /// Reports a choice of which no branch had begun, unless one of the branches asks for nothing: that one was taken.
    private mutating func judgeChoice(_ ways: [ForkWay], _ line: Int, at cursor: Cursor) {
        let heads = ways.compactMap { firstDebt(of: $0, from: cursor) }
        let mildest = heads.min { Severity($0.placed.line.level) < Severity($1.placed.line.level) }
        guard heads.count == ways.count, let mildest else { return }
        let end = inquiry.whatEnded
        report(
            mildest, mildest.isOurs ? .notSent(.branch(block: line, end)) : .missing(.branchAtEnd(block: line, end)))
        if inquiry.waiting.requests.isEmpty { record.leaveBehind(ways, of: course.program) }
    }

    private mutating func report(_ debt: Debt, _ difference: Difference? = nil, instead: Instead? = nil) {
        let placed = debt.placed
        // A request that came too soon may be the next one: it has come, and is not missing.
        defer { if inquiry.waiting.requests.isEmpty { record.leaveBehind(placed.line) } }
        let own = Severity(placed.line.level)
        let trail = record.explanation(
            of: debt.isOurs ? .notSent : .neverCame, own, in: placed.line.lane, for: placed)
        let severity = min(own, trail?.severity ?? own)
        // Lines below a line that steers the load are explained by a trail.
        let isUntold = debt.steersLoad && record.trail(in: placed.line.lane) == nil
        guard isUntold || worst.map({ $0 < severity }) ?? true else { return }
        let usual: Difference = debt.isOurs ? .notSent(notDone(placed)) : .missing(missing(placed, instead: instead))
        let mistake = record.breach(difference ?? usual, placed)
        worst = max(worst ?? mistake.severity, mistake.severity)
        if debt.steersLoad { record.goAstray(placed.line.lane, mistake) }
    }

    /// A line of ours that was not done; the `! hold` at which the play stood to the end may have kept it back.
    private func notDone(_ placed: PlacedLine) -> NotSent {
        let line = inquiry.scenario.quoted(placed)
        if let hold = record.heldAt { return .heldBack(line, by: inquiry.scenario.quoted(hold)) }
        return .notDone(line, inquiry.whatEnded, inquiry.givingUp(before: placed))
    }

    /// A line of theirs that did not happen; the round of a `repeat` may have taken a request for it.
    private func missing(_ placed: PlacedLine, instead: Instead?) -> Missing {
        let (scenario, late) = (inquiry.scenario, Late.before(inquiry.whatEnded))
        let line = scenario.quoted(placed)
        guard case .receive(.start(let method, .path(let origin, let path), _)) = placed.line.deed,
            let method = method.literalText, let path = path.literalText,
            let taken = record.lastThatTook(
                "\(method) \(path) ",
                where: { $0.flatMap { inquiry.connections[$0]?.passage.end } == origin }),
            taken.line != placed.line.place.line, let rounds = scenario.rounds(ofLine: taken.line), rounds > 1
        else { return .line(line, late, instead: instead) }
        return .lineTaken(
            line, late, instead: instead, by: scenario.quoted(line: taken.line), round: taken.count)
    }

    // MARK: What is outstanding

    /// nil: the line need not happen, or it is unknown whether it did.
    private func debt(_ line: Line, _ count: Int?) -> Debt? {
        let placed = PlacedLine(line: line, step: -1, count: count)
        switch line.deed {
        case .order where course.observation == .none: return nil
        case .send, .act, .order: return Debt(isOurs: true, placed: placed)
        case .receive(.start): return Debt(placed: placed)
        case .receive: return Debt(placed: placed, steersLoad: false)
        case .await(let awaited): return Debt(placed: placed, steersLoad: awaited.steersLoad)
        case .callback(let callback):
            guard course.demands(callback) else { return nil }
            return Debt(placed: placed, steersLoad: callback.kind.steersLoad)
        case .binding: return nil
        }
    }

    /// The first line in the branch that had to happen; nil: the branch asks for nothing.
    private func firstDebt(of way: ForkWay, from cursor: Cursor) -> Debt? {
        var ahead = cursor
        ahead.take(way)
        while way.ops.contains(ahead.pc) {
            switch ahead.step() {
            case .moved: continue
            case .end: return nil
            case .line(let line, let count):
                if let debt = debt(line, count) { return debt }
                ahead.passLine()
            case .fork(let ways, _):
                let heads = ways.compactMap { firstDebt(of: $0, from: ahead) }
                if heads.count == ways.count { return heads.first }
                ahead.passOver(ways)
            }
        }
        return nil
    }
}
