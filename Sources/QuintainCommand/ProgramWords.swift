// ProgramWords.swift: words that are none of scenarios: commands, and what the control API has.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

enum ProgramWords {
    static var all: [String] { Invocation.subcommands.map(\.usage.name) + control.map(\.word) }

    static func explanation(of word: String) -> String? {
        if let command = Invocation.subcommands.first(where: { $0.usage.name == word }) {
            return "\(word) (command)\n\n\(command.usage.summary)\n\nquintain \(word) --help"
        }
        return control.first { $0.word == word }.map { "\(word) (control API)\n\n\($0.text)\n\ndocs/control-api.md" }
    }

    private static let control = [
        (
            word: "journal",
            text:
                "the requests to routes, kept from 'POST /requests' on; 'GET /requests' returns them, and 'DELETE' ends it"
        ),
        (
            word: "session",
            text: "one run of a scenario, armed by 'POST /sessions', with ports of its own"
        ),
        (
            word: "state",
            text: "how far a session is: running, held (at a '! hold'), played (the last line has happened) or ended"
        ),
    ]
}
