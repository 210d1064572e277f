// ZshCompletion.swift: the completion script for zsh.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

enum ZshCompletion {
    static func script(for commands: [Usage]) -> String {
        let names = commands.map { Shell.zsh.quoted("\($0.name):\($0.summary)") }
        let cases = commands.map { usage in
            let options = usage.options.map { option in
                let value = option.value.map { ":\(escaped($0)):_files" } ?? ""
                return "            \(Shell.zsh.quoted("*\(option.name)[\(escaped(option.help))]\(value)")) \\\n"
            }
            return """
                        \(usage.name))
                            _arguments \\
                \(options.joined())            '(- *)--help[prints the help of the command]' \\
                            '*:file:_files' ;;
                """
        }
        return """
            #compdef quintain
            # Completions of quintain for zsh, made by 'quintain completion zsh'.
            _quintain() {
                local -a commands=(
                    \(names.joined(separator: "\n        "))
                )
                if (( CURRENT == 2 )); then
                    _describe command commands
                    return
                fi
                local name=$words[2]
                shift words
                (( CURRENT-- ))
                # Behind '--' stands another program's command.
                if (( ${words[(I)--]} && ${words[(I)--]} < CURRENT )); then
                    _files
                    return
                fi
                case $name in
            \(cases.joined(separator: "\n"))
                    help) _describe command commands ;;
                esac
            }
            _quintain "$@"
            """
    }

    /// In a specification of zsh brackets, colons and backslashes have a meaning, so they are escaped.
    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("[", with: "\\[").replacing("]", with: "\\]")
            .replacing(":", with: "\\:")
    }
}
