// Mutant+Connections.swift: connections that are used too often, or not often enough.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoader
import QuintainWire

extension Mutant {
    static let ofConnections: [Mutant] = [
        Mutant(
            "repeats-a-stale-post", "sends a POST again that may have been processed", breaks: "RFC 9110 section 9.2.2",
            in: "connections",
            sabotage: Sabotage(
                happened: { input, scene in
                    switch input {
                    case .lost(let fault):
                        guard fault.isBeforeReply, scene.isReused, scene.method == "POST", let route = scene.route
                        else { return nil }
                        scene.isMarked = true
                        return [
                            .effect(.network(.release(isReusable: false))),
                            .effect(.network(.connect(route, reuse: false))),
                        ]
                    case .connected:
                        guard scene.isMarked, let message = scene.message else { return nil }
                        return [.effect(.network(.send(message)))]
                    default: return nil
                    }
                })),
        Mutant(
            "gives-up-on-a-stale-connection", "fails where a connection that was kept turns out to be closed",
            breaks: "RFC 9112 section 9.3.1", in: "connections",
            sabotage: .happened { input, _ in
                guard case .lost(var fault) = input else { return nil }
                fault.isBeforeReply = false
                return [.input(.lost(fault))]
            }),
        Mutant(
            "repeats-a-repetition", "sends a GET a third time that two connections did not answer",
            breaks: "RFC 9112 section 9.3.1", in: "framing", "connections",
            sabotage: Sabotage(
                happened: { input, scene in
                    switch input {
                    case .lost(let fault):
                        guard fault.isBeforeReply, !scene.isReused, scene.method == "GET", scene.count < 2,
                            let route = scene.route
                        else { return nil }
                        scene.count += 1
                        return [
                            .effect(.network(.release(isReusable: false))),
                            .effect(.network(.connect(route, reuse: false))),
                        ]
                    case .connected:
                        guard scene.count > 0, let message = scene.message else { return nil }
                        return [.effect(.network(.send(message)))]
                    default: return nil
                    }
                })),
        Mutant(
            "keeps-what-is-to-be-closed", "goes on using a connection behind Connection: close",
            breaks: "RFC 9112 section 9.6", in: "connections",
            sabotage: .reading { bytes, _ in
                String(decoding: bytes, as: UTF8.self).contains("Connection: ") ? renamed(bytes, "Connection: ") : bytes
            }),
        Mutant(
            "keeps-what-http-1-0-closes", "goes on using a connection of HTTP/1.0", breaks: "RFC 9112 section 9.3",
            in: "connections",
            sabotage: .reading { bytes, _ in
                bytes.starts(with: "HTTP/1.0".utf8) ? Array("HTTP/1.1".utf8) + bytes.dropFirst(8) : bytes
            }),
        Mutant(
            "takes-a-stray-reply", "takes what came behind one reply for the reply to the next request",
            breaks: "RFC 9112 section 9.2", in: "connections", "framing",
            sabotage: Sabotage(
                ordered: { effect, scene in
                    guard case .network(.send) = effect, !scene.past.bytes.isEmpty else { return nil }
                    let parts = parts(of: scene.past.bytes)
                    scene.past.bytes = []
                    return [.effect(effect)] + parts.map { .input(.arrived($0)) }
                },
                read: { bytes, scene in
                    let start = Array("HTTP/1.1 ".utf8)
                    guard let place = bytes.indices.dropFirst().first(where: { bytes[$0...].starts(with: start) }),
                        !String(decoding: bytes, as: UTF8.self).hasPrefix("HTTP/1.1 1")
                    else { return bytes }
                    scene.past.bytes = Array(bytes[place...])
                    return Array(bytes[..<place])
                })),
        Mutant(
            "closes-each-connection", "uses no connection twice, not even within a challenge",
            breaks: "RFC 9112 section 9.3", in: "connections", "authentication",
            sabotage: .ordered { effect, _ in
                guard case .network(.release) = effect else { return nil }
                return [.effect(.network(.release(isReusable: false)))]
            }),
    ]

    private static func renamed(_ bytes: [UInt8], _ name: String) -> [UInt8] {
        Array(String(decoding: bytes, as: UTF8.self).replacing(name, by: "X-\(name)").utf8)
    }

    private static func parts(of bytes: [UInt8]) -> [ResponseReader.Part] {
        var reader = ResponseReader(answering: "GET")
        reader.append(bytes)
        var parts: [ResponseReader.Part] = []
        while let part = reader.next() { parts.append(part) }
        return parts
    }
}
