// ResolvedLoads.swift: the loads of `client` lines, with their values filled in.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainReply
import QuintainScenario
import QuintainTalk
import QuintainWire

extension Values {
    /// A load of a `client` line, or the one that the first request implies.
    mutating func resolved(_ load: Load, number: Int, _ scope: Scope) -> ResolvedLoad {
        var resolved = ResolvedLoad(
            number: number, lane: load.lane,
            method: String(decoding: bytes(load.method, scope), as: UTF8.self),
            url: url(of: load.url, scope), kind: load.kind)
        resolved.fields = load.header.map { Field($0.name, bytes($0.value, scope)) }
        resolved.body = load.body.map { elements($0, scope).compactMap(BodyPiece.init) }
        resolved.timeout = load.timeout
        resolved.total = load.total
        if !load.isUntrusted { resolved.anchor = anchorPath }
        resolved.proxy = load.proxy.flatMap { endpoints[$0]?.url }
        for option in load.options {
            let value = bytes(option.value, scope)
            let text = String(decoding: value, as: UTF8.self)
            switch option.name {
            case LoadOption.cache.rawValue: resolved.policy = text
            case "cookies": resolved.keepsCookies = text != "off"
            case "credentials":
                let halves = value.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
                resolved.credentials = .init(user: Array(halves[0]), password: Array(halves.dropFirst().joined()))
            default: break
            }
        }
        return resolved
    }

    /// The path of an anchor: `ca` is the run's own authority; any other name is a path.
    func anchor(_ name: [UInt8]) -> String {
        let name = String(decoding: name, as: UTF8.self)
        return name == "ca" ? anchorPath ?? name : name
    }

    /// The URL that a target stands for.
    private mutating func url(of target: Target, _ scope: Scope) -> String {
        switch target {
        case .path(let origin, let path):
            (endpoints[origin]?.url ?? "") + String(decoding: bytes(path, scope), as: UTF8.self)
        case .text(let text): String(decoding: bytes(text, scope), as: UTF8.self)
        }
    }
}

extension BodyPiece {
    /// nil: the element has no bytes.
    fileprivate init?(_ element: Batch.Element) {
        switch element {
        case .bytes(let bytes): self = .bytes(bytes)
        case .pattern(let from, let count): self = .pattern(from: from, count: count)
        case .field, .strike: return nil
        }
    }
}
