// Draft.swift: a scenario as it is drawn, line by line, with what a client has to do for each line.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import QuintainWords

/// A server line below client lines begins a new stretch; a move belongs to the stretch in which it was drawn.
struct Draft {
    var program = Program()
    var chance: Chance
    private(set) var level = Level.must
    /// That of the file, around whose others stand the words of their level and `end`.
    private var usual = Level.must
    private var theirsAbove = false
    private var drawn = 0
    private(set) var group = 0
    /// By origin, the connection of the next request of the unnamed lane.
    private var current: [String: String] = [:]
    private var connections = 0
    let origins: [String]
    private var hosts: [String: String] = [:]
    /// Origins that share the port of another origin.
    private var ports: [String: String] = [:]
    /// The table's column that is not the name.
    var cells: [String] = []
    /// Callback kinds that the file names; others are passed over.
    var named: Set<CallbackKind> = []
    var isShort: Bool
    /// A nonce that was sent, and its connection.
    var nonceShown: (name: String, connection: String)?
    /// The value that `{{NAME = …}}` has taken.
    var captured: (name: String, value: String)?

    init(_ seed: UInt64, origins: [String], isShort: Bool) {
        chance = Chance(seed)
        self.origins = origins
        self.isShort = isShort
    }

    // MARK: Lines

    @discardableResult
    mutating func line(_ text: String) -> Int {
        line(text, at: nil)
    }

    /// - Parameter own: The level in front of this line alone.
    @discardableResult
    mutating func line(_ text: String, at own: Level?) -> Int {
        program.lines.append(own.map { "\($0.rawValue) \(text)" } ?? text)
        program.levels[program.lines.count] = own ?? level
        return program.lines.count
    }

    /// A server line, and what happens while it is done.
    @discardableResult
    mutating func ours(_ text: String, _ pause: Pause? = nil) -> Int {
        turn()
        if let pause { program.pauses[program.stretches, default: []].append(pause) }
        return line(text)
    }

    /// A server line that a block repeats: no line is written.
    mutating func oursAgain() { turn() }

    private mutating func turn() {
        if theirsAbove {
            program.stretches += 1
            theirsAbove = false
        }
    }

    mutating func set(_ level: Level) {
        guard level != self.level else { return }
        program.isUniform = program.lines.allSatisfy { $0.hasPrefix("#") || $0.isSetting }
        if self.level != usual { line("end") }
        self.level = level
        covers("levels", level.rawValue)
        if level != usual { line(level.rawValue) }
    }

    mutating func end() { set(usual) }

    /// With a level at the top of the file, all lines have it.
    mutating func begin(at level: Level) {
        self.level = level
        usual = level
        guard level != .must || chance.happens(20) else { return }
        covers("levels", level.rawValue)
        line("level  \(level.rawValue)")
    }

    // MARK: Moves

    mutating func theirs(
        _ line: Int, wire lane: String, _ deed: Move.Deed, after: ClosedRange<Int>? = nil, isLoose: Bool = false
    ) {
        add(line, Move.Strand(isWire: true, lane: lane), deed, after, isLoose, false)
    }

    mutating func theirs(
        _ line: Int, _ plan: CallbackPlan, after: ClosedRange<Int>? = nil, isLoose: Bool = false,
        isOptional: Bool = false
    ) {
        add(line, Move.Strand(isWire: false, lane: plan.lane), .callback(plan), after, isLoose, isOptional)
    }

    private mutating func add(
        _ line: Int, _ strand: Move.Strand, _ deed: Move.Deed, _ after: ClosedRange<Int>?, _ isLoose: Bool,
        _ isOptional: Bool
    ) {
        theirsAbove = true
        program.moves.append(
            Move(
                line: line, place: program.moves.count, stretch: program.stretches, strand: strand, deed: deed,
                group: group, after: after,
                isLoose: isLoose, isOptional: isOptional))
    }

    /// A client line for which no client does anything.
    mutating func passedOver() { theirsAbove = true }

    mutating func beginGroup() {
        group += 1
        program.groups.append(program.lines.count + 1)
    }

    /// A callback line, and what the client reports for it. `mark` stands behind the `*`.
    @discardableResult
    mutating func told(
        _ text: String, _ plan: CallbackPlan, mark: String = "", below: [String] = [], after: ClosedRange<Int>? = nil,
        isLoose: Bool = false
    ) -> Int {
        covers("callbacks", plan.kind.rawValue)
        named.insert(plan.kind)
        let line = line("*\(plan.lane)\(mark) \(plan.kind.rawValue)" + (text.isEmpty ? "" : " " + text))
        for text in below { self.line("       " + text) }
        // A callback kind that the API does not have is passed over.
        guard tells(plan.kind) else {
            passedOver()
            return line
        }
        theirs(line, plan, after: after, isLoose: isLoose, isOptional: mark == "?")
        return line
    }

    func tells(_ kind: CallbackKind) -> Bool { program.style.map(kind.styles.contains) ?? true }

    // MARK: Names

    mutating func number() -> Int {
        drawn += 1
        return drawn
    }

    mutating func path(_ stem: String = "p") -> String { "/\(stem)\(number())" }

    mutating func word() -> String { "w\(number())" }

    mutating func covers(_ table: String, _ name: String) { program.rows.insert(Row(table: table, name: name)) }

    func authority(_ origin: String) -> String {
        Stand.authority(origins.firstIndex(of: port(of: origin)) ?? 0, host: hosts[origin])
    }

    /// The origin that owns the port of this one.
    func port(of origin: String) -> String { ports[origin] ?? origin }

    /// An `origin` or `proxy` line.
    mutating func origin(_ name: String) {
        switch name {
        case "other":
            covers("words", "origin")
            var text = "origin other http"
            if chance.happens(20) {
                covers("origin options", "host")
                hosts[name] = "other.localhost"
                text += " host=other.localhost"
                if chance.happens(50) {
                    covers("origin options", "at")
                    ports[name] = "main"
                    text += " at=main"
                }
            }
            line(text)
        case "web":
            var text = "origin web https"
            let certificates = [
                "self-signed", "expired", "not-yet-valid", "wrong-host", "unknown-authority",
                "incomplete-chain",
            ]
            for (option, value) in [
                ("certificate", chance.one(of: certificates)), ("tls", "1.2,1.3"), ("http", "1.1"),
                ("client-certificate", chance.one(of: ["requested", "required"])),
            ] where chance.happens(40) {
                covers("origin options", option)
                if option == "certificate" { covers("certificates", value) }
                text += " \(option)=\(value)"
            }
            line(text)
        case "gate":
            covers("words", "proxy")
            line("proxy  gate http")
        default: break
        }
    }
    func url(_ path: String, _ origin: String = "main") -> String { "http://\(authority(origin))\(path)" }

    // MARK: Connections

    /// The connection in use, or a new one: both are right unless a line says which.
    mutating func connection(_ origin: String = "main", isNew: Bool? = nil) -> String {
        let origin = port(of: origin)
        if let name = current[origin], !(isNew ?? chance.happens(25)) { return name }
        connections += 1
        current[origin] = "c\(connections)"
        return "c\(connections)"
    }

    func inUse(_ origin: String = "main") -> String? { current[port(of: origin)] }

    mutating func left(_ connection: String) {
        for (origin, name) in current where name == connection { current[origin] = nil }
    }
}

extension String {
    fileprivate var isSetting: Bool {
        ["spec", "level", "tags", "needs", "within", "origin", "proxy", "cases", "      "].contains {
            hasPrefix($0)
        }
    }
}
