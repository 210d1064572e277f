// RenamedTag.swift: the entity tag of a coded reply.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainScenario
internal import QuintainWire

/// The edits that give a coded reply a strong tag of its own, RFC 9110 section 8.8.3.3, also in the lines below that
/// compare it.
struct RenamedTag {
    let edits: [Edit]

    init(_ varied: VariedReply, _ coding: String) {
        guard let field = varied.reply.fields("etag").first, let tag = EntityTag(field.value.utf8), !tag.isWeak else {
            edits = []
            return
        }
        let (old, new) = (field.value, "\(field.value.dropLast())-\(coding)\"")
        let subject = varied.subject
        var edits = [Edit.replace(field.line, with: varied.lane.sends("\(field.writtenName): \(new)"))]
        for (index, line) in subject.deeds where index > varied.reply.start {
            switch line.deed {
            case .receive(.field(let name, _, _)) where Self.conditions.contains(name.lowercased()):
                edits.append(.replace(index, with: subject.lines[index].replacing(old, with: new)))
            case .callback(let callback) where callback.header.contains { $0.name.lowercased() == "etag" }:
                for below in subject.extent(of: index).dropFirst() where subject.lines[below].hasSuffix(old) {
                    edits.append(.replace(below, with: subject.lines[below].replacing(old, with: new)))
                }
            default: break
            }
        }
        for reply in subject.exchanges.compactMap(\.final) where reply.status == 304 && reply.start > varied.reply.start
        {
            for field in reply.fields("etag") where field.value == old {
                edits.append(.replace(field.line, with: reply.lane.sends("\(field.writtenName): \(new)")))
            }
        }
        self.edits = edits
    }

    private static let conditions: Set<String> = ["if-match", "if-none-match"]
}
