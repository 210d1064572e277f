// Metrics.swift: figures for Prometheus.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Figures in the text exposition format, version 0.0.4: https://prometheus.io/docs/instrumenting/exposition_formats/
struct Metrics {
    enum Kind: String { case counter, gauge }

    static let type = "text/plain; version=0.0.4; charset=utf-8"

    private(set) var text = ""

    /// A family with one sample for each set of labels.
    mutating func add(
        _ name: String, _ kind: Kind, _ help: String, _ samples: [(labels: [(String, String)], value: Double)]
    ) {
        text += "# HELP \(name) \(Self.escaped(help, quotes: false))\n# TYPE \(name) \(kind.rawValue)\n"
        for sample in samples {
            let labels = sample.labels.map { "\($0)=\"\(Self.escaped($1, quotes: true))\"" }.joined(separator: ",")
            text += "\(name)\(labels.isEmpty ? "" : "{\(labels)}") \(Self.written(sample.value))\n"
        }
    }

    mutating func add(_ name: String, _ kind: Kind, _ help: String, _ value: Int) {
        add(name, kind, help, [([], Double(value))])
    }

    /// A family whose samples differ in one label.
    mutating func add(_ name: String, _ kind: Kind, _ help: String, by label: String, _ values: [(String, Int)]) {
        add(name, kind, help, values.map { ([(label, $0)], Double($1)) })
    }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "\\": result += "\\\\"
            case "\n", "\r\n": result += "\\n"
            case "\"" where quotes: result += "\\\""
            default: result.append(character)
            }
        }
    }

    /// Whole numbers without a decimal point, for people who read the text.
    private static func written(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
    }
}
