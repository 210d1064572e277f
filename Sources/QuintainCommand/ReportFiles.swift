// ReportFiles.swift: the files of the reports of runs.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFixtures
import QuintainLoop
import QuintainNotation
import QuintainReport

/// The files that `check` and `merge` write, and `merge` and `compare` read; and transcripts.
enum ReportFiles {
    private static let options = ReportFormat.all.map(\.option)

    /// A run has begun, and the reports there are its own.
    @OnLoop private static var haveBegun = false

    /// Refuses paths that cannot be written, and removes reports of an earlier run, before anything is played.
    @OnLoop
    static func begin(_ arguments: Arguments) throws(WrongUse) {
        try Output.reserve(options.map { ($0, arguments.values($0).first) })
        let known = arguments.values("--known-failing").flatMap { [$0, String($0.drop { $0 != "=" }.dropFirst())] }
        for word in arguments.words + (arguments.command ?? []) + known { Files.noteInput(word) }
        for option in options {
            guard let path = arguments.values(option).first, path != Output.standard else { continue }
            try Output.claim(path, as: .report, by: option)
            let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
            let isWritable = Files.isFolder(folder) && Files.mayWrite(Files.exists(path) ? path : folder)
            guard isWritable, !Files.isFolder(path) else {
                throw WrongUse(
                    "'\(path)' cannot be written", help: "'\(option)' names a file in a folder that is there")
            }
        }
        removeStale(arguments)
        haveBegun = true
    }

    /// Removes stale reports of a run that was refused before it has begun.
    @OnLoop
    static func clear(_ arguments: Arguments) { if !haveBegun { removeStale(arguments) } }

    /// Refuses reports where nothing is played that they could be about.
    static func refuse(_ arguments: Arguments, beside option: String) throws(WrongUse) {
        let own = options + ["--write-known-failing", "--shrink"]
        guard arguments.has(option), let report = own.first(where: arguments.has) else { return }
        throw WrongUse("'\(option)' plays nothing that '\(report)' could write", help: "leave one of them out")
    }

    /// Removes reports of an earlier run, which would be taken for this run's: when a run begins, since it may be
    /// killed, and if nothing is played. A file that the command reads is none of them, and a read-only one is kept.
    private static func removeStale(_ arguments: Arguments) {
        for path in options.flatMap(arguments.values) where path != Output.standard {
            // A pipe is not read: that would take from it.
            guard Files.size(of: path) != nil, !Files.isLink(path), OutputKind.report.has(path),
                Files.mayWrite(path), !Files.isInput(path),
                !arguments.words.contains(where: { Files.areSame($0, path) })
            else { continue }
            Files.remove(path)
        }
    }

    static func write(_ report: CheckReport, _ arguments: Arguments) throws(WrongUse) {
        try write((report, { report.json }, { CheckPage(report) }), arguments)
    }

    static func write(_ report: SweepReport, _ arguments: Arguments) throws(WrongUse) {
        try write((report.check, { report.json }, { CheckPage(report) }), arguments)
    }

    private static func write(_ run: ReportFormat.Run, _ arguments: Arguments) throws(WrongUse) {
        var fault: WrongUse?
        for format in ReportFormat.all {
            guard let path = arguments.value(format.option), let bytes = format.bytes?(run) else { continue }
            // A report that cannot be written does not stop the others.
            do throws(WrongUse) { try Output.save(bytes, to: path, as: .report, by: format.option) } catch {
                fault = fault ?? error
            }
        }
        if let fault { throw fault }
    }

    /// Reads a report of `check --json`.
    static func read(_ path: String) throws(WrongUse) -> CheckReport {
        let bytes = try WrongUse.telling { () throws(LoopError) in try Files.read(path, limit: 1 << 30) }
        do throws(CheckReport.Unreadable) {
            return try CheckReport(reading: bytes)
        } catch {
            throw WrongUse(
                "'\(path)' cannot be read: \(error.sentence)", help: "'quintain check --json' writes reports")
        }
    }
}
