// Inquiry.swift: what is asked of a play, and changes nothing of it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTranscript
import QuintainWire

/// Answers questions about a play from what all its machines know: why a line has not happened, why no line takes an
/// input, how much that counts.
///
/// It sees the player as it is at the moment of each question, and changes nothing.
struct Inquiry {
    private let player: Player

    init(of player: Player) { self.player = player }

    var scenario: Scenario { player.scenario }
    var takesOrders: Bool { player.takesOrders }
    var course: Course { player.course }
    var record: Record { player.record }
    var connections: Connections { player.connections }
    var replies: Replies { player.replies }
    var values: Values { player.values }
    var clock: Clock { player.clock }
    var waiting: Waiting { player.waiting }
    var delegate: Delegate { player.delegate }
    var phase: Player.Phase { player.phase }
    var wait: Wait? { player.wait }
    var clientEnd: ClientEnd? { player.clientEnd }

    /// Whether input can still be a breach.
    var isJudging: Bool { phase == .playing || phase == .scriptEnded }

    /// The lane of a connection: its own, or the only one of the scenario. nil: there are several.
    func lane(of number: ConnectionNumber) -> Lane? {
        (connections[number] ?? connections[number.carrier])?.lane ?? course.program.soleLane
    }

    /// A request, with the place to which it came.
    func coming(_ head: RequestHead, _ connection: Connection) -> ComingRequest {
        ComingRequest(head, on: connection.number, by: connection.passage, among: values.origins)
    }

    /// What a line may refer to where it stands.
    func scope(_ placed: PlacedLine) -> Scope { scope(placed.line.lane, placed.count) }

    func scope(_ lane: Lane, _ count: Int?) -> Scope {
        Scope(count: count, request: connections.request(of: lane), now: clock.seconds)
    }

    /// The scope in which the body of a request is compared as a whole.
    func scope(_ item: Item, _ request: RequestInProgress) -> Scope {
        var scope = scope(item.first)
        scope.contentType = request.head.values(of: "content-type").first
        return scope
    }
}
