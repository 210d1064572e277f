// RawBytes.swift: bytes that are not HTTP: behind a 101, and where a file begins a request with raw bytes.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
package import QuintainTranscript
import QuintainWire

extension Player {
    /// Bytes came on a connection that is no longer read as HTTP.
    package func rawArrived(_ bytes: [UInt8], on number: ConnectionNumber, at now: Instant) -> [Effect] {
        input(now) { player in
            guard let connection = player.connections[number], !bytes.isEmpty else { return }
            let arrived = Arrived(bytes: bytes, part: .raw, afterOurs: player.course.oursDone)
            guard connection.request?.isRaw == true else {
                connection.stray()
                player.record.writeArrival(arrived, number)
                return
            }
            player.takeBody(arrived, number)
        }
    }

    /// The connection brings bytes and no more requests: further lines of the lane take them.
    func beginRaw(_ number: ConnectionNumber, _ lane: Lane) {
        guard let connection = connections[number] else { return }
        let hasRest = course.hasRestAhead(lane)
        let request = connection.beginRaw(in: lane, hasRest: hasRest, afterOurs: course.oursDone)
        connections.follow(request.progress, in: lane)
        if hasRest { connections.cutShort(number) }
    }

    /// The client has ended its side behind raw bytes, whose line may still stand further down.
    func endRaw(_ number: ConnectionNumber) {
        guard let request = connections[number]?.request else { return }
        request.end()
        if request.claim.waits, request.unclaimed.hasContent { return }
        checkArrival(number)
    }

    /// Reports raw bytes for which no line is left.
    func passRaw(_ arrived: Arrived, _ number: ConnectionNumber) {
        guard let connection = connections[number], connection.request?.isRaw == true, !connection.hasStrayed,
            inquiry.isJudging
        else { return }
        connection.stray()
        unexpectedBytes(.raw(Array(arrived.bytes.prefix(80))), on: number)
    }

    /// The client has ended: raw bytes that still wait for a line are breaches.
    func judgeRaw() {
        for (number, connection) in connections.all {
            guard let request = connection.request, request.isRaw,
                let first = request.unclaimed.stretches.first
            else { continue }
            passRaw(first, number)
        }
    }

    /// Finds a line that begins a request with raw bytes, and gives it these bytes, which cannot be read as a request.
    /// false: there is no such line.
    func claimRaw(_ bytes: [UInt8], _ number: ConnectionNumber) -> Bool {
        guard inquiry.isJudging, let connection = connections[number], !connection.isFinished else { return false }
        let isUnused = connection.requests == 0
        let found = course.find { window, item, index in
            guard case .request(let expected) = item.kind, expected.isRaw, item.state == .due,
                window.isNextOnWire(index),
                expected.bindings.allSatisfy({ $0.0 == .new ? isUnused : connections.isOn($0.0, item.lane, number) })
            else { return nil }
            let needle = expected.rawText(values, inquiry.scope(item.first))
            return bytes.starts(with: needle) || needle.starts(with: bytes) ? .whole : nil
        }
        guard let found, let index = take(found), case .request(let expected) = course.items[index].kind else {
            return false
        }
        let item = course.items[index]
        let request = connection.beginRaw(
            in: item.lane, hasRest: course.hasRestAhead(item.lane), afterOurs: course.oursDone, counts: true)
        course.move(index, to: .taken)
        request.take(by: item)
        connections.begin(
            Scope.Request(method: "", target: [], fields: [], body: [], destination: connections.passage(number)?.end),
            request.progress,
            in: item.lane, on: number)
        replies.owe(in: item.lane)
        expectBody(expected.body, of: item, in: request, behind: expected.rawText(values, inquiry.scope(item.first)))
        takeBody(Arrived(bytes: bytes, part: .raw, afterOurs: course.oursDone), number)
        return true
    }
}
