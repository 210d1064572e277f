// OpenStream.swift: one stream, from its first frame to the end of both sides.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The state of a stream that is not closed, RFC 9113 section 5.1.
struct OpenStream {
    /// The next section that may come on the stream.
    enum Receiving {
        /// A response, or one of the 1xx class before it.
        case head
        /// DATA, or trailers.
        case content
        /// The peer has ended its side.
        case ended
    }

    private(set) var receiving: Receiving
    /// Whether our side is ended.
    var isSent = false
    var receiveWindow: ReceiveWindow
    var sendWindow: SendWindow
    /// The method of the request that the response answers.
    let method: AnsweredMethod
    /// The length in Content-Length; nil: there was none.
    private var announced: Int?
    private var received = 0
    private var informational = 0
    private var forbidsContent = false

    init(_ receiving: Receiving, method: AnsweredMethod = .other, receiveWindow: Int, sendWindow: Int) {
        self.receiving = receiving
        self.method = method
        self.receiveWindow = ReceiveWindow(size: receiveWindow)
        self.sendWindow = SendWindow(size: sendWindow)
    }

    var isClosed: Bool {
        if case .ended = receiving { isSent } else { false }
    }

    /// The head of a message has come, with this Content-Length.
    mutating func headCame(announcing length: Int?, forbidsContent: Bool = false) {
        receiving = .content
        self.forbidsContent = forbidsContent
        announced = forbidsContent ? nil : length
    }

    mutating func informationalCame(atMost limit: Int) throws(FrameFault) {
        informational += 1
        if informational > limit { throw FrameFault(.tooManyInformational) }
    }

    /// A DATA frame has come; its weight is the content and the padding.
    mutating func contentCame(_ count: Int, weight: Int) throws(FrameFault) {
        switch receiving {
        case .head: throw FrameFault(.dataBeforeHead)
        case .content: break
        case .ended: throw FrameFault(.afterEnd)
        }
        guard receiveWindow.take(weight) else { throw FrameFault(.windowExceeded) }
        if count == 0 { return }
        if forbidsContent { throw FrameFault(.contentNotAllowed) }
        received += count
        if let announced, received > announced { throw FrameFault(.lengthDiffers) }
    }

    mutating func endCame() throws(FrameFault) {
        receiving = .ended
        if let announced, received != announced { throw FrameFault(.lengthDiffers) }
    }
}
