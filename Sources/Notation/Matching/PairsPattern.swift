// PairsPattern.swift: names and values of a query, a form or a Cookie field, and parts of a form, in any order.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// `a=1 b={{any}}` of `{{query a=1 b={{any}}}}`; in queries and forms, compared after decoding.
package struct PairsPattern: Hashable, Sendable {
    package struct Pair: Hashable, Sendable {
        package var name: [UInt8]
        package var value: Template
        /// What the head of a part must say besides.
        package var marks: [Mark] = []

        package init(_ name: [UInt8], _ value: Template) {
            self.name = name
            self.value = value
        }
    }

    /// `;filename="a.png"` behind the content of a part: `filename`, `filename*`, `type` or the name of a field.
    package struct Mark: Hashable, Sendable {
        /// In lower case.
        package var name: String
        package var value: Template

        package init(_ name: String, _ value: Template) {
            self.name = name
            self.value = value
        }
    }

    package var list: [Pair]
    /// Behind `...` other pairs may come.
    package var mayHaveOthers = false

    package init(_ list: [Pair]) { self.list = list }

    var templates: [Template] {
        list.flatMap { [$0.value] + $0.marks.map(\.value) }
    }

    func rendered(in environment: some TemplateEnvironment, blank: String) -> [UInt8] {
        let pairs = list.map { pair in
            Urlencoded.encoded(pair.name, blank: blank) + [UInt8(ascii: "=")]
                + Urlencoded.encoded(pair.value.rendered(in: environment), blank: blank)
        }
        return Array(pairs.joined(separator: [UInt8(ascii: "&")]))
    }

    func renderedAsCookies(in environment: some TemplateEnvironment) -> [UInt8] {
        CookieString.written(list.lazy.map { ($0.name, $0.value.rendered(in: environment)) })
    }
}

extension ValueComparison {
    /// Several pairs of one name keep their order, as fields do.
    mutating func differences(
        of pairs: some Sequence<(name: [UInt8], value: [UInt8])>, from pattern: PairsPattern, each: String
    ) -> [String] {
        var there: [[UInt8]: [[UInt8]]] = [:]
        var names: [[UInt8]] = []
        for (name, value) in pairs {
            if there[name] == nil { names.append(name) }
            there[name, default: []].append(value)
        }
        let all = (names + pattern.list.map(\.name)).lazy.map(Self.shown)
        var found: [String] = []
        var wanted: [[UInt8]: Int] = [:]
        for pair in pattern.list {
            if found.count >= Self.mostTold { return found }
            let subject = "\(each) \(Quoting.told(Self.shown(pair.name), among: all))"
            let values = there[pair.name] ?? []
            let nth = wanted[pair.name, default: 0]
            wanted[pair.name] = pair.value.isAbsent ? values.count : nth + 1
            if pair.value.isAbsent {
                guard let value = values.first else { continue }
                found.append("\(subject) must be absent, but is \(Quoting.excerpt(value))")
            } else if nth >= values.count {
                found.append(
                    nth == 0 ? "\(subject) is missing" : "\(subject) is there only \(Self.times(values.count))")
            } else if !fits(pair.value, values[nth]) {
                found.append("\(subject) is \(difference(of: values[nth], from: pair.value))")
            }
        }
        for name in names where found.count < Self.mostTold {
            let subject = "\(each) \(Quoting.told(Self.shown(name), among: all))"
            guard let count = wanted[name] else {
                if !pattern.mayHaveOthers { found.append("\(subject) is there, and is not written") }
                continue
            }
            guard let values = there[name], values.count > count else { continue }
            found.append("\(subject) is there \(Self.times(values.count)), not \(Self.times(count))")
        }
        return found
    }

    private static func shown(_ name: [UInt8]) -> String { Quoting.quoted(name.prefix(60)) }

    private static func times(_ count: Int) -> String { count == 1 ? "once" : count == 2 ? "twice" : "\(count) times" }
}
