// PlanDigest.swift: what stands for a run in the report of each of its shards.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainApplicability
import QuintainFixtures
import QuintainReport
import QuintainRunner
import QuintainScenario

/// Digests of all that the shards of a run have in common, so that `merge` notices one of another run.
struct PlanDigest {
    private var digests: [PlanPart: Digest] = [:]

    /// The text of a file of scenarios, and the files that it names.
    mutating func add(_ file: FixtureFile) {
        add(file.source, to: .scenarios)
        for (name, contents) in file.beside.sorted(by: { $0.key < $1.key }) {
            add(name, to: .scenarios)
            add(contents, to: .scenarios)
        }
    }

    mutating func add(_ cases: [Case]) {
        for one in cases {
            for name in [one.client.name, one.scenario.name, one.way.name] { add(name, to: .cases) }
        }
    }

    /// Plain commands have no version that tells them apart, so their words count. The folders of their paths may differ
    /// between machines.
    mutating func add(_ clients: [ClientUnderTest]) {
        for client in clients {
            add(client.name, to: .clients)
            guard case .command(let command) = client.seat else { continue }
            for word in command.words {
                add(word.split(separator: "/").last.map(String.init) ?? word, to: .clients)
            }
        }
    }

    /// The known failures decide about verdicts; their reasons do not.
    mutating func add(_ known: [String: KnownFailures]) {
        for (client, failures) in known.sorted(by: { $0.key < $1.key }) where !failures.entries.isEmpty {
            add(client, to: .known)
            for entry in failures.entries {
                add("\(entry.pattern.text) \(entry.rule) \(entry.isCertain)", to: .known)
            }
        }
    }

    /// The variables by which services of CI tell a run, whose jobs have one value, and one for all others: a shard that
    /// an earlier run has left is of the same scenarios and the same command, and of another client.
    static let runsOfJobs = [
        "QUINTAIN_RUN", "GITHUB_RUN_ID", "CI_PIPELINE_ID", "CIRCLE_WORKFLOW_ID", "BUILDKITE_BUILD_ID", "BUILD_TAG",
        "BUILD_BUILDID", "TRAVIS_BUILD_ID", "BITBUCKET_PIPELINE_UUID", "CI_PIPELINE_NUMBER", "DRONE_BUILD_NUMBER",
        "SEMAPHORE_WORKFLOW_ID", "CIRRUS_BUILD_ID", "APPVEYOR_BUILD_ID",
    ]

    mutating func add(_ text: String, to part: PlanPart) { add(Array(text.utf8), to: part) }

    private mutating func add(_ bytes: [UInt8], to part: PlanPart) { digests[part, default: Digest()].add(bytes) }

    var text: String { PlanPart.text(digests.mapValues(\.hash)) }
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
