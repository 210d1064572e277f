// Claimants.swift: the lines that may take a request: by its head, and where several heads fit alike, by its body.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTranscript

extension Inquiry {
    /// What came of looking for a request's line.
    enum Claim {
        case taken(Claimant)
        /// Its body tells which of several lines takes it, and has not come whole.
        case undecided
        /// No line in reach takes it.
        case missing
    }

    /// A line that may take a request, and how its head fits.
    struct Claimant {
        let found: FoundLine
        let item: Item
        let fit: HeadFit

        /// The line can be told from others by the body: it writes one, and waits for all of it.
        var hasWholeBody: Bool { !fit.expected.body.isEmpty && !fit.expected.isEarly }
    }

    /// Finds the line that takes the connection's request: the first that fits best by its head. Where several fit alike,
    /// and the first of them has a body, the first whose body fits as well; if none does, the nearest.
    ///
    /// - Parameter asItIs: it is decided by as much of the body as has come.
    func claim(_ request: RequestInProgress, on connection: Connection, asItIs: Bool) -> Claim {
        let coming = coming(request.head, connection)
        guard let first = firstClaimant(coming) else { return .missing }
        guard first.hasWholeBody else { return .taken(first) }
        let rivals = claimants(coming).filter { $0.fit.mistakes == first.fit.mistakes }
        guard rivals.count > 1, !rivals.contains(where: \.fit.expected.isEarly) else { return .taken(first) }
        // What is kept of a body that waits is bounded: no more of it is read then.
        guard request.isEnded || asItIs || connection.isHeldUp else { return .undecided }
        return .taken(nearest(of: rivals, to: request) ?? first)
    }

    /// The line in reach that begins a request with these raw bytes, or with the beginning of them.
    func lineOfRaw(_ bytes: [UInt8], _ connection: Connection) -> FoundLine? {
        let (number, isUnused) = (connection.number, connection.requests == 0)
        return course.find { window, item, index in
            guard case .request(let expected) = item.kind, expected.isRaw, item.state == .due,
                window.isNextOnWire(index),
                expected.bindings.allSatisfy({ $0.0 == .new ? isUnused : connections.isOn($0.0, item.lane, number) })
            else { return nil }
            let needle = expected.rawText(values, scope(item.first))
            return bytes.starts(with: needle) || needle.starts(with: bytes) ? .whole : nil
        }
    }

    /// The first line that fits best. Its head is compared once.
    private func firstClaimant(_ coming: ComingRequest) -> Claimant? {
        var best: (item: Item, fit: HeadFit)?
        let found = course.find { window, item, index in
            guard let fit = headFit(coming, window, item, index) else { return nil }
            if best.map({ !$0.fit.isWhole && fit.isWhole }) ?? true { best = (item, fit) }
            return fit.isWhole ? .whole : .wrongValue
        }
        guard let found, let best else { return nil }
        // Of those that do not fit wholly, another one may have been compared first.
        return found.fit == .whole ? Claimant(found: found, item: best.item, fit: best.fit) : claimant(found, coming)
    }

    /// All lines that fit as the first one does.
    private func claimants(_ coming: ComingRequest) -> [Claimant] {
        let lines = course.findAll { window, item, index in
            headFit(coming, window, item, index).map { $0.isWhole ? .whole : .wrongValue }
        }
        return lines.compactMap { claimant($0, coming) }
    }

    private func claimant(_ found: FoundLine, _ coming: ComingRequest) -> Claimant? {
        let window = found.ahead?.window ?? course.window
        guard let index = window.items.firstIndex(where: { $0.id == found.item }),
            let fit = headFit(coming, window, window.items[index], index)
        else { return nil }
        return Claimant(found: found, item: window.items[index], fit: fit)
    }

    /// The lines that keep a request out of a branch that begins with `never` though they have its start line, and how it
    /// differs from each.
    func refusalsByWrongBranches(_ coming: ComingRequest) -> [(placed: PlacedLine, difference: Difference)] {
        course.linesOfWrongBranches.compactMap { window, index in
            let item = window.items[index]
            return headFit(coming, window, item, index)?.firstMistake.map { (item.first, $0) }
        }
    }

    private func headFit(_ coming: ComingRequest, _ window: Window, _ item: Item, _ index: Int) -> HeadFit? {
        guard case .request(let expected) = item.kind, item.state == .due, window.isNextOnWire(index) else {
            return nil
        }
        return HeadFit(
            coming, against: expected, of: item, values, scope(item.first),
            isBound: { connections.isOn($0, item.lane, coming.number) })
    }

    /// The first whose body fits; if none does, of those outside branches that begin with `never` the one with the fewest
    /// differences, or else with the longest beginning.
    private func nearest(of rivals: [Claimant], to request: RequestInProgress) -> Claimant? {
        var nearest: (claimant: Claimant, mistake: BodyCheck.Mistake)?
        for claimant in rivals {
            guard let mistake = bodyMistake(of: request, for: claimant) else { return claimant }
            if course.isOfWrongBranch(claimant.item.first.line, claimant.found.ways) { continue }
            if nearest.map({ mistake.isNearer(than: $0.mistake) }) ?? true { nearest = (claimant, mistake) }
        }
        return nearest?.claimant
    }

    /// The mistake that the body would be, as far as it has come, if this line took it.
    private func bodyMistake(of request: RequestInProgress, for claimant: Claimant) -> BodyCheck.Mistake? {
        let (item, expected) = (claimant.item, claimant.fit.expected)
        var values = claimant.fit.values
        let scope = scope(item, request)
        var check = BodyCheck(
            of: expected.body, item, behind: claimant.fit.raw?.rest ?? [], watchesChunks: false, &values, scope)
        for arrived in request.unclaimed.stretches where arrived.isContent || check.comparesFrames {
            let fed = check.feed(arrived.bytes[...], isOpenEnded: false, keeps: false)
            if let mistake = fed.mistake { return mistake }
        }
        guard request.isEnded else { return nil }
        return check.shortfall ?? check.mistake(item, &values, scope)
    }
}
