// ToldBefore.swift: the callbacks that may tell of a reply before its load fails.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainScenario
internal import QuintainWords

/// The lines of a reply's callbacks where the load fails.
///
/// A client may hand on what has come before it knows that the message is incomplete or wrong (RFC 9112 section 8), and
/// need not: each callback may be left out. Data are a beginning of the body, however short.
struct ToldBefore {
    let subject: Subject
    let exchange: SweptExchange
    let reply: ReplyLines
    let message: SentMessage
    /// Behind the last line of the reply, and behind the last line of the load.
    let behind: Int
    let loadEnd: Int

    static let kinds: Set<CallbackKind> = [
        .informational, .sent, .waiting, .redirect, .challenge, .response, .data, .progress, .decode, .destination,
        .created, .resumed,
    ]

    /// The callbacks that tell of the reply, up to the next request.
    private var callbacks: [(index: Int, callback: Callback)] {
        var callbacks: [(Int, Callback)] = []
        for index in exchange.start..<loadEnd {
            if index >= behind, case .receive(.start)? = subject.deeds[index]?.deed { break }
            guard index > reply.start, case .callback(let callback)? = subject.deeds[index]?.deed,
                Self.kinds.contains(callback.kind)
            else { continue }
            callbacks.append((index, callback))
        }
        return callbacks
    }

    /// The callbacks that may come when so many bytes of the reply have left.
    func lines(before byte: Int) -> [String] {
        var lines: [String] = []
        var hasData = false
        for (index, callback) in callbacks {
            switch callback.kind {
            case .informational, .sent, .waiting: break
            case .data:
                if byte > message.headEnd, !reply.isInformational, !hasData { lines.append(data(before: byte)) }
                hasData = true
                continue
            default: guard byte >= message.headEnd, !reply.isInformational else { continue }
            }
            lines.append(subject.lines[index].optional)
            lines += subject.lines[subject.extent(of: index).dropFirst()]
        }
        return lines
    }

    /// The edits for a reply that leaves whole, although the load fails in the file.
    var edits: [Edit] {
        var edits: [Edit] = []
        var hasData = false
        for (index, callback) in callbacks {
            guard callback.kind == .data else {
                edits.append(.replace(index, with: subject.lines[index].optional))
                continue
            }
            edits += Edit.remove(subject.extent(of: index))
            if !hasData { edits.append(.replace(index, with: data(before: message.byteCount))) }
            hasData = true
        }
        guard !hasData, message.byteCount > message.headEnd, let place = outcome else { return edits }
        return edits + [.insert(data(before: message.byteCount), above: place)]
    }

    /// The line at which the end of the load begins: `either`, or its `fail`.
    private var outcome: Int? {
        (behind..<loadEnd).first { index in
            if subject.lines[index].prefix(while: { $0 != " " }) == "either" { return true }
            guard case .callback(let callback)? = subject.deeds[index]?.deed else { return false }
            return callback.kind == .fail
        }
    }

    // MARK: Data

    private func data(before byte: Int) -> String {
        let isPlain = reply.fields("content-encoding").isEmpty && !hasParts && !isOfThePlay
        let values = isPlain ? message.body(before: byte) : writtenData
        guard let values, !values.isEmpty else { return "*? data" }
        return "*? data {{up-to}} \(values)"
    }

    /// Whether the body has values that are new in each play, such as addresses.
    private var isOfThePlay: Bool {
        reply.body.contains { index in
            guard case .send(.body(let template, _))? = subject.deeds[index]?.deed else { return false }
            return template.values.contains { value in
                if case .environment = value.function.source { true } else { false }
            }
        }
    }

    /// Whether the body holds several responses; a client does not report what delimits them.
    private var hasParts: Bool { reply.fields("content-type").contains { $0.text.contains("multipart/") } }

    /// The data as the lines say them, which is decoded; nil: they do not say them byte for byte.
    private var writtenData: String? {
        let all = callbacks.filter { $0.callback.kind == .data }
        let hasBlocks = subject.lines[reply.start..<loadEnd].contains(where: \.opensBlock)
        guard all.count == 1 || !hasBlocks else { return nil }
        var texts: [String] = []
        for (index, callback) in all {
            guard callback.decision == nil, callback.after == nil, callback.styles.isEmpty,
                subject.extent(of: index).count == 1,
                callback.subject.allSatisfy(\.isWritten),
                let name = subject.lines[index].firstRange(of: "data ")
            else { return nil }
            texts.append(String(subject.lines[index][name.upperBound...]))
        }
        return texts.isEmpty ? nil : texts.joined(separator: " ")
    }
}

extension Template {
    /// Whether the template stands for bytes, which may end anywhere.
    fileprivate var isWritten: Bool {
        values.allSatisfy { value in
            switch value.function.source {
            case .itself, .environment: value.coded == nil
            case .values, .nowhere: false
            }
        }
    }
}
