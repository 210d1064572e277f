// Saboteur.swift: stands between a load and the world, and spoils one thing.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainLoader

/// Of one client. It is given to it in so many words by a test, or not at all.
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
}

/// With one load.
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
