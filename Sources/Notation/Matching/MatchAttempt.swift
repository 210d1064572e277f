// MatchAttempt.swift: matches one input with one template, in one pass from left to right.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Follows all ways through a template at once, as an automaton does; the elements are its parts.
///
/// A strand is a way that is still open. Strands are kept in the order in which they would be tried: an element that
/// leaves a choice takes as little as it can, the first element of the template first. Of two strands with the same
/// future the later one is dropped. If a strand is in an element that takes any bytes, later strands are dropped unless
/// they are further on in the template, because that strand reaches everything that they reach. So the work is bounded
/// by the product of the lengths of input and template; a template that keeps dozens of ways open all along the input,
/// as only an attack does, is given up.
struct MatchAttempt<Environment: TemplateEnvironment> {
    let elements: [TemplateMatcher.Element]
    let bytes: UnsafeRawBufferPointer
    private(set) var judge: MatchJudge<Environment>
    private(set) var captures: [String: [UInt8]] = [:]
    private(set) var reach = 0
    private(set) var isProvisional = false
    /// How many times a strand was advanced, or a way came to a part.
    private var moves = 0
    private let stepsAtMost: Int
    /// The number of places in expressions from which the match went on.
    private var visited = 0
    private var next = MatchGeneration()
    /// The last of the parts that take any bytes in which there is a strand in `next`.
    private var barrier = -1
    private var notes: [MatchNote] = []
    /// Strands that wait until the elements after them have been tried with no bytes for their own element.
    private var waiting: [MatchStrand] = []
    private var courses: [MatchCourse]
    /// The places that strands have had.
    private var seen: [UInt64] = []
    /// The places of the current strand.
    private var places: [UInt64] = []
    /// How the bytes behind `{{up-to}}` differ.
    private var difference: String?
    /// The note of the first way that has reached the end.
    private var success: Int??
    /// The places at which ways have ended; nil: only the end of the bytes is one.
    private var found: [Int]?

    /// How many steps the match has taken.
    var steps: Int { moves + visited }
    var differences: Int { judge.differences }
    var objection: String? { isGivenUp ? MatchEffort.objection : judge.objection ?? difference }
    var isGivenUp: Bool { moves > 100_000 + elements.count + 50 * bytes.count || steps > stepsAtMost }

    init(
        elements: [TemplateMatcher.Element], bytes: UnsafeRawBufferPointer, environment: Environment,
        _ effort: MatchEffort
    ) {
        self.elements = elements
        self.bytes = bytes
        // What is short is compared even if nothing is left.
        stepsAtMost = max(effort.left, 1_000 + elements.count)
        judge = MatchJudge(environment: environment, effort: effort)
        courses = Array(repeating: MatchCourse(), count: elements.count)
        for (index, element) in elements.enumerated() {
            guard case .regex(let pattern, _) = element else { continue }
            courses[index].places = seen.count
            seen.append(contentsOf: repeatElement(0, count: pattern.tables.wordCount))
        }
    }

    mutating func run() -> Bool {
        var now = MatchGeneration()
        go(to: 0, at: 0, nil)
        while success == nil, !next.strands.isEmpty, !isGivenUp {
            let position = next.soonest
            swap(&now, &next)
            next.removeAll()
            barrier = -1
            for strand in now.strands {
                guard success == nil else { break }
                guard strand.part > barrier else { continue }
                moves += 1
                if strand.wake > position { keep(strand, from: now) } else { wake(strand, from: now, at: position) }
            }
        }
        guard let success else { return false }
        conclude(success)
        return true
    }

    /// All places at which the last element may end, whatever comes behind it.
    mutating func ends() -> [Int] {
        found = []
        _ = run()
        return found ?? []
    }

    /// Keeps a strand that sleeps at this position.
    private mutating func keep(_ strand: MatchStrand, from now: MatchGeneration) {
        var strand = strand
        switch elements[strand.part] {
        case .regex(let pattern, _):
            let start = next.sets.count
            next.sets += now.sets[strand.places..<(strand.places + pattern.tables.wordCount)]
            strand.places = start
        case .any: barrier = strand.part
        default: break
        }
        next.append(strand)
    }

    private mutating func wake(_ strand: MatchStrand, from now: MatchGeneration, at position: Int) {
        switch elements[strand.part] {
        case .any where position < bytes.count:
            waiting.append(strand)
            go(to: strand.part + 1, at: position, strand.note)
        case .regex(let pattern, _):
            let tables = pattern.tables
            guard takeNewPlaces(of: strand, tables.wordCount, from: now.sets, at: position) else { return }
            if tables.isFinal(places) { go(to: strand.part + 1, at: position, strand.note) }
            advance(strand, tables, behind: places, at: position)
        case .listHas, .valued, .other:
            if position < bytes.count { waiting.append(strand) }
            let fits = judge.fits(elements[strand.part], part: strand.part, bytes, strand.entered..<position)
            go(to: fits ? strand.part + 1 : nil, at: position, strand.note)
        default: go(to: strand.part + 1, at: position, strand.note)
        }
    }

    /// Comes to a part, and at once to those behind it that can be reached without a byte; nil: only lets waiting
    /// strands go on.
    private mutating func go(to part: Int?, at position: Int, _ note: Int?) {
        var part = part
        var note = note
        while let index = part, index > barrier, success == nil {
            reach = max(reach, position)
            guard index < elements.count else {
                if found != nil {
                    found?.append(position)
                } else if position == bytes.count {
                    success = .some(note)
                }
                break
            }
            guard courses[index].reached < position else { break }
            courses[index].reached = position
            moves += 1
            part = come(to: index, at: position, &note)
        }
        while let strand = waiting.popLast() {
            guard strand.part > barrier, success == nil else { continue }
            goOn(strand, at: position)
        }
    }

    /// The part to which the way leads without a byte, if there is one.
    private mutating func come(to index: Int, at position: Int, _ note: inout Int?) -> Int? {
        let isLast = index + 1 == elements.count
        let rest = bytes.count - position
        var length: Int?
        switch elements[index] {
        case .literal(let literal): length = self.length(of: literal, index, at: position)
        case .pattern(let count, let from):
            let there = UnsafeRawBufferPointer(rebasing: bytes[position...].prefix(count))
            let difference = PatternBytes.firstDifference(in: there, from: from)
            reach = max(reach, position + (difference ?? there.count))
            length = difference == nil && there.count == count ? count : nil
        case .codedBytes(let content, let codings):
            length = judge.extent(of: UnsafeRawBufferPointer(rebasing: bytes[position...]), content, codings)
        case .spelledBytes(let content, let inQuery):
            let there = UnsafeRawBufferPointer(rebasing: bytes[position...])
            length = PercentSpelling.extent(of: there, content, inQuery: inQuery, work: &moves)
        case .upTo(let wanted): length = isBeginning(of: wanted, from: position) ? rest : nil
        case .any where isLast: length = rest
        case .any:
            note = noted(index, position, note)
            if rest > 0 { waiting.append(MatchStrand(part: index, wake: position, entered: position, note: note)) }
            return index + 1
        case .regex(let pattern, _):
            note = noted(index, position, note)
            let strand = MatchStrand(part: index, wake: position, entered: position, note: note)
            // Behind an expression that may be empty, other strands go on first.
            waiting.append(strand)
            return pattern.tables.mayBeEmpty ? index + 1 : nil
        case .listHas, .valued, .other:
            note = noted(index, position, note)
            let strand = MatchStrand(
                part: index, wake: isLast ? bytes.count : position + 1, entered: position, note: note)
            if isLast, rest > 0 {
                next.append(strand)
                return nil
            }
            if rest > 0 { waiting.append(strand) }
            return judge.fits(elements[index], part: index, bytes, position..<position) ? index + 1 : nil
        case .value, .coded, .spelled, .never: return nil
        }
        guard let length else { return nil }
        note = noted(index, position, note)
        if length == 0 { return index + 1 }
        let strand = MatchStrand(part: index, wake: position + length, entered: position, note: note)
        if case .any = elements[index] { barrier = index }
        next.append(strand)
        return nil
    }

    /// Lets the strand take one byte more, after the elements behind it have been tried at this position.
    private mutating func goOn(_ strand: MatchStrand, at position: Int) {
        var strand = strand
        switch elements[strand.part] {
        case .any:
            strand.wake = position + 1
            barrier = strand.part
            if case .literal(let literal) = elements[strand.part + 1], !literal.isEmpty {
                guard let place = place(of: literal, strand.part + 1, from: position + 1) else { return }
                strand.wake = place
            }
            next.append(strand)
        case .regex(let pattern, _):
            advance(strand, pattern.tables, behind: pattern.tables.start, at: position)
        default:
            strand.wake = position + 1
            next.append(strand)
        }
    }

    private mutating func advance(
        _ strand: MatchStrand, _ pattern: PatternTables, behind places: [UInt64], at position: Int
    ) {
        guard position < bytes.count, strand.part > barrier, success == nil else { return }
        let character = LenientCharacter(bytes, at: position)
        var strand = strand
        strand.places = next.sets.count
        guard pattern.append(behind: places, character, to: &next.sets, visited: &visited) else { return }
        strand.wake = position + character.width
        reach = max(reach, strand.wake)
        next.append(strand)
    }

    /// Keeps in `places` the strand's places that no other strand has had at this position; false: there are none.
    private mutating func takeNewPlaces(of strand: MatchStrand, _ count: Int, from sets: [UInt64], at position: Int)
        -> Bool
    {
        let start = courses[strand.part].places
        let isFirst = courses[strand.part].seen < position
        courses[strand.part].seen = position
        places.removeAll(keepingCapacity: true)
        var all: UInt64 = 0
        for index in 0..<count {
            let word = sets[strand.places + index]
            let new = isFirst ? word : word & ~seen[start + index]
            seen[start + index] = isFirst ? word : word | seen[start + index]
            places.append(new)
            all |= new
        }
        return all != 0
    }

    // MARK: - Texts

    /// The length of the literal if it is there. The literal is compared once; after that its places are searched for.
    private mutating func length(of literal: [UInt8], _ part: Int, at position: Int) -> Int? {
        if courses[part].isSought {
            return place(of: literal, part, from: position) == position ? literal.count : nil
        }
        courses[part].isSought = true
        var count = 0
        let most = min(literal.count, bytes.count - position)
        while count < most, bytes[position + count] == literal[count] { count += 1 }
        reach = max(reach, position + count)
        return count == literal.count ? count : nil
    }

    /// The first place of the literal from this one on.
    private mutating func place(of literal: [UInt8], _ part: Int, from start: Int) -> Int? {
        guard literal.count <= bytes.count - start else { return nil }
        if literal.isEmpty { return start }
        if courses[part].finder == nil { courses[part].finder = OccurrenceFinder(literal, from: start) }
        let bytes = bytes
        return courses[part].finder?.next(in: bytes, from: start)
    }

    /// Whether the bytes from here on are a beginning of these elements; if not, the first byte that differs is noted.
    private mutating func isBeginning(of wanted: [TemplateMatcher.Element], from start: Int) -> Bool {
        var position = start
        for element in wanted where position < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[position...])
            let next: [UInt8]
            switch element {
            case .literal(let literal):
                let same = zip(literal, rest).prefix { $0 == $1 }.count
                position += same
                next = Array(literal[same...].prefix(Self.shown))
            case .pattern(let count, let from):
                let same =
                    PatternBytes.firstDifference(in: .init(rebasing: rest.prefix(count)), from: from)
                    ?? min(count, rest.count)
                position += same
                next = PatternBytes.array(min(Self.shown, count - same), from: from + same)
            default: return false
            }
            reach = max(reach, position)
            guard !next.isEmpty, position < bytes.count else { continue }
            difference =
                "byte \(position) differs: \(Quoting.difference(shown(at: position), Quoting.quoted(next), " came"))"
            return false
        }
        guard position < bytes.count else { return true }
        difference = "there is more behind byte \(position): \(shown(at: position)) came"
        return false
    }

    private func shown(at position: Int) -> String { Quoting.quoted(bytes[position...].prefix(Self.shown)) }

    private static var shown: Int { 24 }

    // MARK: - Captures

    /// Whether the bytes that this part takes are captured.
    private func isKept(_ part: Int) -> Bool {
        guard elements.indices.contains(part) else { return false }
        return switch elements[part] {
        case .any(let name), .regex(_, let name): name != nil
        case .valued, .other: true
        case .literal, .pattern, .upTo, .listHas, .value, .coded, .codedBytes, .spelled, .spelledBytes, .never:
            false
        }
    }

    private mutating func noted(_ part: Int, _ position: Int, _ before: Int?) -> Int? {
        guard isKept(part) || isKept(part - 1) else { return before }
        notes.append(MatchNote(part: part, position: position, before: before))
        return notes.count - 1
    }

    /// Goes back along the way, and keeps the bytes that its parts have taken. Of two parts with one name the first
    /// counts.
    private mutating func conclude(_ last: Int?) {
        var end = bytes.count
        var note = last
        while let index = note {
            let (part, start) = (notes[index].part, notes[index].position)
            if isKept(part) {
                switch elements[part] {
                case .any(let name?), .regex(_, let name?): captures[name] = Array(bytes[start..<end])
                default:
                    if let found = judge.accepted(part: part, start..<end) {
                        captures.merge(found.captures) { $1 }
                        if found.isProvisional { isProvisional = true }
                    }
                }
            }
            end = start
            note = notes[index].before
        }
    }
}
