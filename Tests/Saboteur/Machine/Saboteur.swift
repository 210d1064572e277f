// Saboteur.swift: stands between a load and its connections, and spoils one thing.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainLoader
import QuintainWire

/// The interception of one client by a mutant; only a test asks for it.
package final class Saboteur: Interception {
    package let mutant: Mutant
    private let past = Past()

    package init(_ mutant: Mutant) { self.mutant = mutant }

    package func begin(
        _ request: inout LoadRequest, _ settings: inout LoadSettings, _ memory: ClientMemory
    ) -> any LoadInterceptor {
        let scene = Scene(request, settings, memory, past)
        mutant.sabotage.begin(&request, &settings, scene)
        return Accomplice(mutant.sabotage, scene)
    }

    package func beginFrames() -> any FrameInterceptor { FrameAccomplice(mutant.sabotage) }
}

/// The interception of one load.
private final class Accomplice: LoadInterceptor {
    private let sabotage: Sabotage
    private let scene: Scene

    init(_ sabotage: Sabotage, _ scene: Scene) {
        self.sabotage = sabotage
        self.scene = scene
    }

    func happened(_ input: LoaderInput) -> [LoadStep] {
        scene.note(input)
        return sabotage.happened(input, scene) ?? [.input(input)]
    }

    func ordered(_ effect: LoaderEffect) -> [LoadStep] {
        scene.note(effect)
        return sabotage.ordered(effect, scene) ?? [.effect(effect)]
    }

    func read(_ bytes: [UInt8]) -> [UInt8] { sabotage.read(bytes, scene) }
}

/// The interception of one connection of HTTP/2.
private final class FrameAccomplice: FrameInterceptor {
    private let sabotage: Sabotage
    private let scene = FrameScene()

    init(_ sabotage: Sabotage) { self.sabotage = sabotage }

    func came(_ frame: Frame) -> [Frame] { sabotage.came(frame, scene) ?? [frame] }

    func leaves(_ frame: Frame) -> [Frame] {
        if frame.kind == .headers { scene.lastStream = frame.stream }
        return sabotage.leaves(frame, scene) ?? [frame]
    }
}
