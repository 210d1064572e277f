// StrangeCallbacks.swift: why no line takes a callback, and what may still take it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTranscript
import QuintainTalk
import QuintainWords

extension Inquiry {
    /// Why no line takes the callback, and what was next instead of it.
    func strangeness(of callback: ReportedCallback, instead due: PlacedLine?) -> StrangeCallback {
        var strange = StrangeCallback(ToldCallback(callback))
        if let due, phase == .playing {
            takesWrongCourse(&strange, in: callback.lane, instead: [due])
            strange.next = .line(scenario.quoted(due))
        } else if phase == .playing, case .choice(let ways, let line) = course.stop {
            let heads = ways.compactMap { course.head(of: $0) }.filter { $0.line.lane == callback.lane }
            takesWrongCourse(&strange, in: callback.lane, instead: heads)
            if !heads.isEmpty { strange.next = .branches(block: line, heads: scenario.quoted(each: heads)) }
        } else if phase == .scriptEnded {
            strange.next = .lastLine
        }
        strange.isOfUnwrittenKind =
            strange.course == nil && (callback.kind == .response || callback.kind == .data)
            && !course.program.callbacks.contains(callback.kind)
        return strange
    }

    /// Whether the load goes well where it must fail, or fails where it must go on.
    private func takesWrongCourse(_ strange: inout StrangeCallback, in lane: Lane, instead due: [PlacedLine]) {
        let kinds = due.compactMap { placed -> CallbackKind? in
            if case .callback(let line) = placed.line.deed { line.kind } else { nil }
        }
        let mayOnlyFail = !kinds.isEmpty && kinds.allSatisfy { $0 == .fail }
        let demand: StrangeCallback.Demand = severityDue(in: lane) == .failure ? .must : .may
        // Another branch begins with a request: the client may ask again as well.
        strange.demand = kinds.count < due.count ? .untold : demand
        switch strange.callback.kind {
        case .finish where mayOnlyFail: strange.course = .endedWell
        case .response where mayOnlyFail: strange.course = .toldResponse
        case .fail where !kinds.contains(.fail) && !Self.courseOfLoad.isDisjoint(with: kinds):
            (strange.course, strange.demand) = (.failed, demand)
        default: break
        }
    }

    private static let courseOfLoad: Set<CallbackKind> = [.response, .data, .finish]

    /// Whether a load goes well that has not asked the server, as one does that is answered from a cache.
    func isAnsweredByClient(_ callback: ReportedCallback) -> Bool {
        guard Self.courseOfLoad.contains(callback.kind), let item = course.holdUp, item.lane == callback.lane,
            case .request = item.kind
        else { return false }
        return record.hasAskedNothing(in: callback.lane)
    }

    /// Sending is asynchronous, but a client reports a callback as soon as the bytes arrive; and it may fail as a line says
    /// before it has taken all of them.
    func isOfWhatGoesOut(_ callback: ReportedCallback) -> Bool {
        guard phase == .playing, !waiting.isFull else { return false }
        let isLeaving = wait?.batch != nil
        guard
            callback.kind.has(.followsBytes)
                ? isLeaving || isWithinBody(callback.lane) : isLeaving && callback.kind == .fail
        else { return false }
        return callbackLineAhead(callback) != nil
    }

    /// The server pauses within the body of the lane's reply, which goes on below.
    private func isWithinBody(_ lane: Lane) -> Bool {
        guard wait?.isPause == true else { return false }
        return replies.hasBegun(in: lane) && !course.continuation(of: lane).isEmpty
    }
}
