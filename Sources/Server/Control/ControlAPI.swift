// ControlAPI.swift: the resources of the control API; `docs/control-api.md` is their contract.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainLoop
import QuintainPlayer
package import QuintainRouteHost
import QuintainSessions
import QuintainWire

@OnLoop
package final class ControlAPI {
    let library: Library
    let desk: SessionDesk
    let version: String
    let routes: RouteDesk
    let log: ServerLog?
    let texts: PostedTexts
    let began = Moment.now
    /// Distinguishes this server from one that had the port before, whose sessions had the same numbers.
    package let identity = String(UInt64.random(in: 0 ... .max), radix: 16)

    package init(
        library: Library, desk: SessionDesk, version: String, routes: RouteDesk? = nil, log: ServerLog? = nil,
        texts: PostedTexts = PostedTexts()
    ) {
        self.library = library
        self.desk = desk
        self.version = version
        self.routes = routes ?? RouteDesk(library)
        self.log = log
        self.texts = texts
    }

    /// The methods of each resource. `ID` is the number of a session or of posted routes, `NAME` the name of a fixture,
    /// with its slashes.
    static let resources: [(path: String, methods: [String], parameters: [String])] = [
        ("/", ["GET"], []),
        ("/health", ["GET"], []),
        ("/metrics", ["GET"], []),
        ("/fixtures", ["GET"], ["text"]),
        ("/fixtures/NAME", ["GET"], ["after"]),
        ("/lint", ["POST"], []),
        ("/changes", ["GET"], []),
        ("/routes", ["GET", "POST", "DELETE"], []),
        ("/routes/ID", ["GET", "PUT", "DELETE"], ["after"]),
        ("/requests", ["GET", "POST", "DELETE"], ["path", "method", "since", "wait", "expect", "format"]),
        ("/unanswered", ["GET", "DELETE"], ["expect", "format"]),
        ("/sessions", ["GET", "POST", "DELETE"], ["wait", "expect", "format"]),
        ("/sessions/ID", ["GET", "DELETE"], ["within"]),
        ("/sessions/ID/scenario", ["GET"], ["after"]),
        ("/sessions/ID/requests", ["GET"], ["since"]),
        ("/sessions/ID/transcript", ["GET"], ["format", "after"]),
        ("/sessions/ID/events", ["GET"], ["after"]),
        ("/sessions/ID/verdict", ["GET"], ["wait", "expect", "format", "width"]),
        ("/sessions/ID/ca", ["GET"], []),
        ("/sessions/ID/callbacks", ["POST"], []),
        ("/sessions/ID/again", ["POST"], []),
        ("/sessions/ID/go", ["POST"], []),
        ("/sessions/ID/end", ["POST"], []),
    ]

    /// The resources that have parts with numbers, and the slug where there is none.
    private static let numbered = ["/sessions": "no-session", "/routes": "no-routes"]

    /// Answers a request. One that is not trusted gets only the page, and whether the server is healthy.
    func answer(_ request: ControlRequest, isTrusted: Bool) async throws(ControlFault) -> ControlReply {
        let path = request.path
        let pattern = Self.pattern(of: path)
        guard let resource = Self.resources.first(where: { $0.path == pattern }) else { throw nothing(at: path) }
        guard resource.methods.contains(request.method) else {
            let allowed = resource.methods.flatMap { $0 == "GET" ? ["GET", "HEAD"] : [$0] }
            throw ControlFault(
                405, "wrong-method", "\(request.head.method) is not possible here",
                help: "use \(resource.methods.joined(separator: " or "))",
                fields: [("Allow", allowed.joined(separator: ", "))])
        }
        try request.allow(resource.parameters)
        // Of a script whose variable is empty: `/sessions/$id`.
        if request.method == "DELETE", request.head.targetText.hasSuffix("/"), let slug = Self.numbered[pattern] {
            throw ControlFault(
                404, slug, "no number stands behind '\(pattern)/'",
                help: "DELETE \(pattern), without the slash, deletes all")
        }
        switch (pattern, request.method) {
        case ("/health", _): return health(isWhole: isTrusted)
        case ("/metrics", _): return metrics()
        case ("/", _): return entrance(request)
        case ("/fixtures", _):
            await library.bring()
            return await fixtures(with: request.value("text"))
        case ("/fixtures/NAME", _): return try await fixture(path.dropFirst().joined(separator: "/"), request)
        case ("/lint", _): return try await lint(request)
        case ("/routes", _), ("/routes/ID", _): return try await routes(path.dropFirst().first, request)
        case ("/requests", _): return try await requests(request)
        case ("/unanswered", _): return try await unanswered(request)
        case ("/changes", _): return ControlReply(changes: ChangeFeed())
        case ("/sessions", "POST"):
            try request.allow([])
            return try await arm(request)
        case ("/sessions", "DELETE"):
            try request.allow([])
            return await deleteSessions()
        case ("/sessions", _): return try await sessions(request)
        default: break
        }
        guard let id = Int(path[1]), String(id) == path[1], let entry = desk[id] else {
            throw ControlFault(
                404, "no-session", "there is no session '\(path[1])'",
                help: "GET /sessions lists them; of those that have ended the oldest are forgotten")
        }
        return try await session(entry, path.count == 3 ? path[2] : nil, request)
    }

    private static func pattern(of path: [String]) -> String {
        if path.first == "fixtures", path.count > 1 { return "/fixtures/NAME" }
        let hasNumber = path.first == "sessions" || path.first == "routes"
        return "/" + path.enumerated().map { $0 == 1 && hasNumber ? "ID" : $1 }.joined(separator: "/")
    }

    private func session(
        _ entry: SessionDesk.Entry, _ part: String?, _ request: ControlRequest
    ) async throws(ControlFault) -> ControlReply {
        switch part {
        case "scenario": return try await scenario(of: entry, request)
        case "requests": return try await requests(of: entry, request)
        case "transcript": return try transcript(entry, request)
        case "events": return try events(entry, request)
        case "verdict": return try await verdict(entry, request)
        case "callbacks": return try await callback(entry, request)
        case "ca": return try authority(entry)
        case "again": return try await again(entry, request)
        case "go": return try go(entry)
        case "end":
            // Bytes that the client sent before this request are in the kernel, and count for the verdict.
            await entry.session.timeKept()
            desk.end(entry, .told)
            return ControlReply(json: summary(of: entry))
        default:
            if request.method == "DELETE" {
                await entry.session.timeKept()
                desk.end(entry, .told)
                defer { desk.remove(entry.id) }
                return ControlReply(json: summary(of: entry))
            }
            return try await state(entry, request)
        }
    }

    private func nothing(at path: [String]) -> ControlFault {
        let message = "there is nothing at '/\(path.joined(separator: "/"))'"
        guard path.count == 3, path[0] == "sessions" else {
            return ControlFault(404, "no-resource", message, help: "GET / lists what there is")
        }
        let parts = Self.resources.compactMap { resource in
            let parts = resource.path.split(separator: "/")
            return parts.count == 3 ? String(parts[2]) : nil
        }
        return ControlFault(404, "no-resource", message, help: .nearest(to: path[2], among: parts))
    }
}
