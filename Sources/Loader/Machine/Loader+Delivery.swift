// Loader+Delivery.swift: hands the final reply to the app.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainCoding
import QuintainNotation
import QuintainStores
import QuintainWire
import QuintainWords

extension Loader {
    func reply(_ head: ResponseHead) -> Reply {
        guard let target else { preconditionFailure("a reply comes from somewhere") }
        return Reply(head, at: target)
    }

    enum Source { case network, cache }

    mutating func startDelivery(_ head: ResponseHead, from source: Source = .network) {
        let delivery = Delivery(reply(head), head)
        delivery.isFromCache = source == .cache
        delivery.reply.isFromCache = source == .cache
        if source == .network {
            let response = response(head)
            if mayKeep(response) { delivery.kept = response }
        }
        let hasBody = head.framing != .none && head.framing != .length(0)
        // RFC 9110 section 14.2: a part is one of the coded bytes, so it cannot be undone by itself.
        if hasBody, head.status != 206 { delivery.codings = ContentCodings(head) }
        phase = .delivering
        if case .download(let path) = settings.purpose {
            self.delivery = delivery
            return startDownload(to: path)
        }
        if hasBody, settings.voice.parts, let parts = ReplacedParts(head) {
            delivery.parts = parts
        }
        self.delivery = delivery
        present(delivery.reply)
    }

    /// Tells of a response, and waits for the answer where the API has one.
    mutating func present(_ reply: Reply) {
        delivery?.reply = reply
        if settings.voice.response {
            delivery?.isOpen = false
            ask(.response(reply), .response)
        } else {
            delivery?.isOpen = true
            tell(.response(reply))
        }
    }

    mutating func settleResponse(_ answer: LoadAnswer) {
        delivery?.isOpen = true
        if delivery?.download != nil { return chooseDecoding() }
        if case .download(let path) = answer, let given = delivery, given.parts == nil {
            delivery?.download = Download(path: path, expected: given.head.length)
            openFile()
        }
        pump()
    }

    // MARK: The body

    mutating func deliver(_ bytes: [UInt8]) {
        guard let delivery else { return }
        if let count = delivery.kept?.body.count {
            if count + bytes.count > Self.longestKept {
                delivery.kept = nil
            } else {
                delivery.kept?.body.append(contentsOf: bytes)
            }
        }
        delivery.inbox.append(contentsOf: bytes)
        pump()
    }

    mutating func endBody() {
        delivery?.isWhole = true
        if exchange != nil { release() }
        pump()
    }

    /// Works through the bytes that have come, until none are left or a question opens.
    mutating func pump() {
        while phase == .delivering, question == nil, delivery?.isOpen == true {
            guard let delivery else { return }
            if delivery.parts != nil {
                if !pumpPart() { break }
            } else if !delivery.inbox.isEmpty {
                decode()
            } else if delivery.download?.isUndecided == true {
                if !decideDownload() { break }
            } else {
                break
            }
        }
        guard phase == .delivering, question == nil, let delivery, delivery.isOpen, delivery.isWhole,
            delivery.inbox.isEmpty
        else { return }
        endDelivery()
    }

    private mutating func decode() {
        guard let bytes = delivery?.takeInbox(), let decoded = decoded(bytes), !decoded.isEmpty else { return }
        accept(decoded)
    }

    /// The bytes without their content codings; nil: the load has failed, after delivering what could be decoded.
    private mutating func decoded(_ bytes: [UInt8]) -> [UInt8]? {
        guard let codings = delivery?.codings else { return bytes }
        var decoded: [UInt8] = []
        do throws(CodingFault) {
            let taken = try codings.feed(bytes) { piece in
                decoded += piece
                return decoded.count <= Self.mostAtOnce
            }
            guard let taken else {
                fail(
                    LoadFailure(
                        .other, code: .dataLengthExceedsMaximum,
                        "a few coded bytes would become more than \(Self.mostAtOnce >> 20) MiB"))
                return nil
            }
            guard taken < bytes.count else { return decoded }
            fail(LoadFailure(.decoding, "the coded body goes on behind its end"), behind: decoded)
        } catch {
            fail(LoadFailure(.decoding, "the body's coding cannot be undone: \(error.sentence)"), behind: decoded)
        }
        return nil
    }

    private mutating func fail(_ failure: LoadFailure, behind decoded: [UInt8]) {
        if !decoded.isEmpty, delivery?.parts == nil { accept(decoded) }
        fail(failure)
    }

    private mutating func accept(_ bytes: [UInt8]) {
        if delivery?.download != nil { write(bytes) } else { tell(.data(bytes)) }
    }

    /// Delivers the next part of `multipart/x-mixed-replace`; false: it has not come yet.
    private mutating func pumpPart() -> Bool {
        guard let delivery, let parts = delivery.parts, let part = parts.next() ?? nextPart(of: delivery, parts) else {
            return false
        }
        let head = delivery.head
        switch part {
        case .head(let fields): present(reply(head.replaced(by: fields)))
        case .body(let bytes): tell(.data(bytes))
        case .partEnd, .end: break
        case .fault(let fault): fail(LoadFailure(.badResponse, fault.sentence))
        }
        return true
    }

    /// Decodes what has come. nil: it makes no part yet, or the load has failed.
    private mutating func nextPart(of delivery: Delivery, _ parts: ReplacedParts) -> MultipartReader.Part? {
        let bytes = delivery.takeInbox()
        if !bytes.isEmpty {
            guard let decoded = decoded(bytes) else { return nil }
            parts.append(decoded)
        }
        if delivery.isWhole { parts.inputEnded() }
        return parts.next()
    }

    private mutating func endDelivery() {
        guard let delivery else { return }
        if let codings = delivery.codings, !codings.isAtEnd {
            return fail(LoadFailure(.decoding, "the coded body ends before its coding does"))
        }
        if delivery.download != nil { return endDownload() }
        store()
    }

    /// The most bytes that one piece of coded bytes may decode to.
    private static let mostAtOnce = 64 << 20
    /// A body that is longer than this is not stored.
    private static let longestKept = 4 << 20
}
