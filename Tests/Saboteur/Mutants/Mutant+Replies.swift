// Mutant+Replies.swift: replies that are read in a wrong way.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoader
import QuintainWire
import QuintainWords

extension Mutant {
    static let ofFraming: [Mutant] = [
        Mutant(
            "leaves-chunks-in", "leaves the framing of chunks in the data", breaks: "RFC 9112 section 7.1",
            in: "framing",
            sabotage: .happened { input, scene in
                guard case .arrived(.body(let bytes)) = input, scene.head?.framing == .chunked else { return nil }
                let framed = Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + [13, 10]
                return [.input(.arrived(.body(framed)))]
            }),
        Mutant(
            "tells-trailers-as-data", "tells trailers as data", breaks: "RFC 9112 section 7.1.2", in: "framing",
            sabotage: .happened { input, _ in
                guard case .arrived(.trailers(let fields)) = input else { return nil }
                let text = fields.map { "\($0.name): \($0.text)\r\n" }.joined()
                return [.input(.arrived(.body(Array(text.utf8))))]
            }),
        Mutant(
            "takes-a-cut-body-for-whole", "takes a body for whole that breaks off",
            breaks: "RFC 9112 section 8", in: "framing",
            sabotage: .happened { input, scene in
                guard case .lost = input, scene.isDelivering else { return nil }
                return [.input(.arrived(.end))]
            }),
        Mutant(
            "takes-nothing-for-a-reply", "takes a connection that ends without a reply for an empty one",
            breaks: "RFC 9112 section 8", in: "framing",
            sabotage: .happened { input, scene in
                guard case .lost(let fault) = input, fault.kind == .lost, fault.isBeforeReply,
                    scene.message?.method != "CONNECT"
                else { return nil }
                return [.input(.arrived(.head(ResponseHead(status: 200)))), .input(.arrived(.end))]
            }),
        Mutant(
            "takes-the-first-length", "takes the first of lengths that contradict each other",
            breaks: "RFC 9112 section 6.3", in: "framing",
            sabotage: .reading { bytes, _ in
                var hasLength = false
                return lines(bytes) { line in
                    guard line.lowercased().hasPrefix("content-length:") else { return true }
                    defer { hasLength = true }
                    return !hasLength
                }
            }),
        Mutant(
            "takes-length-over-chunks", "believes Content-Length where there is Transfer-Encoding, too",
            breaks: "RFC 9112 section 6.3", in: "framing",
            sabotage: .reading { bytes, _ in
                let text = String(decoding: bytes, as: UTF8.self).lowercased()
                guard text.contains("content-length:") else { return bytes }
                return lines(bytes) { !$0.lowercased().hasPrefix("transfer-encoding:") }
            }),
        Mutant(
            "passes-over-lower-case", "passes over fields whose names are in lower case",
            breaks: "RFC 9110 section 5.1", in: "framing",
            sabotage: .reading { bytes, _ in lines(bytes) { $0.first?.isLowercase != true } }),
        Mutant(
            "reads-on-behind-204", "waits for the body of a 204", breaks: "RFC 9112 section 6.3", in: "framing",
            sabotage: .reading { bytes, _ in
                String(decoding: bytes, as: UTF8.self).hasPrefix("HTTP/1.1 204")
                    ? Array("HTTP/1.1 201".utf8) + bytes.dropFirst(12) : bytes
            }),
        Mutant(
            "stops-at-an-empty-read", "takes the first piece of a body for all of it", breaks: "RFC 9112 section 6.3",
            in: "framing", "timing",
            sabotage: .happened { input, scene in
                guard case .arrived(.body(let bytes)) = input, scene.isDelivering else { return nil }
                return [.input(.arrived(.body(bytes))), .input(.arrived(.end))]
            }),
        Mutant(
            "tells-what-did-not-come", "fills up a body that breaks off with bytes of its own before it fails",
            breaks: "RFC 9112 section 8", in: "framing",
            sabotage: .happened { input, scene in
                guard case .lost = input, scene.isDelivering else { return nil }
                return [.input(.arrived(.body([0, 0, 0]))), .input(input)]
            }),
        Mutant(
            "reads-a-head-twice-at-most", "takes a head for wrong that comes in more than two pieces",
            breaks: "RFC 9293 section 3.8", in: "framing", "timing",
            sabotage: Sabotage(
                happened: { input, scene in
                    if case .arrived(.head) = input { scene.isMarked = true }
                    return nil
                },
                ordered: { effect, scene in
                    if case .network(.send) = effect { (scene.count, scene.isMarked) = (0, false) }
                    return nil
                },
                read: { bytes, scene in
                    guard !scene.isMarked else { return bytes }
                    scene.count += 1
                    return scene.count > 2 ? [0] : bytes
                })),
        Mutant(
            "joins-cookies-at-commas", "joins fields of one name, those of Set-Cookie among them",
            breaks: "RFC 9110 section 5.3", in: "framing", "cookies",
            sabotage: .head { head, _ in
                let values = head.values(of: "Set-Cookie")
                guard values.count > 1 else { return }
                head.remove("Set-Cookie")
                head.fields.append(Field("Set-Cookie", Array(values.joined(separator: Array(", ".utf8)))))
            }),
        Mutant(
            "tells-the-first-field-only", "tells the first of several fields of one name",
            breaks: "RFC 9110 section 5.3", in: "framing",
            sabotage: .head { head, _ in
                var names: Set<String> = []
                head.fields = head.fields.filter { names.insert($0.name.lowercased()).inserted }
            }),
    ]

    static let ofCodings: [Mutant] = [
        Mutant(
            "undoes-no-gzip", "hands gzip on as it came", breaks: "RFC 9110 section 8.4.1.3", in: "codings",
            sabotage: .head { head, _ in head.remove("Content-Encoding") }),
        Mutant(
            "takes-cut-gzip-for-whole", "takes a coded body for whole that ends before its coding does",
            breaks: "RFC 1952 section 2.3", in: "codings",
            sabotage: .telling { event, _ in
                guard case .failed(let failure) = event, failure.kind == .decoding else { return nil }
                return [.finished]
            }),
        Mutant(
            "undoes-one-coding-only", "undoes the last of two codings only", breaks: "RFC 9110 section 8.4",
            in: "codings",
            sabotage: .head { head, _ in
                head.replace("Content-Encoding") { value in
                    value.split(separator: ",").last.map { String($0).replacing(" ", by: "") } ?? value
                }
            }),
    ]
}
