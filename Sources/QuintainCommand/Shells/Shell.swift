// Shell.swift: the shells for which there are completion scripts.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

enum Shell: String, CaseIterable {
    case bash, zsh, fish

    /// A script that completes the program's commands and options, made from the same tables as their help.
    func completion(of commands: [Usage]) -> String {
        switch self {
        case .bash: BashCompletion.script(for: commands)
        case .zsh: ZshCompletion.script(for: commands)
        case .fish: FishCompletion.script(for: commands)
        }
    }

    /// A text in single quotes, as all three shells read it.
    func quoted(_ text: String) -> String {
        // fish has an escape within quotes; in the others a quoted text ends before the quote.
        let quote = self == .fish ? "\\'" : "'\\''"
        let text = self == .fish ? text.replacing("\\", with: "\\\\") : text
        return "'\(text.replacing("'", with: quote))'"
    }
}
