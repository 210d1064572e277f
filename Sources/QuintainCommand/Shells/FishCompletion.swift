// FishCompletion.swift: the completion script for fish.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

enum FishCompletion {
    static func script(for commands: [Usage]) -> String {
        var lines = ["# Completions of quintain for fish, made by 'quintain completion fish'."]
        for usage in commands {
            lines.append(
                "complete -c quintain -f -n __fish_use_subcommand -a \(usage.name) -d \(Shell.fish.quoted(usage.summary))"
            )
        }
        for usage in commands {
            for option in usage.options {
                let value = option.value == nil ? "" : " -r"
                lines.append(
                    "complete -c quintain -n '__fish_seen_subcommand_from \(usage.name)' -l \(option.name.dropFirst(2))"
                        + "\(value) -d \(Shell.fish.quoted(option.help))")
            }
        }
        return lines.joined(separator: "\n")
    }
}
