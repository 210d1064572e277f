// Mutant+Order.swift: callbacks in the wrong order, too many of them, or too few.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoader
import QuintainWire
import QuintainWords

extension Mutant {
    static let ofOrder: [Mutant] = [
        Mutant(
            "tells-data-first", "tells the first data before the response", breaks: "URLSession, rule U10",
            in: "redirects", "framing",
            sabotage: Sabotage(ordered: { effect, scene in
                switch effect {
                case .ask(let number, .response(let reply)):
                    scene.held.append(.response(reply))
                    return [.input(.answered(number, .byDefault))]
                case .tell(.data), .tell(.finished):
                    defer { scene.held = [] }
                    let held = scene.held.map { LoadStep.effect(.tell($0)) }
                    return effect == .tell(.finished) ? held + [.effect(effect)] : [.effect(effect)] + held
                default: return nil
                }
            })),
        Mutant(
            "tells-the-response-before-the-challenge", "tells a 401 as the response before it asks for a password",
            breaks: "URLSession, rule U-R-BEFORE-A", in: "authentication",
            sabotage: .ordered { effect, scene in
                guard case .ask(_, .challenge(let challenge)) = effect, let head = scene.head,
                    challenge.kind == .basic || challenge.kind == .digest
                else { return nil }
                return [.effect(.tell(.response(scene.reply(head)))), .effect(effect)]
            }),
        Mutant(
            "tells-upload-progress-late", "tells what was sent of the body behind the response",
            breaks: "URLSession, rule U7", in: "uploads",
            sabotage: .ordered { effect, scene in
                switch effect {
                case .tell(.sent(let count, let total)):
                    scene.held.append(.sent(count, of: total))
                    return []
                case .tell(.finished):
                    return scene.held.map { .effect(.tell($0)) } + [.effect(effect)]
                default: return nil
                }
            }),
        Mutant(
            "responds-twice", "tells every response twice", breaks: "URLSession, rule U-ONE-R", in: "redirects",
            sabotage: .ordered { effect, _ in
                guard case .ask(_, .response(let reply)) = effect else { return nil }
                return [.effect(.tell(.response(reply))), .effect(effect)]
            }),
        Mutant(
            "responds-never", "goes from the request to the data without a response",
            breaks: "URLSession, rule U-Z-WITHOUT-R", in: "redirects",
            sabotage: .answering { question, _ in
                if case .response = question { .byDefault } else { nil }
            }),
        Mutant(
            "ends-twice", "tells the end twice", breaks: "URLSession, rule U-TWO-Z", in: "redirects",
            sabotage: .telling { event, _ in event == .finished ? [.finished, .finished] : nil }),
        Mutant(
            "ends-never", "keeps the end of a load to itself", breaks: "URLSession, didCompleteWithError",
            in: "redirects",
            sabotage: .telling { event, _ in event == .finished ? [] : nil }),
        Mutant(
            "talks-on-behind-the-end", "tells data behind the end", breaks: "URLSession, rule U-AFTER-Z",
            in: "redirects",
            sabotage: .ordered { effect, _ in
                effect == .ended ? [.effect(.tell(.data(Array("late".utf8)))), .effect(.ended)] : nil
            }),
        Mutant(
            "fails-and-finishes", "tells a failure, and that it went well", breaks: "URLSession, rule U-TWO-Z",
            in: "framing",
            sabotage: .telling { event, _ in
                if case .failed = event { [event, .finished] } else { nil }
            }),
        Mutant(
            "swallows-failures", "tells of a failure as of a good end", breaks: "RFC 9112 section 8", in: "framing",
            sabotage: .telling { event, _ in
                if case .failed = event { [.finished] } else { nil }
            }),
        Mutant(
            "loses-the-last-data", "ends without the last data", breaks: "RFC 9112 section 6.3", in: "framing",
            sabotage: .ordered { effect, scene in
                if case .tell(.data(let bytes)) = effect {
                    defer { scene.held = [.data(bytes)] }
                    return scene.held.map { .effect(.tell($0)) }
                }
                return nil
            }),
        Mutant(
            "tells-interim-as-response", "tells a 1xx as the response", breaks: "RFC 9110 section 15.2",
            in: "framing",
            sabotage: .telling { event, _ in
                if case .informational(let reply) = event { [.response(reply)] } else { nil }
            }),
        Mutant(
            "takes-errors-for-failures", "fails where the server answers 404 or 500", breaks: "RFC 9110 section 15",
            in: "metadata",
            sabotage: .ordered { effect, _ in
                guard case .ask(_, .response(let reply)) = effect, reply.status >= 400 else { return nil }
                return [
                    .effect(.tell(.failed(LoadFailure(.badResponse, "the server answers \(reply.status)")))),
                    .effect(.ended),
                ]
            }),
        Mutant(
            "merges-parts", "hands the parts of multipart/x-mixed-replace on as one response",
            breaks: "URLSession, rule U13", in: "multipart", sabotage: .settings { $0.voice.parts = false }),
    ]
}
