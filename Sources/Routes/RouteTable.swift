// RouteTable.swift: the table of standing exchanges, in which requests find their route.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainAuth
package import QuintainGenerators
package import QuintainNotation
package import QuintainReply
package import QuintainScenario
package import QuintainWire
internal import Synchronization

/// The standing exchanges of some files, compiled for lookup.
///
/// Finding the exchange that answers takes as long as the request's path is long, whether there are ten routes or a
/// hundred thousand. Only exchanges that differ in nothing but header or body conditions are tried one by one.
package struct RouteTable: Sendable {
    package enum Lookup: Sendable {
        case found(FoundRoute)
        /// The choice of the exchange, or its reply, depends on the body: collect it and ask again.
        case needsBody(FoundRoute?)
        /// See ``RouteTable/nearest(to:in:)``.
        case none
    }

    let exchanges: [CompiledExchange]
    let trie: RouteTrie
    /// Whether one of the replies has a `! tls-alert`.
    package let sendsAlerts: Bool

    package init(_ files: [RouteFile]) {
        var exchanges: [CompiledExchange] = []
        var builder = RouteTrieBuilder()
        sendsAlerts = files.contains { $0.exchanges.contains(where: \.sendsAlert) }
        for file in files {
            if let turns = file.turns {
                for each in file.exchangesInTurn {
                    builder.insert(each.exchange)
                    exchanges.append(CompiledExchange(each, by: turns, file: file.file))
                }
                continue
            }
            for exchange in file.exchanges {
                builder.insert(exchange)
                exchanges.append(CompiledExchange(exchange, file: file.file))
            }
        }
        builder.sort { exchanges[Int($0)].conditions.weight }
        self.exchanges = exchanges
        trie = RouteTrie(builder)
    }

    package var count: Int { exchanges.count }

    /// The exchange that answers the request: the most specific that fits, then the earlier.
    ///
    /// A HEAD without a route of its own is answered as the GET would be, without the body (RFC 9110 section 9.3.2).
    package func find(_ request: RequestView, in surroundings: any TemplateEnvironment) -> Lookup {
        if let finding = search(request, in: surroundings) { return finding }
        guard request.method.elementsEqual("HEAD".utf8) else { return .none }
        var get = request
        get.method = UnsafeRawBufferPointer(start: Self.get.utf8Start, count: Self.get.utf8CodeUnitCount)
        guard let finding = search(get, in: surroundings) else { return .none }
        guard case .found(var route) = finding else { return finding }
        route.isHeadOfGet = true
        return .found(route)
    }

    private static let get: StaticString = "GET"

    private func search(_ request: RequestView, in surroundings: any TemplateEnvironment) -> Lookup? {
        let target = RouteTarget(request.target)
        return trie.search(request.method, target) { bucket in
            for number in bucket {
                let exchange = exchanges[Int(number)]
                if exchange.isUnconditional { return .found(FoundRoute(exchange)) }
                let environment = RequestEnvironment(
                    request: request, target: target, path: exchange.path, surroundings: surroundings)
                switch exchange.conditions.judge(request, target, in: environment) {
                case .fits(let captures):
                    let route = FoundRoute(exchange, captures)
                    let needsBody = exchange.usesBody && !route.isEarly
                    return request.body == nil && needsBody ? .needsBody(route) : .found(route)
                case .needsBody: return .needsBody(nil)
                case .differs: continue
                }
            }
            return nil
        }
    }
}

extension StandingExchange {
    fileprivate var sendsAlert: Bool { reply.contains { if case .act(.tlsAlert, _) = $0 { true } else { false } } }
}

/// An exchange that answers a request.
package struct FoundRoute: Sendable {
    let exchange: CompiledExchange
    let captures: [String: [UInt8]]
    /// The exchange is for GET, and the request's method is HEAD.
    var isHeadOfGet = false

    /// An exchange that was made for one request, of the file that has made it.
    package init(madeAs exchange: StandingExchange, by file: String) {
        self.init(CompiledExchange(exchange, file: file))
    }

    init(_ exchange: CompiledExchange, _ captures: [String: [UInt8]] = [:]) {
        self.exchange = exchange.onTurn
        self.captures = captures
    }

    /// The reply does not wait for the body of the request.
    package var isEarly: Bool { exchange.isEarly }
    package var file: String { exchange.file }
    package var place: Place { exchange.place }

    /// Appends the beginning of the reply to `output`, and returns the acts that are left to do: none, for most
    /// replies. The request need not be kept for them. `visit` is evaluated only if the route calls a generator.
    package func answer(
        _ request: RequestView, in surroundings: any TemplateEnvironment, visit: @autoclosure () -> Visit = Visit(),
        _ portion: ReplyPortion = .whole, into output: inout OutputBytes
    ) -> [Batch.Element] {
        let granted = note(request, in: surroundings)
        if let bytes = exchange.constantReply, !isHeadOfGet {
            output.append(bytes)
            return []
        }
        let environment = environment(of: request, in: surroundings, granted)
        let kind = ReplyCompiler.Request(method: request.method, to: exchange.method)
        do throws(GeneratorRefusal) {
            let reply =
                if let lines = exchange.lines(for: kind) {
                    ReplyCompiler.compile(
                        try environment.written(lines, for: kind, visit()), of: exchange.path, for: kind)
                } else {
                    exchange.reply(for: kind)
                }
            return try ReplyRendering(reply, in: environment).write(reply, portion, into: &output)
        } catch {
            let refusal = exchange.refusal(error, for: kind)
            return (try? ReplyRendering(refusal, in: environment).write(refusal, into: &output)) ?? []
        }
    }

    /// Appends the `100 Continue` with which the reply begins, for a client that waits for it, and returns the acts
    /// that are left to do. nil: the reply begins with none, or with one that needs the body.
    package func goOn(
        _ request: RequestView, in surroundings: any TemplateEnvironment, visit: @autoclosure () -> Visit = Visit(),
        into output: inout OutputBytes
    ) -> [Batch.Element]? {
        guard let lines = exchange.continueLines else { return nil }
        let environment = environment(of: request, in: surroundings)
        let kind = ReplyCompiler.Request(method: request.method, to: exchange.method)
        do throws(GeneratorRefusal) {
            let reply = ReplyCompiler.compile(
                try environment.written(lines, for: kind, visit()), of: exchange.path, for: kind)
            return try ReplyRendering(reply, in: environment).write(reply, into: &output)
        } catch {
            // A reply that cannot be made is refused once the body is there.
            return nil
        }
    }

    func environment(
        of request: RequestView, in surroundings: any TemplateEnvironment, _ granted: [DigestInput] = []
    ) -> RequestEnvironment {
        RequestEnvironment(
            request: request, target: RouteTarget(request.target), path: exchange.path, surroundings: surroundings,
            captures: captures, granted: granted)
    }

    /// Uses up the exchange's turn, and the Digest credentials that the route demands.
    func note(_ request: RequestView, in surroundings: any TemplateEnvironment) -> [DigestInput] {
        exchange.turn?.count()
        let lines = exchange.conditions.digestLines
        guard !lines.isEmpty, let judge = surroundings as? any DigestJudge else { return [] }
        let granted = environment(of: request, in: surroundings).granted(lines)
        granted.forEach(judge.note)
        return granted
    }
}

/// A standing exchange. Its reply is compiled when the first request comes: a server has many routes that are never
/// asked for.
final class CompiledExchange: Sendable {
    let file: String
    let place: Place
    let method: Template
    let path: [PathSegment]
    let query: Template?
    let conditions: RouteConditions
    /// The lines as they were written: replies for rare kinds of request are compiled from them.
    let steps: [ReplyStep]
    /// nil: no other exchange asks for the same.
    let turn: RouteTurn?
    /// Those that answer in turn behind this one.
    let followers: [CompiledExchange]
    private let commonFields: [ReplyStep]
    private let hasConditions: Bool
    private let isWrittenEarly: Bool
    /// Read with every request: an `AtomicLazyReference` takes 800 instructions for a read.
    private let isReady = Atomic(false)
    nonisolated(unsafe) private var ready: ReadyReply?
    private let readying = Mutex(())

    convenience init(_ inTurn: RouteFile.InTurn, by turns: RouteTurns, file: String) {
        let turn = inTurn.followers.isEmpty ? nil : RouteTurn(turns: turns, first: inTurn.index)
        self.init(
            inTurn.exchange, file: file, turn: turn,
            followers: inTurn.followers.map { CompiledExchange($0, file: file, turn: turn) })
    }

    init(_ exchange: StandingExchange, file: String, turn: RouteTurn? = nil, followers: [CompiledExchange] = []) {
        self.file = file
        self.turn = turn
        self.followers = followers
        place = exchange.place
        method = exchange.method
        path = exchange.path
        query = exchange.query
        conditions = RouteConditions(exchange)
        steps = exchange.reply
        commonFields = exchange.commonFields
        isWrittenEarly = exchange.isEarly
        hasConditions =
            exchange.method.literal == nil || !exchange.header.isEmpty || exchange.body != nil
            || exchange.query.map { $0.literal == nil } ?? false
    }

    private var readied: ReadyReply {
        // The flag is read with acquiring order, so the reply that was stored before it is visible.
        if isReady.load(ordering: .acquiring), let ready { return ready }
        return readying.withLock { _ in
            if let ready { return ready }
            let made = ReadyReply(steps, path, method)
            ready = made
            isReady.store(true, ordering: .releasing)
            return made
        }
    }

    /// The exchange has no condition beyond method, path and query.
    var isUnconditional: Bool { !hasConditions && !usesBody }
    /// An exchange that answers in turn with this one may have its turn by the time that the body has come.
    var usesBody: Bool { readied.lines.readsBody || followers.contains(where: \.usesBody) }
    var isEarly: Bool { isWrittenEarly && !readied.lines.readsBody }
    /// The whole reply, if it is the same for every request.
    var constantReply: [UInt8]? { readied.constant }

    /// The lines of the `100 Continue` with which the reply begins, unless they depend on the body.
    var continueLines: GeneratedLines? {
        guard readied.lines.beginsWithContinue, let message = ReplyMessage.split(steps).first else { return nil }
        let first = GeneratedLines(message.steps)
        return first.readsBody ? nil : first
    }

    func refusal(
        _ refusal: GeneratorRefusal, for request: ReplyCompiler.Request, in syntax: MessageSyntax = .lines
    ) -> CompiledReply {
        ReplyCompiler.compile(
            GeneratedLines.refusal(refusal, commonFields), of: path, for: request, in: syntax)
    }

    /// The lines that must be written out for each request of this kind; nil: the reply is compiled.
    func lines(for request: ReplyCompiler.Request) -> GeneratedLines? {
        let lines = readied.lines
        return lines.hangOnRequest || request == .headOfAnother && lines.hasRawLine ? lines : nil
    }

    func reply(for request: ReplyCompiler.Request) -> CompiledReply {
        let replies = readied.replies
        if replies.count > 1 { return replies[request.rawValue] }
        // A route with a single compiled reply gets one other kind of request: HEAD, if it is for GET.
        return request == .headOfAnother ? ReplyCompiler.compile(steps, of: path, for: request) : replies[0]
    }
}

/// The reply of an exchange, compiled as far as it does not depend on the request.
private final class ReadyReply: Sendable {
    let lines: GeneratedLines
    /// One reply for the method that the route is written for, or one for each kind of request. Empty: the lines are
    /// written out, and compiled, for each request.
    let replies: [CompiledReply]
    let constant: [UInt8]?

    init(_ steps: [ReplyStep], _ path: [PathSegment], _ method: Template) {
        lines = GeneratedLines(steps)
        let kinds =
            method.literal.map { literal in
                [literal.withUnsafeBytes { ReplyCompiler.Request(method: $0, to: method) }]
            } ?? ReplyCompiler.Request.allCases
        replies = lines.hangOnRequest ? [] : kinds.map { ReplyCompiler.compile(steps, of: path, for: $0) }
        constant = replies.count == 1 ? replies[0].constant : nil
    }
}
