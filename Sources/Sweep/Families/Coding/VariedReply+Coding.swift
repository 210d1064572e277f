// VariedReply+Coding.swift: reasons not to code a body that its author did not code.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainScenario
internal import QuintainWords

extension Subject {
    /// Whether a download is resumed: its bytes are counted.
    var resumes: Bool { loads.contains { $0.client == .resume } }
}

extension VariedReply {
    /// Whether a part is asked for: the same part of a coded body has other bytes.
    var concernsParts: Bool {
        subject.deeds.values.contains { line in
            switch line.deed {
            case .receive(.field(let name, let value, _)): Self.ofParts.contains(name.lowercased()) && !value.isAbsent
            case .order(.load(let load)): load.header.contains { Self.ofParts.contains($0.name.lowercased()) }
            default: false
            }
        }
    }

    private static let ofParts: Set<String> = ["range", "if-range"]

    /// Whether a field of the reply, or its confirmation by `auth-int`, covers the bytes of the body.
    var hasDigest: Bool {
        let names: Set<String?> = ["digest", "content-digest", "repr-digest", "content-md5", "authentication-info"]
        return (reply.fields + reply.trailers).contains { names.contains($0.name) }
    }

    /// Whether a delegate is asked about decoding the file that has come.
    var decodes: Bool {
        guard let load = exchange.load else { return false }
        return subject.loads[load].callbacks.contains { callback($0)?.kind == .decode }
    }

    var isArchive: Bool {
        if let type = reply.fields("content-type").first?.value.lowercased(),
            ["gzip", "macbinary", "binhex", "zip", "tar", "compress"].contains(where: { type.contains($0) })
        {
            return true
        }
        return reply.body.contains { index in
            guard let line = BodyLine(index, of: subject) else { return false }
            return line.template.values.contains { value in
                value.transforms.contains { if case .coding = $0 { true } else { false } }
            }
        }
    }

    /// Whether the app sends an Accept-Encoding of its own: it may want the body undecoded.
    var appAsks: Bool {
        guard let load = exchange.load, case .load(let order)? = subject.loads[load].client else { return false }
        return order.header.contains { $0.name.lowercased() == "accept-encoding" }
    }
}
