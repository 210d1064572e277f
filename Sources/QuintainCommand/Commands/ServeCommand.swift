// ServeCommand.swift: `quintain serve`, routes and scenarios until a signal.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFixtures
import QuintainLoop
import QuintainNotation
import QuintainReport
import QuintainRouteHost
import QuintainRoutes
import QuintainScenario
import QuintainServer
import QuintainSessions
import QuintainSides

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

enum ServeCommand {
    static let subcommand = Subcommand(usage: usage, run: run, clear: { _ = ReadyFile($0) })

    private static let usage = Usage(
        name: "serve",
        summary: "serves routes, and scenarios that are armed over a control API",
        form: "[PATH…]",
        about: """
            Serves the routes of all .routes and .scenario files on one port, and the control API, with a page for
            browsers, on another. A scenario is armed on the page or by a POST, and then has origins of its own. Files
            are read again when they change. PATH is a file or a folder, or the name of a bundled folder such as
            'httpbin'; the default is all bundled fixtures, the routes of httpbin among them. 'badssl' alone serves host names whose TLS is faulty,
            each in another way, on the port of --port (8443).

            SIGINT and SIGTERM end the server, and so does, with --until-eof, the end of standard input: a process
            that holds the other end of the pipe ends the server when it ends itself, even by a crash.
            """,
        options: [
            .init("--port", "PORT", "the port of the routes (8080; 0: any free port)"),
            .init("--control-port", "PORT", "the port of the control API (8081; 0: any free port)"),
            .init("--https-port", "PORT", "where routes also answer over TLS (default: nowhere; 0: any free port)"),
            .init("--http", "VERSIONS", "what the routes speak: 1.1, 2, or 1.1,2 (the default; the client chooses)"),
            .init("--host", "ADDRESS", "the address of all ports (127.0.0.1)"),
            .init("--token", "TOKEN", "the control API's token; required beyond loopback (QUINTAIN_TOKEN)"),
            .init("--token-file", "FILE", "a file with the token, which 'ps' does not show"),
            .init(
                "--files-from", "FOLDER",
                "posted texts may name files of this folder, beside the name that a text is posted under",
                mayRepeat: true
            ),
            .init("--idle", "TIME", "how long a connection may be silent (60s; 0s: no limit)"),
            .init("--allow-host", "HOST", "another name of the control port, NAME:PORT", mayRepeat: true),
            .init("--ready-file", "FILE", "writes a JSON object with every port, once the server is ready"),
            .init("--json", nil, "prints the same object instead of a table"),
            .init("--until-eof", nil, "ends when standard input does"),
            .init("--log", "FORM", "logs events on standard error, a line each: json or text"),
            .init("--log-level", "LEVEL", "the lowest level: debug (each request), info (the default) or warning"),
            .colour,
        ],
        examples: [
            "quintain serve",
            "quintain serve httpbin",
            "quintain serve badssl",
            "quintain serve --port 0 --control-port 0 --ready-file ports.json my-fixtures",
        ])

    @OnLoop
    private static func run(_ arguments: Arguments) async throws(WrongUse) -> Status {
        let stop = try WrongUse.telling { () throws(LoopError) in try Signals(loop: .shared) }
        var close: (@OnLoop () -> Void)?
        defer { close?() }
        if arguments.words.contains(ServedFaultyNames.word), !Files.exists(ServedFaultyNames.word) {
            let server = try ServedFaultyNames(arguments)
            close = { server.close() }
            try server.announce()
            Output.stopWaiting()
        } else {
            guard let server = try await Served(arguments) else { return .wrongUse }
            close = { server.close() }
            try server.announce()
            Output.stopWaiting()
            server.watch()
        }
        if arguments.has("--until-eof") { StandardInput.whenEnded { stop.come(SIGTERM) } }
        // A second signal while the server ends has no effect: the ready file is removed in any case.
        _ = await stop.next()
        return .asExpected
    }
}

/// Everything that one `quintain serve` runs.
@OnLoop
private final class Served {
    private let arguments: Arguments
    private let style: Style
    private let library: Library
    private let routes: RouteHost
    private let routeDesk: RouteDesk
    /// The same routes over TLS.
    private let secureRoutes: RouteHost?
    private let desk: SessionDesk
    private let control: ControlServer
    private let identity: String
    private var files: FileWatch?
    private let readingBegan: Int64
    private var isClosed = false
    private let log: ServerLog?
    private var readyFile: ReadyFile

    /// Nil if files are wrong: their faults have been printed, and nothing is started.
    init?(_ arguments: Arguments) async throws(WrongUse) {
        self.arguments = arguments
        readyFile = ReadyFile(arguments)
        style = try arguments.style()
        log = try Self.log(arguments)
        let port = try arguments.port("--port", default: 8080)
        let securePort = arguments.has("--https-port") ? try arguments.port("--https-port", default: 0) : nil
        let authority = try TestAuthority.bundledForServing()
        let controlPort = try arguments.port("--control-port", default: 8081)
        let sources = try FixturePath.served(arguments.words)
        let token = try Self.token(arguments)
        let idle = Int64(try arguments.milliseconds("--idle", default: Int(RouteHost.patience)))
        let patience = idle > 0 ? idle : nil
        let texts = try Self.texts(arguments)
        let versions = try arguments.choice("--http", VersionsWord.self)?.versions ?? [.one, .two]
        do throws(LoopError) {
            let address = try SocketAddress(arguments.value("--host") ?? "127.0.0.1", port: port)
            guard address.isLoopback || token != nil else {
                throw LoopError(
                    "no-token", "beyond loopback the control API needs a token",
                    help: "set QUINTAIN_TOKEN, or add '--token-file FILE'; clients send 'Authorization: Bearer TOKEN'")
            }
            library = try Library(sources)
            readingBegan = WallClock.ofFiles
            await library.reload()
            if library.all.contains(where: \.isBroken) || !library.unreadable.isEmpty {
                Self.complain(library.all, library)
                Output.complain("quintain serve: files are wrong, so nothing is started")
                return nil
            }
            let table = await library.table()
            routes = try RouteHost(on: address, table: table, speaking: versions, patience: patience)
            routes.log = log
            secureRoutes = try securePort.map { (port) throws(LoopError) in
                try Self.secured(address.with(port: port), table, authority, speaking: versions, patience: patience)
            }
            secureRoutes?.log = log
            desk = SessionDesk(address: address, authority: authority, log: log)
            routeDesk = RouteDesk(library, on: [routes, secureRoutes].compactMap { $0 })
            let api = ControlAPI(
                library: library, desk: desk, version: Invocation.version, routes: routeDesk, log: log, texts: texts)
            identity = api.identity
            control = try ControlServer(
                on: address.with(port: controlPort), token: token, allowedHosts: arguments.values("--allow-host"),
                api: api, patience: patience)
        } catch {
            throw WrongUse(error.message, help: error.help)
        }
        for book in library.shadowed {
            warn(book.path, "another file is called \(book.name) as well, and is armed instead of this one")
        }
        for word in arguments.words where !Files.exists(word) {
            warn(word, "bundled fixtures, since there is no such file or folder here")
        }
        for word in arguments.words where Files.isFolder(word) {
            for entry in FixtureFolder.passedOver(in: word) { warn(word, entry.sentence) }
        }
        if library.all.isEmpty {
            warn(library.shelves.map(\.path).joined(separator: ", "), "there are no .scenario or .routes files here")
        }
        routes.start()
        secureRoutes?.start()
        control.start()
    }

    /// Warns about a file. With a log, standard error is for the log only.
    private func warn(_ file: String, _ sentence: String) {
        guard let log else { return Output.complain("\(file): \(sentence)") }
        log.tell(.fileWarning, nil, [("file", .text(file)), ("message", .text(sentence))])
    }

    private static func secured(
        _ address: SocketAddress, _ table: RouteTable, _ authority: TestAuthority?, speaking versions: HTTPVersions,
        patience: Int64?
    ) throws(LoopError) -> RouteHost {
        guard let authority else {
            throw LoopError(
                "no-authority", "there is no test authority to sign the certificate of '--https-port'",
                help: "set QUINTAIN_CERTS to the folder that holds \(TestAuthority.certificateName)")
        }
        return try RouteHost(
            on: address, table: table, securedBy: authority, speaking: versions, patience: patience)
    }

    private static func texts(_ arguments: Arguments) throws(WrongUse) -> PostedTexts {
        let folders = arguments.values("--files-from")
        for folder in folders where !Files.isFolder(folder) {
            throw WrongUse("there is no folder '\(folder)'", help: "--files-from names the folder of your scenarios")
        }
        return PostedTexts(folders: folders)
    }

    /// The token of `--token`, of the file of `--token-file`, or of QUINTAIN_TOKEN; nil: none is given.
    private static func token(_ arguments: Arguments) throws(WrongUse) -> String? {
        if let token = arguments.value("--token") {
            guard !arguments.has("--token-file") else {
                throw WrongUse("'--token' and '--token-file' are two tokens", help: "leave one of them out")
            }
            guard isToken(token) else { throw WrongUse("the token cannot be sent in a field", help: tokenHelp) }
            return token
        }
        guard let path = arguments.value("--token-file") else {
            guard let token = Environment.value("QUINTAIN_TOKEN") else { return nil }
            guard !token.isEmpty else {
                Output.complain("QUINTAIN_TOKEN is empty: the control API asks for no token")
                return nil
            }
            guard isToken(token) else { throw WrongUse("QUINTAIN_TOKEN cannot be sent in a field", help: tokenHelp) }
            return token
        }
        do throws(LoopError) {
            let text = String(decoding: try Files.read(path, limit: 4096), as: UTF8.self)
            let token = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
            guard isToken(token) else { throw LoopError("no-token", "'\(path)' holds no token", help: tokenHelp) }
            return token
        } catch {
            throw WrongUse(error.message, help: error.help)
        }
    }

    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { 0x21...0x7E ~= $0 }
    }

    private static let tokenHelp = "a token is visible ASCII without blanks"

    private static func log(_ arguments: Arguments) throws(WrongUse) -> ServerLog? {
        guard let form = try arguments.choice("--log", ServerLog.Form.self) else {
            guard arguments.has("--log-level") else { return nil }
            throw WrongUse("'--log-level' has no effect without '--log'", help: "add '--log json' or '--log text'")
        }
        return ServerLog(form, from: try arguments.choice("--log-level", ServerLog.Level.self) ?? .info)
    }

    func close() {
        isClosed = true
        log?.tell(.serverStopping)
        // A reader of the ready file relies on its ports, so the file goes first.
        readyFile.remove()
        files?.close()
        control.close()
        routes.close()
        secureRoutes?.close()
        desk.close()
    }

    // MARK: Being ready

    func announce() throws(WrongUse) {
        let ready = ReadyFile.object(
            [
                ("port", .number(Int(routes.address.port))), ("controlPort", .number(Int(control.address.port))),
                ("url", .text(routes.url)), ("controlURL", .text(control.url)),
                ("server", .text(identity)), ("routes", .number(routes.table.count)),
                ("scenarioFiles", .number(library.scenarioFileCount)),
            ] + secured)
        try readyFile.write(ready)
        log?.tell(
            .serverReady, nil,
            [
                ("version", .text(Invocation.version)), ("routes", .text(routes.url)), ("control", .text(control.url)),
            ])
        if arguments.has("--json") {
            Output.write(ready)
        } else {
            for line in table { Output.write(line) }
        }
    }

    /// The members of the ready object for routes over TLS.
    private var secured: [(String, JSONText)] {
        guard let secureRoutes else { return [] }
        return [
            ("httpsPort", .number(Int(secureRoutes.address.port))), ("httpsURL", .text(secureRoutes.url)),
            ("ca", .text(secureRoutes.authorityCertificate ?? "")),
        ]
    }

    private var table: [String] {
        [
            style("Quintain \(Invocation.version)", .strong) + " is ready",
            "  routes     \(routes.url)  (\(Summary.count(routes.table.count, "route")))",
        ]
            + (secureRoutes.map {
                ["             \($0.url)  (for clients that trust \($0.authorityCertificate ?? ""))"]
            } ?? []) + [
                "  control    \(control.url)  (\(Summary.count(library.scenarioFileCount, "file")) of scenarios to arm: POST /sessions)",
                "  page       \(control.url)/  (fixtures and sessions, in a browser)",
                "  fixtures   \(library.shelves.map(\.path).joined(separator: ", "))",
                style("Ctrl-C ends it", .faint),
            ]
    }

    // MARK: Files that change

    /// Reads files again as they change.
    func watch() {
        OnLoop.spawn { [weak self] in
            // A program that waits for the server sends its first request at once: a look at all files would delay
            // that.
            await EventLoop.shared.sleep(for: Self.pauseBeforeWatch)
            // What was needed to read the files.
            FreeMemory.giveBack()
            guard let files = self?.openWatch() else { return }
            while let changed = await files.changes() {
                guard let self else { return }
                await self.reload(changed)
            }
        }
    }

    private static let pauseBeforeWatch = Duration.milliseconds(20)

    /// Nil on a file system that cannot be watched: the server works without.
    private func openWatch() -> FileWatch? {
        guard !isClosed else { return nil }
        files = try? FileWatch(library.shelves.map(\.path), since: readingBegan, loop: .shared)
        return files
    }

    private func reload(_ changed: [String]) async {
        let books = await library.reload(only: changed)
        await routeDesk.refresh()
        // With a log, standard error is for the log only: programs read it.
        if log == nil { Self.complain(books, library) }
        for book in books where !book.isBroken { log?.tell(.fileRead, nil, [("file", .text(book.name))]) }
        for book in books where book.isBroken {
            let fault = book.diagnostics.first { $0.severity == .error } ?? book.diagnostics.first
            let line = fault.map { [("line", JSONText.number($0.place.line))] } ?? []
            log?.tell(
                .fileBroken, nil, [("file", .text(book.name))] + line + [("message", .text(fault?.message ?? ""))])
        }
        for (path, reason) in library.unreadable.sorted(by: { $0.key < $1.key }) {
            log?.tell(.fileBroken, nil, [("file", .text(path)), ("message", .text(reason))])
        }
        if !arguments.has("--json") {
            let good = books.filter { !$0.isBroken }.map(\.name)
            if !good.isEmpty { Output.write(style("read again: \(good.joined(separator: ", "))", .faint)) }
        }
    }

    private static func complain(_ books: [Library.Book], _ library: Library) {
        for book in books {
            if book.isBroken { Diagnostics.show(book.diagnostics, of: book.path, source: book.source) }
        }
        for (path, reason) in library.unreadable.sorted(by: { $0.key < $1.key }) {
            Output.complain(reason.contains(path) ? reason : "\(path): \(reason)")
        }
    }
}
