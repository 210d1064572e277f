// SettingsInForce.swift: `level`, `within` and `lines`, from their line down.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

/// The settings in force: from a setting down, in a block to its end.
struct SettingsInForce {
    struct Values {
        var level = Level.must
        var within = 5000
        var newline = Newline.lf
    }

    private(set) var values = Values()
    /// Settings under which no line stands yet, and those under which none ever stood.
    private var fresh: [String: Place] = [:]
    private var idle: [(word: String, place: Place)] = []

    /// A setting comes into force; the one before it is idle if no line stood below it.
    mutating func set<Value>(_ setting: WritableKeyPath<Values, Value>, _ value: Value, _ word: String, _ place: Place)
    {
        values[keyPath: setting] = value
        if let before = fresh.updateValue(place, forKey: word) { idle.append((word, before)) }
    }

    mutating func lineStands() { if !fresh.isEmpty { fresh = [:] } }

    /// The settings of a branch, a block or a file are no longer in force.
    mutating func end() {
        for (word, place) in fresh.sorted(by: { $0.key < $1.key }) { idle.append((word, place)) }
        fresh = [:]
    }

    mutating func end(goingOnWith values: Values) {
        end()
        self.values = values
    }

    /// Warns of a setting that has no effect: it applies from its line down, and no line is there.
    func warnOfIdle(_ faults: inout Faults) {
        for idle in idle {
            faults.add(
                .idleSetting, idle.place, "this '\(idle.word)' has no effect: no line follows it",
                help: "a setting applies from its line down, in a block to its end: put it above the lines it is for")
        }
    }
}
