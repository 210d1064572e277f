enum ExplainCommand {
    static let subcommand = Subcommand(usage: Usage(name: "explain", summary: "", form: "", about: "", options: [], examples: [])) { _ in .wrongUse }
}
