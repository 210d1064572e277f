// Applicability.swift: whether a client can play a scenario, judged by its greeting.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainDriver
import QuintainNotation
package import QuintainScenario
package import QuintainWords

/// Finds the first thing that a scenario needs and a client lacks.
package struct Applicability {
    package let scenario: Scenario
    package let survey: ScenarioSurvey
    package let greeting: Greeting
    package let style: APIStyle?
    let way: Way
    /// False: whoever has the client begins its loads, as a test does, and the scenario need not order any.
    package var ordersLoads = true
    /// Whoever has the client says go at a `! hold`, as a test can.
    package var saysGo = false
    /// The client is run once, and makes its requests itself: what a load says is what it must do of its own accord.
    package var makesRequests = false
    package var following = Following.any

    /// `scenario` is as it will be played: its plain loads are of the way's kind already.
    package init(_ scenario: Scenario, _ greeting: Greeting, _ way: Way) {
        let style = way.style ?? greeting.styles.first
        self.init(scenario, limited: style.map { greeting.limited(to: $0) } ?? greeting, way, style)
    }

    /// `greeting` is limited to the style already, if there is one.
    package init(_ scenario: Scenario, limited greeting: Greeting, _ way: Way, _ style: APIStyle?) {
        self.scenario = scenario
        self.way = way
        self.style = style
        self.greeting = greeting
        survey = ScenarioSurvey(scenario)
    }

    /// The first objection, one sentence; nil: the scenario can be played.
    package var objection: String? {
        orderObjection ?? wayObjection ?? needObjection ?? loadObjection ?? originObjection
            ?? followObjection ?? lineObjection ?? reuseObjection ?? completionObjection
    }

    /// The callbacks that lines wait for, without those that loads of this way need not report.
    package var observed: Set<CallbackKind> {
        let all = Set(greeting.callbacks.keys)
        guard way.kind?.completes == true else { return all }
        return all.filter { !$0.has(.isOptionalOnCompletion) }
    }

    /// The addresses of the origins' host names that the system need not know.
    package var hosts: [String: String] {
        var hosts: [String: String] = [:]
        for case let host? in scenario.origins.map(\.host) where Self.mustBeResolved(host) { hosts[host] = "127.0.0.1" }
        return hosts
    }

    // MARK: The client

    private var wayObjection: String? {
        if let style = way.style, !greeting.styles.contains(style) {
            return "the client has no callbacks in the style \(style.rawValue)"
        }
        if let kind = way.kind, !survey.loads.contains(where: { $0.kind == kind }) {
            return "none of its loads is a plain one that could be loaded as \(kind.rawValue)"
        }
        return nil
    }

    private var needObjection: String? {
        for need in scenario.needs where !has(need) {
            return "the scenario needs '\(need)', which the client does not have"
        }
        guard scenario.needs.contains(CallbackKind.challenge.rawValue), let kinds = greeting.challenges else {
            return nil
        }
        for line in survey.lines {
            guard case .callback(let callback) = line.deed, !callback.isChallenge(among: kinds) else { continue }
            return "the scenario needs 'challenge', and the client is not asked about the one at line "
                + "\(line.place.line)"
        }
        return nil
    }

    private func has(_ need: String) -> Bool {
        // A URLProtocol tells its client of one response only, rule P2, and a download of several parts has no use.
        if need == NeedWord.parts.rawValue, style == .urlprotocol || style == .nsurldownload { return false }
        if need == NeedWord.delegate.rawValue { return !greeting.callbacks.isEmpty }
        if let ability = DriverAbility(rawValue: need), greeting.abilities.contains(ability) { return true }
        if let kind = LoadKind(rawValue: need), greeting.loads.contains(kind) { return true }
        return CallbackKind(rawValue: need).map { greeting.callbacks[$0] != nil } ?? false
    }

    // MARK: Loads

    /// The file's own lack, which is the same in every way of loading.
    private var orderObjection: String? {
        guard ordersLoads, survey.loads.isEmpty, let request = survey.lines.first(where: \.isRequest) else {
            return nil
        }
        return "nothing orders the request at line \(request.place.line), which only compares what comes: "
            + "write a 'client' line above it"
    }

    private var loadObjection: String? {
        if makesRequests, survey.ordersSeveral {
            return
                "the scenario orders several loads, and a command with '{{origin}}' is run once: leave its 'client' lines out"
        }
        for load in survey.loads {
            if !greeting.loads.contains(load.kind) { return "the client cannot load as \(load.kind.rawValue)" }
            if let style, !load.kind.styles.contains(style) {
                return "\(style.rawValue) has no loads as \(load.kind.rawValue)"
            }
            for option in options(of: load) where !honours(option) {
                return "the client does not know a load's '\(option.rawValue)'"
            }
        }
        return nil
    }

    private func options(of load: Load) -> [DriverOption] {
        var options: [DriverOption] = []
        if load.timeout != nil { options.append(.timeout) }
        if load.total != nil { options.append(.total) }
        if load.proxy != nil { options.append(.proxy) }
        for option in load.options {
            let text = option.value.literal.map { String(decoding: $0, as: UTF8.self) }
            switch LoadOption(rawValue: option.name) {
            case .cache: options.append(.policy)
            case .cookies where text == "off": options.append(.cookies)
            case .credentials: options.append(.credentials)
            case .cookies, .lane, .timeout, .total, nil: break
            }
        }
        return options
    }

    /// Some options come with an ability.
    private func honours(_ option: DriverOption) -> Bool {
        if greeting.options.contains(option) { return true }
        return switch option {
        case .proxy: greeting.abilities.contains(.proxy)
        case .anchor: greeting.abilities.contains(.tls)
        case .credentials: greeting.abilities.contains(.credentials)
        // A client that never keeps cookies needs no option for it.
        case .cookies: !greeting.abilities.contains(.cookies)
        case .timeout, .total, .policy, .priorKnowledge: false
        }
    }

    // MARK: Origins

    private var originObjection: String? {
        for origin in scenario.origins where !origin.versions.contains(.one) && !greeting.abilities.contains(.h2) {
            return "'\(origin.name)' speaks HTTP/2 alone, and the client does not say that it does"
        }
        for origin in scenario.origins where origin.needsPriorKnowledge && !honours(.priorKnowledge) {
            return "'\(origin.name)' speaks HTTP/2 in the clear, and the client cannot be told to begin with it: "
                + "its 'options' lack 'prior-knowledge'"
        }
        if scenario.demands.contains(.tls), !greeting.abilities.contains(.tls) { return "the client has no TLS" }
        for origin in scenario.origins {
            if let host = origin.host, Self.mustBeResolved(host), !greeting.abilities.contains(.hosts) {
                return "the client cannot be told where '\(host)' leads"
            }
        }
        if scenario.lanes.count > 1, !greeting.abilities.contains(.lanes) {
            return "the client cannot have several loads under way"
        }
        return nil
    }

    /// Whether the host of an origin is a name that the system need not know.
    static func mustBeResolved(_ host: String) -> Bool {
        host != "localhost" && !host.hasPrefix("[") && !host.allSatisfy { $0.isNumber || $0 == "." }
    }

    // MARK: Lines

    private var lineObjection: String? {
        for line in survey.lines {
            let objection: String? =
                switch line.deed {
                case .act(.hold):
                    saysGo ? nil : "line \(line.place.line) holds until somebody says go, and nobody does here"
                case .order(let order): self.objection(to: order)
                case .callback(let callback): self.objection(to: callback)
                case .send, .act, .receive, .await, .binding: nil
                }
            if let objection { return objection }
        }
        return nil
    }

    private var followObjection: String? {
        guard following != .any, ScenarioSurvey.asksToFollow(scenario, elsewhere: following == .withinOrigin) else {
            return nil
        }
        return following == .none
            ? "the scenario goes on behind a redirect, and the client follows none"
            : "the scenario goes on behind a redirect to another origin, and the client follows none there"
    }

    private func objection(to order: ClientOrder) -> String? {
        let act: DriverAct? =
            switch order {
            case .load, .answer: nil
            case .cancel: .cancel
            case .suspend: .suspend
            case .proceed: .continue
            case .resume: .resume
            case .trust: .trust
            }
        guard let act, !greeting.acts.contains(act) else { return nil }
        return "the client cannot be told to \(act.rawValue)"
    }

    private func objection(to callback: Callback) -> String? {
        guard callback.styles.isEmpty || callback.styles.contains(style?.rawValue ?? "") else { return nil }
        let kind = callback.kind.rawValue
        // A client without the callback carries the decision out by its options, and says if they cannot.
        guard let known = decisions(at: callback) else {
            return switch callback.decision?.word {
            case .hold: "the client does not ask at '\(kind)', so no answer can be held"
            case .cancel: "the client does not ask at '\(kind)', so nobody can cancel there"
            default: objectionToOption(for: callback)
            }
        }
        guard callback.kind.isQuestion || callback.decision != nil else { return nil }
        let word = callback.decision?.word ?? .byDefault
        switch word {
        case .cancel:
            guard known.isEmpty, !greeting.acts.contains(.cancel) else { return nil }
            return "the client cannot be told to cancel"
        case .hold where known.isEmpty: return "the client asks nothing at '\(kind)', so no answer can be held"
        case .hold: return nil
        default: break
        }
        if callback.decision == nil || word == .byDefault, known.isEmpty { return nil }
        guard known.contains(word) else { return "the client cannot decide '\(word.rawValue)' at '\(kind)'" }
        if case .useCertificate = callback.decision, !greeting.abilities.contains(.clientCertificate) {
            return "the client cannot choose a client certificate"
        }
        return nil
    }

    /// An objection to a decision at a challenge of a kind about which the client is not asked, though it is about others: who
    /// answers some by a delegate has no password for the others.
    private func objectionToOption(for callback: Callback) -> String? {
        guard let words = greeting.callbacks[callback.kind], let decision = callback.decision else { return nil }
        switch decision {
        case .plain(.none): return nil
        case .use:
            let kinds = (greeting.challenges ?? []).map(\.rawValue).sorted().joined(separator: ", ")
            return "the client answers no challenge but those of its greeting: \(kinds)"
        case .useCertificate where greeting.abilities.contains(.clientCertificate): return nil
        default:
            let word = decision.word
            guard word != .byDefault, !words.contains(word) else { return nil }
            return "the client cannot decide '\(word.rawValue)' at '\(callback.kind.rawValue)'"
        }
    }

    /// The client's decisions at the callback; nil: it neither asks nor reports there.
    private func decisions(at callback: Callback) -> [DecisionWord]? {
        if let challenges = greeting.challenges, !callback.isChallenge(among: challenges) { return nil }
        return greeting.callbacks[callback.kind]
    }

    /// An objection to reusing an earlier load's connection: this client closes its connections with each load.
    private var reuseObjection: String? {
        guard !greeting.abilities.contains(.reuse) else { return nil }
        /// The lanes whose load has sent nothing yet.
        var fresh: Set<Lane> = []
        for line in survey.lines {
            switch line.deed {
            case .order(.load): fresh.insert(line.lane)
            case .receive: fresh.remove(line.lane)
            case .binding(.same) where fresh.contains(line.lane):
                return "line \(line.place.line) is about a connection of an earlier load, and the client keeps none"
            default: break
            }
        }
        return nil
    }

    // MARK: Loads that report at their end

    /// An objection to a load that reports at its end: it cannot decide on the way, nor be waited for in the middle.
    private var completionObjection: String? {
        guard way.kind?.completes == true else { return nil }
        var waiting: [Lane: Int] = [:]
        for line in survey.lines {
            switch line.deed {
            case .callback(let callback):
                switch callback.kind {
                case .response, .data:
                    if callback.occurrence == .optional { break }
                    if let decision = callback.decision, decision.word != .byDefault {
                        return "line \(line.place.line) decides '\(decision.word.rawValue)' on the way, "
                            + "and a load that completes asks nothing there"
                    }
                    waiting[line.lane] = line.place.line
                case .finish, .fail: waiting[line.lane] = nil
                case let kind where kind.has(.isOptionalOnCompletion):
                    if callback.occurrence != .optional, greeting.callbacks[callback.kind] != nil {
                        return "line \(line.place.line) waits for '\(callback.kind.rawValue)', "
                            + "which a load that completes need not tell"
                    }
                default: break
                }
            case .send, .act:
                if let above = waiting[line.lane] {
                    return "line \(line.place.line) waits for line \(above), "
                        + "and a load that completes reports at its end only"
                }
            case .order(.load): waiting[line.lane] = nil
            case .order, .receive, .await, .binding: break
            }
        }
        return nil
    }
}

extension Line {
    fileprivate var isRequest: Bool {
        switch deed {
        case .receive(.start), .receive(.raw): true
        default: false
        }
    }
}
