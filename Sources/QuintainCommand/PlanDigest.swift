// PlanDigest.swift: what stands for a run in the report of each of its shards.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainApplicability
import QuintainFixtures
import QuintainRunner
import QuintainScenario

/// A digest of all that the shards of a run have in common, so that `merge` notices one of another run.
struct PlanDigest {
    private var hash: UInt64 = 0xCBF2_9CE4_8422_2325

    /// The text of a file of scenarios, and the files that it names.
    mutating func add(_ file: FixtureFile) {
        add(file.source)
        for (name, contents) in file.beside.sorted(by: { $0.key < $1.key }) {
            add(name)
            add(contents)
        }
    }

    mutating func add(_ cases: [Case]) {
        for one in cases {
            add(one.client.name)
            add(one.scenario.name)
            add(one.way.name)
        }
    }

    /// The words of plain commands, which have no version that tells them apart. The folders of their paths may differ
    /// between machines.
    mutating func add(_ clients: [ClientUnderTest]) {
        for client in clients {
            guard case .command(let command) = client.seat else { continue }
            for word in command.words { add(word.split(separator: "/").last.map(String.init) ?? word) }
        }
    }

    /// The known failures decide about verdicts; their reasons do not.
    mutating func add(_ known: [String: KnownFailures]) {
        for (client, failures) in known.sorted(by: { $0.key < $1.key }) {
            add(client)
            for entry in failures.entries { add("\(entry.pattern.text) \(entry.rule) \(entry.isCertain)") }
        }
    }

    /// The variables by which services of CI tell a run, whose jobs have one value, and one for all others: a shard that an earlier run has left is of
    /// the same scenarios and the same command, and of another client.
    static let runsOfJobs = [
        "QUINTAIN_RUN", "GITHUB_RUN_ID", "CI_PIPELINE_ID", "CIRCLE_WORKFLOW_ID", "BUILDKITE_BUILD_ID", "BUILD_TAG",
        "BUILD_BUILDID", "TRAVIS_BUILD_ID", "BITBUCKET_PIPELINE_UUID",
    ]

    mutating func add(_ text: String) { add(Array(text.utf8)) }

    /// FNV-1a. The length comes first, so that a text and the next one are not taken for one.
    private mutating func add(_ bytes: [UInt8]) {
        for byte in "\(bytes.count) ".utf8 { add(byte) }
        for byte in bytes { add(byte) }
    }

    private mutating func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }

    var text: String { String(hash, radix: 16) }
}
