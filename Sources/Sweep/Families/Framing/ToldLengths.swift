// ToldLengths.swift: lengths in a client's callbacks that a variant changes or makes unknown.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainScenario
internal import QuintainWords

/// The edits that leave open what callbacks say of a reply's length: `length=`, the total of `N/TOTAL`, and the
/// fields of the framing.
struct ToldLengths {
    let edits: [Edit]
    private let lines: [String]

    init(_ varied: VariedReply) {
        lines = varied.subject.lines
        edits = varied.tellingLoads.flatMap(\.callbacks).flatMap { index in Self.edits(of: index, varied) }
    }

    /// The line after the edits.
    func line(_ index: Int) -> String {
        for case .replace(index, let replacement) in edits { return replacement.first ?? lines[index] }
        return lines[index]
    }

    private static func edits(of index: Int, _ varied: VariedReply) -> [Edit] {
        let line = varied.subject.lines[index]
        switch varied.callback(index)?.kind {
        case .response:
            let open = CallbackWords(line).without("length")
            let fields = varied.subject.extent(of: index).dropFirst().filter { below in
                let name = varied.subject.lines[below].drop { $0 == " " }.prefix { $0 != ":" }
                return framingFields.contains(name.lowercased())
            }
            return (open == line ? [] : [.replace(index, with: open)]) + fields.map { .remove($0) }
        case .progress, .resumed:
            let open = CallbackWords(line).withoutTotals
            return open == line ? [] : [.replace(index, with: open)]
        default: return []
        }
    }

    private static let framingFields: Set<String> = ["content-length", "transfer-encoding", "trailer", "connection"]
}

/// The words of a `*` line. Blanks within strings and values separate nothing.
private struct CallbackWords {
    private let words: [String]

    init(_ line: String) {
        var words = [""]
        var depth = 0
        var isQuoted = false
        for character in line {
            switch character {
            case "\"": isQuoted.toggle()
            case "{" where !isQuoted: depth += 1
            case "}" where !isQuoted: depth -= 1
            case " " where !isQuoted && depth == 0:
                words.append("")
                continue
            default: break
            }
            words[words.count - 1].append(character)
        }
        self.words = words
    }

    func without(_ field: String) -> String {
        words.filter { !$0.hasPrefix("\(field)=") }.joined(separator: " ")
    }

    /// `400/1000` as `400/{{any}}`.
    var withoutTotals: String {
        words.map { word in
            guard let slash = word.firstIndex(of: "/"), word[..<slash].allSatisfy(\.isNumber), slash != word.startIndex
            else { return word }
            return "\(word[...slash]){{any}}"
        }.joined(separator: " ")
    }
}
