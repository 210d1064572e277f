// Decisions.swift: the answers to a delegate's questions.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
package import QuintainTalk
import QuintainTranscript
import QuintainWords

extension Player {
    /// Gives the line's decision to the question, unless the line holds it open.
    func decide(_ line: Callback, _ placed: PlacedLine, _ callback: ReportedCallback) {
        guard let question = callback.question else {
            // A decision without a question: `cancel` cancels the load all the same.
            if line.decision == .plain(.cancel) { hand(.cancel, placed.line.lane, placed) }
            return
        }
        if line.decision == .plain(.hold) {
            return delegate.hold(callback, in: placed.line.lane)
        }
        guard let decision = line.decision else {
            return answer(question, callback.kind.defaultDecision, nil, ruledBy: placed)
        }
        if decision == .plain(.cancel), !callback.decidesItself { cancelLoad(of: callback) }
        answer(question, values.decision(decision, inquiry.scope(placed)), placed)
    }

    /// `client answer …` answers the lane's oldest question that is held open.
    func answerHeld(_ decision: Decision, _ placed: PlacedLine) {
        guard let question = delegate.takeQuestion(in: placed.line.lane) else {
            if course.observation != .none { record.write(.noted(.noQuestionOpen), line: placed.reference) }
            return
        }
        answer(question, values.decision(decision, inquiry.scope(placed)), placed)
    }

    func answerByDefault(_ callback: ReportedCallback) {
        guard let question = callback.question else { return }
        answer(question, callback.kind.defaultDecision, nil)
    }

    /// - Parameters:
    ///   - placed: the line that has the decision.
    ///   - line: the line that took the question, where its decision is the default.
    private func answer(
        _ question: Int, _ decision: ResolvedDecision, _ placed: PlacedLine?, ruledBy line: PlacedLine? = nil
    ) {
        if !delegate.leave(question, (placed ?? line).map { Ruling(decision: decision, placed: $0) }) {
            record.write(
                .answered(decision, question: question), lane: placed?.line.lane, line: placed?.reference)
        }
        effects.append(.answer(question: question, decision))
    }

    private func cancelLoad(of callback: ReportedCallback) {
        delegate.cancel(callback.load ?? delegate.load(in: callback.lane))
    }

    // MARK: Answers of the client's own

    /// The client has answered a question by itself. A second answer to the same question is a mistake of its own, which
    /// no level makes right.
    package func decided(_ decision: ResolvedDecision, question: Int, at now: Instant) -> [Effect] {
        input(now) {
            guard let own = delegate.answerOwn(question, decision) else { return }
            let (kind, lane) = (own.callback.kind, own.callback.lane)
            record.write(.answered(decision, question: question), lane: lane, line: own.ruling?.placed.reference)
            if let first = own.answer {
                record.breach(
                    .decision(.again(kind, decision, first: first)), own.ruling?.placed, counting: .failure, in: lane)
                return
            }
            if decision.word == .cancel { cancelLoad(of: own.callback) }
            guard let ruling = own.ruling, !ruling.decision.isMet(by: decision),
                !ruling.decision.isMet(by: own.callback.goal(of: decision))
            else { return }
            let mistake = record.breach(.decision(.other(kind, decision, wanted: ruling.decision)), ruling.placed)
            record.goAstray(lane, mistake, announcing: own.callback.announcement(with: decision))
        }
    }

    /// Reports the questions, of this lane or of all, to which the client owes an answer. Its load waits for ever then,
    /// whatever the level.
    func judgeUnanswered(in lane: Lane? = nil) {
        for own in delegate.giveUpOwn(in: lane) {
            let mistake = record.breach(
                .decision(.none(ToldCallback(own.callback))), own.ruling?.placed,
                counting: .failure, in: own.callback.lane)
            record.goAstray(own.callback.lane, mistake)
        }
    }
}

extension ReportedCallback {
    /// The decision with the URL that it leads to: a redirect that is followed goes where the reply says.
    fileprivate func goal(of decision: ResolvedDecision) -> ResolvedDecision {
        guard decision.word == .byDefault, kind.value(at: subject.count - 1) == .url, let url = subject.last else {
            return decision
        }
        return .to(url)
    }

    /// The request that the client will send after this decision.
    fileprivate func announcement(with decision: ResolvedDecision) -> Trail.Announcement? {
        switch decision.word {
        case .no, .cancel: nil
        case .to: decision.values.first.map { .request(method: nil, url: $0) }
        default: announcement
        }
    }
}

extension Values {
    /// The decision with its values rendered.
    mutating func decision(_ decision: Decision, _ scope: Scope) -> ResolvedDecision {
        switch decision {
        case .plain(let word): .plain(word)
        case .toURL(let url, let header):
            .to(Array(self.url(url, scope).utf8), header: header.map { ($0.name, bytes($0.value, scope)) })
        case .body(let body, let header):
            .body(bytes(body, scope), header: header.map { ($0.name, bytes($0.value, scope)) })
        case .toName(let name): .to(bytes(name, scope))
        case .use(let user, let password): .use(user: bytes(user, scope), password: bytes(password, scope))
        case .useCertificate(let name): .useCertificate(bytes(name, scope))
        }
    }
}

extension CallbackKind {
    /// The decision for a question of this kind that no line answers.
    var defaultDecision: ResolvedDecision { isQuestion ? .plain(.byDefault) : .go }
}
