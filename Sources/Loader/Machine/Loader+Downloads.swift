// Loader+Downloads.swift: writes a reply to a file.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainCoding
import QuintainNotation
import QuintainWire
import QuintainWords

extension Loader {
    mutating func startDownload(to path: String) {
        guard let delivery else { return }
        var download = Download(path: path, expected: delivery.head.length)
        if let point = settings.resumed {
            switch point.meaning(of: delivery.head) {
            case .goesOn(let total):
                download.path = point.file
                download.received = point.offset
                download.expected = total
                self.delivery?.download = download
                self.delivery?.isOpen = true
                tell(.resumed(at: point.offset, of: total))
                return openFile(at: point.offset)
            case .beginsAnew: download.path = point.file
            case .failed(let sentence): return fail(LoadFailure(.noResume, sentence))
            }
        }
        self.delivery?.download = download
        if settings.voice.response {
            ask(.response(delivery.reply), .response)
        } else {
            self.delivery?.isOpen = true
            tell(.response(delivery.reply))
            chooseDecoding()
        }
    }

    mutating func chooseDecoding() {
        guard let delivery else { return }
        if settings.voice.decoding, let type = delivery.reply.type, Archive(type) != nil {
            return ask(.decode(type: type), .decode(type))
        }
        chooseDestination()
    }

    // MARK: Archives

    mutating func settleDecoding(_ type: String, _ answer: LoadAnswer) {
        if answer == .decode, let archive = Archive(type) {
            delivery?.download?.layers.append(DecodingChain([archive.coding]))
            // Only the first bytes show the archive's kind and its inner name.
            delivery?.download?.isUndecided = true
            redecode()
        } else {
            delivery?.download?.isUndecided = false
            chooseDestination()
        }
        pump()
    }

    /// Decodes with the new layer what the other layers have already decoded.
    private mutating func redecode() {
        guard let waiting = delivery?.download?.pending, !waiting.isEmpty else { return }
        delivery?.download?.pending = []
        guard let layer = delivery?.download?.layers.last, let bytes = undo([layer], waiting) else { return }
        delivery?.download?.pending = bytes
    }

    /// Decides whether the file is another archive, once enough bytes have come; false: more are needed.
    mutating func decideDownload() -> Bool {
        guard let download = delivery?.download, let delivery else { return false }
        if let name = download.layers.last?.innerName {
            self.delivery?.download?.innerName = String(decoding: name, as: UTF8.self)
        }
        guard download.pending.count >= Archive.evidence || delivery.isWhole else { return false }
        if let inner = Archive(beginning: download.pending), download.layers.count < Self.mostLayers {
            ask(.decode(type: inner.type), .decode(inner.type))
        } else {
            self.delivery?.download?.isUndecided = false
            chooseDestination()
        }
        return true
    }

    // MARK: The file

    private mutating func chooseDestination() {
        guard settings.voice.destination, let delivery else { return openFile() }
        ask(.destination(name: delivery.download?.innerName ?? delivery.reply.suggestedName), .destination)
    }

    mutating func settleDestination(_ answer: LoadAnswer) {
        if case .destination(let path) = answer { delivery?.download?.path = path }
        openFile()
        pump()
    }

    mutating func openFile(at offset: Int = 0) {
        guard let download = delivery?.download else { return }
        effects.append(.file(.open(download.path, at: offset)))
        delivery?.download?.isFileOpen = true
        if settings.voice.destination { tell(.created) }
        if !download.pending.isEmpty {
            delivery?.download?.pending = []
            append(download.pending)
        }
    }

    mutating func write(_ bytes: [UInt8]) {
        guard let download = delivery?.download else { return }
        guard let made = undo(download.layers, bytes) else { return }
        delivery?.download?.received += bytes.count
        if download.isFileOpen { append(made) } else { delivery?.download?.pending.append(contentsOf: made) }
        guard let download = delivery?.download else { return }
        tell(.progress(last: bytes.count, written: download.received, of: download.expected))
    }

    private mutating func append(_ bytes: [UInt8]) {
        if !bytes.isEmpty { effects.append(.file(.append(bytes))) }
    }

    /// nil: the load has failed.
    private mutating func undo(_ layers: [DecodingChain], _ bytes: [UInt8]) -> [UInt8]? {
        var bytes = bytes
        for layer in layers {
            var made: [UInt8] = []
            do throws(CodingFault) {
                let taken = try bytes[...].withBytes { input throws(CodingFault) in
                    try layer.feed(input) { piece in
                        made += piece
                        return made.count <= Self.mostAtOnce
                    }
                }
                if taken == nil {
                    fail(
                        LoadFailure(
                            .other, code: .dataLengthExceedsMaximum,
                            "a few bytes of the archive would become more than is taken at once"))
                    return nil
                }
            } catch {
                fail(LoadFailure(.decoding, "the archive cannot be undone: \(error.sentence)"))
                return nil
            }
            bytes = made
        }
        return bytes
    }

    mutating func endDownload() {
        guard let download = delivery?.download else { return }
        guard download.layers.allSatisfy(\.isAtEnd) else {
            return fail(LoadFailure(.decoding, "the archive ends too soon"))
        }
        guard !endsInPart(download) else {
            return fail(LoadFailure(.noResume, "the server sends less than the part that it names"))
        }
        effects.append(.file(.close))
        delivery?.download?.isFileOpen = false
        tell(.file(download.path))
        finish()
    }

    /// RFC 9110 section 15.3.7.3: what came before and this part are not the whole file.
    private func endsInPart(_ download: Download) -> Bool {
        guard settings.resumed != nil, let delivery, delivery.head.status == 206, delivery.codings == nil,
            let expected = download.expected
        else { return false }
        return download.received < expected
    }

    /// Keeps the file of a failed download if it can be resumed, and else removes it.
    mutating func giveUpFile(_ failure: LoadFailure) -> ResumePoint? {
        guard let delivery, let download = delivery.download, download.isFileOpen else { return nil }
        effects.append(.file(.close))
        self.delivery?.download?.isFileOpen = false
        if delivery.codings == nil, download.layers.isEmpty, let target,
            let point = ResumePoint(delivery.head, url: target.text, received: download.received, settings, download)
        {
            return point
        }
        effects.append(.file(.remove))
        return nil
    }

    private static let mostLayers = 4
    private static let mostAtOnce = 64 << 20
}

/// An archive that NSURLDownload offers to decode.
struct Archive {
    let type: String
    let coding: Coding

    init?(_ type: String) {
        switch type {
        case "application/macbinary", "application/x-macbinary": coding = .macBinary()
        case "application/mac-binhex40", "application/binhex": coding = .binHex()
        case "application/gzip", "application/x-gzip", "application/x-gunzip": coding = .gzip()
        default: return nil
        }
        self.type = type
    }

    /// Recognises an archive within another one by its first bytes.
    init?(beginning bytes: [UInt8]) {
        if bytes.starts(with: [0x1F, 0x8B, 0x08]) {
            self.init("application/gzip")
        } else if MacHeader.begins(bytes) {
            self.init("application/macbinary")
        } else if String(decoding: bytes.prefix(64), as: UTF8.self).contains("(This file must be converted with BinHex")
        {
            self.init("application/mac-binhex40")
        } else {
            return nil
        }
    }

    /// The number of bytes that are needed to recognise an archive.
    static let evidence = 128
}
