// BashCompletion.swift: the completion script for bash.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

enum BashCompletion {
    static func script(for commands: [Usage]) -> String {
        let cases = commands.map { usage in
            let names = usage.options.map(\.name) + ["--help"]
            let values = usage.options.filter { $0.value != nil }.map(\.name)
            return """
                        \(usage.name))
                            options='\(names.joined(separator: " "))'
                            values='\(values.joined(separator: " "))' ;;
                """
        }
        return """
            # Completions of quintain for bash, made by 'quintain completion bash'.
            _quintain() {
                local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} options= values= word
                COMPREPLY=()
                if [ "$COMP_CWORD" -eq 1 ]; then
                    COMPREPLY=($(compgen -W '\((commands.map(\.name) + ["help"]).joined(separator: " "))' -- "$current"))
                    return
                fi
                case ${COMP_WORDS[1]} in
            \(cases.joined(separator: "\n"))
                    help)
                        COMPREPLY=($(compgen -W '\(commands.map(\.name).joined(separator: " "))' -- "$current"))
                        return ;;
                esac
                # Behind '--' stands another program's command.
                for word in "${COMP_WORDS[@]:2:COMP_CWORD - 2}"; do
                    if [ "$word" = -- ]; then
                        COMPREPLY=($(compgen -f -- "$current"))
                        return
                    fi
                done
                if [[ $current == -* && " $values " != *" $before "* ]]; then
                    COMPREPLY=($(compgen -W "$options" -- "$current"))
                else
                    COMPREPLY=($(compgen -f -- "$current"))
                fi
            }
            complete -o filenames -F _quintain quintain
            """
    }
}
