// UnsaidBody.swift: heads of requests that are ended by a bare mark, with no body below it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

extension Advice {
    /// Warns of a bare mark directly above the reply, where a body is usual and nothing says its length: what curl prints
    /// of a request ends with such a mark. An act such as `! early` has its place below one.
    mutating func warnOfUnsaidBodies(_ lines: [Line]) {
        var methods: [Lane: String] = [:]
        for (index, line) in lines.enumerated() {
            if case .receive(.start(let method, _, _)) = line.deed { methods[line.lane] = method.literalText }
            if case .receive(.field(let name, _, _)) = line.deed, name.lowercased() == "content-length" {
                methods[line.lane] = nil
            }
            guard case .receive(.headEnd) = line.deed, ["POST", "PUT", "PATCH"].contains(methods[line.lane]) else {
                continue
            }
            switch lines[(index + 1)...].first(where: { $0.lane == line.lane })?.deed {
            case .send(let sent)? where sent.startsMessage: break
            case .receive(.start)?, nil: break
            default: continue
            }
            faults.add(
                .bodyUnsaid, line.place, "nothing stands below this mark, so that any body may come",
                help: "'> {{absent}}' below it says that none comes; if it does not matter, take the mark away")
        }
    }
}
