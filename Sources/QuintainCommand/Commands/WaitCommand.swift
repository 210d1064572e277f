// WaitCommand.swift: `quintain wait`, until a server in the background answers.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation

enum WaitCommand {
    static let subcommand = Subcommand(usage: usage, run: run)

    private static let usage = Usage(
        name: "wait",
        summary: "waits until a server in the background answers",
        form: "FILE",
        wordsAtMost: 1,
        about: """
            Waits for the ready file of 'quintain serve --ready-file FILE' and for the server that it names, and ends with
            exit status 0 once that answers, or 1 if it has ended or needs too long.
            """,
        options: [
            .init(
                "--pid", "NUMBER",
                "the server's process, or one that starts it: the wait is over when it ends, and no file of another server counts"
            ),
            .init("--limit", "TIME", "gives up after so long (default: 30s)"),
            .init("--print", "MEMBER", "prints a member of the ready file, such as url, controlURL or pid"),
        ],
        examples: [
            "quintain serve --port 0 --control-port 0 --ready-file ready.json &",
            "quintain wait ready.json --pid $! --print url",
        ])

    @OnLoop
    private static func run(_ arguments: Arguments) async throws(WrongUse) -> Status {
        guard let path = arguments.words.first else {
            throw WrongUse(
                "which ready file?", help: "write 'quintain wait FILE', with the file of 'serve --ready-file'")
        }
        let limit = try arguments.milliseconds("--limit", default: 30_000)
        let pid = try arguments.count("--pid", atMost: Int(Int32.max))
        let deadline = Moment.now.advanced(milliseconds: Int64(limit))
        while true {
            // Looked at first: a server may write its file and end between two looks.
            let isAlive = pid.map(OtherProcess.isAlive) ?? true
            let ready = ReadyFile.read(path)
            if let ready, isOwn(ready, pid), await answers(ready, until: deadline) {
                return try say(ready, arguments.value("--print"), path)
            }
            if !isAlive { return fail("process \(pid ?? 0) has ended, and no server was ready: its log says why") }
            if Moment.now >= deadline {
                let time = limit % 1000 == 0 ? "\(limit / 1000) s" : "\(limit) ms"
                return fail("\(lack(of: ready, path, pid)), and \(time) are over")
            }
            await EventLoop.shared.sleep(for: .milliseconds(20))
        }
    }

    /// Whether the file is of this process. An earlier server may have left it, or run still, until the new one removes it.
    private static func isOwn(_ ready: JSONText, _ pid: Int?) -> Bool {
        guard let pid else { return true }
        return ready["pid"]?.number.map { OtherProcess.isPart(Int($0), of: pid) } ?? false
    }

    /// Whether the server that wrote the file answers: one that was killed leaves its file behind. One without a control
    /// port must run.
    private static func answers(_ ready: JSONText, until deadline: Moment) async -> Bool {
        if let url = ready["controlURL"]?.text {
            return await HealthQuestion.isAnswered(at: url, by: ready["server"]?.text, until: deadline)
        }
        return ready["pid"]?.number.map { OtherProcess.isAlive(Int($0)) } ?? false
    }

    private static func lack(of ready: JSONText?, _ path: String, _ pid: Int?) -> String {
        if let ready {
            if let pid, !isOwn(ready, pid) { return "'\(path)' is of a server that process \(pid) has not started" }
            let place = ready["controlURL"]?.text.map { " at \($0)" } ?? ""
            return "the server that '\(path)' names does not answer\(place)"
        }
        return Files.exists(path) ? "'\(path)' is no ready file" : "there is no '\(path)'"
    }

    private static func say(_ ready: JSONText, _ member: String?, _ path: String) throws(WrongUse) -> Status {
        guard let member else { return .asExpected }
        guard let value = ready[member] else {
            let names = (ready.members ?? []).map(\.0).joined(separator: ", ")
            throw WrongUse("'\(path)' has no member '\(member)'", help: "it has: \(names)")
        }
        Output.write(value.text ?? value.description)
        return .asExpected
    }

    private static func fail(_ sentence: String) -> Status {
        Output.complain("quintain wait: \(sentence)")
        return .notAsExpected
    }
}
