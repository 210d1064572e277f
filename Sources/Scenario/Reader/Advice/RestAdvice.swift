// RestAdvice.swift: more lines of a request, below a line that waits for the whole request.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

/// The progress of a lane's last request.
enum RequestProgress: Equatable {
    /// No line waits for the whole request: it may go on anywhere, or not at all.
    case whole
    /// Its lines so far are awaited.
    case awaited
    /// The line at this place, of the server or an order, waits for the whole request.
    case waitedFor(Place)

    /// Takes in a line of the lane.
    mutating func follow(_ line: Line, _ faults: inout Faults) {
        switch line.deed {
        case .receive(.start), .receive(.raw(_, .start)): self = .awaited
        case .receive(let received): goOn(received, line, &faults)
        case .act(.early): self = .whole
        // After a 101 the connection speaks another protocol.
        case .send(.start(let status)) where status.switchesProtocols: self = .whole
        case .send(.raw): self = .whole
        case .send, .act, .order, .callback, .await, .binding: break
        }
    }

    /// Takes in a line that waits for all that stands above it, in every lane.
    mutating func waits(_ line: Line) {
        if self == .awaited { self = .waitedFor(line.place) }
    }

    private mutating func goOn(_ received: ReceiveLine, _ line: Line, _ faults: inout Faults) {
        // `{{absent}}` says that nothing more comes, which is true below a line that has waited for everything.
        if case .body(let template, _) = received, template.isAbsent { return }
        if case .waitedFor(let place) = self {
            faults.add(
                .notEarly, line.place, "line \(place.line) waits for the whole request, and this is more of it",
                help: "put '! early' below what is to have come by then")
        }
        self = .awaited
    }
}

extension Line {
    /// Whether the run carries out the line, and only when all that stands above has happened.
    var waitsForAll: Bool {
        switch deed {
        case .send, .order: true
        case .act(.early), .act(.trailers): false
        case .act: true
        case .receive, .callback, .await, .binding: false
        }
    }
}

extension Template {
    /// Whether a status line is a 101: `HTTP/1.1 101 Switching Protocols`.
    fileprivate var switchesProtocols: Bool {
        let words = literal?.split(separator: Byte.space) ?? []
        return words.count > 1 && words[1].elementsEqual("101".utf8)
    }
}
