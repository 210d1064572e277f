// ReportedCase.swift: a case in a report.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation
import QuintainPlayer
package import QuintainRunner
import QuintainScenario
package import QuintainSides
import QuintainTranscript

/// The report of one case, either just played or read from a file.
package struct ReportedCase: Sendable {
    package var result: CaseResult
    /// The path of its file, as the command line named it or its folder; nil: it is a bundled one, or the report is older.
    package var file: String?
    /// Expected and actual lines beside each other, as on a terminal: for cases that are not as expected.
    package var sides: [String]
    /// The same as rows of parts, for all cases with a play.
    package var rows: [SideRow]
    /// The events, one JSON object each, for all cases with a play.
    package var events: [JSONText]

    /// - Parameter keepsPlay: it is told what happened even if the case passed.
    package init(
        _ result: CaseResult, file: String? = nil, width: Int = 120, keepsPlay: Bool = true,
        masking masked: MaskedFields = .usual
    ) {
        self.result = result
        self.file = file
        for index in self.result.findings.indices { self.result.findings[index].tellDifferences() }
        if result.passes || result.verdict == .notApplicable { self.result.errors = nil }
        if let play = result.play, keepsPlay || result.verdict != .pass {
            let (transcript, secrets) = masked.masked(play)
            self.result.hide(secrets)
            rows = SideBySide(play.scenario, play.outcome, transcript).rows
            sides =
                result.verdict == .pass ? [] : SideText(rows, style: .plain, width: width, remedy: Self.remedy).lines
            events = transcript.events.prefix(Self.eventsAtMost).map(TranscriptLines.object)
        } else {
            rows = []
            sides = []
            events = []
        }
        // The play is dropped: the report has all that it needs of it, and a long run has many cases.
        self.result.play = nil
    }

    private static let remedy = "the report of --json has them whole in 'rows', and the page of --html"
    /// The greatest number of events in a report: nobody reads more, and a report has many cases.
    private static let eventsAtMost = 2_000
}

extension ReportedCase {
    package var json: JSONText {
        var members: [(String, JSONText)] = [
            ("client", .text(result.client)), ("version", .text(result.version)), ("scenario", .text(result.scenario)),
        ]
        if !result.way.isEmpty { members.append(("way", .text(result.way))) }
        if let file { members.append(("file", .text(file))) }
        members.append(("title", .text(result.title)))
        if !result.specs.isEmpty { members.append(("spec", .list(result.specs.map { .text($0) }))) }
        if let source = result.source { members.append(("source", .text(source))) }
        members.append(("verdict", .text(result.verdict.rawValue)))
        if let reason = result.reason { members.append(("reason", .text(reason))) }
        members.append(("milliseconds", .number(result.milliseconds)))
        if !result.findings.isEmpty { members.append(("findings", .list(result.findings.map(\.json)))) }
        if let place = result.place { members.append(("place", .text(place))) }
        if result.unobserved > 0 { members.append(("unobserved", .number(result.unobserved))) }
        if !result.hasConnected { members.append(("connected", .bool(false))) }
        if result.wavers {
            members += [("wavers", .bool(true)), ("mayBreak", .list(result.mayBreak.map { .text($0) }))]
        }
        if !result.answers.isEmpty { members.append(("loads", .list(result.answers.map(\.json)))) }
        if let errors = result.errors { members.append(("errors", .text(errors))) }
        if !sides.isEmpty { members.append(("sides", .list(sides.map { .text($0) }))) }
        if !rows.isEmpty { members.append(("rows", .list(rows.map(\.json)))) }
        if !events.isEmpty { members.append(("events", .list(events))) }
        return .object(members)
    }

    /// Nil if the object is no case. Unknown members are ignored.
    package init?(_ json: JSONText) {
        guard let client = json["client"]?.text, let scenario = json["scenario"]?.text,
            let verdict = json["verdict"]?.text.flatMap(CaseResult.Verdict.init)
        else { return nil }
        result = CaseResult(
            client: client, version: json["version"]?.text ?? "", scenario: scenario, way: json["way"]?.text ?? "",
            title: json["title"]?.text ?? "", verdict: verdict, reason: json["reason"]?.text)
        result.milliseconds = min(max(0, json["milliseconds"]?.number ?? 0), Self.longest)
        result.errors = json["errors"]?.text
        result.place = json["place"]?.text
        result.source = json["source"]?.text
        result.specs = (json["spec"]?.list ?? []).compactMap(\.text)
        result.unobserved = min(max(0, json["unobserved"]?.number ?? 0), Self.longest)
        result.hasConnected = json["connected"]?.bool ?? true
        result.mayBreak = (json["mayBreak"]?.list ?? []).compactMap(\.text)
        // A report that is older does not say what.
        if result.mayBreak.isEmpty, json["wavers"]?.bool == true { result.mayBreak = [FailureName.any] }
        result.answers = (json["loads"]?.list ?? []).compactMap(LoadOutcome.init)
        for finding in json["findings"]?.list ?? [] {
            guard let finding = CaseResult.Finding(finding) else { return nil }
            result.findings.append(finding)
        }
        file = json["file"]?.text
        sides = (json["sides"]?.list ?? []).compactMap(\.text)
        rows = (json["rows"]?.list ?? []).compactMap(SideRow.init)
        events = json["events"]?.list ?? []
    }

    /// The greatest time of a case, some thirty years: whatever a file says, the times of all its cases can be added.
    private static let longest = 1_000_000_000_000
}

extension CaseResult {
    /// What its client has written, and what is said of it, may quote a credential.
    fileprivate mutating func hide(_ secrets: Set<String>) {
        let secrets = secrets.filter { $0.count > 5 }
        guard !secrets.isEmpty else { return }
        errors = errors.map { MaskedFields.without(secrets, in: $0) }
        for index in findings.indices {
            findings[index].hide(secrets)
        }
    }
}

extension CaseResult.Finding {
    fileprivate mutating func tellDifferences() {
        told = difference?.json ?? told
        for index in follows.indices { follows[index].tellDifferences() }
    }

    fileprivate mutating func hide(_ secrets: Set<String>) {
        sentence = MaskedFields.without(secrets, in: sentence)
        told = told?.mapped { MaskedFields.without(secrets, in: $0) }
        for index in follows.indices { follows[index].hide(secrets) }
    }

    var json: JSONText {
        var members: [(String, JSONText)] = [
            ("rule", .text(rule)), ("severity", .text(severity.rawValue)), ("text", .text(sentence)),
        ]
        if let about { members.append(("about", .text(about))) }
        if let told { members.append(("difference", told)) }
        if let line { members.append(("line", .number(line))) }
        if let near { members.append(("near", .number(near))) }
        if let citation { members.append(("citation", .text(citation))) }
        if let event { members.append(("event", .number(event))) }
        if let hint { members.append(("hint", .text(hint))) }
        if let ofDriver { members.append(("ofDriver", .text(ofDriver))) }
        if !follows.isEmpty { members.append(("follows", .list(follows.map(\.json)))) }
        return .object(members)
    }

    /// Findings that follow from another have no such findings of their own, whatever the file says.
    fileprivate init?(_ json: JSONText, isRoot: Bool = true) {
        guard let rule = json["rule"]?.text, let severity = json["severity"]?.text.flatMap(Severity.init),
            let sentence = json["text"]?.text
        else { return nil }
        self.init(
            rule: rule, severity: severity, sentence: sentence, line: json["line"]?.number,
            citation: json["citation"]?.text, event: json["event"]?.number)
        about = json["about"]?.text
        told = json["difference"]
        hint = json["hint"]?.text
        near = json["near"]?.number
        ofDriver = json["ofDriver"]?.text
        for more in isRoot ? json["follows"]?.list ?? [] : [] {
            guard let more = Self(more, isRoot: false) else { return nil }
            follows.append(more)
        }
    }
}
