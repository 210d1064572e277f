// Face.swift: the callbacks and questions that an API's delegate gets for a load.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainLoader
import QuintainScenario
package import QuintainTalk
package import QuintainWire
package import QuintainWords

/// One load in the words of one API. The loader decides; a face names its events, withholds those for which the API has
/// no word, and delays others to the moment at which the API reports them.
///
/// | | session | connection | download | protocol |
/// |---|---|---|---|---|
/// | canonical form | | asked | asked | |
/// | redirect | asked | asked | asked | asked |
/// | challenge | asked | asked, cancelled | asked, cancelled | asked, cancelled |
/// | new body | asked, the first one too | asked | | |
/// | response | asked | told; a cancel is heeded | the same | the same |
/// | data | told | told | as progress | told |
/// | may be cached | asked | asked | | |
/// | decode, destination | | | asked | |
package struct Face: Sendable {
    package let style: APIStyle
    package let kind: LoadKind
    private var becameDownload = false
    private var hasToldProgress = false
    /// The reply and body that a load with a completion handler reports at its end.
    private var collected: (reply: Reply, body: [UInt8])?

    package init(_ style: APIStyle, _ kind: LoadKind) {
        self.style = style
        self.kind = kind
    }

    /// The questions that the loader is to ask. Challenges of TLS are asked only of a delegate that can answer them.
    package func voice(judgesServers: Bool, hasCertificates: Bool) -> LoadVoice {
        var voice = LoadVoice()
        voice.serverTrust = judgesServers
        voice.clientCertificate = hasCertificates
        voice.canonical = style == .nsurlconnection || style == .nsurldownload
        voice.newBody = style == .urlsession || style == .nsurlconnection
        voice.firstBody = style == .urlsession
        // Delegates of the older APIs can only answer by a cancel.
        voice.response = !kind.completes && !(style != .nsurldownload && kind == .download)
        voice.parts = style != .urlprotocol
        voice.willCache = (style == .urlsession && !kind.completes) || style == .nsurlconnection
        voice.decoding = style == .nsurldownload
        voice.destination = style == .nsurldownload
        return voice
    }

    /// Whether the reply is to become a file.
    package var downloads: Bool { kind == .download || style == .nsurldownload }

    // MARK: Telling

    /// The callbacks for an event, in order; none if the API has no word for it.
    package mutating func told(_ event: LoadEvent) -> [ReportedCallback] {
        switch event {
        case .sent(let count, let total):
            guard style == .urlsession || style == .nsurlconnection, !kind.completes, kind != .download else {
                return []
            }
            return [ReportedCallback(.sent, subject: [Self.amount(count, of: total)])]
        case .informational(let reply):
            guard style == .urlsession, !kind.completes else { return [] }
            return [ReportedCallback(.informational, subject: ["\(reply.status)"], header: reply.header)]
        case .response(let reply): return responded(reply)
        case .data(let bytes): return received(bytes)
        case .resumed(let offset, let total):
            return [ReportedCallback(.resumed, subject: [Self.amount(offset, of: total)])]
        case .created: return [ReportedCallback(.created)]
        case .progress(_, let written, let total):
            guard !kind.completes else { return [] }
            hasToldProgress = true
            return [ReportedCallback(.progress, subject: [Self.amount(written, of: total)])]
        // The bytes are added by the caller, who wrote the file.
        case .file: return kind == .download || becameDownload ? [ReportedCallback(.file)] : []
        case .challengeCancelled(let challenge):
            guard style != .urlsession else { return [] }
            var callback = ReportedCallback(challenge)
            callback.kind = .challengeCancelled
            callback.subject = []
            return [callback]
        case .finished:
            // NSURLDownload.h has one or more of these, the overview zero or more: one with 0 bytes keeps to both.
            let nothing =
                style == .nsurldownload && !hasToldProgress ? [ReportedCallback(.progress, subject: ["0/0"])] : []
            return completed() + nothing + [ReportedCallback(.finish)]
        case .failed(let failure):
            // The older APIs fall silent once they are cancelled.
            if style != .urlsession, failure.isByApp { return [] }
            return completed() + [
                ReportedCallback(.fail, subject: [failure.kind.rawValue], fields: ["reason": failure.sentence])
            ]
        }
    }

    /// `N/TOTAL`, or `N` if the total is unknown.
    private static func amount(_ count: Int, of total: Int?) -> String { total.map { "\(count)/\($0)" } ?? "\(count)" }

    private mutating func responded(_ reply: Reply) -> [ReportedCallback] {
        if kind.completes {
            collected = (reply, [])
            return []
        }
        if style == .nsurldownload || !downloads { return [ReportedCallback(reply)] }
        return []
    }

    private mutating func received(_ bytes: [UInt8]) -> [ReportedCallback] {
        guard kind.completes else { return [ReportedCallback(.data, bytes: bytes)] }
        collected?.body += bytes
        return []
    }

    private mutating func completed() -> [ReportedCallback] {
        guard let collected else { return [] }
        self.collected = nil
        let body = collected.body
        return [ReportedCallback(collected.reply)] + (body.isEmpty ? [] : [ReportedCallback(.data, bytes: body)])
    }

    // MARK: Asking

    package func asked(_ question: LoadQuestion) -> ReportedCallback {
        switch question {
        case .canonical(let request):
            return ReportedCallback(
                .canonical, subject: [request.url], fields: ["method": request.method], header: request.header)
        case .redirect(let reply, let request):
            return ReportedCallback(
                .redirect, subject: ["\(reply.status)", request.url], fields: ["method": request.method],
                header: request.header)
        case .challenge(let challenge): return ReportedCallback(challenge)
        case .newBody: return ReportedCallback(.needBody)
        case .response(let reply): return ReportedCallback(reply)
        case .willCache(_, let storage):
            return ReportedCallback(.willCache, fields: ["storage": storage.rawValue])
        case .decode(let type): return ReportedCallback(.decode, subject: [type])
        case .destination(let name): return ReportedCallback(.destination, subject: [name])
        }
    }

    /// The loader's answer for a decision of the scenario language. `folder` is where downloads go.
    package mutating func answer(_ decision: ResolvedDecision, to question: LoadQuestion, folder: String) -> LoadAnswer
    {
        switch (question, decision) {
        case (_, .plain(.cancel)): return .cancel
        case (.canonical(let request), .to(let url, let header)), (.redirect(_, let request), .to(let url, let header)):
            return .request(request.going(to: String(decoding: url, as: UTF8.self), with: header))
        case (.redirect(_, let request), .body(let bytes, let header)):
            return .request(request.having(header, body: .bytes(bytes)))
        case (.canonical, .plain(.no)), (.redirect, .plain(.no)), (.newBody, .plain(.no)), (.willCache, .plain(.no)),
            (.decode, .plain(.no)):
            return .refuse
        case (.decode, _): return .decode
        case (.challenge, .use(let user, let password)): return .credential(user: user, password: password)
        case (.challenge, .useCertificate(let name)): return .certificate(String(decoding: name, as: UTF8.self))
        case (.challenge, .plain(.trust)): return .trust
        case (.challenge, .plain(.none)): return .withoutCredential
        case (.challenge, .plain(.no)): return .reject
        case (.newBody, .body(let bytes, _)): return .body(bytes)
        case (.response, .plain(.download)):
            becameDownload = true
            return .download(to: "\(folder)/reply")
        case (.destination, .to(let name, _)): return .destination("\(folder)/\(String(decoding: name, as: UTF8.self))")
        case (.destination(let name), _): return .destination("\(folder)/\(name)")
        default: return .byDefault
        }
    }
}

extension ReportedCallback {
    /// An event of an event source, which belongs to none of the APIs.
    package init(_ event: ServerEvent) {
        self.init(.event, subject: [event.data], fields: ["type": event.type, "id": event.id])
    }

    fileprivate init(_ reply: Reply) {
        self.init(.response, subject: ["\(reply.status)"] + (reply.type.map { [$0] } ?? []), header: reply.header)
        fields["url"] = Array(reply.url.utf8)
        fields["filename"] = Array(reply.suggestedName.utf8)
        if let length = reply.length { fields["length"] = Array("\(length)".utf8) }
        if let encoding = reply.encoding { fields["encoding"] = Array(encoding.utf8) }
    }

    fileprivate init(_ challenge: LoadChallenge) {
        self.init(.challenge, subject: [challenge.kind.rawValue])
        switch challenge.kind {
        case .basic, .digest: fields["realm"] = challenge.realm
        case .serverTrust, .clientCertificate: break
        }
        fields["failures"] = Array("\(challenge.failures)".utf8)
        fields["proxy"] = Array((challenge.isOfProxy ? "yes" : "no").utf8)
        fields["host"] = Array(challenge.hop.host.utf8)
    }
}

extension Reply {
    fileprivate var header: [(name: String, value: [UInt8])] { fields.map { ($0.name, $0.value) } }
}

extension LoadRequest {
    fileprivate var header: [(name: String, value: [UInt8])] { fields.map { ($0.name, $0.value) } }
}
