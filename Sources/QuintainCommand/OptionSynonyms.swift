// OptionSynonyms.swift: options by the names that other programs have for them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

enum OptionSynonyms {
    /// The option of this command that does what the typed one does elsewhere.
    static func option(for typed: String, in usage: Usage) -> Usage.Option? {
        for name in names[typed] ?? [] {
            if let option = usage.options.first(where: { $0.name == name }) { return option }
        }
        return nil
    }

    private static let names: [String: [String]] = {
        var names: [String: [String]] = [:]
        for (options, synonyms) in table {
            for synonym in synonyms.split(separator: " ") { names[String(synonym)] = options }
        }
        return names
    }()

    /// Of several options the first is meant that the command has.
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
