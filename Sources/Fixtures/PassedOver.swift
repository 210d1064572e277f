// PassedOver.swift: an entry of a folder that looks like a fixture and is not read.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWords

package struct PassedOver: Sendable, Equatable {
    package enum Reason: Sendable, Equatable {
        case linkToFolder
        case linkToNothing
        /// It holds nothing, as a submodule does that was not checked out.
        case emptyFolder
        /// The name nearly ends as that of a fixture does.
        case name(meant: String)
    }

    package let path: String
    package let reason: Reason

    /// A link that leads nowhere, and should have led to a scenario or to a folder of them.
    package var lacksScenarios: Bool {
        reason == .linkToNothing && (path.hasSuffix(".scenario") || !Self.hasEnding(path))
    }

    /// Whether a name ends as that of a file does, and not as `v1.2`.
    static func hasEnding(_ path: String) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return false }
        let ending = name[name.index(after: dot)...]
        return !ending.isEmpty && ending.allSatisfy(\.isLetter)
    }

    package var sentence: String {
        switch reason {
        case .linkToFolder: "\(path) is a link to a folder, and is not followed: name it itself"
        case .linkToNothing: "\(path) is a link that leads nowhere"
        case .emptyFolder: "\(path) is an empty folder: a submodule that was not checked out is one"
        // A blank at the end would not be seen.
        case .name(let meant) where path.last?.isWhitespace ?? false:
            "'\(path)' is passed over: a name that ends in '\(meant)' is read"
        case .name(let meant): "\(path) is passed over: a name that ends in '\(meant)' is read"
        }
    }

    /// The ending that the file was probably meant to have: in other letters, with one slip, shortened, or with a
    /// blank or `.txt` behind it. nil: none.
    static func meant(by file: String, among endings: [String]) -> String? {
        var name = file[...]
        while let last = name.last, last.isWhitespace { name.removeLast() }
        // Editors and browsers add it to files that they take for text.
        if name.lowercased().hasSuffix(".txt") { name.removeLast(4) }
        guard let dot = name.lastIndex(of: ".") else { return nil }
        let ending = name[dot...].lowercased()
        // An editor's backup, such as `a.scenario~`, is none.
        guard ending.dropFirst().allSatisfy(\.isLetter) else { return nil }
        if short.contains(ending) { return endings.first }
        return endings.first { NearestWord.distance(Array(ending.utf8), Array($0.utf8)) <= 1 }
    }

    private static let short = [".scn", ".scen"]
}
