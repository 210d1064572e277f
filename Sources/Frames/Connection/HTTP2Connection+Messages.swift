// HTTP2Connection+Messages.swift: reads heads and trailers.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainWire

/// The kind of the latest section: a head or trailers.
enum Message {
    case none
    case request(RequestMeaning, isWhole: Bool, offset: Int)
    case response(StreamResponseMeaning, AnsweredMethod, isWhole: Bool)
    case trailers
}

extension HTTP2Connection {
    /// The request whose `.head` was the last event, as HTTP/1 would have it: `:authority` is Host, cookies are one field.
    package var requestHead: RequestHead? {
        guard case .request(let meaning, let isWhole, let offset) = message else { return nil }
        return block.fields.requestHead(meaning, isWhole: isWhole, offset: offset)
    }

    /// The same request without a copy, valid until the next block of fields.
    package var requestView: RequestView? {
        mutating get {
            if case .request(let meaning, _, _) = message { block.fields.requestView(meaning) } else { nil }
        }
    }

    /// The `:scheme` of that request; a CONNECT has none.
    package var requestScheme: String? {
        guard case .request(let meaning, _, _) = message, let scheme = meaning.section.scheme else { return nil }
        return String(decoding: block.fields.value(scheme), as: UTF8.self)
    }

    /// The response whose `.head` or `.informational` was the last event.
    package var responseHead: ResponseHead? {
        guard case .response(let meaning, let method, let isWhole) = message else { return nil }
        return block.fields.responseHead(meaning, to: method, isWhole: isWhole)
    }

    /// The trailers that were the last event.
    package var trailers: [Field]? {
        if case .trailers = message { block.fields.plainFields } else { nil }
    }

    mutating func headersCame(_ head: FrameHead, _ payload: UnsafeRawBufferPointer) throws(FrameFault) -> Event? {
        if head.stream == 0 { throw FrameFault(.headersOnConnection) }
        let hasPriority = head.flags.contains(.priority)
        var fragment = try unpadded(head, payload, behind: hasPriority ? 5 : 0)
        var purpose = try admit(head.stream)
        if hasPriority {
            if StreamPriority(fragment).dependency == head.stream, !purpose.isIgnored {
                purpose = .faulty(FrameFault(.dependsOnItself))
            }
            fragment = UnsafeRawBufferPointer(rebasing: fragment[5...])
        }
        block.begin(head, purpose)
        return try fragmentCame(head, fragment)
    }

    mutating func continuationCame(_ head: FrameHead, _ payload: UnsafeRawBufferPointer) throws(FrameFault) -> Event? {
        if head.stream == 0 { throw FrameFault(.continuationOnConnection) }
        guard block.isUnderway else { throw FrameFault(.continuationAlone) }
        return try fragmentCame(head, payload)
    }

    private mutating func fragmentCame(
        _ head: FrameHead, _ fragment: UnsafeRawBufferPointer
    ) throws(FrameFault) -> Event? {
        let isLast = head.flags.contains(.endHeaders)
        do throws(FrameFault) {
            try block.add(fragment, isLast: isLast)
            return isLast ? try blockCame(on: head.stream) : nil
        } catch {
            var fault = error
            fault.offset = block.head.offset
            throw fault
        }
    }

    /// The purpose of a new block on this stream. A block is decoded even if its stream is not served.
    private mutating func admit(_ stream: Int) throws(FrameFault) -> HeaderBlock.Purpose {
        if let open = streams[stream] {
            switch open.receiving {
            case .head: return .response
            case .content: return .trailers
            case .ended: return .faulty(FrameFault(.afterEnd))
            }
        }
        switch streams.absence(of: stream) {
        case .idle: return try admitNew(stream)
        case .closed(.resetHere): return .ignored
        case .closed(.resetByPeer): return .faulty(FrameFault(.afterReset))
        case .closed(.ended): throw FrameFault(.closedStream)
        case .closed(.unknown): throw FrameFault(role == .server ? .lowerStream : .closedStream)
        }
    }

    private mutating func admitNew(_ stream: Int) throws(FrameFault) -> HeaderBlock.Purpose {
        if role == .client { throw FrameFault(.idleStream) }
        if stream.isMultiple(of: 2) { throw FrameFault(.evenStream) }
        streams.opened(stream)
        if let last = goAway.sent, stream > last { return .refused }
        let announced = settings.own.maxConcurrentStreams
        if streams.open.count >= min(announced ?? .max, limits.streams) {
            // RFC 9113 section 5.1.2: the client need not keep to the limit before it has acknowledged it.
            let isToBlame = announced.map { streams.open.count >= $0 } ?? false
            return isToBlame && settings.isAgreed ? .faulty(FrameFault(.tooManyStreams)) : .refused
        }
        return .request
    }

    /// Judges the block, which is whole.
    private mutating func blockCame(on stream: Int) throws(FrameFault) -> Event? {
        let isWhole = block.head.flags.contains(.endStream)
        message = .none
        switch block.purpose {
        case .ignored: return nil
        case .refused:
            streams.close(stream, .resetHere)
            try floods.resets.came()
            return .refused(stream: stream)
        case .faulty(let fault): throw fault
        case .request: return try requestCame(stream, isWhole: isWhole)
        case .response: return try responseCame(stream, isWhole: isWhole)
        case .trailers: return try trailersCame(stream, isWhole: isWhole)
        }
    }

    private mutating func requestCame(_ stream: Int, isWhole: Bool) throws(FrameFault) -> Event? {
        try block.judgeSize()
        let meaning = try RequestMeaning(block.fields)
        block.fields.makePlain(meaning.section)
        var state = OpenStream(
            .content, receiveWindow: settings.own.initialWindowSize, sendWindow: settings.peer.initialWindowSize)
        state.headCame(announcing: meaning.section.length)
        if isWhole { try state.endCame() }
        streams.insert(state, as: stream)
        message = .request(meaning, isWhole: isWhole, offset: block.head.offset)
        floods.messageWentOn()
        if isWhole { ended = stream }
        return .head(stream: stream, isWhole: isWhole)
    }

    private mutating func responseCame(_ stream: Int, isWhole: Bool) throws(FrameFault) -> Event? {
        // The stream may have been reset here while its block was coming in.
        guard let method = streams[stream]?.method else { return nil }
        try block.judgeSize()
        let meaning = try StreamResponseMeaning(block.fields)
        block.fields.makePlain(meaning.section)
        message = .response(meaning, method, isWhole: isWhole)
        if meaning.isInformational {
            if isWhole { throw FrameFault(.informationalWithEnd) }
            try streams[stream]?.informationalCame(atMost: limits.fields.informational)
            return .informational(stream: stream)
        }
        streams[stream]?.headCame(
            announcing: meaning.section.length, forbidsContent: method.forbidsContent(in: meaning.status))
        floods.messageWentOn()
        if isWhole { try endCame(on: stream) }
        return .head(stream: stream, isWhole: isWhole)
    }

    private mutating func trailersCame(_ stream: Int, isWhole: Bool) throws(FrameFault) -> Event? {
        guard streams[stream] != nil else { return nil }
        if !isWhole { throw FrameFault(.trailersWithoutEnd) }
        try block.judgeSize()
        block.fields.makePlain(try SectionMeaning(.trailers, of: block.fields))
        message = .trailers
        try endCame(on: stream)
        return .trailers(stream: stream)
    }

    /// Notes that the peer has ended its side; the end will be the next event.
    mutating func endCame(on stream: Int) throws(FrameFault) {
        try streams[stream]?.endCame()
        ended = stream
        closeIfEnded(stream)
    }

    /// The payload without its padding, which must have at least `count` bytes.
    mutating func unpadded(
        _ head: FrameHead, _ payload: UnsafeRawBufferPointer, behind count: Int
    ) throws(FrameFault) -> UnsafeRawBufferPointer {
        guard head.flags.contains(.padded) else {
            if payload.count < count { throw FrameFault(.headersSize) }
            return payload
        }
        if payload.count < count + 1 { throw FrameFault(.headersSize) }
        let padding = Int(payload[0])
        if padding + count >= payload.count { throw FrameFault(.paddingTooLong) }
        // A receiver need not check (RFC 9113 section 6.1). A server's machine checks because clients are judged here;
        // a server's padding comes from a scenario.
        if role == .server, payload[(payload.count - padding)...].contains(where: { $0 != 0 }) {
            throw FrameFault(.paddingNotZero)
        }
        return UnsafeRawBufferPointer(rebasing: payload[1..<payload.count - padding])
    }
}
