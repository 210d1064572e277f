// TraceMembers.swift: the members of a record, and the event made from them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The members that the reader uses. All others are ignored.
enum TraceMember: String, CaseIterable {
    case callback, task, error, redirectResponse
    case status, statusCode, mime, mimeType, method, authenticationMethod
    case thread, queue
    case request, stream, decision, credential, decode
    case background, streamed, resumeData, destinationSet, fileExists, deletesFileUponFailure
    case policy, offset, bytes
}

/// A member's value, as far as rules need it.
enum TraceValue {
    case null
    case bool(Bool)
    case number(Int)
    case text(String)
    /// An object or a list.
    case nested

    var isNull: Bool { if case .null = self { true } else { false } }

    /// The value as yes or no: null is no, anything else but false is yes.
    var truth: Bool {
        switch self {
        case .null: false
        case .bool(let value): value
        default: true
        }
    }

    /// A name, written as text or as a number.
    var name: String? {
        switch self {
        case .text(let text): text
        case .number(let number): String(number)
        default: nil
        }
    }

    var number: Int? {
        switch self {
        case .number(let number): number
        case .text(let text) where text.utf8.count <= 18: Int(text)
        default: nil
        }
    }
}

/// A record whose members are being read, in any order.
struct TraceMembers {
    /// The callback by its name in the trace; of two with one name, the other members decide at the end.
    private(set) var callback: TracedCallback?
    private(set) var unknownName: String?
    private(set) var task: String?
    private(set) var complaint: (message: String, help: String)?
    private var fields = TraceEvent.Fields()
    private var hasError = false
    private var redirect: TraceValue?
    private var requestIsNil: Bool?
    private var streamIsNil: Bool?
    private var decision: TraceEvent.Answer?
    private var asks: TraceEvent.Authority?

    mutating func set(_ member: TraceMember, _ value: TraceValue) {
        switch member {
        case .callback:
            guard case .text(let name) = value else {
                complain("'callback' is no text", "write {\"callback\": \"didReceiveResponse\"}")
                return
            }
            callback = TracedCallback.byName[name]
            if callback == nil { unknownName = name }
        case .task: setTask(value)
        case .error: hasError = !value.isNull
        case .redirectResponse: redirect = value
        case .status, .statusCode:
            if value.isNull { return }
            guard let status = value.number else {
                return complain("'\(member.rawValue)' is no number", "write \"\(member.rawValue)\": 200")
            }
            fields.status = status
        case .mime, .mimeType:
            if case .text(let type) = value, !type.isEmpty { fields.mime = TraceEvent.MIME(type) }
        case .method, .authenticationMethod:
            if case .text(let method) = value, !method.isEmpty { asks = TraceEvent.Authority(method: method) }
        case .thread: fields.thread = value.name
        case .queue: fields.queue = value.name
        case .request: requestIsNil = value.isNull
        case .stream: streamIsNil = value.isNull
        case .credential: if !value.isNull { decision = .credential }
        case .decode: if value.truth { decision = .decode }
        case .decision: if case .text(let word) = value { decision = Self.decisions[word] ?? decision ?? .other }
        case .background: fields.isInBackground = value.truth
        case .streamed: fields.isStreamed = value.truth
        case .resumeData: fields.hasResumeData = value.truth
        case .destinationSet: fields.hasDestination = value.truth
        case .fileExists: fields.fileExists = value.truth
        case .deletesFileUponFailure: fields.deletesFile = value.truth
        case .policy: fields.policyIsMissing = value.isNull
        case .offset: fields.offset = value.number
        case .bytes: fields.bytes = value.number
        }
    }

    private mutating func setTask(_ value: TraceValue) {
        if value.isNull { return }
        guard let name = value.name else {
            return complain("'task' is no name", "write \"task\": 1, or \"task\": \"a\"")
        }
        guard name.utf8.count <= Self.longestName else {
            return complain("a task's name is longer than \(Self.longestName) bytes", "number the tasks")
        }
        task = name
    }

    private mutating func complain(_ message: String, _ help: String) {
        if complaint == nil { complaint = (message, help) }
    }

    /// The event for the callback. Fields that belong to other callbacks are ignored.
    func event(_ named: TracedCallback, place: Int) -> TraceEvent {
        var callback = named
        var fields = fields
        switch named {
        case .didComplete where hasError: callback = .didCompleteWithError
        case .willSendRequest:
            if redirect?.isNull == false { callback = .willSendRequestAfterRedirect }
            fields.leavesRedirectOpen = redirect == nil
        // `request` and `stream` count for more than a decision whose word is unknown.
        case .reply: fields.decision = (decision == .other ? nil : decision) ?? returned ?? decision
        case .didReceiveChallenge, .didReceiveSessionChallenge: fields.asks = asks
        default: break
        }
        return TraceEvent(callback, task: task, place: place, fields: fields)
    }

    /// The decision by `request` and `stream`: nil was returned unless one of them is there.
    private var returned: TraceEvent.Answer? {
        guard requestIsNil != nil || streamIsNil != nil else { return nil }
        return requestIsNil != false && streamIsNil != false ? .nothing : .other
    }

    // MARK: Values

    private static let decisions: [String: TraceEvent.Answer] = [
        "refuse": .nothing, "use": .credential, "credential": .credential, "decode": .decode,
    ]
    private static let longestName = 200
}

extension TraceEvent.Authority {
    /// From `NSURLAuthenticationMethodServerTrust`, `ServerTrust` or `server-trust`.
    package init(method: String) {
        var method = method.lowercased().filter { $0.isLetter }
        if method.hasPrefix(Self.methodPrefix) { method.removeFirst(Self.methodPrefix.count) }
        self = Self.methodsOfSession.contains(method) ? .session : .task
    }

    private static let methodPrefix = "nsurlauthenticationmethod"
    private static let methodsOfSession: Set<String> = ["ntlm", "negotiate", "clientcertificate", "servertrust"]
}

extension TracedCallback {
    /// The names that a trace may use, each once.
    package static let names: [String] = {
        var names: [String] = []
        for callback in allCases where !names.contains(callback.name) { names.append(callback.name) }
        return names
    }()

    /// Callbacks by name; of two with one name, the one that needs no further member.
    static let byName: [String: TracedCallback] = {
        var found: [String: TracedCallback] = [:]
        for callback in allCases where found[callback.name] == nil { found[callback.name] = callback }
        return found
    }()
}
