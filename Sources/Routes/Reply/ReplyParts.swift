// ReplyParts.swift: compiles the values in a reply.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainCoding
internal import QuintainNotation
internal import QuintainScenario

extension ReplyCompiler {
    /// The segments of a template. `body` is the body that `{{length}}` measures.
    mutating func segments(_ template: Template, in body: [ReplySegment]) -> [ReplySegment] {
        var result: [ReplySegment] = []
        for piece in template.pieces {
            switch piece {
            case .literal(let bytes): result.add(.constant(bytes))
            case .value(let value): result.add(segment(value, body))
            }
        }
        return result
    }

    private mutating func segment(_ value: Value, _ body: [ReplySegment]) -> ReplySegment {
        let isPlain = value.transforms.allSatisfy { if case .chunks = $0 { true } else { false } }
        switch value.function {
        case .bytes(let count, let from) where isPlain: return .pattern(count: count, from: from)
        case .pathPart(let name) where value.transforms.isEmpty:
            if let index = path.firstIndex(of: .named(name)) { return .path(index) }
        case .requestHeader(let name) where value.transforms.isEmpty: return .header(Array(name.lowercased().utf8))
        case .requestBody where value.transforms.isEmpty: return .requestBody
        case .length where value.transforms.isEmpty: return .length(body)
        default:
            if let bytes = value.function.ownBytes { return .constant(value.transforms.applied(to: bytes)) }
        }
        // A value that is both written and measured is made once.
        let number = reply.values.firstIndex(of: value) ?? reply.values.count
        if number == reply.values.count { reply.values.append(value) }
        return .value(number)
    }
}

extension [Transform] {
    /// The bytes after all these transforms.
    fileprivate func applied(to bytes: [UInt8]) -> [UInt8] {
        reduce(bytes) { bytes, transform in transform.applied(to: bytes) ?? transform.coded(bytes) ?? [] }
    }
}
