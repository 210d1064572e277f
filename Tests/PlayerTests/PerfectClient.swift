// PerfectClient.swift: the moves with which a client keeps a scenario, derived from its lines.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainPlayer
import QuintainScenario
import QuintainTranscript
import QuintainWords

/// One thing that a client does.
enum Move: Sendable, Equatable {
    /// Head fields and body, in a lane.
    case request(method: String, target: String, fields: [String], body: String, lane: Lane)
    case callback(CallbackKind, [String], data: String, lane: Lane)
    case pass(milliseconds: Int)
}

/// Derives the moves of a client that keeps a scenario without choices, connection by lane.
enum PerfectClient {
    /// nil: the file has something that this client cannot do.
    static func moves(for scenario: Scenario) -> [Move]? {
        var moves: [Move] = []
        for node in scenario.nodes {
            guard case .line(let line) = node else { return nil }
            switch line.deed {
            case .send, .order, .act(.trailers), .act(.flush): continue
            case .act(.wait(let milliseconds)), .act(.quiet(let milliseconds)):
                moves.append(.pass(milliseconds: milliseconds))
            case .act, .await, .binding: return nil
            case .callback(let callback):
                guard callback.occurrence == .once, callback.fields.isEmpty, callback.header.isEmpty,
                    callback.after == nil, callback.subject.allSatisfy({ $0.literalText != nil })
                else { return nil }
                // A path in the file stands for its URL, which clients report.
                let words = callback.subject.compactMap(\.literalText).map {
                    $0.hasPrefix("/") ? "http://127.0.0.1:8000" + $0 : $0
                }
                let isData = callback.kind == .data || callback.kind == .file
                moves.append(
                    .callback(callback.kind, isData ? [] : words, data: isData ? words.joined() : "", lane: line.lane))
            case .receive(let part):
                guard add(part, line.lane, to: &moves) else { return nil }
            }
        }
        return moves
    }

    private static func add(_ part: ReceiveLine, _ lane: Lane, to moves: inout [Move]) -> Bool {
        if case .start(let method, .path(_, let path), let version) = part {
            guard version ?? "HTTP/1.1" == "HTTP/1.1", let method = method.literalText, let path = path.literalText,
                path.hasPrefix("/")
            else {
                return false
            }
            moves.append(.request(method: method, target: path, fields: [], body: "", lane: lane))
            return true
        }
        guard case .request(let method, let target, var fields, var body, let last) = moves.last, last == lane else {
            return false
        }
        switch part {
        case .field(let name, let value, _):
            if value.isAbsent { return true }
            guard let value = value.literalText else { return false }
            fields.append("\(name): \(value)")
        case .headEnd: break
        case .body(let template, let newline):
            guard let text = template.literalText else { return false }
            body += (body.isEmpty ? "" : newline == .lf ? "\n" : "\r\n") + text
        case .start, .raw, .trailer, .exactHead: return false
        }
        moves[moves.count - 1] = .request(method: method, target: target, fields: fields, body: body, lane: lane)
        return true
    }

    /// Makes the moves, each lane on a connection of its own, and ends.
    static func play(_ moves: [Move], _ text: String) throws -> Rehearsal {
        let play = try Rehearsal(text, observing: .all)
        var connections: [Lane: ConnectionNumber] = [:]
        for move in moves {
            switch move {
            case .request(let method, let target, let fields, let body, let lane):
                let head = (["\(method) \(target)"] + fields).joined(separator: "\n")
                let connection = connections[lane] ?? play.connect()
                connections[lane] = connection
                play.send(body.isEmpty ? head : "\(head)\n\n\(body)", on: connection)
            case .callback(let kind, let subject, let data, let lane):
                play.report(kind, subject: subject, lane: lane, data: data)
            case .pass(let milliseconds): play.pass(milliseconds: milliseconds)
            }
        }
        play.end()
        return play
    }
}
