// Get.swift: `quintain-client get`, loads from the command line.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainDriver
import QuintainLoop
import QuintainNotation
import QuintainReference
import QuintainScenario
import QuintainTalk
import QuintainWords

/// Plays both the runner and the delegate: orders one load after the other, answers questions, and prints the
/// callbacks.
@OnLoop
final class Get {
    private let options: GetOptions
    private let over = Bell()
    private var hasEnded = false
    private var hasFailed = false
    private var body: [UInt8] = []
    private lazy var client = ReferenceCase(order) { [unowned self] in heard($0) }

    init(_ options: GetOptions) { self.options = options }

    /// Carries out all loads, and returns the exit status.
    func run() async -> Int32 {
        for (index, url) in options.urls.enumerated() {
            hasEnded = false
            if !options.writesJSON { write("client \(method) \(url)") }
            client.take(.load(load(index + 1, url)), body: options.body)
            while !hasEnded { await over.wait() }
        }
        client.end()
        if let output = options.output {
            do throws(LoopError) {
                try Files.write(body, to: output)
            } catch {
                return fail(error.message)
            }
        }
        return hasFailed ? 1 : 0
    }

    // MARK: Orders

    private var order: CaseOrder {
        let path = options.download ?? ""
        let folder = path.contains("/") ? String(path[..<path.lastIndex(of: "/")!]) : "."
        return CaseOrder(
            number: 1, style: options.style, folder: folder.isEmpty ? "/" : folder, resolve: options.resolve)
    }

    private var method: String { options.method ?? (options.body == nil ? "GET" : "POST") }

    private func load(_ number: Int, _ url: String) -> ResolvedLoad {
        let kind: LoadKind = options.download == nil ? .data : .download
        var load = ResolvedLoad(number: number, method: method, url: url, kind: kind)
        load.fields = options.fields
        load.proxy = options.proxy
        load.anchor = options.anchor
        load.hasPriorKnowledge = options.hasPriorKnowledge
        load.timeout = options.timeout
        if options.isInsecure {
            load.decisions.append(PlannedDecision(.challenge, kind: "ServerTrust", .plain(.trust)))
        }
        if let certificate = options.certificate {
            let decision = ResolvedDecision.useCertificate(Array(certificate.utf8))
            load.decisions.append(PlannedDecision(.challenge, kind: "ClientCertificate", decision))
        }
        return load
    }

    // MARK: The delegate

    private func heard(_ word: ReferenceCase.Word) {
        switch word {
        case .callback(let callback, let load, let file): heard(callback, load, file)
        case .unable(let sentence):
            _ = fail(sentence)
            end(failed: true)
        case .obstacle, .ended: break
        }
    }

    private func heard(_ callback: ReportedCallback, _ load: Int, _ file: String?) {
        let answer = callback.question.map { _ in decide(callback) }
        if options.writesJSON {
            write(callback.message(load: load, file: file).description)
        } else {
            let decided = answer.flatMap { $0 == .go ? nil : " -> \($0.words)" } ?? ""
            write("* \(callback.notation)\(decided)")
            if callback.kind == .response || callback.kind == .informational {
                for (name, value) in callback.header { write("  \(name): \(String(decoding: value, as: UTF8.self))") }
            }
        }
        if callback.kind == .data, options.output != nil { body += callback.bytes }
        if callback.kind == .file, let file, let place = options.download { move(file, to: place) }
        if let question = callback.question, let answer { client.answer(question, answer) }
        if callback.kind.endsLoad { end(failed: callback.kind == .fail) }
    }

    private func end(failed: Bool) {
        hasFailed = hasFailed || failed
        hasEnded = true
        over.ring()
    }

    private func decide(_ callback: ReportedCallback) -> ResolvedDecision {
        switch callback.kind {
        case .redirect: .plain(options.follows ? .byDefault : .no)
        case .challenge: meet(callback)
        case .destination: .to(Array(fileName.utf8))
        default: .go
        }
    }

    private var fileName: String { (options.download ?? "").split(separator: "/").last.map(String.init) ?? "" }

    private func meet(_ challenge: ReportedCallback) -> ResolvedDecision {
        switch challenge.subject.first.map({ String(decoding: $0, as: UTF8.self) }) {
        case "ServerTrust": return .plain(options.isInsecure ? .trust : .byDefault)
        case "ClientCertificate":
            guard let certificate = options.certificate else { return .plain(DecisionWord.none) }
            return .useCertificate(Array(certificate.utf8))
        default:
            let isOfProxy = challenge.fields["proxy"] == Array("yes".utf8)
            let isFirst = challenge.fields["failures"] == Array("0".utf8)
            guard isFirst, let user = isOfProxy ? options.proxyUser : options.user else {
                return .plain(DecisionWord.none)
            }
            return .use(user: Array(user.name.utf8), password: Array(user.password.utf8))
        }
    }

    private func move(_ file: String, to place: String) {
        guard file != place else { return }
        do throws(LoopError) {
            try Files.write(try Files.read(file), to: place)
        } catch {
            hasFailed = true
            _ = fail(error.message)
        }
        Files.remove(file)
    }

    // MARK: Writing

    private func write(_ line: String) { StandardStream.output.write(Array(line.utf8) + [10]) }

    private func fail(_ sentence: String) -> Int32 {
        _ = StandardStream.errors.offer(Array("quintain-client get: \(sentence)\n".utf8))
        return 1
    }
}

extension ResolvedDecision {
    /// The decision as it is written behind `->`; with passwords, because they came from the command line.
    fileprivate var words: String {
        guard case .useCertificate(let name) = self else { return description }
        return "use certificate \(String(decoding: name, as: UTF8.self))"
    }
}
