// StreamReplies.swift: the replies of routes, compiled for streams of HTTP/2.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainGenerators
package import QuintainNotation
package import QuintainReply
internal import QuintainScenario
package import QuintainWire

/// Replies for HTTP/2, each compiled when it is first asked for, since many servers never speak HTTP/2.
package struct StreamReplies {
    private enum Reply {
        /// The reply has parts that only HTTP/1.1 has.
        case ofHTTP1
        /// The lines are written out for each request.
        case written(GeneratedLines)
        case compiled(CompiledReply)
        /// The reply is the same for every request.
        case constant([Batch.Element], CompiledReply)
    }

    private struct Key: Hashable {
        let exchange: ObjectIdentifier
        let request: ReplyCompiler.Request
    }

    /// The exchanges are kept alive, so that no new one has the identity of an old one.
    private var ready: [Key: (exchange: CompiledExchange, reply: Reply)] = [:]

    package init() {}

    /// How many are compiled and kept.
    var count: Int { ready.count }

    /// The reply of a route to a request, with its acts. nil: it has parts that only HTTP/1.1 has.
    ///
    /// `visit` is evaluated only if the route calls a generator.
    package mutating func answer(
        _ request: RequestView, by route: FoundRoute, in surroundings: any TemplateEnvironment,
        visit: @autoclosure () -> Visit = Visit(), _ portion: ReplyPortion = .whole
    ) -> [Batch.Element]? {
        let exchange = route.exchange
        let kind = ReplyCompiler.Request(method: request.method, to: exchange.method)
        let reply = reply(of: exchange, for: kind)
        if case .ofHTTP1 = reply { return nil }
        let environment = route.environment(of: request, in: surroundings, route.note(request, in: surroundings))
        if case .constant(let elements, _) = reply, portion == .whole { return elements }
        let compiled: CompiledReply
        do throws(GeneratorRefusal) {
            switch reply {
            case .ofHTTP1: return nil
            case .constant(_, let reply), .compiled(let reply): compiled = reply
            case .written(let lines):
                let steps = try environment.written(lines, for: kind, visit())
                if steps.areOfHTTP1 { return nil }
                compiled = ReplyCompiler.compile(steps, of: exchange.path, for: kind, in: .frames)
            }
            let elements = try ReplyRendering(compiled, in: environment).elements(of: compiled, portion)
            return elements.contains { $0.switchesProtocols } ? nil : elements
        } catch {
            let refusal = exchange.refusal(error, for: kind, in: .frames)
            return (try? ReplyRendering(refusal, in: environment).elements(of: refusal)) ?? []
        }
    }

    /// The `100 Continue` with which the reply begins; nil: it begins with none, or with one that needs the body.
    package func goOn(
        _ request: RequestView, by route: FoundRoute, in surroundings: any TemplateEnvironment,
        visit: @autoclosure () -> Visit = Visit()
    ) -> [Batch.Element]? {
        guard let lines = route.exchange.continueLines else { return nil }
        let environment = route.environment(of: request, in: surroundings)
        let kind = ReplyCompiler.Request(method: request.method, to: route.exchange.method)
        do throws(GeneratorRefusal) {
            let steps = try environment.written(lines, for: kind, visit())
            // A reply that only HTTP/1.1 has is refused as a whole once the body is there.
            if steps.areOfHTTP1 { return nil }
            let reply = ReplyCompiler.compile(steps, of: route.exchange.path, for: kind, in: .frames)
            return try ReplyRendering(reply, in: environment).elements(of: reply)
        } catch {
            // A reply that cannot be made is refused once the body is there.
            return nil
        }
    }

    private mutating func reply(of exchange: CompiledExchange, for request: ReplyCompiler.Request) -> Reply {
        let key = Key(exchange: ObjectIdentifier(exchange), request: request)
        if let known = ready[key] { return known.reply }
        let made = Self.make(exchange, request)
        ready[key] = (exchange, made)
        return made
    }

    private static func make(_ exchange: CompiledExchange, _ request: ReplyCompiler.Request) -> Reply {
        if request == .connect || exchange.steps.areOfHTTP1 { return .ofHTTP1 }
        if let lines = exchange.lines(for: request) { return .written(lines) }
        let reply = ReplyCompiler.compile(exchange.steps, of: exchange.path, for: request, in: .frames)
        return reply.constantElements.map { .constant($0, reply) } ?? .compiled(reply)
    }
}

extension [ReplyStep] {
    /// Whether the lines have parts that only HTTP/1.1 has.
    fileprivate var areOfHTTP1: Bool {
        contains { if case .send(let line, _) = $0 { line.ofHTTP1 != nil } else { false } }
            || ReplyMessage.split(self).contains { $0.isEndedByClose }
    }
}

extension ReplyMessage {
    /// The body has no length and no chunks: only the end of the connection ends it.
    fileprivate var isEndedByClose: Bool {
        guard closeEndsBody else { return false }
        return !steps.contains {
            guard case .send(.field(_, let name?, _), _) = $0 else { return false }
            return name == "content-length" || name == "transfer-encoding"
        }
    }
}

extension Batch.Element {
    fileprivate var switchesProtocols: Bool { if case .strike(.switchProtocols) = self { true } else { false } }
}
