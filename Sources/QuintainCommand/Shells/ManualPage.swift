// ManualPage.swift: the manual page of the program, made of the help of its commands.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

enum ManualPage {
    static func text(of commands: [Usage]) -> String {
        var lines = [
            ".TH QUINTAIN 1 \"\" \"Quintain \(Invocation.version)\" \"User Commands\"", ".SH NAME",
            "quintain \\- plays HTTP scenarios to clients, and judges what they do", ".SH SYNOPSIS", ".B quintain",
            "COMMAND [ARGUMENT \\&.\\|.\\|.]", ".SH DESCRIPTION",
        ]
        lines += paragraphs(Invocation.purpose)
        lines.append(".SH COMMANDS")
        for usage in commands {
            lines.append(".SS \(quoted(usage.synopsis))")
            lines += paragraphs(usage.about)
            for option in usage.options { lines += [".TP", ".B \(quoted(option.form))", escaped(option.help)] }
            if usage.examples.isEmpty { continue }
            lines += [".PP", "Examples:", ".PP", ".nf", ".RS"] + usage.examples.map(escaped) + [".RE", ".fi"]
        }
        lines.append(".SH EXIT STATUS")
        lines += paragraphs(Invocation.statuses)
        return lines.joined(separator: "\n")
    }

    /// The text as paragraphs, with each row of a table in a line of its own.
    private static func paragraphs(_ text: String) -> [String] {
        var lines = [".PP"]
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.isEmpty {
                lines.append(".PP")
            } else if line.first == " " {
                lines += [".br", escaped(line.trimmed)]
            } else {
                lines.append(escaped(String(line)))
            }
        }
        return lines
    }

    /// In roff a dot or a quote at the beginning of a line is a request, a backslash an escape, and a bare hyphen a
    /// dash.
    private static func escaped(_ text: String) -> String {
        let text = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
        return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
    }

    private static func quoted(_ text: String) -> String { "\"\(escaped(text).replacing("\"", with: "\\(dq"))\"" }
}

extension Substring {
    /// The words, with single blanks between them.
    fileprivate var trimmed: String { split(separator: " ").joined(separator: " ") }
}
