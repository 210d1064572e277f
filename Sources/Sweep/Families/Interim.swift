// Interim.swift: replies of the class 1xx before the one that counts.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainScenario
internal import QuintainWords

extension Family {
    /// RFC 9110 section 15.2: a client reads any number of them before the final reply, expected or not.
    package static let interim = Family("interim", "100, 102 or 103 comes before a reply") {
        (varied, changes) throws(LeftOut) in
        if varied.isOld { throw LeftOut("HTTP/1.0") }
        if varied.measuresTime { throw LeftOut("measured times") }
        for (status, lines) in varied.interims {
            // The new 1xx comes before the file's own, whose callbacks stand further down. A file without callbacks for
            // its own 1xx replies allows any.
            let told = varied.leavesInformationalOpen ? [] : [varied.lane.mayTell("informational \(status)")]
            changes.append(
                Change(
                    varied.value("\(status)"), place: "a \(status)",
                    edits: [
                        .insert(lines.map { varied.lane.sends($0) } + told, above: varied.exchange.replies[0].start)
                    ]))
        }
    }
}

extension VariedReply {
    fileprivate var interims: [(status: Int, lines: [String])] {
        // A client that waits for leave to send its body would take a 100 for it: RFC 9110 section 10.1.1.
        (expectsContinue ? [] : [(100, ["100 Continue"])]) + [
            (102, ["102 Processing"]), (103, ["103 Early Hints", "Link: </style.css>; rel=preload; as=style"]),
        ]
    }

    fileprivate var leavesInformationalOpen: Bool {
        subject.exchanges.contains { $0.replies.contains(where: \.isInformational) }
            && !subject.deeds.values.contains { line in
                if case .callback(let callback) = line.deed { callback.kind == .informational } else { false }
            }
    }

    private var expectsContinue: Bool {
        let arrivals = subject.baseline?.arrivals(at: exchange.start) ?? []
        return arrivals.contains { $0.field("expect") != nil }
            || exchange.request.contains { index in
                guard case .receive(.field(let name, let value, _))? = subject.deeds[index]?.deed else { return false }
                return name.lowercased() == "expect" && !value.isAbsent
            }
    }

    /// Whether a callback of the load has a time, counted from the line above.
    fileprivate var measuresTime: Bool {
        guard let load = exchange.load else { return false }
        return subject.loads[load].callbacks.contains { callback($0)?.after != nil }
    }
}
