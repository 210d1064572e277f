// ClientConnection+Reading.swift: reads a reply, and reports how it can fail.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoader
import QuintainLoop
import QuintainTLS
import QuintainTransport
import QuintainWire

extension ClientConnection {
    /// A user who takes no parts stops the reading, which slows the server down.
    var mayRead: Bool { !reader.isOver && user?.takesParts == true }

    /// Reports the parts that are there, or else reads once. false: there is nothing now.
    func read(_ transport: Transport) -> Bool {
        if tellParts() { return true }
        guard stage == .exchanging, mayRead, ending == nil else { return false }
        switch transport.read(into: Self.room) {
        case .bytes(let count):
            let bytes = UnsafeRawBufferPointer(rebasing: Self.room[..<count])
            if let altered = user?.altered(bytes) { reader.append(altered) } else { reader.append(bytes) }
        case .nothing, .full: return false
        case .finished:
            end(transport.ending)
        case .reset, .failed, .closed: end(.reset)
        }
        _ = tellParts()
        return true
    }

    private func end(_ ending: Ending) {
        self.ending = ending
        if case .finished = ending { reader.inputEnded() } else { reader.inputEnded(cleanly: false) }
    }

    /// Reports the parts one by one; each may change everything, because the user's orders come in between.
    private func tellParts() -> Bool {
        var told = false
        while stage == .exchanging, let user, user.takesParts, let part = reader.next() {
            told = true
            if case .fault(let fault) = part { lose(self.fault(fault)) } else { user.heard(.arrived(part), from: self) }
        }
        return told
    }

    private func fault(_ fault: ResponseFault) -> NetworkFault {
        let isFirst = reader.received == 0
        guard fault.kind.isCut, let ending else { return NetworkFault(.badResponse, fault.sentence) }
        switch ending {
        case .finished: return NetworkFault(.lost, fault.sentence, isBeforeReply: isFirst)
        case .reset:
            let sentence = "the connection was reset \(isFirst ? "before any byte of a reply" : "within the reply")"
            return NetworkFault(.lost, sentence, isBeforeReply: isFirst)
        case .cutOff:
            let sentence = "the connection ended without close_notify, so what came may be cut short"
            return NetworkFault(.lost, sentence, cut: .withoutNotice, isBeforeReply: isFirst)
        case .failed(let failure): return NetworkFault(.tls, failure.sentence, isBeforeReply: isFirst)
        }
    }

    /// Closes the connection and reports the reason to its user.
    func lose(_ fault: NetworkFault) {
        let user = user
        close()
        user?.heard(.lost(fault), from: self)
    }
}

extension Transport {
    /// The way in which the server's side has ended, once a read has returned the end.
    var ending: ClientConnection.Ending {
        if let failure { .failed(failure) } else { isCutOff ? .cutOff : .finished }
    }
}
