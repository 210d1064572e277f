// Usage.swift: the options and arguments of a command, and the help that is made of them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The options and arguments of a command, from which its help is made.
struct Usage: Sendable {
    struct Option: Sendable {
        let name: String
        /// `FILE`; nil: the option takes no value.
        let value: String?
        let help: String
        let mayRepeat: Bool

        init(_ name: String, _ value: String? = nil, _ help: String, mayRepeat: Bool = false) {
            self.name = name
            self.value = value
            self.help = mayRepeat ? help + "; may be given more than once" : help
            self.mayRepeat = mayRepeat
        }

        var form: String { value.map { "\(name) \($0)" } ?? name }
    }

    let name: String
    let summary: String
    /// `FILE[#CASE] [-- COMMAND …]`
    let form: String
    /// The greatest number of arguments before `--`; nil: any number.
    var wordsAtMost: Int?
    let about: String
    let options: [Option]
    let examples: [String]

    var takesCommand: Bool { form.contains("-- COMMAND") }

    /// `quintain play [OPTION …] FILE[#CASE] [-- COMMAND …]`
    var synopsis: String { "quintain \(name)\(options.isEmpty ? "" : " [OPTION …]")\(form.isEmpty ? "" : " \(form)")" }

    var help: String {
        var parts = ["usage: \(synopsis)", HelpText.folded(about)]
        if !options.isEmpty { parts.append("options:\n" + HelpText.table(options.map { ($0.form, $0.help) })) }
        if !examples.isEmpty { parts.append("examples:\n" + examples.map { "  " + $0 }.joined(separator: "\n")) }
        return parts.joined(separator: "\n\n")
    }
}

extension Usage.Option {
    static let patience = Usage.Option(
        "--patience", "TIME",
        "how long a line is waited for at least (QUINTAIN_PATIENCE, in seconds); else as the file says, or 5s")
    static let quiet = Usage.Option("--quiet", nil, "prints the counts only")
    static let colour = Usage.Option("--colour", "WHEN", "auto (the default), always or never")
}
