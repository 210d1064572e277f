// DriverConversation.swift: speaks the driver protocol for the reference client.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainDriver
package import QuintainLoop
import QuintainNotation
package import QuintainLoader
import QuintainScenario
import QuintainTalk

/// Reads the runner's lines, passes its orders to the case under way, and writes the messages of the case.
@OnLoop
package final class DriverConversation {
    /// What changes the inputs and effects of loads; nil: nothing does.
    private let interception: (() -> any Interception)?
    /// The milliseconds by which each message comes behind what the client does on its connections.
    private let lateness: Int64?
    private var cutter = LineCutter()
    private var current: ReferenceCase?
    /// What the client has told, and the runner has yet to hear.
    private var unsaid: [(word: ReferenceCase.Word, number: Int)] = []
    private let over = Bell()
    private var status: Int32 = 0
    private var isOver = false

    package init(late lateness: Int64? = nil, interception: (() -> any Interception)? = nil) {
        (self.lateness, self.interception) = (lateness, interception)
    }

    package func run() async -> Int32 {
        write(ReferenceClient.greeting.message)
        StandardInput.read { [self] in bytesArrived($0) }
        while !isOver { await over.wait() }
        return status
    }

    /// Takes bytes of the runner; empty: the runner is gone.
    private func bytesArrived(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return leave(0) }
        for piece in cutter.append(bytes) {
            guard case .line(let line) = piece else {
                return refuse("a line is longer than \(LineCutter.longest) bytes")
            }
            lineArrived(line)
        }
    }

    private func lineArrived(_ line: [UInt8]) {
        do {
            let message = try RunnerMessage(Members(try JSONText(parsing: line)))
            take(message)
        } catch let fault as MessageFault {
            refuse(fault.sentence)
        } catch {
            refuse("what came is no JSON: \(error)")
        }
    }

    private func take(_ message: RunnerMessage) {
        switch message {
        case .begins(let order):
            current = ReferenceCase(order, interception: interception?()) { [self] in
                hear($0, order.number)
            }
        case .order(let order, let file):
            do throws(LoopError) {
                current?.take(order, body: try file.map { path throws(LoopError) in try Files.read(path) })
            } catch {
                write(.object([("unable", .text("the body cannot be read: \(error.message)"))]))
            }
        case .answer(let question, let decision): current?.answer(question, decision)
        case .ends: current?.end()
        case .unknown: break
        }
    }

    private func hear(_ word: ReferenceCase.Word, _ number: Int) {
        guard let lateness else { return say(word, number) }
        unsaid.append((word, number))
        _ = EventLoop.shared.schedule(at: Moment.now.advanced(milliseconds: lateness)) { [self] in
            let (word, number) = unsaid.removeFirst()
            say(word, number)
        }
    }

    private func say(_ word: ReferenceCase.Word, _ number: Int) {
        switch word {
        case .callback(let callback, let load, let file):
            write(callback.message(load: load, ofCase: number, file: file))
        case .unable(let sentence): write(.object([("unable", .text(sentence))]))
        case .obstacle(let sentence): write(.object([("note", .text(sentence))]))
        case .ended:
            write(.object([("ended", .number(number))]))
            current = nil
        }
    }

    private func write(_ message: JSONText) {
        StandardStream.output.write(Array(message.description.utf8) + [10])
    }

    private func refuse(_ sentence: String) {
        _ = StandardStream.errors.offer(Array("quintain-client: \(sentence)\n".utf8))
        leave(2)
    }

    private func leave(_ status: Int32) {
        (self.status, isOver) = (status, true)
        over.ring()
    }
}
