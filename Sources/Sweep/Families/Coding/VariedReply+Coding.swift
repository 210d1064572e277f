// VariedReply+Coding.swift: what speaks against coding a body that its author did not.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainScenario
internal import QuintainWords

extension Subject {
    /// The bytes of a download that is resumed are counted.
    var resumes: Bool { loads.contains { $0.client == .resume } }
}

extension VariedReply {
    /// A part of a coded body is another one.
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

    /// A field of the reply, or its confirmation by `auth-int`, covers the bytes of the body.
    var hasDigest: Bool {
        let names: Set<String?> = ["digest", "content-digest", "repr-digest", "content-md5", "authentication-info"]
        return (reply.fields + reply.trailers).contains { names.contains($0.name) }
    }

    /// A delegate is asked whether what has come is to be decoded.
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

    /// An app that asks by itself may want what comes as it comes.
    var appAsks: Bool {
        guard let load = exchange.load, case .load(let order)? = subject.loads[load].client else { return false }
        return order.header.contains { $0.name.lowercased() == "accept-encoding" }
    }
}
