// ReportFiles.swift: the files of the reports of runs.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFixtures
import QuintainLoop
import QuintainNotation
import QuintainReport

/// The files that `check` and `merge` write, and `merge` and `compare` read.
enum ReportFiles {
    private static let options = ["--json", "--junit", "--html", "--badge", "--markdown"]

    /// Refuses paths that cannot be written before anything is played.
    ///
    /// - Parameter inputs: the files that the command reads, none of which a report may replace.
    static func look(_ arguments: Arguments, keeping inputs: [(what: String, path: String)] = []) throws(WrongUse) {
        try Output.reserve(options.map { ($0, arguments.value($0)) })
        let inputs = inputs + (arguments.command ?? []).map { ("a file of the command", $0) }
        var taken: [(option: String, path: String)] = []
        for option in options {
            guard let path = arguments.value(option), path != Output.standard, !path.hasPrefix("/dev/") else {
                continue
            }
            if let other = taken.first(where: { isOneFile($0.path, path) }) {
                throw WrongUse("'\(other.option)' and '\(option)' both write '\(path)'", help: "name a file for each")
            }
            taken.append((option, path))
            if let input = inputs.first(where: { Files.areSame($0.path, path) }) {
                throw WrongUse("'\(option)' would write over \(input.what), '\(path)'", help: "name another file")
            }
        }
        for option in options {
            guard let path = arguments.value(option), path != Output.standard else { continue }
            try keepFixture(option, path)
            let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
            guard Files.isFolder(folder) else {
                throw WrongUse(
                    "'\(path)' cannot be written: there is no folder '\(folder)'",
                    help: "make it first: mkdir -p \(folder)")
            }
            guard !Files.isFolder(path) else {
                throw WrongUse("'\(path)' is a folder", help: "write '\(option) \(path)/report…'")
            }
            guard Files.mayWrite(Files.exists(path) ? path : folder) else {
                throw WrongUse(
                    "no permission to write '\(path)'",
                    help: "name a file in a folder of yours, such as '\(option) /tmp/report…'")
            }
        }
    }

    /// Whether two paths are one file, or will be once it is written: `a.xml` and `./a.xml`.
    private static func isOneFile(_ one: String, _ other: String) -> Bool {
        if Files.areSame(one, other) { return true }
        let names = [one, other].map { $0.split(separator: "/").last }
        return names[0] == names[1] && Files.areSame(FixtureFile.folder(of: one), FixtureFile.folder(of: other))
    }

    /// Refuses to write over a scenario, which an option without its value takes for one.
    static func keepFixture(_ option: String, _ path: String) throws(WrongUse) {
        guard FixtureFolder.isFixture(path) else { return }
        throw WrongUse(
            "'\(option) \(path)' would write a file with the name of a fixture",
            help: "name the file to write: '\(option) FILE \(path)'")
    }

    /// Removes stale reports if a run is refused before it has begun, as the run says in its second argument.
    @OnLoop
    static func clearing(
        _ arguments: Arguments, _ run: @OnLoop (Arguments, inout Bool) async -> Status
    ) async -> Status {
        var hasBegun = false
        let status = await run(arguments, &hasBegun)
        guard status == .wrongUse, !hasBegun else { return status }
        removeStale(arguments)
        for path in options.flatMap(arguments.values) where path != Output.standard {
            guard let size = Files.size(of: path), size > 0, !isReport(path) else { continue }
            Output.complain("'\(path)' is older than this run, which has written nothing, and is no report of Quintain")
        }
        return status
    }

    /// Refuses reports where nothing is played that they could be about.
    static func refuse(_ arguments: Arguments, beside option: String) throws(WrongUse) {
        let own = options + ["--write-known-failing", "--shrink"]
        guard arguments.has(option), let report = own.first(where: arguments.has) else { return }
        throw WrongUse("'\(option)' plays nothing that '\(report)' could write", help: "leave one of them out")
    }

    /// Removes reports of an earlier run, which would be taken for this run's: when a run begins, since it may be
    /// killed, and if nothing is played. A file that the command reads is none of them, and a read-only one is kept.
    static func removeStale(_ arguments: Arguments) {
        for path in options.flatMap(arguments.values) where path != Output.standard && isReport(path) {
            guard Files.mayWrite(path), !arguments.words.contains(where: { Files.areSame($0, path) }) else { continue }
            // A link stays, and the new report goes where it leads.
            Files.remove((try? Files.realPath(path)) ?? path)
        }
    }

    /// Whether a run has written the file: other files at this path are not removed.
    private static func isReport(_ path: String) -> Bool {
        // A pipe is not read: that would take from it.
        guard Files.size(of: path) != nil else { return false }
        return beginnings.contains { Files.begins(path, with: Array($0.utf8)) }
    }

    /// How reports begin, and comparisons.
    private static let beginnings = [
        #"{"report":"#, #"{"comparison":"#, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites",
        "<!doctype html>",
        "<svg ", "### Quintain: ",
    ]

    static func write(_ report: CheckReport, _ arguments: Arguments) throws(WrongUse) {
        try write(report, json: report.json, page: CheckPage(report), arguments)
    }

    static func write(_ report: SweepReport, _ arguments: Arguments) throws(WrongUse) {
        try write(report.check, json: report.json, page: CheckPage(report), arguments)
    }

    private static func write(
        _ report: CheckReport, json: @autoclosure () -> JSONText, page: @autoclosure () -> CheckPage,
        _ arguments: Arguments
    ) throws(WrongUse) {
        var fault: WrongUse?
        for option in options {
            guard let path = arguments.value(option) else { continue }
            let bytes =
                switch option {
                case "--json": Array((json().description + "\n").utf8)
                case "--junit": Array(report.junit.utf8)
                case "--html": page().html
                default: Array(report.badge.utf8)
                }
            // A report that cannot be written does not stop the others.
            do throws(WrongUse) { try Output.save(bytes, to: path) } catch { fault = fault ?? error }
        }
        if let fault { throw fault }
    }

    /// Reads a report of `check --json`.
    static func read(_ path: String) throws(WrongUse) -> CheckReport {
        let bytes: [UInt8]
        do throws(LoopError) {
            bytes = try Files.read(path, limit: 1 << 30)
        } catch {
            throw WrongUse(error.message, help: error.help)
        }
        do throws(CheckReport.Unreadable) {
            return try CheckReport(reading: bytes)
        } catch {
            throw WrongUse(
                "'\(path)' cannot be read: \(error.sentence)", help: "'quintain check --json' writes reports")
        }
    }
}
