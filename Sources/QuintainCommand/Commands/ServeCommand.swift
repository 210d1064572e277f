enum ServeCommand {
    static let subcommand = Subcommand(usage: Usage(name: "serve", summary: "", form: "", about: "", options: [], examples: [])) { _ in .wrongUse }
}
