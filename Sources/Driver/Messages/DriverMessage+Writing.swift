// DriverMessage+Writing.swift: the messages of a driver, as a driver in Swift writes them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation
import QuintainScenario
package import QuintainTalk
import QuintainWords

extension Greeting {
    /// `{"driver": 1, "name": …}`
    package var message: JSONText {
        var members: [(String, JSONText)] = [
            ("driver", .number(Self.protocolVersion)), ("name", .text(name)), ("version", .text(version)),
            ("styles", .list(styles.map { .text($0.rawValue) })), ("loads", .list(loads.map { .text($0.rawValue) })),
            (
                "callbacks",
                .object(
                    callbacks.sorted { $0.key.rawValue < $1.key.rawValue }.map { kind, decisions in
                        (kind.rawValue, .list(decisions.map { .text($0.rawValue) }))
                    })
            ),
            ("acts", .list(acts.map(\.rawValue).sorted().map { .text($0) })),
            ("options", .list(options.map(\.rawValue).sorted().map { .text($0) })),
            ("can", .list(abilities.map(\.rawValue).sorted().map { .text($0) })), ("again", .bool(doesManyCases)),
        ]
        if let challenges {
            members.append(("challenges", .list(challenges.map(\.rawValue).sorted().map { .text($0) })))
        }
        return .object(members)
    }
}

extension ReportedCallback {
    /// `{"callback": "redirect", "load": 1, …}`
    ///
    /// - Parameter file: the file that holds the bytes, if they are not in the line.
    package func message(load: Int, ofCase number: Int? = nil, file: String? = nil) -> JSONText {
        var members: [(String, JSONText)] = [("callback", .text(kind.rawValue))]
        if let number { members.append(("case", .number(number))) }
        members.append(("load", .number(load)))
        if !subject.isEmpty { members.append(("subject", .list(subject.map { JSONText(word: $0) }))) }
        if !fields.isEmpty {
            let sorted = fields.sorted { $0.key < $1.key }
            members.append(("fields", .object(sorted.map { ($0.key, JSONText(word: $0.value)) })))
        }
        if !header.isEmpty {
            members.append(("header", .list(header.map { JSONText(fieldNamed: $0.name, $0.value) })))
        }
        if let file {
            members.append(("file", .text(file)))
        } else if !bytes.isEmpty {
            switch JSONText(word: bytes) {
            case .text(let text): members.append(("data", .text(text)))
            case let digits: members.append(("hex", digits["hex"] ?? .null))
            }
        }
        if let question { members.append(("question", .number(question))) }
        return .object(members)
    }
}
