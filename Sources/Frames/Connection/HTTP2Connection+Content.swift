// HTTP2Connection+Content.swift: reads DATA frames.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainWire

extension HTTP2Connection {
    mutating func contentCame(_ head: FrameHead, _ payload: UnsafeRawBufferPointer) throws(FrameFault) -> Event? {
        let stream = head.stream
        if stream == 0 { throw FrameFault(.dataOnConnection) }
        let content = try unpadded(head, payload, behind: 0)
        guard receiveWindow.take(head.length) else { throw FrameFault(.windowExceeded, ofConnection: true) }
        do throws(FrameFault) {
            return try contentCame(content, weight: head.length, on: stream, isLast: head.flags.contains(.endStream))
        } catch {
            receiveWindow.owe(head.length)
            throw error
        }
    }

    private mutating func contentCame(
        _ content: UnsafeRawBufferPointer, weight: Int, on stream: Int, isLast: Bool
    ) throws(FrameFault) -> Event? {
        guard streams[stream] != nil else {
            switch streams.absence(of: stream) {
            case .closed(.resetHere):
                if weight > 0 { return .dropped(stream: stream, weight: weight) }
                try floods.emptyFrames.came()
                return nil
            case .closed(.resetByPeer): throw FrameFault(.afterReset)
            case .closed(.ended), .closed(.unknown): throw FrameFault(.closedStream)
            case .idle: throw FrameFault(.idleStream)
            }
        }
        try streams[stream]?.contentCame(content.count, weight: weight)
        if !content.isEmpty {
            floods.messageWentOn()
        } else if !isLast {
            try floods.emptyFrames.came()
        }
        if isLast { try endCame(on: stream) }
        if weight == 0 {
            guard let stream = ended else { return nil }
            ended = nil
            return .end(stream: stream)
        }
        return .content(stream: stream, content, weight: weight)
    }
}
