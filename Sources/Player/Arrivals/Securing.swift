// Securing.swift: what happens on a TLS connection below HTTP.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainReply
import QuintainScenario
package import QuintainTranscript

extension Player {
    package func secured(_ event: SecureEvent, on number: ConnectionNumber, at now: Instant) -> [Effect] {
        input(now) { player in
            guard player.connections[number] != nil else { return }
            player.heardClient()
            player.take(event, number)
            player.checkAwaited()
        }
    }

    private func take(_ event: SecureEvent, _ number: ConnectionNumber) {
        switch event {
        case .greeted(let name, let version):
            connections.greet(number, name, version)
        case .unheard(let bytes): comeInTheClear(bytes, number)
        case .message(let text, let side): record.write(.tls(by: side, .message(text)), connection: number)
        case .alert(let name, .server):
            replies.alertLeft(name)
            if let batch = wait?.batch, batch.connection.carrier == number { return }
            tellSentAlerts(number)
        case .alert(let name, let side):
            record.write(.tls(by: side, .alert(name)), connection: number)
            connections[number]?.security.complain(name)
        case .open(let terms):
            record.write(.tls(by: .server, .open(terms)), connection: number)
            connections.agree(terms, on: number)
        case .truncated: record.write(.noted(.tlsTruncated), connection: number)
        case .failed(let failure):
            connections.securingFailed(failure)
            record.write(.noted(.tlsFailed(failure)), connection: number)
        case .garbled(let sentence):
            take(.failed(SecureFailure(sentence)), number)
            guard inquiry.isJudging, connections[number]?.isFinished == false else { return }
            connections[number]?.stray()
            unexpectedBytes(.noTLS(sentence), on: number)
        }
    }

    func tellSentAlerts(_ number: ConnectionNumber) {
        for name in replies.takeAlerts() { record.write(.tls(by: .server, .alert(name)), connection: number) }
    }

    /// Lets handshakes go on unless lines of ours come before their answer.
    func answerGreetings() {
        for number in connections.greeted where !holdsBack(number) {
            connections.proceed(number)
            guard let connection = connections[number], !connection.isSilent, !connection.isFinished else { continue }
            effects.append(.proceed(number))
        }
    }

    /// `! await client-hello` was played, and the lines of ours below it are not done.
    private func holdsBack(_ number: ConnectionNumber) -> Bool {
        guard phase == .playing, connections[number]?.security.isAwaited == true else { return false }
        if let wait, !wait.isForConnection { return true }
        return turn.isLooking
    }
}
