// PlatformFault.swift: what URLSession does wrong on this system, where no rule of its contract is about it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationNetworking)
    import QuintainApplicability
    import QuintainNotation
    import QuintainPlayer
    import QuintainScenario
    import QuintainTalk
    import QuintainTranscript
    import QuintainWords

    /// Found with FoundationNetworking 6.3.1. The file drivers/known-failing/urlsession-linux.txt of the checkout lists
    /// the same by scenario.
    enum PlatformFault: CaseIterable {
        case noDigest, cutBody, noReply, lostBody, rootedReference, firstURLAgain, keptAuthorization, keptType,
            strayCookie, lostCookie, noCopies, ignoredCancel

        private var sentence: String {
            switch self {
            case .noDigest: "URLSession on Linux asks no delegate about Digest, so that the 401 is the response"
            case .cutBody:
                "URLSession on Linux fails with URLError.unknown (-1), here 'other', where a body is cut by a FIN"
            case .noReply:
                "URLSession on Linux takes a connection that ends before the reply for a bad response"
            case .lostBody: "URLSession on Linux leaves the body out behind a 307 or 308"
            case .rootedReference:
                "URLSession on Linux resolves a Location that is relative against the root, as if it began with '/'"
            case .firstURLAgain:
                "URLSession on Linux answers a challenge behind a redirect by asking for the first URL again"
            case .keptAuthorization:
                "URLSession on Linux sends the Authorization of a request to wherever it is redirected, unless a delegate removes it"
            case .keptType:
                "URLSession on Linux keeps the Content-Type of a body that a redirect makes it drop, unless a delegate removes it"
            case .strayCookie:
                "URLSession on Linux sends a cookie to every path of its host, and keeps it beyond its Max-Age"
            case .lostCookie:
                "URLSession on Linux loses a cookie that a redirect sets where its session has a delegate; "
                    + "a URLSession(configuration: .ephemeral) of the test's own keeps it"
            case .noCopies:
                "URLSession on Linux keeps no copy of a response, so no request of its own asks whether one is still good"
            case .ignoredCancel:
                "URLSession on Linux goes on with a load that its delegate cancels at the response, and ends it as if nobody had"
            }
        }

        /// Whether a load that was cancelled at its response has ended as if it had not been.
        private static func hasIgnoredCancel(_ transcript: Transcript) -> Bool {
            var asked: Int?
            var (isCancelled, hasGoneOn) = (false, false)
            // On a busy machine the end may be told before the answer is known.
            for event in transcript.events {
                switch event.happening {
                case .reported(let callback) where callback.kind == .response: asked = callback.question
                case .reported(let callback) where callback.kind.has(.endsLoad):
                    hasGoneOn = hasGoneOn || asked != nil && callback.first != FailKind.cancelled.rawValue
                case .answered(let decision, let question):
                    isCancelled = isCancelled || decision.word == .cancel && question == asked
                default: continue
                }
            }
            return isCancelled && hasGoneOn
        }

        /// A sentence for each fault that shows in the callbacks of a play that failed.
        static func remarks(
            _ script: QuintainScenario.Scenario, _ outcome: Outcome, _ transcript: Transcript, _ client: Stage.Client
        )
            -> [String]
        {
            let told = transcript.events.compactMap { event in
                if case .reported(let callback) = event.happening { callback } else { nil }
            }
            return allCases.filter { $0.shows(in: told, transcript, script, outcome, client) }.map(\.remark)
        }

        var remark: String {
            "\(sentence)\(isMended ? "" : ", whatever your client does"); docs/urlsession.md tells of it"
        }

        /// Whether the client can do better.
        private var isMended: Bool { [.keptAuthorization, .keptType, .lostCookie, .noCopies].contains(self) }

        private func shows(
            in told: [ToldCallback], _ transcript: Transcript, _ script: QuintainScenario.Scenario, _ outcome: Outcome,
            _ client: Stage.Client
        ) -> Bool {
            let breaches = outcome.breaches.flatMap { [$0] + $0.follows }
            switch self {
            case .noDigest:
                let lines = Self.challengesOfDigest(script)
                let missing = breaches.filter { $0.slug == .neverCame }.compactMap(\.line?.number)
                if lines.isEmpty {
                    return client.hearing != .nothing && missing.contains { Self.isBehindDigest($0, script) }
                }
                return !told.contains { $0.kind == .challenge && $0.first == "Digest" }
                    && (told.contains { $0.kind == .response && $0.first == "401" }
                        || missing.contains(where: lines.contains))
            case .lostBody:
                return breaches.contains {
                    guard case .body(.short(after: 0, _, _), _) = $0.difference else { return false }
                    return ["307", "308"].contains(Self.status(above: $0.line?.number, script))
                }
            case .rootedReference:
                return Self.relativeReferences(script).contains { reference in
                    breaches.contains { $0.strangeRequest?.request.target == "/\(reference)" }
                }
            case .firstURLAgain:
                let statuses = Self.statuses(above: .max, script)
                return statuses.contains("401") && statuses.contains { $0.hasPrefix("3") }
                    && breaches.contains {
                        guard case .repeated(let taker, _, _)? = $0.strangeRequest?.reason else { return false }
                        return taker.rounds == nil && taker.difference.lacks.first == "Authorization"
                    }
            case .keptAuthorization:
                return breaches.contains {
                    $0.isUnexpected("Authorization")
                        && Self.status(above: $0.line?.number, script).hasPrefix("3")
                }
            case .keptType:
                return breaches.contains {
                    $0.isUnexpected("Content-Type")
                        && ["301", "302", "303"].contains(Self.status(above: $0.line?.number, script))
                }
            case .strayCookie:
                return breaches.contains {
                    $0.isAbout("Cookie")
                        && Self.limitsCookie(above: $0.line?.number, script)
                }
            case .lostCookie:
                return client.delegates > 0
                    && breaches.contains {
                        $0.difference == .field("Cookie", .missing)
                            && Self.redirectSetsCookie(above: $0.line?.number, script)
                    }
            case .noCopies:
                return breaches.contains { breach in
                    ["If-None-Match", "If-Modified-Since"].contains { breach.difference == .field($0, .missing) }
                }
            case .ignoredCancel: return Self.hasIgnoredCancel(transcript)
            case .cutBody, .noReply:
                let kind: FailKind = self == .cutBody ? .other : .badResponse
                return told.contains { $0.kind == .fail && $0.first == kind.rawValue }
                    && outcome.breaches.contains { breach in
                        breach.telling == .otherFailure
                            && breach.line.map { script.source[$0.number - 1].contains("connection-lost") } ?? false
                    }
            }
        }

        /// The status of the last reply above this line, `302`; empty: there is none.
        private static func status(above line: Int?, _ script: QuintainScenario.Scenario) -> Substring {
            statuses(above: line ?? 0, script).last ?? ""
        }

        private static func statuses(above line: Int, _ script: QuintainScenario.Scenario) -> [Substring] {
            ScenarioSurvey(script).lines.compactMap { above in
                guard above.place.line < line, case .send(.start(let start)) = above.deed else { return nil }
                return start.literalText?.split(separator: " ").dropFirst().first
            }
        }

        /// Whether a cookie is set above this line for a part of the host, or for a time.
        private static func limitsCookie(above line: Int?, _ script: QuintainScenario.Scenario) -> Bool {
            ScenarioSurvey(script).lines.contains { above in
                guard above.place.line < line ?? 0, case .send(.field(_, name: "set-cookie", _)) = above.deed else {
                    return false
                }
                let attributes = script.source[above.place.line - 1].lowercased().split(separator: ";").dropFirst()
                return attributes.contains { attribute in
                    let text = attribute.drop { $0 == " " }
                    return text.hasPrefix("max-age") || text.hasPrefix("path") && !text.hasSuffix("=/")
                }
            }
        }

        /// Whether the last reply above this line is a redirect, and sets a cookie.
        private static func redirectSetsCookie(above line: Int?, _ script: QuintainScenario.Scenario) -> Bool {
            var sets = false
            for above in ScenarioSurvey(script).lines where above.place.line < line ?? 0 {
                guard case .send(let sent) = above.deed else { continue }
                switch sent {
                case .start: sets = false
                case .field(_, name: "set-cookie", _): sets = true
                default: break
                }
            }
            return sets && status(above: line, script).hasPrefix("3")
        }

        /// Whether a session with a delegate would lose a cookie of this file that one without keeps, and nobody has a use for
        /// the delegate: no line is about a callback, and no challenge waits for an answer.
        static func spoilsSession(of script: QuintainScenario.Scenario) -> Bool {
            let lines = ScenarioSurvey(script).lines
            let statuses = statuses(above: .max, script)
            return !lines.contains { $0.callback != nil } && !statuses.contains { ["401", "407"].contains($0) }
                && lines.contains { line in
                    guard case .send(.field(_, name: "set-cookie", _)) = line.deed else { return false }
                    return status(above: line.place.line, script).hasPrefix("3")
                }
        }

        /// The values of `< Location:` that are relative to the path of their request.
        private static func relativeReferences(_ script: QuintainScenario.Scenario) -> [String] {
            ScenarioSurvey(script).lines.compactMap { line in
                guard case .send(.field(let field, name: "location", _)) = line.deed, let text = field.literalText,
                    let value = text.split(separator: ":", maxSplits: 1).last?.trimmingPrefix(while: { $0 == " " }),
                    let first = value.first, first != "/", !value.contains(":")
                else { return nil }
                return String(value)
            }
        }

        /// Whether the line waits for a request, and the reply above it asks for Digest alone.
        private static func isBehindDigest(_ number: Int, _ script: QuintainScenario.Scenario) -> Bool {
            let lines = ScenarioSurvey(script).lines
            guard status(above: number, script) == "401",
                lines.contains(where: { $0.place.line == number && $0.request != nil })
            else { return false }
            var schemes: [Bool] = []
            for line in lines where line.place.line < number {
                guard case .send(let sent) = line.deed else { continue }
                switch sent {
                case .start: schemes = []
                case .field(_, name: "www-authenticate", _):
                    let value = script.source[line.place.line - 1].drop { $0 != ":" }.dropFirst().drop { $0 == " " }
                    schemes.append(value.lowercased().hasPrefix("digest "))
                default: break
                }
            }
            return !schemes.isEmpty && schemes.allSatisfy { $0 }
        }

        /// The numbers of the lines that wait for a challenge of Digest.
        private static func challengesOfDigest(_ script: QuintainScenario.Scenario) -> Set<Int> {
            let lines = ScenarioSurvey(script).lines.filter { line in
                guard case .callback(let callback) = line.deed, callback.kind == .challenge else { return false }
                return callback.subject.first?.literal?.elementsEqual("Digest".utf8) ?? false
            }
            return Set(lines.map(\.place.line))
        }
    }

    extension Breach {
        fileprivate func isAbout(_ name: String) -> Bool { field?.name == name }

        fileprivate func isUnexpected(_ name: String) -> Bool {
            if case (name, .unexpected)? = field { true } else { false }
        }
    }
#endif
