// ChildProcessTests.swift: child processes, and how they end.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import QuintainLoop

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite struct `A child process` {
    @Test(arguments: [
        ("exit 0", ChildProcess.Exit.code(0)), ("exit 7", .code(7)), ("kill -9 $$", .signal(9)),
        ("kill -INT $$", .signal(2)),
    ])
    func `tells how it ended, to all who ask`(script: String, exit: ChildProcess.Exit) async throws {
        let exits = try await OnLoop.run {
            let child = try ChildProcess(Command(["sh", "-c", script]), loop: .shared)
            async let first = child.ended()
            async let second = child.ended()
            return [await first, await second, await child.ended()]
        }
        #expect(exits == [exit, exit, exit])
    }

    @Test func `reads what we write and writes what we read`() async throws {
        let (answer, complaint, exit) = try await OnLoop.run {
            let script = "read line; echo \"got $line\"; echo oops >&2; exit 3"
            let command = Command(["sh", "-c", script], input: .pipe, output: .pipe, errors: .pipe)
            let child = try ChildProcess(command, loop: .shared)
            _ = await child.input?.say("a line\n")
            let answer = await child.output?.hear().text
            let complaint = await child.errors?.hear().text
            let exit = await child.ended()
            let end = await child.output?.hearEnd()
            #expect(end == .finished)
            for channel in [child.input, child.output, child.errors] { channel?.close() }
            return (answer, complaint, exit)
        }
        #expect(answer == "got a line\n")
        #expect(complaint == "oops\n")
        #expect(exit == .code(3))
    }

    @Test func `sees the end of its input when we finish it`() async throws {
        let (text, exit) = try await OnLoop.run {
            let child = try ChildProcess(Command(["cat"], input: .pipe, output: .pipe), loop: .shared)
            _ = await child.input?.say("echoed")
            child.input?.finishSending()
            let text = await child.output?.hear().text
            child.output?.close()
            return (text, await child.ended())
        }
        #expect(text == "echoed")
        #expect(exit == .code(0))
    }

    /// In a process of its own: a program that another test starts at this moment holds a copy of every descriptor until it
    /// runs, also of the end that the child read from.
    @Test func `writing to one that is gone is an error and no signal`() async {
        await #expect(processExitsWith: .success) {
            let result = try await OnLoop.run {
                let child = try ChildProcess(Command(["true"], input: .pipe), loop: .shared)
                _ = await child.ended()
                defer { child.input?.close() }
                var buffer = Buffer(loop: .shared)
                buffer.append("nobody reads this")
                return child.input?.send(from: &buffer)
            }
            #expect(result == .reset)
        }
    }

    @Test func `has the variables, the folder and the words that it is given`() async throws {
        let text = try await OnLoop.run {
            let script = "printf '%s|' \"$WORD\" \"$HOME\" \"$PWD\" \"$1\""
            let command = Command(
                ["/bin/sh", "-c", script, "sh", "two words"],
                environment: ["WORD": "a=b"],
                folder: "/",
                output: .pipe
            )
            let child = try ChildProcess(command, loop: .shared)
            _ = await child.ended()
            defer { child.output?.close() }
            return await child.output?.hear().text
        }
        #expect(text == "a=b||/|two words|")
    }

    @Test func `inherits none of our descriptors`() async throws {
        let exit = try await OnLoop.run {
            let (one, two) = try Channel.pair(loop: .shared)
            defer {
                one.close()
                two.close()
            }
            let command = Command(["sh", "-c", "! test -e /dev/fd/\(one.fd) && ! test -e /dev/fd/\(two.fd)"])
            return try await ChildProcess(command, loop: .shared).ended()
        }
        #expect(exit == .code(0))
    }

    @Test func `ends on request, with all that it started`() async throws {
        let (exit, end) = try await OnLoop.run {
            // The grandchild holds the pipe open for as long as it lives.
            let command = Command(["sh", "-c", "sleep 600 & echo ready; wait"], output: .pipe)
            let child = try ChildProcess(command, loop: .shared)
            defer { child.output?.close() }
            _ = await child.output?.hear()
            let exit = await child.terminate()
            return (exit, await child.output?.hearEnd())
        }
        #expect(exit == .signal(SIGTERM))
        #expect(end == .finished)
    }

    @Test func `is killed when it does not listen`() async throws {
        let (exit, again) = try await OnLoop.run {
            let script = "trap '' TERM; echo ready; while :; do sleep 600; done"
            let child = try ChildProcess(Command(["sh", "-c", script], output: .pipe), loop: .shared)
            defer { child.output?.close() }
            _ = await child.output?.hear()
            return (await child.terminate(grace: .milliseconds(20)), await child.terminate())
        }
        #expect(exit == .signal(SIGKILL))
        #expect(again == exit)
    }

    /// In a process of its own, where nothing else opens and closes descriptors.
    @Test func `leaves no zombie and no descriptor`() async {
        await #expect(processExitsWith: .success) {
            let (isGone, before, after) = try await OnLoop.run {
                let before = openDescriptors()
                var pids: [Int32] = []
                for _ in 0..<50 {
                    let command = Command(["cat"], input: .pipe, output: .pipe, errors: .pipe)
                    let child = try ChildProcess(command, loop: .shared)
                    pids.append(child.pid)
                    for channel in [child.input, child.output, child.errors] { channel?.close() }
                    _ = await child.ended()
                }
                return (pids.allSatisfy { kill($0, 0) != 0 }, before, openDescriptors())
            }
            #expect(isGone)
            // The test harness may have opened one or two.
            #expect(after <= before + 5)
        }
    }

    @Test(arguments: [
        (["crul"], "no-such-command", "no command 'crul' was found"),
        (["./crul"], "no-such-command", "there is no './crul' to run"),
        (["/etc/passwd"], "not-executable", "'/etc/passwd' is not executable"),
        (["/"], "not-executable", "'/' is not executable"),
        ([""], "no-such-command", "there is no command to run: its name is empty"),
    ])
    func `that cannot be started is explained`(words: [String], slug: String, message: String) async throws {
        let error = await #expect(throws: LoopError.self) {
            try await OnLoop.run { _ = try ChildProcess(Command(words), loop: .shared) }
        }
        #expect(error?.slug == slug)
        #expect(error?.message == message)
    }

    @Test func `cannot run in a folder that is not there`() async throws {
        let error = await #expect(throws: LoopError.self) {
            try await OnLoop.run { _ = try ChildProcess(Command(["true"], folder: "/no/such"), loop: .shared) }
        }
        #expect(error?.message == "there is no '/no/such'")
    }
}

@Suite struct `Signals to this process` {
    @Test func `arrive on the loop, and later end the program again`() async {
        await #expect(processExitsWith: .signal(SIGTERM)) {
            let heard = try await OnLoop.run {
                let signals = try Signals(loop: .shared)
                kill(getpid(), SIGINT)
                let first = await signals.next()
                kill(getpid(), SIGTERM)
                let second = await signals.next()
                OnLoop.spawn { signals.close() }
                return [first, second, await signals.next()]
            }
            // Any other outcome ends the process in another way than by this signal.
            if heard == [SIGINT, SIGTERM, nil] { kill(getpid(), SIGTERM) }
            while true { pause() }
        }
    }

    @Test func `a broken pipe is only an error once it is ignored`() async {
        await #expect(processExitsWith: .success) {
            Signals.ignoreBrokenPipes()
            var ends: [Int32] = [0, 0]
            pipe(&ends)
            close(ends[0])
            #expect(write(ends[1], "x", 1) == -1)
        }
    }
}
