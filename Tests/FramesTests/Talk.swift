// Talk.swift: a conversation with one side of a connection, whose events are told in lines.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFrames
import QuintainWire
import Testing

/// Frames that come in and actions in between, in order. The events must be the same, in pieces of any size.
struct Talk {
    enum Step {
        case bytes([UInt8])
        case act((inout HTTP2Connection) -> Void)
    }

    let role: HTTP2Connection.Role
    var limits = FrameLimits.standard
    var steps: [Step] = []

    init(_ role: HTTP2Connection.Role, limits: FrameLimits = .standard) {
        self.role = role
        self.limits = limits
    }

    /// A server that has received the preface, or a client that has sent it, with these settings of the peer.
    static func open(
        _ role: HTTP2Connection.Role, limits: FrameLimits = .standard, _ settings: Setting...
    ) -> Talk {
        var talk = Talk(role, limits: limits)
        if role == .server { talk.steps.append(.bytes(HTTP2Preface.bytes)) }
        return talk.hears(.settings(settings))
    }

    func hears(_ frames: Frame...) -> Talk { hears(bytes: frames.flatMap(\.bytes)) }

    func hears(bytes: [UInt8]) -> Talk {
        var talk = self
        talk.steps.append(.bytes(bytes))
        return talk
    }

    func does(_ act: @escaping (inout HTTP2Connection) -> Void) -> Talk {
        var talk = self
        talk.steps.append(.act(act))
        return talk
    }

    /// The events after the preface and the first settings, the same for every cut.
    func told(sourceLocation: SourceLocation = #_sourceLocation) -> [String] {
        let whole = play { [$0.count] }
        let pieces: [(String, ([UInt8]) -> [Int])] = [("single bytes", { $0.map { _ in 1 } })]
        for (name, cut) in pieces {
            #expect(play(cut) == whole, "in \(name)", sourceLocation: sourceLocation)
        }
        let longest = steps.map { if case .bytes(let bytes) = $0 { bytes.count } else { 0 } }.max() ?? 0
        // Long inputs are cut around the beginnings of frames and at some places between.
        let places =
            longest < 1_500
            ? Array(1..<max(longest, 2)) : Array(1..<120) + stride(from: 120, to: longest, by: longest / 40)
        for place in places {
            #expect(
                play { $0.count > place ? [place, $0.count - place] : [$0.count] } == whole, "cut at \(place)",
                sourceLocation: sourceLocation)
        }
        return whole.filter { $0 != "preface" && $0 != "settings" }
    }

    private func play(_ sizes: ([UInt8]) -> [Int]) -> [String] {
        var connection = HTTP2Connection(role, limits: limits)
        var lines: [String] = []
        for step in steps {
            switch step {
            case .act(let act): act(&connection)
            case .bytes(let bytes):
                var rest = bytes[...]
                for size in sizes(bytes) {
                    connection.append(Array(rest.prefix(size)))
                    rest = rest.dropFirst(size)
                    while let event = connection.next() { lines.append(event.line(connection)) }
                }
            }
        }
        return lines
    }
}
