// MessageText.swift: heads as text that can be changed.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoader
import QuintainWire

extension OutgoingMessage {
    private var lines: [String] {
        get { String(decoding: head, as: UTF8.self).split(separator: "\r\n").map(String.init) }
        set { head = Array((newValue.joined(separator: "\r\n") + "\r\n\r\n").utf8) }
    }

    /// The target in the request line.
    var target: String {
        get { lines[0].split(separator: " ").dropFirst().first.map(String.init) ?? "" }
        set {
            var words = lines[0].split(separator: " ").map(String.init)
            words[1] = newValue
            lines[0] = words.joined(separator: " ")
        }
    }

    var methodOnTheWire: String {
        get { lines[0].split(separator: " ").first.map(String.init) ?? "" }
        set {
            var words = lines[0].split(separator: " ").map(String.init)
            words[0] = newValue
            lines[0] = words.joined(separator: " ")
        }
    }

    /// The first field of this name; nil: none.
    subscript(name: String) -> String? {
        get {
            lines.dropFirst().first { Self.isNamed($0, name) }.map { line in
                String(line.dropFirst(name.utf8.count + 1).drop { $0 == " " })
            }
        }
        set {
            var lines = lines
            let place = lines.dropFirst().firstIndex { Self.isNamed($0, name) }
            lines.removeAll { Self.isNamed($0, name) }
            if let newValue { lines.insert("\(name): \(newValue)", at: place ?? lines.count) }
            self.lines = lines
        }
    }

    private static func isNamed(_ line: String, _ name: String) -> Bool {
        line.lowercased().hasPrefix(name.lowercased() + ":")
    }
}

extension ResponseHead {
    mutating func remove(_ name: String) { fields.removeAll { $0.isNamed(name) } }

    mutating func replace(_ name: String, _ change: (String) -> String) {
        for index in fields.indices where fields[index].isNamed(name) {
            fields[index] = Field(fields[index].name, change(fields[index].text))
        }
    }
}

extension String {
    /// The list without the members that begin with this word.
    func without(_ word: String) -> String {
        let members = split(separator: ",").map { $0.drop { $0 == " " } }
        return members.filter { !$0.hasPrefix(word) }.joined(separator: ", ")
    }

    func replacing(_ word: String, by other: String) -> String {
        guard !word.isEmpty else { return self }
        var result = ""
        var rest = self[...]
        while !rest.isEmpty {
            if rest.hasPrefix(word) {
                result += other
                rest = rest.dropFirst(word.count)
            } else {
                result.append(rest.removeFirst())
            }
        }
        return result
    }
}
