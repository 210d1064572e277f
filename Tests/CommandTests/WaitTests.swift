// WaitTests.swift: `quintain wait`.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import Testing

@Suite struct `quintain wait` {
    private static let routes = ["plain.routes": "# Plain\n> GET /\n< 200\n<\n< here\n"]

    /// Runs a script in which `$0` is the command.
    private func run(_ script: String, _ files: [String: String] = routes) async throws -> BuiltCommand.Result {
        let folder = try CommandFolder(files)
        return try await BuiltCommand.run([], in: folder.path, behind: ["sh", "-c", script])
    }

    @Test func `ends once the server answers, and says where and which process it is`() async throws {
        let result = try await run(
            """
            "$0" serve plain.routes --port 0 --control-port 0 --ready-file ready.json >/dev/null &
            "$0" wait ready.json --pid $! --print url
            kill "$("$0" wait ready.json --print pid)" && wait $!
            """)
        #expect(result.exit == .code(0) && result.errors.isEmpty, "\(result.errors)")
        #expect(result.output.hasPrefix("http://127.0.0.1:"), "\(result.output)")
    }

    @Test func `ends with a server that cannot start`() async throws {
        let result = try await run(
            "\"$0\" serve nothere --ready-file ready.json 2>/dev/null & \"$0\" wait ready.json --pid $!")
        #expect(result.exit == .code(1))
        #expect(result.errors.contains(" has ended, and no server was ready: its log says why"), "\(result.errors)")
    }

    /// One is stopped and takes connections, the other is killed.
    @Test func `takes no file of a server that does not answer`() async throws {
        let result = try await run(
            """
            "$0" serve plain.routes --port 0 --control-port 0 --ready-file ready.json >/dev/null 2>&1 &
            "$0" wait ready.json --pid $!
            cp ready.json kept.json && kill -STOP $!
            "$0" wait ready.json --pid $! --limit 40ms; echo $?
            kill -KILL $! && wait $!
            "$0" wait kept.json --limit 40ms --print pid; echo $?
            """)
        #expect(result.output == "1\n1\n", "\(result.output)")
        let lines = result.errors.split(separator: "\n").filter { $0.hasPrefix("quintain wait: ") }
        #expect(lines.count == 2, "\(result.errors)")
        for line in lines {
            #expect(line.contains("json' names does not answer at http://127.0.0.1:"), "\(line)")
        }
    }

    /// A job before this one has left its server and its file.
    @Test func `takes the file of no server that its process has not started`() async throws {
        let result = try await run(
            """
            "$0" serve plain.routes --port 0 --control-port 0 --ready-file ready.json >/dev/null &
            old=$!
            "$0" wait ready.json --pid $old
            tail -f /dev/null &
            "$0" wait ready.json --pid $! --limit 40ms --print pid; echo $?
            kill $! && wait $!
            "$0" wait ready.json --pid $! --print pid; echo $?
            kill $old && wait $old
            """)
        #expect(result.output == "1\n1\n", "\(result.output)")
        #expect(result.errors.contains("'ready.json' is of a server that process "), "\(result.errors)")
        #expect(result.errors.contains(" has ended, and no server was ready: its log says why"), "\(result.errors)")
    }

    @Test(arguments: [#"sh -c '"$0" "$@"; true' "$0""#, #"timeout 60 "$0""#])
    func `takes the file of a server that its process has started`(starter: String) async throws {
        let result = try await run(
            """
            \(starter) serve plain.routes --port 0 --control-port 0 --ready-file ready.json >/dev/null &
            server=$("$0" wait ready.json --pid $! --print pid) && test $server != $! && kill $server && wait $! && echo ok
            """)
        #expect(result.errors.isEmpty, "\(result.errors)")
        #expect(result.output == "ok\n")
    }

    @Test func `takes no other server at the port of one that was killed`() async throws {
        let result = try await run(
            """
            "$0" serve plain.routes --port 0 --control-port 0 --ready-file other.json >/dev/null &
            port=$("$0" wait other.json --pid $! --print port)
            echo "{\\"ready\\": true, \\"controlURL\\": \\"http://127.0.0.1:$port\\"}" >stale.json
            "$0" wait stale.json --limit 200ms; echo $?; kill $! && wait $!
            """)
        #expect(result.output == "1\n", "\(result.output)")
        #expect(result.errors.contains("the server that 'stale.json' names does not answer"), "\(result.errors)")
    }

    /// It has the same fixed ports, and other fixtures.
    @Test func `takes no other server of Quintain at the port of one that was killed`() async throws {
        let result = try await run(
            """
            "$0" serve plain.routes --port 0 --control-port 0 --ready-file mine.json >/dev/null 2>&1 &
            "$0" wait mine.json --pid $! && kill -KILL $! && wait $!
            "$0" serve plain.routes --port 0 --control-port 0 --ready-file other.json >/dev/null &
            control=$("$0" wait other.json --pid $! --print controlURL)
            sed "s,\\"controlURL\\":\\"[^\\"]*\\",\\"controlURL\\":\\"$control\\"," mine.json >stale.json
            "$0" wait stale.json --limit 200ms; echo $?; kill $! && wait $!
            """)
        #expect(result.output == "1\n", "\(result.output)\(result.errors)")
        #expect(result.errors.contains("the server that 'stale.json' names does not answer"), "\(result.errors)")
    }

    /// `serve badssl` has no control port.
    @Test func `takes a server without a control port for one that answers while it runs`() async throws {
        let result = try await run(
            """
            "$0" serve badssl --port 0 --ready-file ready.json >/dev/null &
            "$0" wait ready.json --pid $! --print pid && kill $! && wait $!
            """)
        #expect(result.exit == .code(0) && result.errors.isEmpty, "\(result.errors)")
    }

    @Test func `says which member was meant`() async throws {
        let script = """
            echo "{\\"ready\\": true, \\"pid\\": $$, \\"url\\": \\"http://127.0.0.1:1\\"}" >ready.json
            "$0" wait ready.json --print ulr
            """
        let result = try await run(script)
        #expect(result.exit == .code(2))
        #expect(
            result.errors.hasPrefix("quintain wait: 'ready.json' has no member 'ulr'\n  help: it has: "),
            "\(result.errors)")
    }

    @Test func `takes one file`() async throws {
        let result = try await run("\"$0\" wait ready.json other.json")
        #expect(result.exit == .code(2))
        #expect(
            result.errors.hasPrefix(
                "quintain wait: 'other.json' is an argument too many\n  help: write: quintain wait [OPTION …] FILE\n"),
            "\(result.errors)")
    }

    @Test func `takes no other file for a ready file`() async throws {
        for text in ["", "{}", #"{"ready": false}"#, "ready"] {
            let result = try await run("\"$0\" wait ready.json --limit 1ms", ["ready.json": text + " "])
            #expect(result.exit == .code(1), "\(text)")
            #expect(result.errors == "quintain wait: 'ready.json' is no ready file, and 1 ms are over\n")
        }
    }
}
