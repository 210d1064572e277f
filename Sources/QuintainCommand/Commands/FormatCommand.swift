enum FormatCommand {
    static let subcommand = Subcommand(usage: Usage(name: "format", summary: "", form: "", about: "", options: [], examples: [])) { _ in .wrongUse }
}
