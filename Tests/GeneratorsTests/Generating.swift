// Generating.swift: a request in short form, and what a generator makes of it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainGenerators
import QuintainNotation
import QuintainWire
import Testing

/// A request to a route, in a test's short form.
struct Asking {
    var method = "GET"
    var target = "/"
    var fields: [String] = []
    var body: [UInt8] = []
    var segments: [String: String] = [:]
    var captures: [String: String] = [:]
    var visit = Visit(peer: "192.0.2.7", authority: "127.0.0.1:8080", seed: 1)

    private func generator<Result>(_ use: (inout Generator) throws -> Result) throws -> Result {
        var parser = HeadParser()
        let head = Array((["\(method) \(target) HTTP/1.1"] + fields + ["", ""]).joined(separator: "\r\n").utf8)
        return try head.withUnsafeBytes { bytes in
            try body.withUnsafeBytes { body in
                try #require(parser.parse(bytes) == .complete)
                var view = parser.view(in: bytes)
                view.body = body
                let halves = target.utf8.split(separator: UInt8(ascii: "?"), maxSplits: 1)
                var generator = Generator(
                    Occasion(
                        view, path: Array(halves[0].dropFirst()), query: halves.count > 1 ? Array(halves[1]) : [],
                        segments: segments.mapValues { Array($0.utf8) },
                        captures: captures.mapValues { Array($0.utf8) },
                        visit: visit))
                return try use(&generator)
            }
        }
    }

    func value(_ call: GeneratorCall) throws -> String { String(decoding: try pieces(call).joined(), as: UTF8.self) }

    func pieces(_ call: GeneratorCall) throws -> [[UInt8]] { try generator { try $0.value(call) } }

    func reply(_ call: GeneratorCall) throws -> GeneratedReply { try generator { try $0.reply(call) } }
}

/// `call("drip", "query.n", options: [("over", "2")])`: operands as they are typed.
func call(_ name: String, _ operands: String..., options: [(String, String)] = []) -> GeneratorCall {
    GeneratorCall(name, operands.map(operand), options.map { GeneratorCall.Option($0.0, operand($0.1)) })
}

private func operand(_ text: String) -> GeneratorCall.Operand {
    if text.hasPrefix("path.") { return .path(String(text.dropFirst(5))) }
    if text.hasPrefix("query.") { return .query(String(text.dropFirst(6))) }
    if text.hasPrefix("captured.") { return .captured(String(text.dropFirst(9))) }
    return .text(Array(text.utf8))
}

extension GeneratedReply {
    /// The bytes without the pauses.
    var bytes: [UInt8] { pieces.flatMap { $0 } }

    var pieces: [[UInt8]] {
        (body ?? []).compactMap { part -> [UInt8]? in if case .bytes(let bytes) = part { bytes } else { nil } }
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }
    var waits: [Int] { (body ?? []).compactMap { part in if case .wait(let time) = part { time } else { nil } } }

    subscript(name: String) -> String? { fields.first(name).map { String(decoding: $0, as: UTF8.self) } }
}
