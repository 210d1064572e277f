// Output.swift: standard output and standard error of the command.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFixtures
import QuintainLoop
import QuintainNotation
import QuintainReport
import Synchronization

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

enum Output {
    private struct State {
        var waits = true
        /// Whether standard output is reserved for a report; text for people then goes to standard error.
        var isForReport = false
        var failure: String?
        /// The files of options, by the words with which messages name these.
        var files: [(name: String, path: String)] = []
        /// How many texts were dropped since the last one that was written.
        var dropped = 0
    }

    private static let state = Mutex(State())

    /// Stops waiting for slow readers, as a server must: text that does not fit into the pipe is dropped and counted.
    static func stopWaiting() { state.withLock { $0.waits = false } }

    /// The reason why standard output could not be written. Nothing is written after that, so that half a result does
    /// not look like a whole one.
    static var failure: String? { state.withLock(\.failure) }

    /// Writes a result to standard output, or to standard error if a report has reserved standard output.
    static func write(_ text: String) { put(text + "\n", talk) }

    /// Writes a result for programs as one line.
    static func write(_ json: JSONText) { put(Array((json.description + "\n").utf8), talk) }

    /// Writes a complaint or a remark to standard error.
    static func complain(_ text: String) { put(text + "\n", .errors) }

    /// Writes text without a line end to standard output.
    static func writeOpen(_ text: String) { put(text, talk) }

    /// Ends the line that another program may have left open on standard error, where both streams lead to the same place.
    static func endLine() {
        guard Terminal.outputIsErrors else { return }
        guard let columns = Terminal.width, !isDumb else { return write("") }
        // On a line of their own these blanks leave the cursor there; behind text they lead to the next line.
        put(Array(repeating: UInt8(ascii: " "), count: columns) + [UInt8(ascii: "\r")], talk)
    }

    /// https://no-color.org
    static var refusesColour: Bool { isDumb || !(Environment.value("NO_COLOR") ?? "").isEmpty }

    /// The terminal does not understand escapes.
    static var isDumb: Bool { Environment.value("TERM") == "dumb" }

    /// The columns of the terminal, of `COLUMNS`, or of a page, within the bounds that a layout needs.
    static var width: Int {
        let columns = Terminal.width ?? Environment.value("COLUMNS").flatMap { Int($0) } ?? 120
        return min(max(columns, 40), 1000)
    }

    // MARK: Reports

    /// The path `-` stands for standard output.
    static let standard = "-"

    /// Reserves standard output for the report that asks for it; at most one may.
    static func reserve(_ paths: [(option: String, path: String?)]) throws(WrongUse) {
        let reserved = paths.filter { $0.path == standard }.map(\.option)
        guard reserved.count < 2 else {
            throw WrongUse(
                "'\(reserved[0]) -' and '\(reserved[1]) -' both ask for standard output", help: "name a file for one")
        }
        if !reserved.isEmpty { state.withLock { $0.isForReport = true } }
    }

    /// Refuses a path where a file would be lost, or one that two outputs name: all files of the command come by here.
    /// The kind is what may be there already; nil: the caller has looked, or appends. The name is that of an option.
    static func claim(_ path: String, as kind: OutputKind?, by name: String) throws(WrongUse) {
        guard path != standard, !Files.isDescriptor(path) else { return }
        if FixtureFolder.isFixture(path), case .report = kind ?? .report {
            throw WrongUse(
                "'\(name) \(path)' would write a file with the name of a fixture",
                help: "name the file to write: '\(name) FILE \(path)'")
        }
        let over = "'\(name)' would write over '\(path)', "
        if Files.isLink(path) { throw WrongUse(over + "a link", help: "name the file itself, or remove the link") }
        let size = Files.size(of: path)
        // A pipe or a device has no bytes to lose, and a folder is refused by the system.
        if size == nil, Files.exists(path) { return }
        let files = state.withLock(\.files)
        if let other = files.first(where: { $0.name != name && isOneFile($0.path, path) }) {
            throw WrongUse("'\(other.name)' and '\(name)' both write '\(path)'", help: "name a file for each")
        }
        if name.hasPrefix("--") { state.withLock { $0.files.append((name, path)) } }
        guard let size, let kind else { return }
        if Files.isInput(path) { throw WrongUse(over + "which this run reads", help: "name another file") }
        if size > 0, !kind.has(path) {
            throw WrongUse(
                over + "which Quintain has not written, or somebody has changed",
                help: "name another file, or remove it")
        }
    }

    /// Whether two paths are one file, or will be once it is written: `a.xml` and `./a.xml`.
    private static func isOneFile(_ one: String, _ other: String) -> Bool {
        if Files.areSame(one, other) { return true }
        let names = [one, other].map { $0.split(separator: "/").last }
        return names[0] == names[1] && Files.areSame(FixtureFile.folder(of: one), FixtureFile.folder(of: other))
    }

    /// Writes the bytes to the file, or to standard output if the path is `-`; without a path they are not wanted. Without
    /// a kind the path was claimed before, or is that of a file which is laid out anew.
    static func save(
        _ bytes: @autoclosure () -> [UInt8], to path: String?, as kind: OutputKind? = nil, by name: String = ""
    ) throws(WrongUse) {
        guard let path else { return }
        let bytes = bytes()
        if path == standard { return put(bytes, .output) }
        if kind != nil { try claim(path, as: kind, by: name) }
        do throws(LoopError) {
            try Files.write(bytes, to: path, isPrivate: kind == .key)
        } catch {
            throw WrongUse(error.message, help: error.slug == "disk-full" ? "make room there" : error.help)
        }
    }

    private static var talk: StandardStream { state.withLock(\.isForReport) ? .errors : .output }

    private static func put(_ text: String, _ stream: StandardStream) {
        let visible = VisibleText.of(text)
        let isOnGitHub = Environment.value("GITHUB_ACTIONS") == "true"
        put(Array((isOnGitHub ? VisibleText.forGitHub(visible) : visible).utf8), stream)
    }

    private static func put(_ bytes: [UInt8], _ stream: StandardStream) {
        state.withLock { state in
            guard state.failure == nil || stream == .errors else { return }
            if state.dropped > 0, !state.waits {
                // The dropped text may have left half a line.
                let remark = "\n(\(state.dropped) remarks were dropped: they were not read in time)\n"
                guard stream.offer(Array(remark.utf8)) == .whole else { return state.dropped += 1 }
                state.dropped = 0
            }
            switch state.waits ? stream.write(bytes) : stream.offer(bytes) {
            case .whole, .unread: break
            case .dropped: state.dropped += 1
            case .refused(let reason): if stream == .output { state.failure = reason }
            }
        }
    }
}
