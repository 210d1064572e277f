// RunnerMessage+Reading.swift: the messages of the runner, as a driver in Swift reads them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation
import QuintainScenario
package import QuintainTalk
import QuintainWire
import QuintainWords

/// A message of the runner. Long bodies are in files, which the reader opens.
package enum RunnerMessage: Sendable, Equatable {
    case begins(CaseOrder)
    /// The order, and the file that holds the body, if it is not in the line.
    case order(ResolvedOrder, bodyFile: String?)
    case answer(Int, ResolvedDecision)
    case ends(Int)
    /// A message of a later version of the protocol.
    case unknown

    package init(_ message: Members) throws(MessageFault) {
        if let number = try message.number("case") {
            self = .begins(try CaseOrder(number, message))
        } else if let number = try message.number("load"), message["act"] == nil {
            let (load, file) = try ResolvedLoad.read(number, message)
            self = .order(.load(load), bodyFile: file)
        } else if let act = try message.text("act") {
            guard let order = try ResolvedOrder(act: act, message) else {
                self = .unknown
                return
            }
            self = .order(order, bodyFile: nil)
        } else if let number = try message.number("answer") {
            self = .answer(number, try ResolvedDecision(message))
        } else if let number = try message.number("end") {
            self = .ends(number)
        } else {
            self = .unknown
        }
    }
}

extension CaseOrder {
    fileprivate init(_ number: Int, _ message: Members) throws(MessageFault) {
        var resolve: [String: String] = [:]
        for (name, address) in try message.members("resolve") { resolve[name] = address.text }
        self.init(
            number: number, style: try message.text("style").flatMap(APIStyle.init),
            folder: try message.text("folder") ?? "", resolve: resolve)
    }
}

extension ResolvedLoad {
    fileprivate static func read(
        _ number: Int, _ message: Members
    ) throws(MessageFault) -> (ResolvedLoad, bodyFile: String?) {
        let kind = try message.text("as").flatMap(LoadKind.init) ?? .data
        var load = ResolvedLoad(
            number: number, method: try message.text("method") ?? "GET", url: try message.text("url") ?? "", kind: kind)
        load.fields = try message.list("fields").map { (pair) throws(MessageFault) -> Field in
            let halves = pair.list ?? []
            guard halves.count == 2, let name = halves[0].text, let value = halves[1].wordBytes else {
                throw MessageFault("wrong-type", "'fields' has \(pair.excerpt)", help: "it is a list of [name, value]")
            }
            return Field(name, value)
        }
        var file: String?
        if let body = message["body"] {
            let members = Members(body)
            file = try members.text("file")
            if file == nil { load.body = [.bytes(body.wordBytes ?? [])] }
        }
        load.timeout = try message.number("timeout")
        load.total = try message.number("total")
        load.policy = try message.text("policy")
        load.keepsCookies = try message.bool("cookies") ?? true
        let credentials = try message.list("credentials").compactMap(\.wordBytes)
        if credentials.count == 2 { load.credentials = .init(user: credentials[0], password: credentials[1]) }
        load.anchor = try message.text("anchor")
        load.proxy = try message.text("proxy")
        load.hasPriorKnowledge = try message.bool("prior-knowledge") ?? false
        for planned in try message.list("decisions") {
            if let decision = try PlannedDecision(planned: Members(planned)) { load.decisions.append(decision) }
        }
        return (load, file)
    }
}

extension PlannedDecision {
    /// nil: the decision is about a callback that this version does not know.
    fileprivate init?(planned message: Members) throws(MessageFault) {
        guard let callback = try message.text("callback").flatMap(CallbackKind.init) else { return nil }
        self.init(
            callback, kind: try message.text("kind"), isOfProxy: try message.bool("proxy") ?? false,
            try ResolvedDecision(message))
    }
}

extension ResolvedDecision {
    fileprivate init(_ message: Members) throws(MessageFault) {
        let word = try message.text("decision") ?? ""
        if let certificate = message["certificate"] {
            // The name of a file need not be text.
            guard let file = certificate.wordBytes else {
                throw MessageFault(
                    "wrong-type", "'certificate' is \(certificate.excerpt)", help: "write the name of a file")
            }
            self = .useCertificate(file)
            return
        }
        var values = try message.list("values").compactMap(\.wordBytes)
        if let user = message["user"]?.wordBytes, let password = message["password"]?.wordBytes {
            values = [user, password]
        }
        let header = try message.list("header").compactMap { pair -> (name: String, value: [UInt8])? in
            let halves = pair.list ?? []
            guard halves.count == 2, let name = halves[0].text, let value = halves[1].wordBytes else { return nil }
            return (name, value)
        }
        self.init(named: word, values, header: header)
    }
}

extension ResolvedOrder {
    /// nil: this version does not know the act.
    fileprivate init?(act: String, _ message: Members) throws(MessageFault) {
        let load = try message.number("load") ?? 1
        switch DriverAct(rawValue: act) {
        case .cancel: self = .cancel(load: load)
        case .suspend: self = .suspend(load: load)
        case .continue: self = .proceed(load: load)
        case .resume: self = .resume(load: load, of: try message.number("of") ?? 1, .unnamed)
        case .trust: self = .trust(anchor: try message.text("anchor") ?? "")
        case nil: return nil
        }
    }
}

extension JSONText {
    /// Text as its bytes, `{"text": …}`, or `{"hex": …}`.
    package var wordBytes: [UInt8]? {
        if let text { return Array(text.utf8) }
        if let hex = self["hex"]?.text { return Quoting.bytes(hexDigits: hex) }
        return self["text"]?.text.map { Array($0.utf8) }
    }
}
