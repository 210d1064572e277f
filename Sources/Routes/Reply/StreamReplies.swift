// StreamReplies.swift: the replies of routes as they leave on a stream of HTTP/2.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainGenerators
package import QuintainNotation
package import QuintainReply
internal import QuintainScenario
package import QuintainWire

/// The replies that were made ready for HTTP/2: each when it is first asked for, since many servers never speak it.
package struct StreamReplies {
    private enum Reply {
        /// It is made of what only HTTP/1.1 has.
        case ofHTTP1
        /// It is written out for each request.
        case written(GeneratedLines)
        case compiled(CompiledReply)
        /// It is the same for every request.
        case constant([Batch.Element], CompiledReply)
    }

    private struct Key: Hashable {
        let exchange: ObjectIdentifier
        let request: ReplyCompiler.Request
    }

    /// Exchanges are kept, so that no other one is taken for one that is gone.
    private var ready: [Key: (exchange: CompiledExchange, reply: Reply)] = [:]

    package init() {}

    /// The reply of a route to a request, with the acts in it. nil: only HTTP/1.1 has what it is made of.
    ///
    /// `visit` is asked for only where the route calls a generator.
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
                compiled = ReplyCompiler.compile(steps, of: exchange.path, for: kind, isStreamed: true)
            }
            let elements = try ReplyRendering(compiled, in: environment).elements(of: compiled, portion)
            return elements.contains { $0.switchesProtocols } ? nil : elements
        } catch {
            let refusal = exchange.refusal(error, for: kind, isStreamed: true)
            return (try? ReplyRendering(refusal, in: environment).elements(of: refusal)) ?? []
        }
    }

    /// The `100 Continue` with which the reply begins; nil: it has none of its own that can be made before the body is
    /// there.
    package func goOn(
        _ request: RequestView, by route: FoundRoute, in surroundings: any TemplateEnvironment,
        visit: @autoclosure () -> Visit = Visit()
    ) -> [Batch.Element]? {
        guard let lines = route.exchange.continueLines else { return nil }
        let environment = route.environment(of: request, in: surroundings)
        let kind = ReplyCompiler.Request(method: request.method, to: route.exchange.method)
        do throws(GeneratorRefusal) {
            let steps = try environment.written(lines, for: kind, visit())
            // The whole reply is refused once the body is there.
            if steps.areOfHTTP1 { return nil }
            let reply = ReplyCompiler.compile(steps, of: route.exchange.path, for: kind, isStreamed: true)
            return try ReplyRendering(reply, in: environment).elements(of: reply)
        } catch {
            // What cannot be made is refused once the body is there.
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
        let reply = ReplyCompiler.compile(exchange.steps, of: exchange.path, for: request, isStreamed: true)
        return reply.constantElements.map { .constant($0, reply) } ?? .compiled(reply)
    }
}

extension [ReplyStep] {
    /// They are made of what only HTTP/1.1 has.
    fileprivate var areOfHTTP1: Bool {
        contains { if case .send(let line, _) = $0 { line.ofHTTP1 != nil } else { false } }
            || ReplyMessage.split(self).contains { $0.isEndedByClose }
    }
}

extension ReplyMessage {
    /// The end of the connection is the only end that the body has.
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
