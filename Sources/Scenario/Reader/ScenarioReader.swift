// ScenarioReader.swift: from the bytes of a file to runs or routes.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

package enum ScenarioReader {
    /// Reads a whole file and finds all that is wrong with it.
    ///
    /// `file` is the name that diagnostics and runs carry. `version` is that of a file without an `over`; nil:
    /// HTTP/1.1. `files` fetches a file that the scenario names, relative to the scenario; the folder that may be read
    /// is the caller's to guard. With `routes` the file holds routes, though no
    /// line of it says so.
    package static func read(
        _ bytes: [UInt8], file: String, over version: HTTPVersions? = nil, routes: Bool = false,
        files: (String) -> Result<[UInt8], FileFault>
    ) -> Reading {
        withoutActuallyEscaping(files) { files in
            var reader = FileReader(
                file: file, version: version, holdsRoutes: routes, shelf: FileShelf(files))
            return reader.read(bytes)
        }
    }
}

/// One reading of one file.
private struct FileReader {
    let file: String
    let version: HTTPVersions?
    let holdsRoutes: Bool
    let shelf: FileShelf
    var faults: Faults
    var reading = Reading()

    init(file: String, version: HTTPVersions?, holdsRoutes: Bool, shelf: FileShelf) {
        self.file = file
        self.version = version
        self.holdsRoutes = holdsRoutes
        self.shelf = shelf
        self.faults = Faults(file: file)
    }

    mutating func read(_ bytes: [UInt8]) -> Reading {
        let size = FileSize(of: bytes)
        let lines = size.fits(FileLimits.routes) ? Lines.split(bytes) : []
        let isRoutes = holdsRoutes || file.hasSuffix(".routes") || lines.contains(where: Self.beginsRoutes)
        guard size.fits(isRoutes ? FileLimits.routes : FileLimits.scenario) else {
            faults.add(
                .fileTooLarge, Place(line: 1), "the file is too large to be a scenario",
                help: "at most \(FileLimits.scenario); routes may be \(FileLimits.routes)")
            reading.diagnostics = faults.all
            return reading
        }
        let typed = lines.enumerated().map { index, line in
            withoutTrailingBlanks(SourceLine(number: index + 1, bytes: Array(line)))
        }
        let read = ValueLines.joined(typed)
        let title = Self.title(of: typed)
        if isRoutes {
            var builder = ScenarioBuilder(faults, shelf)
            reading.routes = builder.routes(read, file: file, title: title)
            faults = builder.faults
        } else {
            runs(read, title: title, source: typed.map { $0.whole.string })
        }
        reading.diagnostics = faults.all.sorted { ($0.place, $0.slug.rawValue) < ($1.place, $1.slug.rawValue) }
        if reading.hasErrors {
            reading.scenarios = []
            reading.routes = nil
        }
        return reading
    }

    /// Whether the line is the word `routes`, whatever stands behind it.
    private static func beginsRoutes(_ line: ArraySlice<UInt8>) -> Bool {
        guard line.first == UInt8(ascii: "r"), line.starts(with: "routes".utf8) else { return false }
        let rest = line.dropFirst("routes".utf8.count)
        return rest.first == Byte.space || rest.allSatisfy { $0 == Byte.space || $0 == Byte.tab }
    }

    private mutating func withoutTrailingBlanks(_ line: SourceLine) -> SourceLine {
        guard let last = line.bytes.last, last == Byte.space || last == Byte.tab else { return line }
        guard !line.isBlank, line.bytes.first != UInt8(ascii: "#") else { return line }
        let end = 1 + (line.bytes.lastIndex { $0 != Byte.space && $0 != Byte.tab } ?? 0)
        let shorter = SourceLine(number: line.number, bytes: Array(line.bytes[..<end]))
        if line.bytes.count == end + 1, shorter.isBareMark { return shorter }
        let isStatus = shorter.isStatusLine
        if isStatus, line.bytes.count == end + 1, last == Byte.space { return line }
        faults.add(
            .trailingBlank, line.place(end..<line.bytes.count), "blanks at the end of a line",
            help: isStatus
                ? "one blank stands behind a status, and no other: RFC 9112 section 4"
                : "'quintain format' takes them away; if they are meant, write '{{\" \"}}'")
        return isStatus ? SourceLine(number: line.number, bytes: shorter.bytes + [Byte.space]) : shorter
    }

    private static func title(of lines: [SourceLine]) -> String {
        let comment = lines.first { $0.bytes.first == UInt8(ascii: "#") }
        return comment?.whole.from(1).trimmed.string ?? ""
    }

    // MARK: - Runs

    private mutating func runs(_ typed: [SourceLine], title: String, source: [String]) {
        var reader = TableReader()
        reader.read(typed, shelf, &faults)
        let tables = reader.tables
        let names = tables.flatMap(\.columns).map(\.name)
        let expansion = Expansion(reader.rest, columns: names)
        guard !reader.isBroken else { return }

        let versions = reader.versions?.words.map(\.versions) ?? [version ?? .one]
        let rows = tables.reduce(1) { min($0 * $1.rows.count, FileLimits.runs + 1) }
        let runs = min(rows * versions.count, FileLimits.runs + 1)
        guard runs <= FileLimits.runs else {
            tooMany(tables)
            return
        }
        let shared = SharedLines()
        var spent = 0
        for run in 0..<runs {
            let (row, placed) = Self.row(run / versions.count, of: tables)
            let cells = placed.map(\.bytes)
            let version = versions[run % versions.count]
            if let row {
                faults.begin(
                    Faults.Row(number: run / versions.count, name: row, cells: placed, expansion: expansion))
            }
            spent += expansion.size(cells)
            guard spent <= FileLimits.expandedBytes else {
                tooMany(tables)
                return
            }
            var builder = ScenarioBuilder(faults, shelf, over: version, sharing: runs > 1 ? shared : nil)
            builder.scope.columns = Set(names)
            let lines = expansion.lines(with: cells)
            var scenario = builder.scenario(lines, file: file, title: title)
            faults = builder.faults
            let isOther = version == .two && (versions.count > 1 || reader.versions == nil && scenario.obeysOver)
            scenario.row = isOther ? [row, Self.overTwo].compactMap { $0 }.joined(separator: ",") : row
            if isOther { scenario.nodes = scenario.nodes.map { $0.mapLines(\.overTwo) } }
            (scenario.columns, scenario.cells) = (names, cells)
            let changed = expansion.changed.flatMap { index in
                zip((lines[index].number - 1)..., lines[index].texts)
            }
            scenario.source = SourceText(source, changed: Dictionary(changed) { $1 })
            reading.scenarios.append(scenario)
        }
        faults.endRows(rows)
        if let versions = reader.versions, !faults.hasErrors, !reading.scenarios.contains(where: \.obeysOver) {
            faults.add(
                .badSetting, versions.place, "this 'over' has no effect: each origin says what it speaks",
                help: "take it away, or the option 'http' of the origins")
        }
    }

    /// The name of the run over HTTP/2, where a file goes over both versions.
    private static let overTwo = "h2"

    /// The rows that make the run of this number, the last table's changing fastest.
    private static func row(_ run: Int, of tables: [Table]) -> (name: String?, cells: [Table.Cell]) {
        guard !tables.isEmpty else { return (nil, []) }
        var rest = run
        var rows: [[Table.Cell]] = []
        for table in tables.reversed() where !table.rows.isEmpty {
            rows.append(table.rows[rest % table.rows.count])
            rest /= table.rows.count
        }
        rows.reverse()
        let name = rows.map { String(decoding: $0[0].bytes, as: UTF8.self) }.joined(separator: ",")
        return (name, rows.flatMap { $0 })
    }

    private mutating func tooMany(_ tables: [Table]) {
        faults.add(
            .tooManyRuns, tables.last?.columns.first?.place ?? Place(line: 1), "the tables describe too many runs",
            help: "at most \(FileLimits.runs), and \(FileLimits.expandedBytes >> 20) MiB of lines in all")
    }
}

extension Scenario {
    /// Whether an origin leaves its versions to `over`.
    fileprivate var obeysOver: Bool {
        origins.contains { origin in
            guard origin.role == .server, origin.place != nil || origins.count == 1 else { return false }
            return !origin.options.contains { $0.name == OriginOption.http.rawValue }
        }
    }
}

extension Line {
    /// The line over HTTP/2, where a client that has given up its load may leave the connection open, and the stream as well:
    /// no rule of RFC 9113 has it reset one.
    fileprivate var overTwo: Line {
        switch deed {
        case .await(.close), .await(.fin), .await(.reset):
            guard level == .must else { return self }
            return Line(place: place, last: last, lane: lane, level: .should, within: within, deed: deed, text: text)
        case .send, .act, .order, .receive, .callback, .await, .binding: return self
        }
    }
}
