// RunnerMessage.swift: the messages of the runner, as lines.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation
import QuintainScenario
package import QuintainTalk
import QuintainWire
import QuintainScenario
package import QuintainWords

/// `{"case": 7, …}`
package struct CaseOrder: Sendable, Equatable {
    package var number: Int
    package var style: APIStyle?
    package var folder: String
    /// The addresses of host names.
    package var resolve: [String: String]

    package init(number: Int, style: APIStyle? = nil, folder: String, resolve: [String: String] = [:]) {
        self.number = number
        self.style = style
        self.folder = folder
        self.resolve = resolve
    }

    package var message: JSONText {
        var members: [(String, JSONText)] = [("case", .number(number))]
        if let style { members.append(("style", .text(style.rawValue))) }
        members.append(("folder", .text(folder)))
        if !resolve.isEmpty {
            members.append(("resolve", .object(resolve.sorted { $0.key < $1.key }.map { ($0.key, .text($0.value)) })))
        }
        return .object(members)
    }
}

extension ResolvedLoad {
    /// `{"load": 1, "method": "POST", …}`
    ///
    /// - Parameter bodyFile: the file that holds the body, if it is too long for a line.
    package func message(bodyFile: String? = nil) -> JSONText {
        var members: [(String, JSONText)] = [
            ("load", .number(number)), ("method", .text(method)), ("url", .text(url)), ("as", .text(kind.rawValue)),
        ]
        if !fields.isEmpty { members.append(("fields", .list(fields.map { JSONText(fieldNamed: $0.name, $0.value) }))) }
        if let bodyFile {
            members.append(("body", .object([("file", .text(bodyFile))])))
        } else if let body {
            members.append(("body", Self.body(body.bytes)))
        }
        if let timeout { members.append(("timeout", .number(timeout))) }
        if let total { members.append(("total", .number(total))) }
        if let policy { members.append(("policy", .text(policy))) }
        if !keepsCookies { members.append(("cookies", false)) }
        if let credentials {
            members.append(
                ("credentials", .list([JSONText(word: credentials.user), JSONText(word: credentials.password)])))
        }
        if let anchor { members.append(("anchor", .text(anchor))) }
        if let proxy { members.append(("proxy", .text(proxy))) }
        if hasPriorKnowledge { members.append(("prior-knowledge", true)) }
        if !decisions.isEmpty { members.append(("decisions", .list(decisions.map(\.message)))) }
        return .object(members)
    }

    private static func body(_ bytes: [UInt8]) -> JSONText {
        switch JSONText(word: bytes) {
        case .text(let text): .object([("text", .text(text))])
        case let digits: digits
        }
    }
}

extension PlannedDecision {
    fileprivate var message: JSONText {
        var members: [(String, JSONText)] = [("callback", .text(callback.rawValue))]
        if let kind { members.append(("kind", .text(kind))) }
        if isOfProxy { members.append(("proxy", true)) }
        switch decision {
        case .use(let user, let password):
            members.append(("decision", "use"))
            members.append(("user", JSONText(word: user)))
            members.append(("password", JSONText(word: password)))
        case .useCertificate(let file):
            members.append(("decision", "use"))
            members.append(("certificate", JSONText(word: file)))
        case .go, .plain, .to, .body:
            members.append(("decision", .text(decision.name)))
            if !decision.values.isEmpty {
                members.append(("values", .list(decision.values.map { JSONText(word: $0) })))
            }
            members += decision.headerMember
        }
        return .object(members)
    }
}

extension ResolvedDecision {
    /// `{"answer": 5, "decision": "use", "values": ["alice", "secret"]}`
    ///
    /// A certificate is named by its file.
    package func message(answering question: Int) -> JSONText {
        var members: [(String, JSONText)] = [("answer", .number(question))]
        if case .useCertificate(let file) = self {
            members.append(("decision", "use"))
            members.append(("certificate", JSONText(word: file)))
            return .object(members)
        }
        members.append(("decision", .text(name)))
        if !values.isEmpty { members.append(("values", .list(values.map { JSONText(word: $0) }))) }
        return .object(members + headerMember)
    }

    /// `"header": [["X-Sent-By", "delegate"]]`; nothing without fields.
    fileprivate var headerMember: [(String, JSONText)] {
        header.isEmpty ? [] : [("header", .list(header.map { JSONText(fieldNamed: $0.name, $0.value) }))]
    }
}

extension ResolvedOrder {
    /// `{"act": "cancel", "load": 1}`; nil: the order is a load.
    package var act: (DriverAct, JSONText)? {
        switch self {
        case .load: nil
        case .cancel(let load): Self.act(.cancel, ("load", .number(load)))
        case .suspend(let load): Self.act(.suspend, ("load", .number(load)))
        case .proceed(let load): Self.act(.continue, ("load", .number(load)))
        case .resume(let load, let broken, _): Self.act(.resume, ("load", .number(load)), ("of", .number(broken)))
        case .trust(let anchor): Self.act(.trust, ("anchor", .text(anchor)))
        }
    }

    private static func act(_ act: DriverAct, _ members: (String, JSONText)...) -> (DriverAct, JSONText) {
        (act, .object([("act", .text(act.rawValue))] + members))
    }
}

extension RunnerMessage {
    /// nil: there is no such message.
    package var message: JSONText? {
        switch self {
        case .begins(let order): order.message
        case .order(.load(let load), let file): load.message(bodyFile: file)
        case .order(let order, _): order.act?.1
        case .answer(let question, let decision): decision.message(answering: question)
        case .ends(let number): .object([("end", .number(number))])
        case .unknown: nil
        }
    }
}
