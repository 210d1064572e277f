enum LintCommand {
    static let subcommand = Subcommand(usage: Usage(name: "lint", summary: "", form: "", about: "", options: [], examples: [])) { _ in .wrongUse }
}
