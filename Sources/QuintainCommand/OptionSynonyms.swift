// OptionSynonyms.swift: options by the names that other programs have for them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

enum OptionSynonyms {
    /// What to write in place of an option that does the same elsewhere; nil if this command has nothing of the kind.
    static func help(for typed: String, in usage: Usage) -> String? {
        let forms = (names[typed] ?? []).compactMap { name in usage.options.first { $0.name == name }?.form }
        guard let first = forms.first else { return nil }
        let others = forms.dropFirst().map { " or '\($0)'" }.joined()
        return "write '\(first)'\(others)"
            + (others.isEmpty ? "" : ": 'quintain \(usage.name) --help' tells them apart")
    }

    private static let names: [String: [String]] = {
        var names: [String: [String]] = [:]
        for (options, synonyms) in table {
            for synonym in synonyms.split(separator: " ") { names[String(synonym)] = options }
        }
        return names
    }()

    /// Of several options those are meant that the command has.
    private static let table: [([String], String)] = [
        (["--junit", "--out"], "--report --reporter --output --format --xml --junit-xml --junitxml -o"),
        (["--jobs"], "--parallel --workers --numprocesses --concurrency --threads -n -j"),
        (["--stop-after"], "--fail-fast --failfast --exitfirst --bail --maxfail -x"),
        (["--filter"], "--only --grep --match --include --select -k"),
        (["--limit", "--deadline", "--patience", "--idle"], "--timeout --max-time --time-limit -t"),
        (["--known-failing"], "--xfail --expected-failures --known-failures --baseline --allow-failures"),
        (["--verbose"], "--debug -v"), (["--quiet"], "--silent -q -s"), (["--list"], "--list-tests --collect-only"),
        (["--port"], "-p"), (["--https-port"], "--tls-port --ssl-port"), (["--host"], "--bind --listen --address"),
        (["--ready-file"], "--pid-file --pidfile --port-file"), (["--over", "--http"], "--http2 --http-version"),
    ]
}
