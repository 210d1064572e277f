// Tolerance.swift: rules that a platform breaks, whatever its client does.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainScenario
import QuintainTalk
import QuintainTestIssues
import QuintainWords

extension Play {
    /// The rules of URLSession that URLSession itself breaks on this system:
    /// ``recordingSession(_:forwardingTo:tolerating:scenarioDecides:)`` does not hold them against a client.
    ///
    /// They are named in drivers/known-failing/urlsession-linux.txt, and empty on Apple's systems.
    public static let platformFaults: Set<String> = Set(ToolchainFault.ofRules.keys)
}

/// The rules that are not held against a client, because the platform breaks them.
struct Tolerance: Sendable {
    var rules: Set<String> = []
    /// Loads whose response is a 401 that the challenge follows.
    private var challenged: Set<Int> = []
    /// The rules that were broken, and let pass.
    private(set) var used: Set<String> = []

    /// Whether a callback comes from a tolerated fault, so that no line is for it.
    ///
    /// - Parameter next: the callback that the scenario waits for next in this lane.
    mutating func lets(_ callback: ReportedCallback, of load: Int, pass next: CallbackKind?) -> Bool {
        let status = callback.subject.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
        switch callback.kind {
        case .response where rules.contains("U-1XX") && status.count == 3 && status.hasPrefix("1"):
            used.insert("U-1XX")
            return true
        case .response
        where rules.contains("U-R-BEFORE-A") && next == .challenge && status == "401" && callback.asksForBasic:
            used.insert("U-R-BEFORE-A")
            challenged.insert(load)
            return true
        case .data: return challenged.contains(load)
        default:
            challenged.remove(load)
            return false
        }
    }

    /// The findings without the tolerated ones.
    mutating func judged(_ cast: Cast) -> [Finding] {
        used.formUnion(cast.findings(after401s: false).map(\.rule).filter(rules.contains))
        return cast.findings(after401s: used.contains("U-R-BEFORE-A")).filter { !rules.contains($0.rule) }
    }

    /// A sentence for each rule that was broken and tolerated.
    var remarks: [String] {
        used.sorted().map { "\($0) is tolerated: \(ToolchainFault.ofRules[$0] ?? "as the test has it")" }
    }

    /// Writes the remarks to standard error, for those who run the tests.
    func say(of name: String) {
        for remark in remarks { Slip.say("\(name): \(remark)") }
    }
}

extension ReportedCallback {
    /// Whether a response asks for Basic: URLSession on Linux asks its delegate about no other scheme, so no challenge
    /// follows then.
    fileprivate var asksForBasic: Bool {
        header.contains { name, value in
            name.lowercased() == "www-authenticate"
                && String(decoding: value, as: UTF8.self).lowercased().contains("basic")
        }
    }
}
