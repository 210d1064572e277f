// TalkTests.swift: drivers that keep to the protocol, and drivers that do not.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainDriver
import QuintainScenario
import QuintainTalk
import QuintainWords
import Testing

@Suite struct `The talk with a driver` {
    @Test func `is one of greeting, case and end`() {
        var driver = Talking()
        #expect(!driver.talk.isIdle)
        guard case .greeted(let greeting)? = driver.hear(Talking.greeting).first else {
            Issue.record("it did not greet")
            return
        }
        #expect(greeting.description == "example 1")
        #expect(greeting.loads == [.data])
        #expect(greeting.callbacks[.redirect] == [.byDefault, .no])
        #expect(driver.talk.isIdle)
        driver.talk.began(7)
        driver.talk.ordered(load: 3, "b")
        let events = driver.hear(
            #"{"callback": "redirect", "load": 3, "subject": [302, "http://x/done"], "fields": {"method": "GET"}, "question": 5}"#
        )
        let callback = ReportedCallback(
            .redirect, lane: "b", subject: ["302", "http://x/done"], fields: ["method": "GET"], question: 5)
        #expect(events == [.callback(callback, load: 3, file: nil)])
        driver.talk.saidEnd()
        #expect(driver.hear(#"{"callback": "fail", "load": 3, "subject": ["cancelled"]}"#).count == 1)
        #expect(driver.hear(#"{"ended": 7}"#) == [.ended])
        #expect(driver.talk.isIdle)
    }

    @Test func `understands bytes however they are cut`() {
        let text = Talking.greeting + "\n"
        var driver = Talking()
        var events: [DriverEvent] = []
        for byte in text.utf8 { events += driver.talk.bytesArrived([byte]) }
        #expect(events.count == 1)
        #expect(!driver.talk.isInsideLine)
        _ = driver.talk.bytesArrived(Array(#"{"note""#.utf8))
        #expect(driver.talk.isInsideLine)
    }

    @Test func `passes over members, words and messages that it does not know`() {
        var driver = Talking()
        let events = driver.hear(
            #"{"driver": 1, "name": "x", "version": "1", "colour": 1.5, "opions": [], "loads": ["data", "uplaod"], "callbacks": {"redirct": [], "data": ["eat"]}}"#
        )
        guard case .greeted(let greeting)? = events.first else {
            Issue.record("it did not greet")
            return
        }
        #expect(
            greeting.unknownWords == [
                "'loads' has 'uplaod': did you mean 'upload'?", "the greeting has 'opions': did you mean 'options'?",
                "'callbacks' has 'redirct': did you mean 'redirect'?", "'data' has the decision 'eat'",
            ])
        #expect(greeting.callbacks[.data] == [])
        driver.talk.began(1)
        #expect(driver.hear(#"{"smell": "roses"}"#).count == 1)
        #expect(driver.fault(#"{"note": "all is well", "more": {}}"#) == nil)
    }

    /// Without them nobody tells which of several loads under way has ended.
    @Test(arguments: [
        ("", false), (#""finish": []"#, false), (#""fail": []"#, false), (#""finish": [], "fail": []"#, true),
    ])
    func `takes lanes of those alone that tell how loads end`(callbacks: String, isTaken: Bool) {
        var driver = Talking()
        let events = driver.hear(
            #"{"driver": 1, "name": "x", "version": "1", "can": ["lanes", "tls"], "callbacks": {\#(callbacks)}}"#)
        guard case .greeted(let greeting)? = events.first else {
            Issue.record("it did not greet")
            return
        }
        #expect(greeting.abilities == (isTaken ? [.lanes, .tls] : [.tls]))
        #expect(
            greeting.unknownWords
                == (isTaken ? [] : ["'can' has 'lanes', which takes 'finish' and 'fail' among the 'callbacks'"]))
    }

    @Test(arguments: [
        (#""greeting""#, DriverFault.Slug.noJSON, "output line 1 is no JSON object"),
        ("hello", .noJSON, "output line 1 is no JSON: "),
        ("", .noJSON, "output line 1 is no JSON: "),
        (#"{"name": "x"}"#, .noGreeting, "output line 1: the first line is no greeting"),
        (#"{"driver": 2, "name": "x", "version": "1"}"#, .otherVersion, "output line 1: it speaks version 2"),
        (#"{"driver": "1", "name": "x", "version": "1"}"#, .wrongType, "output line 1: 'driver' cannot be \"1\""),
        (#"{"driver": 1, "version": "1"}"#, .noGreeting, "output line 1: the greeting has no 'name'"),
        (#"{"driver": 1, "name": "x"}"#, .noGreeting, "output line 1: the greeting has no 'version'"),
        (
            #"{"driver": 1, "name": "x", "version": "1", "loads": "data"}"#, .wrongType,
            "output line 1: 'loads' cannot be"
        ),
        (#"{"driver": 1, "name": "x", "version": "1", "can": [1]}"#, .wrongType, "output line 1: 'can' has 1"),
        (
            #"{"driver": 1, "name": "x", "version": "1", "callbacks": {"data": 1}}"#, .wrongType,
            "output line 1: 'callbacks'"
        ),
        (
            #"{"driver": 1, "name": "x", "version": "1", "again": "yes"}"#, .wrongType,
            "output line 1: 'again' cannot be"
        ),
        (#"{"note": "first"}"#, .noGreeting, "output line 1: the first line is no greeting"),
    ])
    func `begins with a greeting, or not at all`(line: String, slug: DriverFault.Slug, sentence: String) {
        var driver = Talking()
        let fault = driver.fault(line)
        #expect(fault?.slug == slug)
        #expect(fault?.sentence.hasPrefix(sentence) == true, "\(fault?.sentence ?? "")")
    }

    /// Its client decides a challenge of another kind as one that is not asked, and tells nothing of it.
    @Test(arguments: [
        ("Digest", "'challenge Digest' is not among the challenges of its greeting; name 'Digest' there, or do as if"),
        ("Basic", ""), ("NTLM", ""),
    ])
    func `names the challenges that it reports`(kind: String, sentence: String) {
        var driver = Talking()
        _ = driver.hear(
            #"{"driver": 1, "name": "x", "version": "1", "callbacks": {"challenge": []}, "challenges": ["Basic"]}"#)
        driver.talk.began(1)
        driver.talk.ordered(load: 1, .unnamed)
        let fault = driver.fault(#"{"callback": "challenge", "subject": ["\#(kind)"]}"#)
        #expect(fault?.slug == (sentence.isEmpty ? nil : .unnamedCallback))
        #expect(fault?.sentence.hasPrefix("output line 2: \(sentence)") ?? sentence.isEmpty)
    }

    @Test(arguments: [
        ("{", DriverFault.Slug.noJSON, "output line 2 is no JSON: a member's name is missing at byte 1 of '{'"),
        (
            #"{"callback": "finnish"}"#, .unknownCallback,
            "output line 2: no callback is called 'finnish'; did you mean 'finish'?"
        ),
        (#"{"callback": 5}"#, .unknownCallback, "output line 2: no callback is called 5"),
        (
            #"{"callback": "fail", "subject": ["badresponse"]}"#, .unknownCallback,
            "output line 2: no failure is of the kind 'badresponse'; did you mean 'bad-response'?"
        ),
        (
            #"{"callback": "response", "subjct": ["200"]}"#, .unknownCallback,
            "output line 2: a callback has no member 'subjct'; did you mean 'subject'?"
        ),
        (
            #"{"callback": "response", "feilds": {}, "subject": []}"#, .unknownCallback,
            "output line 2: a callback has no member"
        ),
        (
            #"{"callback": "metrics"}"#, .unnamedCallback,
            "output line 2: 'metrics' is not among the callbacks of its greeting"
        ),
        (
            #"{"callback": "finish", "load": 2}"#, .unknownLoad,
            "output line 2: 'finish' is of load 2, which was not ordered; there are 1"
        ),
        (
            #"{"callback": "finish", "load": "1"}"#, .wrongType,
            "output line 2: 'load' cannot be \"1\"; it is a whole number"
        ),
        (#"{"callback": "response", "subject": "200"}"#, .wrongType, "output line 2: 'subject' cannot be"),
        (#"{"callback": "response", "subject": [null]}"#, .wrongType, "output line 2: 'subject' has null"),
        (#"{"callback": "response", "fields": []}"#, .wrongType, "output line 2: 'fields' cannot be []"),
        (#"{"callback": "response", "header": [["A"]]}"#, .wrongType, "output line 2: 'header' has [\"A\"]"),
        (#"{"callback": "response", "question": "5"}"#, .wrongType, "output line 2: 'question' cannot be"),
        (#"{"callback": "data", "hex": "0"}"#, .wrongType, "output line 2: 'hex' is not made of pairs"),
        (
            #"{"callback": "data", "data": "a", "hex": "00"}"#, .wrongType,
            "output line 2: 'data' and 'hex' are both there"
        ),
        (#"{"callback": "file", "data": "a", "file": "/x"}"#, .wrongType, "output line 2: bytes and a file"),
        (#"{"ended": 1}"#, .wrongEnd, "output line 2: it says 'ended' before it is told to end"),
        (#"{"ended": "1"}"#, .wrongType, "output line 2: 'ended' cannot be"),
        (#"{"unable": 1}"#, .wrongType, "output line 2: 'unable' cannot be 1"),
        (#"{"driver": 1, "name": "x", "version": "1"}"#, .secondGreeting, "output line 2: it greets a second time"),
    ])
    func `ends at a wrong line`(line: String, slug: DriverFault.Slug, sentence: String) {
        var driver = Talking.playing()
        let fault = driver.fault(line)
        #expect(fault?.slug == slug)
        #expect(fault?.sentence.hasPrefix(sentence) == true, "\(fault?.sentence ?? "")")
        #expect(driver.hear(#"{"note": "still here"}"#) == [], "nothing is listened to any more")
    }

    @Test func `has ended before its first case where it errs behind its greeting`() {
        var driver = Talking()
        _ = driver.hear(Talking.greeting)
        #expect(driver.fault("oops")?.slug == .noJSON)
        driver.talk.began(1)
        #expect(driver.hear(#"{"note": "still here"}"#) == [])
        #expect(!driver.talk.isIdle)
    }

    @Test func `takes a question's number once in a case`() {
        var driver = Talking.playing()
        let question = #"{"callback": "response", "subject": ["200"], "question": 4}"#
        #expect(driver.fault(question) == nil)
        #expect(driver.fault(question)?.slug == .questionAgain)
        var other = Talking.playing()
        #expect(other.fault(question) == nil)
        other.talk.saidEnd()
        _ = other.hear(#"{"ended": 1}"#)
        other.talk.began(2)
        other.talk.ordered(load: 1, .unnamed)
        #expect(other.fault(question) == nil, "a case of its own")
    }

    @Test(arguments: [#"{"callback": "finish"}"#, #"{"unable": "late"}"#, #"{"ended": 1}"#])
    func `has nothing to say of a case that has ended`(line: String) {
        var driver = Talking.playing()
        driver.talk.saidEnd()
        _ = driver.hear(#"{"ended": 1}"#)
        #expect(driver.fault(line)?.slug == .noCase)
    }

    @Test func `ends the case that was under way`() {
        var driver = Talking.playing()
        driver.talk.saidEnd()
        let fault = driver.fault(#"{"ended": 2}"#)
        #expect(fault?.slug == .wrongEnd)
        #expect(fault?.sentence == #"output line 2: it has ended case 2, and case 1 was under way; say {"ended": 1}"#)
    }

    @Test func `of a load of a case before is of none`() {
        var driver = Talking.playing()
        driver.talk.saidEnd()
        _ = driver.hear(#"{"ended": 1}"#)
        driver.talk.began(2)
        #expect(driver.fault(#"{"callback": "finish"}"#)?.slug == .unknownLoad)
    }

    @Test func `may say of which case a callback is, and none of another is taken for this one's`() {
        var driver = Talking.playing()
        #expect(driver.fault(#"{"callback": "response", "case": 1, "subject": ["200"]}"#) == nil)
        driver.talk.saidEnd()
        _ = driver.hear(#"{"ended": 1}"#)
        driver.talk.began(2)
        driver.talk.ordered(load: 1, .unnamed)
        let fault = driver.fault(#"{"callback": "finish", "case": 1}"#)
        #expect(fault?.slug == .noCase)
        #expect(
            fault?.sentence
                == "output line 4: 'finish' is of case 1, and case 2 was under way; say nothing of a case behind its 'ended'"
        )
    }

    @Test func `keeps no line that is too long`() {
        var driver = Talking.playing()
        let piece = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 16)
        var events: [DriverEvent] = []
        for _ in 0..<17 { events += driver.talk.bytesArrived(piece) }
        guard case .fault(let fault)? = events.first else {
            Issue.record("no fault")
            return
        }
        #expect(fault.slug == .tooLong)
        #expect(!driver.talk.isInsideLine)
    }

    @Test func `takes a line of 1 MiB`() {
        var cutter = LineCutter()
        let line = [UInt8](repeating: 97, count: LineCutter.longest)
        #expect(cutter.append(line + [10]) == [.line(line)])
        #expect(cutter.append([97] + line + [10, 97, 10]) == [.tooLong])
        #expect(cutter.append([97, 10]) == [])
    }

    @Test(arguments: [(3, 1_000), (1_000, 6)])
    func `takes so many callbacks and bytes in a case`(callbacks: Int, bytes: Int) {
        var limits = DriverTalk.Limits()
        limits.messages = callbacks
        limits.bytes = bytes
        var driver = Talking.playing(limits: limits)
        let data = #"{"callback": "data", "data": "ab"}"#
        for _ in 0..<3 { #expect(driver.fault(data) == nil) }
        #expect(driver.fault(data)?.slug == .tooMuch)
        var other = Talking.playing(limits: limits)
        #expect(other.talk.fileRead(7) == nil || bytes == 6)
    }

    @Test(arguments: [#"{"note": "ab"}"#, #"{"unable": "ab"}"#, #"{"x": "ab"}"#])
    func `takes so many notes in a case`(line: String) {
        var limits = DriverTalk.Limits()
        limits.messages = 3
        var driver = Talking.playing(limits: limits)
        for _ in 0..<3 { #expect(driver.fault(line) == nil) }
        #expect(driver.fault(line)?.slug == .tooMuch)
        limits = .init()
        limits.bytes = 3 * line.utf8.count
        driver = Talking.playing(limits: limits)
        for _ in 0..<3 { #expect(driver.fault(line) == nil) }
        #expect(driver.fault(line)?.slug == .tooMuch)
    }

    @Test func `gives words that are no UTF-8 by their digits, and knows what is never told`() {
        var driver = Talking.playing()
        let line =
            #"{"callback": "response", "subject": ["200"], "fields": {"url": {"hex": "ff"}, "filename": null}, "#
            + #""header": [["X", {"hex": "fe"}], ["Y", "é"]]}"#
        for case .callback(let callback, _, _) in driver.hear(line) {
            #expect(callback.fields == ["url": [0xFF]])
            #expect(callback.untold == ["filename"])
            #expect(callback.header.map(\.value) == [[0xFE], Array("é".utf8)])
            return
        }
        Issue.record("no callback was told")
    }

    @Test func `gives data as text, by digits, or in a file`() {
        var driver = Talking.playing()
        var got: [(bytes: [UInt8], file: String?)] = []
        for line in [
            #"{"callback": "data", "data": "aé"}"#, #"{"callback": "data", "hex": "00fFA0"}"#,
            #"{"callback": "file", "file": "/tmp/x"}"#,
        ] {
            for case .callback(let callback, _, let file) in driver.hear(line) { got.append((callback.bytes, file)) }
        }
        #expect(got.map(\.bytes) == [Array("aé".utf8), [0, 255, 160], []])
        #expect(got.map(\.file) == [nil, nil, "/tmp/x"])
    }
}
