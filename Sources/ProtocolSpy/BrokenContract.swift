// BrokenContract.swift: the error of a test whose protocol broke its contract.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Thrown by ``ProtocolSpy/verify(strictly:fileID:line:)``: each broken rule with its source, and all calls.
public struct BrokenContract: Error, Sendable, CustomStringConvertible {
    public let subclass: String
    /// The URL that was to be loaded.
    public let request: String
    public let calls: [ProtocolCall]
    /// Empty if nothing was ever loaded, so that no rule could be broken.
    public let broken: [BrokenRule]
    /// The place of the call of `verify`.
    public let fileID: String
    public let line: Int

    public var description: String {
        guard !broken.isEmpty else {
            return "\(subclass) was never loaded (\(fileID):\(line)): write 'await spy.load()' above 'verify()'"
        }
        let count = broken.count == 1 ? "a rule" : "\(broken.count) rules"
        var lines = ["\(subclass) broke \(count) of what URLProtocol's client is promised (\(fileID):\(line))"]
        for rule in broken {
            lines.append("\(rule.name) \(rule.title): \(rule.text)")
            lines.append("   \(rule.call.map { "call \($0): " } ?? "")\(rule.sentence)")
            if !rule.instead.isEmpty { lines.append("   instead: \(rule.instead.joined(separator: ", "))") }
            lines.append("   source: \(rule.sources.joined(separator: "; "))")
        }
        lines.append("what was called for \(request):")
        let places = Set(broken.compactMap(\.call))
        for (index, call) in calls.enumerated().prefix(Self.callsAtMost) {
            lines.append("\(places.contains(index + 1) ? "✗" : " ") \(index + 1)  \(call)")
        }
        if calls.count > Self.callsAtMost { lines.append("  and \(calls.count - Self.callsAtMost) more") }
        return lines.joined(separator: "\n")
    }

    /// The greatest number of calls that are printed: a body in a thousand pieces helps nobody.
    private static let callsAtMost = 60
}
