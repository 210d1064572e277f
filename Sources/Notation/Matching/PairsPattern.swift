// PairsPattern.swift: names and values of a query or a form, compared in any order.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// `a=1 b={{any}}` of `{{query a=1 b={{any}}}}`, compared after decoding.
package struct PairsPattern: Hashable, Sendable {
    package struct Pair: Hashable, Sendable {
        package var name: [UInt8]
        package var value: Template

        package init(_ name: [UInt8], _ value: Template) {
            self.name = name
            self.value = value
        }
    }

    package var list: [Pair]

    package init(_ list: [Pair]) {
        self.list = list
    }

    func rendered(in environment: some TemplateEnvironment, blank: String) -> [UInt8] {
        let pairs = list.map { pair in
            Urlencoded.encoded(pair.name, blank: blank) + [UInt8(ascii: "=")]
                + Urlencoded.encoded(pair.value.rendered(in: environment), blank: blank)
        }
        return Array(pairs.joined(separator: [UInt8(ascii: "&")]))
    }
}

extension ValueComparison {
    /// Several pairs of one name keep their order, as fields do.
    mutating func difference(of bytes: [UInt8], from pattern: PairsPattern, each: String) -> String? {
        var there: [[UInt8]: [[UInt8]]] = [:]
        var names: [[UInt8]] = []
        for (name, value) in Urlencoded.pairs(bytes) {
            if there[name] == nil { names.append(name) }
            there[name, default: []].append(value)
        }
        var wanted: [[UInt8]: Int] = [:]
        for pair in pattern.list {
            let subject = "\(each) \(Quoting.quoted(pair.name.prefix(60)))"
            let values = there[pair.name] ?? []
            if pair.value.isAbsent {
                if let value = values.first {
                    return "\(subject) must be absent, but is \(Quoting.quoted(value.prefix(120)))"
                }
                continue
            }
            let nth = wanted[pair.name, default: 0]
            wanted[pair.name] = nth + 1
            guard nth < values.count else {
                return nth == 0 ? "\(subject) is missing" : "\(subject) is there only \(Self.times(values.count))"
            }
            guard fits(pair.value, values[nth]) else {
                return "\(subject) is \(Quoting.quoted(values[nth].prefix(120))), not \(self.wanted(pair.value))"
            }
        }
        for name in names {
            let subject = "\(each) \(Quoting.quoted(name.prefix(60)))"
            guard let count = wanted[name] else { return "\(subject) is there, and is not written" }
            guard let values = there[name], values.count > count else { continue }
            return "\(subject) is there \(Self.times(values.count)), not \(Self.times(count))"
        }
        return nil
    }

    private static func times(_ count: Int) -> String { count == 1 ? "once" : count == 2 ? "twice" : "\(count) times" }
}
