// RequestEnvironment.swift: the values of a route for one request.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainAuth
internal import QuintainCoding
internal import QuintainGenerators
internal import QuintainNotation
internal import QuintainScenario
internal import QuintainWire

/// Values that depend on the request come from here, all others from the surroundings: `now`, `nonce`, URLs.
struct RequestEnvironment: CodingEnvironment {
    let request: RequestView
    let target: RouteTarget
    /// The path of the exchange that is to answer.
    let path: [PathSegment]
    let surroundings: any TemplateEnvironment
    var captures: [String: [UInt8]] = [:]
    /// The Digest credentials of the request that were accepted.
    var granted: [DigestInput] = []

    func bytes(of function: Function) -> [UInt8]? {
        switch function {
        case .pathPart(let name): return part(name).map { Array($0) }
        case .requestHeader(let name): return request.value(of: Array(name.lowercased().utf8)).map { Array($0) }
        case .requestBody: return request.body.map { Array($0) }
        case .digestConfirmation(let next):
            let nonce = next.flatMap { surroundings.bytes(of: .nonce(name: $0)) }
            return granted.first.map { DigestConfirmation(of: $0, body: nil, nextNonce: nonce).bytes }
        case .captured(let name): return captures[name] ?? surroundings.bytes(of: function)
        default: return surroundings.bytes(of: function)
        }
    }

    var contentType: [UInt8]? { request.value(of: Self.contentTypeKey).map { Array($0) } }

    func accepts(_ bytes: [UInt8], as function: Function) -> Acceptance? {
        acceptsCredentials(bytes, as: function) ?? surroundings.accepts(bytes, as: function)
    }

    /// The lines of a reply, written out for this request.
    func written(
        _ lines: GeneratedLines, for kind: ReplyCompiler.Request, _ visit: Visit
    ) throws(GeneratorRefusal) -> [ReplyStep] {
        var segments: [String: [UInt8]] = [:]
        for case .named(let name) in path { segments[name] = part(name).map { Array($0) } }
        let occasion = Occasion(
            request, path: Array(target.path), query: target.query.map { Array($0) } ?? [], segments: segments,
            captures: captures, visit: visit)
        var generator = Generator(occasion)
        return try lines.written(by: &generator, in: self, for: kind)
    }

    private static let contentTypeKey = Array("content-type".utf8)

    private func part(_ name: String) -> UnsafeRawBufferPointer? {
        path.firstIndex(of: .named(name)).map { target.segment($0, isRest: false) }
    }
}
