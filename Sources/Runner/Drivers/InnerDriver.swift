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
    private var events: ArraySlice<DriverEvent> = []
    private var isWoken = false
    /// What this machine lacks for the case.
    private var obstacle: String?
    /// The client has a folder for its files.
    private var keepsFiles = false
    private let bell = Bell()

    init(in folder: WorkFolder) { self.folder = folder }

    var isReady: Bool { current == nil && events.isEmpty }
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
            case .cancel, .suspend, .proceed, .trust, .addCookie, .forget, .invalidate, .restart: break
            }
            current?.take(order)
        case .answer(let question, let decision): current?.answer(question, decision)
        case .ends: current?.end()
        case .unknown: break
        }
    }

    private func begin(_ order: CaseOrder) {
        lanes = [:]
        events = []
        obstacle = nil
        current = ReferenceCase(order) { [weak self] word in self?.heard(word, order.number) }
    }

    func fileRead(_ count: Int) -> DriverFault? { nil }

    // MARK: Listening

    private func heard(_ word: ReferenceCase.Word, _ number: Int) {
        guard current?.number == number else { return }
        switch word {
        case .callback(var callback, let load, let file):
            callback.lane = lanes[load] ?? .unnamed
            events.append(.callback(callback, load: load, file: file))
        case .unable(let sentence): events.append(.unable(sentence))
        case .obstacle(let sentence): obstacle = sentence
        case .ended:
            events.append(.ended)
            dismiss()
        }
        bell.ring()
    }

    func wake() {
        isWoken = true
        bell.ring()
    }

    func next(until deadline: Moment?) async -> DriverHappening {
        if let happening = atHand { return happening }
        let timer = deadline.map { EventLoop.shared.schedule(at: $0) { [bell] in bell.ring() } }
        defer { timer?.cancel() }
        while true {
            if let deadline, deadline <= .now { return .deadline }
            await bell.wait()
            if let happening = atHand { return happening }
        }
    }

    private var atHand: DriverHappening? {
        if let obstacle { return .obstacle(obstacle) }
        if let event = events.popFirst() { return .said(event) }
        guard isWoken else { return nil }
        isWoken = false
        return .woken
    }

    func callbackAtHand() -> DriverEvent? {
        guard case .callback? = events.first else { return nil }
        return events.popFirst()
    }

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
