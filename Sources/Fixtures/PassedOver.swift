// PassedOver.swift: an entry of a folder that looks like a fixture and is not read.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWords

package struct PassedOver: Sendable, Equatable {
    package enum Reason: Sendable, Equatable {
        case linkToFolder
        case linkToNothing
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
        case .name(let meant): "\(path) is passed over: a name that ends in '\(meant)' is read"
        }
    }

    /// The ending that the file was probably meant to have: in other letters, or with one slip. nil: none.
    static func meant(by file: String, among endings: [String]) -> String? {
        guard let dot = file.lastIndex(of: ".") else { return nil }
        let ending = file[dot...].lowercased()
        // An editor's backup, such as `a.scenario~`, is none.
        guard ending.dropFirst().allSatisfy(\.isLetter) else { return nil }
        return endings.first { NearestWord.distance(Array(ending.utf8), Array($0.utf8)) <= 1 }
    }
}
