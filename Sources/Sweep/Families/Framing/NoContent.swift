// NoContent.swift: an empty reply whose status says that it is empty.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainScenario
internal import QuintainWords

extension MessageFraming {
    /// RFC 9112 section 6.3: a 204 ends with its head, and the connection goes on.
    var withoutContent: [Edit]? {
        guard varied.mayHaveBody, varied.status == 200, body.isEmpty, body.kind == .length,
            varied.reply.fields.allSatisfy({ $0.name == "content-length" || $0.name?.hasPrefix("content-") == false }),
            varied.tellingLoads.count == 1, let callbacks = varied.tellingLoads.first?.callbacks
        else { return nil }
        let kinds = Set(callbacks.compactMap { varied.callback($0)?.kind })
        guard kinds.isDisjoint(with: [.file, .progress, .resumed, .event, .decode, .destination]) else { return nil }
        let responses = callbacks.filter { varied.callback($0)?.kind == .response }
        let told = responses.compactMap { index -> Edit? in
            let line = ToldLengths(varied).line(index)
            guard line.contains("response 200") else { return nil }
            return .replace(index, with: line.replacing("response 200", with: "response 204", maxReplacements: 1))
        }
        guard !told.isEmpty, told.count == responses.count else { return nil }
        let lengths = varied.reply.fields("content-length").map { Edit.remove($0.line) }
        return [.replace(varied.reply.start, with: varied.lane.sends("204"))] + lengths + ToldLengths(varied).edits
            + told
    }
}
