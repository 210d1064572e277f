// ReferenceCase.swift: the reference client under the orders of one case.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainClient
package import QuintainDriver
import QuintainFaces
package import QuintainLoader
package import QuintainLoop
import QuintainScenario
import QuintainStores
package import QuintainTalk
import QuintainWire
import QuintainWords

/// A client of its own for one case: it loads as ordered and reports its delegate's callbacks. The orders may come from
/// another process, as lines of JSON, or from this one.
@OnLoop
package final class ReferenceCase {
    package enum Word {
        /// A callback, with the file that holds its bytes if they are not in the callback.
        case callback(ReportedCallback, load: Int, file: String? = nil)
        case unable(String)
        /// The load that fails next does so because this machine is short of something: no fault of the client's.
        case obstacle(String)
        /// Everything is over, and nothing more will be reported.
        case ended
    }

    package var number: Int { order.number }
    private let order: CaseOrder
    private let client: Client
    private let say: @OnLoop (Word) -> Void
    private var loads: [Int: ReferenceLoad] = [:]
    private var sources: [Int: EventSource] = [:]
    private var questions: [Int: (load: ReferenceLoad, number: Int)] = [:]
    /// The latest question's number, over all cases: no number is used twice in a process.
    private static var asked = 0
    private var isEnding = false
    /// Whether files of the case may lie in its folder.
    package private(set) var hasFolder = false

    /// - Parameter interception: changes the loads' inputs and effects, for tests of the judges.
    package init(
        _ order: CaseOrder, interception: (any Interception)? = nil, say: @escaping @OnLoop (Word) -> Void
    ) {
        self.order = order
        self.say = say
        client = Client(resolve: order.resolve, folder: order.folder, interception: interception)
    }

    // MARK: Orders

    package func take(_ order: ResolvedOrder, body: [UInt8]? = nil) {
        switch order {
        case .load(let load): begin(load, body: body)
        case .cancel(let number):
            loads[number]?.task?.cancel()
            sources[number]?.cancel()
        case .suspend(let number): loads[number]?.task?.suspend()
        case .proceed(let number): loads[number]?.task?.proceed()
        case .resume(let number, let broken, _): resume(broken, as: number)
        case .trust(let anchor): client.trust(anchor)
        }
    }

    /// Passes on an answer; a late one is ignored.
    package func answer(_ question: Int, _ decision: ResolvedDecision) {
        guard let (load, number) = questions.removeValue(forKey: question) else { return }
        if decision.word == .download { makeFolder() }
        load.answer(number, decision)
    }

    /// Cancels all that is under way, and reports the end.
    package func end() {
        guard !isEnding else { return }
        isEnding = true
        for load in loads.values { load.task?.cancel() }
        for source in sources.values { source.cancel() }
        client.close()
        say(.ended)
    }

    private func begin(_ load: ResolvedLoad, body: [UInt8]?) {
        let style = order.style ?? .urlsession
        let face = Face(style, load.kind)
        var settings = LoadSettings()
        settings.voice = face.voice(
            judgesServers: load.decisions.contains { $0.kind == "ServerTrust" },
            hasCertificates: load.decisions.contains { $0.kind == "ClientCertificate" })
        if let timeout = load.timeout { settings.patience = Int64(timeout) }
        if let total = load.total { settings.total = Int64(total) }
        settings.keepsCookies = load.keepsCookies
        if let policy = load.policy.flatMap(LoadSettings.Policy.init) { settings.policy = policy }
        if let proxy = load.proxy {
            guard let target = try? RequestURL(proxy) else {
                return say(.unable("'\(proxy)' is no URL of a proxy"))
            }
            settings.proxy = Proxy(target.hop)
        }
        if load.hasPriorKnowledge { settings.version = .two }
        settings.anchor = load.anchor
        if let credentials = load.credentials {
            settings.credential = Credential(
                String(decoding: credentials.user, as: UTF8.self),
                String(decoding: credentials.password, as: UTF8.self))
        }
        if face.downloads {
            makeFolder()
            settings.purpose = .download(to: file(load.number))
        }
        let bytes = body ?? load.body?.bytes
        let requestBody: RequestBody = bytes.map { load.kind == .stream ? .stream($0) : .bytes($0) } ?? .none
        let request = LoadRequest(load.method, load.url, fields: load.fields, body: requestBody)
        if load.kind == .events {
            // A stream of events may be silent for any time, unless the app sets a limit.
            if load.timeout == nil { settings.patience = 0 }
            listen(load.number, face, request, settings)
        } else {
            start(load.number, face, request, settings)
        }
    }

    private func listen(_ number: Int, _ face: Face, _ request: LoadRequest, _ settings: LoadSettings) {
        var face = face
        let source = EventSource(request, settings, client) { [weak self] word in
            let callbacks =
                switch word {
                case .event(let event): [ReportedCallback(event)]
                case .finished: face.told(.finished)
                case .failed(let failure): face.told(.failed(failure))
                }
            for callback in callbacks { self?.say(.callback(callback, load: number)) }
        }
        sources[number] = source
        source.start()
    }

    private func resume(_ broken: Int, as number: Int) {
        guard let before = loads[broken] else { return }
        guard let point = before.resumePoint else {
            say(.callback(ReportedCallback(.fail, subject: [FailKind.noResume.rawValue]), load: number))
            return
        }
        var settings = before.settings
        settings.resumed = point
        settings.purpose = .download(to: point.file)
        start(number, Face(order.style ?? .urlsession, .download), before.request, settings)
    }

    private func start(_ number: Int, _ face: Face, _ request: LoadRequest, _ settings: LoadSettings) {
        let load = ReferenceLoad(face, request, settings, folder: order.folder) { [weak self] load, callback, heard in
            self?.heard(load, number, callback, heard)
        }
        loads[number] = load
        load.task = client.start(request, settings, load)
    }

    private func heard(
        _ load: ReferenceLoad, _ number: Int, _ callback: ReportedCallback, _ heard: ReferenceLoad.Beside
    ) {
        if callback.kind == .fail, let shortage = client.shortage { say(.obstacle(shortage.sentence)) }
        var callback = callback
        if let question = heard.question {
            Self.asked += 1
            questions[Self.asked] = (load, question)
            callback.question = Self.asked
        }
        say(.callback(callback, load: number, file: heard.file))
    }

    /// Makes the folder if nobody has. If that fails, the download reports it.
    private func makeFolder() {
        hasFolder = true
        if !Files.isFolder(order.folder) { try? Folders.make(order.folder) }
    }

    private func file(_ number: Int) -> String { "\(order.folder)/download-\(number)" }
}

/// One load between the client and its face.
@OnLoop
final class ReferenceLoad: LoadDelegate {
    /// The question's number and the file that belong to a callback.
    struct Beside {
        var question: Int?
        var file: String?
    }

    typealias Heard = @OnLoop (ReferenceLoad, ReportedCallback, Beside) -> Void

    var task: LoadTask?
    let request: LoadRequest
    let settings: LoadSettings
    private(set) var resumePoint: ResumePoint?
    private var face: Face
    private let folder: String
    private let heard: Heard
    private var open: [Int: LoadQuestion] = [:]

    init(
        _ face: Face, _ request: LoadRequest, _ settings: LoadSettings, folder: String, heard: @escaping Heard
    ) {
        self.face = face
        self.request = request
        self.settings = settings
        self.folder = folder
        self.heard = heard
    }

    func load(_ task: LoadTask, told event: LoadEvent) {
        if case .failed(let failure) = event { resumePoint = failure.resume }
        var beside = Beside()
        if case .file(let path) = event { beside.file = path }
        for callback in face.told(event) { heard(self, callback, beside) }
    }

    func load(_ task: LoadTask, asked question: LoadQuestion, number: Int) {
        open[number] = question
        heard(self, face.asked(question), Beside(question: number))
    }

    func answer(_ number: Int, _ decision: ResolvedDecision) {
        guard let question = open.removeValue(forKey: number) else { return }
        task?.answer(number, face.answer(decision, to: question, folder: folder))
    }
}
