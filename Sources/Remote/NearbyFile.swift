// NearbyFile.swift: files beside a test, if it runs on a machine that has its sources.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation

/// A file beside the source of a test.
struct NearbyFile {
    /// As the test names it: `Scenarios/first.scenario`.
    let name: String
    let text: String

    init(_ name: String, besides test: String) throws {
        let path = Self.url(name, besides: test).path
        self.name = name
        do {
            text = try String(contentsOfFile: path, encoding: .utf8)
        } catch {
            throw ServerError("\(path) cannot be read: \(error.localizedDescription)", help: Self.onDevice)
        }
    }

    /// Those of a folder and of the folders below it that have this ending, by their names.
    static func all(in folder: String, besides test: String, ending: String) throws -> [NearbyFile] {
        let path = url(folder, besides: test).path
        let there: [String]
        do {
            there = try FileManager.default.subpathsOfDirectory(atPath: path)
        } catch {
            throw ServerError("\(path) cannot be read: \(error.localizedDescription)", help: onDevice)
        }
        let names = there.filter { $0.hasSuffix(ending) }.sorted()
        if names.isEmpty {
            throw ServerError(
                "the folder '\(folder)' has no routes", help: "their files end in \(ending), also in folders below it")
        }
        return try names.map { try NearbyFile("\(folder)/\($0)", besides: test) }
    }

    private static func url(_ name: String, besides test: String) -> URL {
        URL(fileURLWithPath: test).deletingLastPathComponent().appendingPathComponent(name)
    }

    private static let onDevice =
        "on a device there are no files of this machine: serve the folder; scenarios in it are then named by 'bundled:'"
}
