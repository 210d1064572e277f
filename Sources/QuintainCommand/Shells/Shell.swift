// Shell.swift: the shells that are told what can be completed.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

enum Shell: String, CaseIterable {
    case bash, zsh, fish

    /// A script that completes the program's commands and their options, made of what their help is made of.
    func completion(of commands: [Usage]) -> String {
        switch self {
        case .bash: BashCompletion.script(for: commands)
        case .zsh: ZshCompletion.script(for: commands)
        case .fish: FishCompletion.script(for: commands)
        }
    }

    /// A text in single quotes, as all three shells read it.
    func quoted(_ text: String) -> String {
        // fish knows an escape within quotes; the others have to leave them.
        let quote = self == .fish ? "\\'" : "'\\''"
        let text = self == .fish ? text.replacing("\\", with: "\\\\") : text
        return "'\(text.replacing("'", with: quote))'"
    }
}
