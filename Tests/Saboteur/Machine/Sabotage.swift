// Sabotage.swift: the changes that a mutant makes to a load.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoader
import QuintainWire

/// The hooks of a mutant; each leaves everything else alone. The scene has noted each event before a hook is called.
struct Sabotage: Sendable {
    var begin: @Sendable (inout LoadRequest, inout LoadSettings, Scene) -> Void = { _, _, _ in }
    /// Replaces an input; nil: the loader gets it.
    var happened: @Sendable (LoaderInput, Scene) -> [LoadStep]? = { _, _ in nil }
    /// Replaces an effect; nil: it is carried out.
    var ordered: @Sendable (LoaderEffect, Scene) -> [LoadStep]? = { _, _ in nil }
    /// Replaces a frame of the server; nil: it is read.
    var came: @Sendable (Frame, FrameScene) -> [Frame]? = { _, _ in nil }
    /// Replaces a frame of the client; nil: it leaves.
    var leaves: @Sendable (Frame, FrameScene) -> [Frame]? = { _, _ in nil }
    var read: @Sendable ([UInt8], Scene) -> [UInt8] = { bytes, _ in bytes }

    /// Changes the request and settings of an app.
    static func beginning(_ change: @escaping @Sendable (inout LoadRequest, inout LoadSettings, Scene) -> Void)
        -> Sabotage
    {
        Sabotage(begin: change)
    }

    static func settings(_ change: @escaping @Sendable (inout LoadSettings) -> Void) -> Sabotage {
        Sabotage(begin: { _, settings, _ in change(&settings) })
    }

    static func happened(_ change: @escaping @Sendable (LoaderInput, Scene) -> [LoadStep]?) -> Sabotage {
        Sabotage(happened: change)
    }

    static func ordered(_ change: @escaping @Sendable (LoaderEffect, Scene) -> [LoadStep]?) -> Sabotage {
        Sabotage(ordered: change)
    }

    static func reading(_ change: @escaping @Sendable ([UInt8], Scene) -> [UInt8]) -> Sabotage {
        Sabotage(read: change)
    }

    /// Replaces a frame of the server over HTTP/2.
    static func came(_ change: @escaping @Sendable (Frame, FrameScene) -> [Frame]?) -> Sabotage {
        Sabotage(came: change)
    }

    /// Replaces a frame of the client.
    static func leaves(_ change: @escaping @Sendable (Frame, FrameScene) -> [Frame]?) -> Sabotage {
        Sabotage(leaves: change)
    }

    // MARK: Of one kind

    /// Changes every request but CONNECT.
    static func sending(_ change: @escaping @Sendable (inout OutgoingMessage, Scene) -> Void) -> Sabotage {
        message { message, scene in if message.method != "CONNECT" { change(&message, scene) } }
    }

    static func tunnelling(_ change: @escaping @Sendable (inout OutgoingMessage, Scene) -> Void) -> Sabotage {
        message { message, scene in if message.method == "CONNECT" { change(&message, scene) } }
    }

    private static func message(_ change: @escaping @Sendable (inout OutgoingMessage, Scene) -> Void) -> Sabotage {
        ordered { effect, scene in
            guard case .network(.send(var message)) = effect else { return nil }
            change(&message, scene)
            return [.effect(.network(.send(message)))]
        }
    }

    /// Replaces an event that is reported; an empty list swallows it.
    static func telling(_ change: @escaping @Sendable (LoadEvent, Scene) -> [LoadEvent]?) -> Sabotage {
        ordered { effect, scene in
            guard case .tell(let event) = effect else { return nil }
            return change(event, scene)?.map { .effect(.tell($0)) }
        }
    }

    /// Changes each head of a reply before it is read.
    static func head(_ change: @escaping @Sendable (inout ResponseHead, Scene) -> Void) -> Sabotage {
        happened { input, scene in
            guard case .arrived(.head(var head)) = input else { return nil }
            change(&head, scene)
            return [.input(.arrived(.head(head)))]
        }
    }

    /// Changes the reply that an app gets.
    static func reply(_ change: @escaping @Sendable (inout Reply, Scene) -> Void) -> Sabotage {
        ordered { effect, scene in
            switch effect {
            case .ask(let number, .response(var reply)):
                change(&reply, scene)
                return [.effect(.ask(number, .response(reply)))]
            case .tell(.response(var reply)):
                change(&reply, scene)
                return [.effect(.tell(.response(reply)))]
            default: return nil
            }
        }
    }

    /// Changes the request behind a redirect, both as asked about and as sent.
    static func redirect(_ change: @escaping @Sendable (Reply, inout LoadRequest, Scene) -> Void) -> Sabotage {
        Sabotage(
            happened: { input, scene in
                guard case .answered(let number, .byDefault) = input,
                    case .redirect(let reply, var next) = scene.questions[number]
                else { return nil }
                change(reply, &next, scene)
                return [.input(.answered(number, .request(next)))]
            },
            ordered: { effect, scene in
                guard case .ask(let number, .redirect(let reply, var next)) = effect else { return nil }
                change(reply, &next, scene)
                return [.effect(.ask(number, .redirect(reply, to: next)))]
            })
    }

    /// Answers a question at once, so that the delegate never gets it.
    static func answering(_ answer: @escaping @Sendable (LoadQuestion, Scene) -> LoadAnswer?) -> Sabotage {
        ordered { effect, scene in
            guard case .ask(let number, let question) = effect, let answer = answer(question, scene) else {
                return nil
            }
            return [.input(.answered(number, answer))]
        }
    }

    /// Replaces an answer of the delegate.
    static func mishearing(_ change: @escaping @Sendable (LoadQuestion, LoadAnswer) -> LoadAnswer?) -> Sabotage {
        happened { input, scene in
            guard case .answered(let number, let answer) = input, let question = scene.questions[number],
                let other = change(question, answer)
            else { return nil }
            return [.input(.answered(number, other))]
        }
    }

    /// Changes the cookies of the client at each effect.
    static func cookies(_ change: @escaping @Sendable (Scene) -> Void) -> Sabotage {
        ordered { _, scene in
            change(scene)
            return nil
        }
    }
}
