// UntoldLoad.swift: loads without a callback in files that have callbacks of other loads.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainWords

extension Advice {
    /// Warns of a load that is answered and has no `*` line, where another load of the file has some: what its client
    /// tells of it would be taken by their lines, or by none.
    mutating func warnOfUntoldLoad(_ scenario: Scenario) {
        var loads = Loads(scenario.impliedLoad)
        guard let callback = loads.follow(scenario.nodes) else { return }
        if let finish = loads.finishWithoutResponse {
            faults.add(
                .callbacksMissing, finish,
                "no '* response' stands above this line, and a client that tells of its responses fails by one",
                help: "write '* response 200' above it, and '* data' behind that where the reply has a body")
        }
        guard let untold = loads.untold else { return }
        let data = untold.hasBody ? ", '* data'" : ""
        faults.add(
            .callbacksMissing, untold.place,
            "this load has no '*' line, and line \(callback.line) has one: what a client tells of this load is a failure",
            help:
                "write '* response \(untold.status)'\(data) and '* finish' below its reply, or take all '*' lines of the file away"
        )
    }
}

/// The loads of a file, each from its `client` line to the next one of its lane.
private struct Loads {
    struct Load {
        var place: Place
        var status = ""
        var hasBody = false
        var hasCallback = false
        /// It may end otherwise than by its reply.
        var isOpen = false
        var kind = LoadKind.data
    }

    private struct Course {
        var loads: [Load] = []
        /// Callbacks that end a load.
        var ends = 0
        var finish: Place?
        var hasResponse = false
    }

    private let implied: Lane?
    private var courses: [Lane: Course] = [:]

    init(_ implied: QuintainScenario.Load?) { self.implied = implied?.lane }

    /// The first load that is answered and has no callback. Where callbacks stand further down, one of them may be its.
    var untold: Load? {
        courses.values.filter { $0.ends < $0.loads.count }.flatMap(\.loads)
            .filter { !$0.hasCallback && !$0.isOpen && !$0.status.isEmpty }
            .min { $0.place.line < $1.place.line }
    }

    /// The `* finish` of a lane whose replies are whole, and which has no `* response`.
    var finishWithoutResponse: Place? {
        courses.values.filter { course in
            !course.hasResponse && course.loads.allSatisfy { !$0.isOpen && !$0.status.isEmpty && $0.kind == .data }
        }.compactMap(\.finish).min { $0.line < $1.line }
    }

    /// Returns the place of the first callback; nil: there is none, or the file has blocks, in which loads may end in
    /// several ways.
    mutating func follow(_ nodes: [Node]) -> Place? {
        var callback: Place?
        for node in nodes {
            guard case .line(let line) = node else { return nil }
            if case .callback = line.deed { callback = callback ?? line.place }
            follow(line)
        }
        return callback
    }

    private mutating func follow(_ line: Line) {
        switch line.deed {
        case .order(.load(let load)):
            courses[load.lane, default: Course()].loads.append(
                Load(place: line.place, isOpen: load.kind == .events, kind: load.kind))
        case .order: change(line.lane) { $0.isOpen = true }
        case .receive(.start) where line.lane == implied && courses[line.lane] == nil:
            courses[line.lane] = Course(loads: [Load(place: line.place)])
        case .send(.start(let start)):
            let status = start.literal.map { String(decoding: $0, as: UTF8.self) }?.split(separator: " ").dropFirst()
                .first
            change(line.lane) { load in
                switch status?.first {
                case "2", "4", "5": load.status = String(status ?? "")
                case "1": break
                default: load.isOpen = true
                }
            }
        case .send(.body): change(line.lane) { $0.hasBody = true }
        case .send(.raw), .await: change(line.lane) { $0.isOpen = true }
        case .act(let act) where act.has(.isOfConnection): change(line.lane) { $0.isOpen = true }
        case .callback(let callback):
            change(line.lane) { $0.hasCallback = true }
            if callback.kind == .finish || callback.kind == .fail { courses[line.lane]?.ends += 1 }
            if callback.kind == .response { courses[line.lane]?.hasResponse = true }
            if callback.kind == .finish, callback.styles.isEmpty, courses[line.lane]?.finish == nil {
                courses[line.lane]?.finish = line.place
            }
        case .send, .receive, .act, .binding: break
        }
    }

    /// Changes the last load of the lane.
    private mutating func change(_ lane: Lane, _ change: (inout Load) -> Void) {
        guard let last = courses[lane]?.loads.indices.last else { return }
        change(&courses[lane, default: Course()].loads[last])
    }
}
