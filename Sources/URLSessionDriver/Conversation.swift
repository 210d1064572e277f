// Conversation.swift: carries out the runner's orders one after the other.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation

/// Orders go through one queue, because URLSession may block its caller; the thread that reads never waits.
final class Conversation: Sendable {
    private let output: Output
    private let questions = Questions()
    private let orders = DispatchQueue(label: "orders")
    /// Used only on the queue of orders.
    nonisolated(unsafe) private var current: ClientCase?

    init(_ output: Output) {
        self.output = output
    }

    func take(_ line: String) {
        do {
            let order = try JSONDecoder().decode(Order.self, from: Data(line.utf8))
            // An answer that a blocked callback waits for goes past the queue of orders, which that callback may hold
            // up.
            if case .answer(let answer) = order, questions.answerAtOnce(answer) { return }
            orders.async { self.carryOut(order) }
        } catch {
            orders.async { self.output.say(Unable("this driver cannot read the order: \(error)")) }
        }
    }

    private func carryOut(_ order: Order) {
        do {
            switch order {
            case .begin(let beginning):
                output.begin(beginning.case)
                current = ClientCase(beginning, questions, output)
            case .load(let load): try current?.start(load)
            case .act(let act): try current?.perform(act)
            case .answer(let answer): questions.answer(answer)
            case .end:
                current?.end()
                current = nil
            case .unknown: break
            }
        } catch {
            output.say(error)
        }
    }
}
