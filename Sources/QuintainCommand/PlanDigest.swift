// PlanDigest.swift: what stands for a run in the report of each of its shards.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainApplicability
import QuintainFixtures
import QuintainRunner
import QuintainScenario

/// A digest of all that the shards of a run have in common, so that `merge` notices one of another run.
struct PlanDigest {
    private var digest = Digest()

    /// The text of a file of scenarios, and the files that it names.
    mutating func add(_ file: FixtureFile) {
        digest.add(file.source)
        for (name, contents) in file.beside.sorted(by: { $0.key < $1.key }) {
            add(name)
            digest.add(contents)
        }
    }

    mutating func add(_ cases: [Case]) {
        for one in cases {
            for name in [one.client.name, one.scenario.name, one.way.name] { add(name) }
        }
    }

    /// Plain commands have no version that tells them apart, so their words count. The folders of their paths may differ
    /// between machines.
    mutating func add(_ clients: [ClientUnderTest]) {
        for client in clients {
            add(client.name)
            guard case .command(let command) = client.seat else { continue }
            for word in command.words { add(word.split(separator: "/").last.map(String.init) ?? word) }
        }
    }

    /// The known failures decide about verdicts; their reasons do not.
    mutating func add(_ known: [String: KnownFailures]) {
        for (client, failures) in known.sorted(by: { $0.key < $1.key }) where !failures.entries.isEmpty {
            add(client)
            for entry in failures.entries { add("\(entry.pattern.text) \(entry.rule) \(entry.isCertain)") }
        }
    }

    /// The variables that tell a run, whose jobs have one value: what the user sets, and what GitHub and GitLab do. A shard that
    /// an earlier run has left is of the same scenarios and the same command, and of another client.
    static let runsOfJobs = ["QUINTAIN_RUN", "GITHUB_RUN_ID", "CI_PIPELINE_ID"]

    mutating func add(_ text: String) { digest.add(Array(text.utf8)) }

    /// `5d1f`, and after it the run, if a variable tells it.
    func text(run: String?) -> String { String(digest.hash, radix: 16) + (run.map { ", run \($0)" } ?? "") }
}

extension PlanDigest {
    /// FNV-1a.
    struct Digest {
        private(set) var hash: UInt64 = 0xCBF2_9CE4_8422_2325

        /// The length comes first, so that a text and the next one are not taken for one.
        mutating func add(_ bytes: [UInt8]) {
            for byte in "\(bytes.count) ".utf8 { add(byte) }
            for byte in bytes { add(byte) }
        }

        private mutating func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
}
