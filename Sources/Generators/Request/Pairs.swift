// Pairs.swift: the names and values of queries and forms.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainWire

/// `a=1&b=2&a=3`, decoded. Names may occur several times. They are compared as bytes, because two that only look alike
/// are different.
struct Pairs {
    private(set) var list: [(name: String, value: String)] = []
    /// There were more pairs than the limit.
    private(set) var isCut = false

    init() {}

    /// `+` is a blank, a name without `=` has an empty value, and bytes that are no UTF-8 become U+FFFD.
    init(urlencoded bytes: some Collection<UInt8>) {
        for (name, value) in Urlencoded.pairs(bytes) {
            add(String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self))
            if isCut { return }
        }
    }

    mutating func add(_ name: String, _ value: String) {
        if list.count == Bounds.pairs {
            isCut = true
        } else {
            list.append((name, value))
        }
    }

    /// The first value of this name, or else of the name in another case of its letters.
    func first(_ name: String) -> String? {
        let exact = list.first { Self.same($0.name, name) } ?? list.first { CaseInsensitive.equals($0.name, name) }
        return exact?.value
    }

    func has(_ name: String) -> Bool { list.contains { Self.same($0.name, name) } }

    private static func same(_ one: String, _ other: String) -> Bool { one.utf8.elementsEqual(other.utf8) }

    /// The first value of each name.
    var firsts: [(name: String, value: String)] {
        var seen: Set<[UInt8]> = []
        return list.filter { seen.insert(Array($0.name.utf8)).inserted }
    }

    /// An object by name; the values of a repeated name are a list.
    var json: JSONText {
        var values: [[UInt8]: [JSONText]] = [:]
        for (name, value) in list { values[Array(name.utf8), default: []].append(.text(value)) }
        return .object(
            values.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { name, values in
                (String(decoding: name, as: UTF8.self), values.count == 1 ? values[0] : .list(values))
            })
    }
}
