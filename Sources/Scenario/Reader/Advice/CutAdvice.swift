// CutAdvice.swift: ends of connections below a chunked body that the server has made whole.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainWords

/// Warns of `! close` and `! reset` that are meant to cut a chunked body off and stand below its last chunk: where the
/// load then fails, or where no line tells what becomes of it and nothing follows.
struct CutAdvice: Equatable {
    private enum Body { case none, framed, chunked }

    private var body = Body.none
    /// The end behind a chunked body that is whole.
    private var end: Line?

    static func == (one: Self, other: Self) -> Bool { one.body == other.body && one.end === other.end }

    static func merged(_ one: Self, _ other: Self) -> Self { one == other ? one : Self() }

    mutating func follow(_ line: Line, _ faults: inout Faults) {
        switch line.deed {
        case .send(.start): self = Self()
        case .send(.field(let field, "transfer-encoding", _)):
            body = field.literalText?.lowercased().hasSuffix("chunked") == true ? .framed : .none
        case .send(.field(let field, "connection", _)):
            // The close is what the head has announced.
            if field.literalText?.lowercased().hasSuffix("close") == true { body = .none }
        case .send(.body): if body == .framed { body = .chunked }
        case .send(.raw), .act(.trailers): body = .none
        case .act(.close), .act(.reset): if body == .chunked { end = line }
        case .callback(let callback):
            if callback.kind == .fail, callback.occurrence != .optional { warn(&faults) }
            if callback.kind == .fail || callback.kind == .finish { end = nil }
        case .receive, .order, .binding, .await: self = Self()
        default: break
        }
    }

    /// - Parameter hasCallbacks: the file tells what becomes of loads.
    func finish(_ faults: inout Faults, hasCallbacks: Bool) { if !hasCallbacks { warn(&faults) } }

    private func warn(_ faults: inout Faults) {
        guard let end else { return }
        faults.add(
            .bodyWhole, end.place, "this cuts nothing off: the last chunk leaves before it, and the body is whole",
            help: "a body that breaks off within a chunk is raw: '< {{raw \"5\\r\\nhel\"}}'; at a byte of the reply "
                + "'! close at=90' above it cuts as well")
    }
}
