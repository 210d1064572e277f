// Conversation.swift: a loader in a test: its inputs, and the effects that it orders.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire
import QuintainWords
import Testing

@testable import QuintainLoader

/// Each input gives the effects as short lines: `connect main`, `send GET /`, `tell data "x"`, `ask redirect 302 /b`.
final class Conversation {
    var loader: Loader
    let memory: ClientMemory
    var now = LoaderTime(monotonic: 0, wall: 1_700_000_000)
    /// The last request head that was sent, as text.
    private(set) var sent = ""
    private(set) var sentBody: [UInt8] = []
    private(set) var open: Int?
    /// The last response that was told, the redirect that was asked about, and how a copy is to be validated.
    private(set) var reply: Reply?
    private(set) var redirect: Reply?
    private(set) var refresh: LoadSettings?
    private var reader: ResponseReader?

    init(
        _ method: String = "GET", _ url: String = "http://main.test/", fields: [Field] = [],
        body: RequestBody = .none, memory: ClientMemory = ClientMemory(),
        _ change: (inout LoadSettings) -> Void = { _ in }
    ) {
        var settings = LoadSettings()
        change(&settings)
        self.memory = memory
        loader = Loader(LoadRequest(method, url, fields: fields, body: body), settings, memory)
    }

    func start() -> [String] { note(loader.start(at: now)) }
    func connected(_ state: ConnectionState = .fresh) -> [String] { note(loader.connected(state, at: now)) }
    func secured() -> [String] { note(loader.secured(at: now)) }
    func trustAsked(_ hop: Hop, isTrusted: Bool) -> [String] {
        note(
            loader.trustAsked(
                ServerTrust(hop: hop, isTrusted: isTrusted, sentence: "", subject: "CN=\(hop.host)"), at: now))
    }
    func bodySent(_ count: Int) -> [String] { note(loader.bodySent(count, at: now)) }
    func lost(_ fault: NetworkFault) -> [String] { note(loader.lost(fault, at: now)) }
    func cancelled() -> [String] { note(loader.cancelled()) }

    func passed(_ milliseconds: Int64) -> [String] {
        now.monotonic += milliseconds
        now.wall += milliseconds / 1000
        return note(loader.timePassed(at: now))
    }

    func answered(_ answer: LoadAnswer = .byDefault) -> [String] {
        guard let number = open else {
            Issue.record("no question is open")
            return []
        }
        open = nil
        return note(loader.answered(number, answer, at: now))
    }

    /// Bytes of the server, as far as the loader takes them; with `isEnd` the connection ends behind them.
    func received(_ text: String, isEnd: Bool = false) -> [String] {
        received(bytes: Array(text.utf8), isEnd: isEnd)
    }

    func received(bytes: [UInt8], isEnd: Bool = false) -> [String] {
        reader?.append(bytes)
        if isEnd { reader?.inputEnded() }
        return read()
    }

    private func read() -> [String] {
        var lines: [String] = []
        while loader.takesParts, let part = reader?.next() { lines += note(loader.arrived(part, at: now)) }
        return lines
    }

    private func note(_ effects: [LoaderEffect]) -> [String] {
        var lines: [String] = []
        for effect in effects {
            switch effect {
            case .network(.send(let message)):
                sent = String(decoding: message.head, as: UTF8.self)
                sentBody = message.body
                reader = ResponseReader(answering: message.method)
            case .ask(let number, let question):
                open = number
                if case .response(let reply) = question { self.reply = reply }
                if case .redirect(let reply, _) = question { redirect = reply }
            case .refresh(_, let settings): refresh = settings
            case .network, .tell, .file, .ended: break
            }
            lines.append(Self.line(effect))
        }
        // Bytes that came while a question was open.
        return lines + read()
    }

    func field(_ name: String) -> String? {
        for line in sent.split(separator: "\r\n").dropFirst() {
            let halves = line.split(separator: ":", maxSplits: 1)
            if halves[0].lowercased() == name.lowercased() { return String(halves[1].drop { $0 == " " }) }
        }
        return nil
    }

    private static func line(_ effect: LoaderEffect) -> String {
        switch effect {
        case .network(let order): line(order)
        case .tell(let event): "tell " + line(event)
        case .ask(_, let question): "ask " + line(question)
        case .file(.open(let path, let offset)): offset == 0 ? "open \(path)" : "open \(path) at \(offset)"
        case .file(.append(let bytes)): "append \(bytes.count)"
        case .file(.close): "close file"
        case .file(.remove): "remove file"
        case .refresh(let request, _): "refresh \(request.url)"
        case .ended: "ended"
        }
    }

    private static func line(_ order: NetworkOrder) -> String {
        switch order {
        case .connect(let route, let reuse):
            "connect \(route.first.host)" + (reuse ? "" : " anew")
        case .secure(let hop, _): "secure \(hop.host)"
        case .judge(let isTrusted): isTrusted ? "trust" : "refuse trust"
        case .identify(let path): "identify \(path ?? "none")"
        case .send(let message): "send \(message.method) " + (message.holdsBody ? "held" : "\(message.body.count)")
        case .sendBody: "send body"
        case .release(let isReusable): isReusable ? "keep" : "close"
        }
    }

    private static func line(_ event: LoadEvent) -> String {
        switch event {
        case .sent(let count, let total): "sent \(count)/\(total.map(String.init) ?? "?")"
        case .informational(let reply): "informational \(reply.status)"
        case .response(let reply): "response \(reply.status)"
        case .data(let bytes): "data \(String(decoding: bytes, as: UTF8.self))"
        case .resumed(let offset, let total): "resumed \(offset)/\(total.map(String.init) ?? "?")"
        case .created: "created"
        case .progress(_, let written, let total): "progress \(written)/\(total.map(String.init) ?? "?")"
        case .file(let path): "file \(path)"
        case .challengeCancelled: "challenge-cancelled"
        case .finished: "finish"
        case .failed(let failure): "fail \(failure.kind.rawValue)"
        }
    }

    private static func line(_ question: LoadQuestion) -> String {
        switch question {
        case .canonical(let request): "canonical \(request.url)"
        case .redirect(let reply, let request): "redirect \(reply.status) \(request.method) \(request.url)"
        case .challenge(let challenge):
            "challenge \(challenge.kind.rawValue) \(challenge.failures)" + (challenge.isOfProxy ? " proxy" : "")
        case .newBody: "new body"
        case .response(let reply): "response \(reply.status)"
        case .willCache(_, let storage): "will-cache \(storage.rawValue)"
        case .decode(let type): "decode \(type)"
        case .destination(let name): "destination \(name)"
        }
    }
}
