// Mutant+Bodies.swift: uploads, downloads, and the callbacks about them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoader
import QuintainWire

extension Mutant {
    static let ofDownloads: [Mutant] = [
        Mutant(
            "resumes-on-trust", "asks for the rest without If-Range", breaks: "RFC 9110 section 13.1.5", in: "ranges",
            sabotage: .sending { message, _ in message["If-Range"] = nil }),
        Mutant(
            "resumes-at-the-start", "asks for all of a file that it has a part of", breaks: "RFC 9110 section 14.2",
            in: "ranges", sabotage: .sending { message, _ in message["Range"] = nil }),
        Mutant(
            "appends-another-file", "puts a file that has changed behind the part of the old one",
            breaks: "RFC 9110 section 13.1.5", in: "ranges",
            sabotage: .ordered { effect, scene in
                guard case .file(.open(let path, 0)) = effect, let point = scene.settings.resumed else { return nil }
                return [.effect(.file(.open(path, at: point.offset)))]
            }),
        Mutant(
            "takes-any-part", "takes another part for the one that is missing", breaks: "RFC 9110 section 15.3.7.3",
            in: "ranges",
            sabotage: .head { head, scene in
                guard head.status == 206, let point = scene.settings.resumed else { return }
                head.replace("Content-Range") { "bytes \(point.offset)-\($0.drop { $0 != "-" }.dropFirst())" }
            }),
        Mutant(
            "takes-errors-for-the-file", "takes whatever comes in the place of a part for the file",
            breaks: "RFC 9110 section 15.5.17", in: "ranges",
            sabotage: .head { head, scene in
                if scene.settings.resumed != nil, head.status >= 400 { head.status = 200 }
            }),
        Mutant(
            "tells-of-no-file", "ends a download without its file", breaks: "URLSession, rule UD3", in: "ranges",
            sabotage: .telling { event, _ in
                if case .file = event { [] } else { nil }
            }),
        Mutant(
            "writes-no-file", "leaves the file of a download empty", breaks: "URLSession, rule UD3", in: "ranges",
            sabotage: .ordered { effect, _ in
                if case .file(.append) = effect { [] } else { nil }
            }),
        Mutant(
            "counts-each-piece-alone", "tells how long the last piece was for how much there is",
            breaks: "URLSession, didWriteData", in: "ranges", "metadata",
            sabotage: .telling { event, _ in
                guard case .progress(let last, _, let total) = event else { return nil }
                return [.progress(last: last, written: last, of: total)]
            }),
        Mutant(
            "expects-nothing", "does not say how long a download will be", breaks: "URLSession, didWriteData",
            in: "ranges",
            sabotage: .telling { event, _ in
                guard case .progress(let last, let written, _) = event else { return nil }
                return [.progress(last: last, written: written, of: nil)]
            }),
        Mutant(
            "resumes-silently", "goes on with a download without saying so", breaks: "URLSession, rule UD1",
            in: "ranges",
            sabotage: .telling { event, _ in
                if case .resumed = event { [] } else { nil }
            }),
        Mutant(
            "creates-silently", "writes a file without saying that it is there", breaks: "NSURLDownload, rule N9",
            way: "nsurldownload", in: "codings", "redirects",
            sabotage: .telling { event, _ in event == .created ? [] : nil }),
        Mutant(
            "chooses-the-destination", "writes a file without asking where to", breaks: "NSURLDownload, rule N8",
            way: "nsurldownload", in: "codings", "redirects", sabotage: .settings { $0.voice.destination = false }),
    ]

    static let ofUploads: [Mutant] = [
        Mutant(
            "tells-of-nothing-sent", "does not say how much of the body was sent",
            breaks: "URLSession, didSendBodyData",
            in: "uploads",
            sabotage: .telling { event, _ in
                if case .sent = event { [] } else { nil }
            }),
        Mutant(
            "tells-no-total-sent", "does not say how long the body is of which so much was sent",
            breaks: "URLSession, didSendBodyData",
            in: "uploads",
            sabotage: .telling { event, _ in
                guard case .sent(let count, _) = event else { return nil }
                return [.sent(count, of: nil)]
            }),
        Mutant(
            "does-not-wait-for-100", "sends the body with the head that asks whether it may",
            breaks: "RFC 9110 section 10.1.1", in: "uploads",
            sabotage: .ordered { effect, _ in
                guard case .network(.send(let message)) = effect, message.holdsBody else { return nil }
                return [.effect(effect), .effect(.network(.sendBody))]
            }),
        Mutant(
            "waits-for-100-for-ever", "sends no body before a 100", breaks: "RFC 9110 section 10.1.1", in: "uploads",
            sabotage: .ordered { effect, scene in
                guard effect == .network(.sendBody), scene.head == nil, !scene.isMarked else { return nil }
                return []
            }),
        Mutant(
            "gives-up-at-417", "hands a 417 on where it could ask without Expect", breaks: "RFC 9110 section 10.1.1",
            in: "uploads",
            sabotage: .head { head, _ in if head.status == 417 { head.status = 400 } }),
        Mutant(
            "sends-half-a-body", "sends a body as far as its middle", breaks: "RFC 9112 section 6.2", in: "uploads",
            sabotage: .sending { message, _ in
                guard message.body.count > 1 else { return }
                message.body = Array(message.body.prefix(message.body.count / 2))
                if !message.isChunked { message["Content-Length"] = "\(message.body.count)" }
            }),
    ]

    static let ofMetadata: [Mutant] = [
        Mutant(
            "knows-no-encoding", "does not say how the text is encoded",
            breaks: "NSURLResponse, textEncodingName", in: "metadata",
            sabotage: .reply { reply, _ in reply.encoding = nil }),
        Mutant(
            "takes-unknown-for-nothing", "says 0 of a length that nobody knows",
            breaks: "NSURLResponse, expectedContentLength", in: "metadata",
            sabotage: .reply { reply, _ in reply.length = reply.length ?? 0 }),
        Mutant(
            "keeps-paths-in-names", "suggests a file name with folders in it", breaks: "RFC 6266 section 4.3",
            in: "metadata",
            sabotage: .reply { reply, _ in
                guard
                    let value = reply.fields.first("Content-Disposition").map({ String(decoding: $0, as: UTF8.self) }),
                    let start = value.range(of: "filename=")
                else { return }
                reply.suggestedName = String(value[start.upperBound...]).replacing("\"", by: "")
            }),
        Mutant(
            "keeps-parameters-in-types", "says the whole of Content-Type for the type",
            breaks: "NSURLResponse, MIMEType", in: "metadata",
            sabotage: .reply { reply, _ in
                reply.type = reply.fields.first("Content-Type").map { String(decoding: $0, as: UTF8.self) }
            }),
        Mutant(
            "names-the-first-url", "says the URL that was asked for first for that of the response",
            breaks: "NSURLResponse, URL", in: "redirects", "metadata",
            sabotage: .reply { reply, scene in reply.url = scene.request.url }),
    ]

    static let ofTime: [Mutant] = [
        Mutant(
            "waits-for-ever", "has no deadline", breaks: "NSURLRequest, timeoutInterval", in: "timing", "tls",
            sabotage: .settings { ($0.patience, $0.total) = (0, 0) }),
        Mutant(
            "has-no-patience", "takes the deadline of a silence for that of the whole load",
            breaks: "NSURLRequest, timeoutInterval", in: "timing",
            sabotage: .settings { $0.total = $0.patience }),
        Mutant(
            "gives-up-in-a-pause", "gives up where nothing has come of a reply for 15 ms",
            breaks: "RFC 9293 section 3.8", in: "timing", sabotage: .hurry),
        Mutant(
            "cannot-be-cancelled", "loads on though it is cancelled", breaks: "URLSession, cancel()",
            in: "redirects", "timing", "lanes",
            sabotage: .happened { input, _ in input == .cancelled ? [] : nil }),
        Mutant(
            "cannot-be-suspended", "tells data though it is suspended", breaks: "URLSession, suspend()",
            in: "timing", "lanes",
            sabotage: .happened { input, _ in input == .suspended ? [] : nil }),
        Mutant(
            "never-wakes-up", "stays suspended for good", breaks: "URLSession, resume()", in: "timing", "lanes",
            sabotage: .happened { input, _ in input == .proceeded ? [] : nil }),
    ]
}

extension Sabotage {
    /// Looks every 5 ms, and gives up at the third look at which nothing has come of a reply; before a reply has begun,
    /// it gives up after the app's own patience.
    fileprivate static let hurry = Sabotage(
        begin: { _, settings, _ in settings.patience = 5 },
        happened: { input, scene in
            switch input {
            case .arrived(.end): scene.isMarked = false
            case .timePassed where scene.count < (scene.isMarked ? 2 : scene.settings.patience / 5):
                scene.count += 1
                return [.input(.suspended), .input(.proceeded)]
            default: break
            }
            return nil
        },
        ordered: { effect, scene in
            if case .network(.send) = effect { scene.isMarked = false }
            return nil
        },
        read: { bytes, scene in
            (scene.isMarked, scene.count) = (true, 0)
            return bytes
        })
}
