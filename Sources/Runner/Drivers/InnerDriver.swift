// InnerDriver.swift: the reference client in this process.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainDriver
import QuintainLoop
import QuintainPlayer
import QuintainReference
import QuintainScenario
import QuintainTalk

/// Drives the client without lines and pipes: a callback is in the queue before the client goes on.
///
/// This driver cannot hang or break the protocol, and a crash of the client ends the program.
@OnLoop
final class InnerDriver: Driver {
    let greeting: Greeting? = ReferenceClient.greeting
    let folder: WorkFolder
    private var current: ReferenceCase?
    private var lanes: [Int: Lane] = [:]
    /// The client has a folder for its files.
    private var keepsFiles = false
    private let inbox = DriverInbox()

    init(in folder: WorkFolder) { self.folder = folder }

    var isReady: Bool { current == nil && inbox.isEmpty }
    var isInsideLine: Bool { false }
    var wasKilled: Bool { false }
    var mayTellLate: Bool { false }
    var hasLoadsLeft: Bool { false }
    var lastFault: DriverFault? { nil }
    func complaints() -> String? { nil }

    /// Returns the path only: the client makes the folder when it needs it.
    func openFolder(ofCase number: Int) -> String {
        keepsFiles = false
        return folder.folder(ofCase: number)
    }

    func closeFolder(ofCase number: Int) {
        if keepsFiles { folder.removeFolder(ofCase: number) }
    }

    // MARK: Speaking

    func say(_ message: RunnerMessage) {
        switch message {
        case .begins(let order): begin(order)
        case .order(let order, _):
            switch order {
            case .load(let load): lanes[load.number] = load.lane
            case .resume(let load, _, let lane): lanes[load] = lane
            case .cancel, .suspend, .proceed, .trust: break
            }
            current?.take(order)
        case .answer(let question, let decision): current?.answer(question, decision)
        case .ends: current?.end()
        case .unknown: break
        }
    }

    private func begin(_ order: CaseOrder) {
        lanes = [:]
        inbox.empty()
        current = ReferenceCase(order) { [weak self] word in self?.heard(word, order.number) }
    }

    func fileRead(_ count: Int) -> DriverFault? { nil }

    // MARK: Listening

    private func heard(_ word: ReferenceCase.Word, _ number: Int) {
        guard current?.number == number else { return }
        switch word {
        case .callback(var callback, let load, let file):
            callback.lane = lanes[load] ?? .unnamed
            inbox.put(.callback(callback, load: load, file: file))
        case .unable(let sentence): inbox.put(.unable(sentence))
        case .obstacle(let sentence): inbox.put(end: .obstacle(sentence))
        case .ended:
            inbox.put(.ended)
            dismiss()
        }
    }

    func wake() { inbox.wake() }
    func next(until deadline: Moment?) async -> DriverHappening { await inbox.next(until: deadline) }
    func callbackAtHand() -> DriverEvent? { inbox.callbackAtHand() }

    // MARK: The end

    @discardableResult
    func end(patience: Int, grace: Int) -> ChildProcess.Exit {
        dismiss()?.end()
        return .code(0)
    }

    @discardableResult
    private func dismiss() -> ReferenceCase? {
        defer { current = nil }
        keepsFiles = keepsFiles || current?.hasFolder == true
        return current
    }
}
