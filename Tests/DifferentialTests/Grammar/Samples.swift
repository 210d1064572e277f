// Samples.swift: values as a file writes them, with bytes that fit and bytes that do not.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainCoding
import QuintainNotation

/// The value of a client line.
struct Sample {
    var text: String
    var fits: Worth
    /// Bytes that do not fit; nil: all bytes fit.
    var wrong: [UInt8]?

    init(_ text: String, _ fits: Worth, wrong: [UInt8]? = []) {
        self.text = text
        self.fits = fits
        self.wrong = wrong
    }

    init(_ text: String, _ fits: String, wrong: String? = "") {
        self.init(text, Worth(fits), wrong: wrong.map { Array($0.utf8) })
    }
}

/// The body of a request as the lines of a file, and as it comes.
struct BodySample {
    var lines: [String]
    var fits: [UInt8]
    /// A body that does not fit; empty: one is made from `fits`.
    var wrong: [UInt8]
    /// The `Content-Type` without which it cannot be read.
    var type: String?

    init(_ lines: [String], _ fits: [UInt8], wrong: [UInt8] = []) {
        self.lines = lines
        self.fits = fits
        self.wrong = wrong
    }

    init(_ line: String, _ fits: String, wrong: String) {
        self.init([line], Array(fits.utf8), wrong: Array(wrong.utf8))
    }
}

extension Draft {
    /// A value of a request's field, or of a callback: one line of text. If `wrong` is empty, it is made from `fits`.
    mutating func fieldSample() -> Sample {
        let word = word()
        switch chance.roll(21) {
        case 20:
            transform("percent")
            return Sample("{{\"a b%\" | percent}}\(word)", "a%20b%25\(word)")
        case 17:
            covers("functions, by value", "cookies")
            let fits = ["sid=7; theme=\(word)", "theme=\(word); sid=x"]
            let wrong = ["sid=7", "theme=\(word)", "sid=7; theme=x\(word)", "sid=7; theme=\(word); more=1"]
            return Sample(
                "{{cookies sid={{any}} theme=\(word)}}", chance.one(of: fits), wrong: chance.one(of: wrong))
        case 19:
            matching("up-to")
            return Sample("{{up-to}}\(word)tail", chance.one(of: [word, "\(word)t", "\(word)tail"]), wrong: "\(word)x")
        case 18:
            producing("port")
            return Sample("{{port main}}\(word)", "\(authority("main").split(separator: ":")[1])\(word)")
        case 16 where !cells.isEmpty:
            return Sample("{{cell}}\(word)", "\(cells[program.row])\(word)")
        case 0, 1: return Sample(word, word)
        case 2: return Sample("{{\"\(word)\"}}", word)
        case 3:
            producing("hex")
            return Sample("{{hex \"6162\"}}\(word)", "ab\(word)")
        case 4:
            transform("base64")
            return Sample("{{\"a:b\" | base64}}\(word)", "YTpi\(word)")
        case 5:
            transform("base64")
            return Sample("{{\"abc\" | base64}}", "YWJj")
        case 6:
            transform("truncate")
            return Sample("{{\"hello\" | truncate 3}}\(word)", "hel\(word)")
        case 7:
            return Sample(
                "{{/\(word).*z./}}", "\(word)\(chance.happens(50) ? "" : "mid")za", wrong: "\(word)midz")
        case 8:
            return Sample("{{/\(word)[0-9]+/}}", "\(word)77", wrong: "\(word)77x")
        case 9:
            return Sample("{{/.*\(word).*/}}", "before \(word) behind", wrong: "before behind")
        case 10:
            matching("list")
            let lists = ["a, \(word), b", "\(word)", "\(word) ,b", "a,\(word);q=0.5"]
            let wrongs = ["a, b", "x\(word)", "\(word)x, b", "a,\(word);q=0"]
            return Sample("{{list has \"\(word)\"}}", chance.one(of: lists), wrong: chance.one(of: wrongs))
        case 11:
            matching("any")
            return Sample("{{any}}", word, wrong: nil)
        case 12:
            producing("authority")
            return Sample("{{authority main}}/\(word)", "\(authority("main"))/\(word)")
        case 13: return Sample("{{//main/\(word)}}", url("/\(word)"))
        case 14:
            producing("ca")
            return Sample("{{ca}}\(word)", "/ca.pem\(word)")
        default:
            producing("nonce")
            guard let (name, connection) = nonceShown else { return Sample(word, word) }
            return Sample(
                "{{nonce \(name)}}", .made { $0.seen(on: connection, after: "\r\nX-Nonce-\(name): ", before: "\r\n") },
                wrong: Array("made-up".utf8))
        }
    }

    mutating func bodySample() -> BodySample {
        let word = word()
        switch chance.roll(11) {
        case 0, 1: return BodySample([word], Array(word.utf8))
        case 2: return BodySample(["one \(word)", "", "three"], Array("one \(word)\n\nthree".utf8))
        case 3:
            producing("bytes")
            let (count, from) = (chance.roll(1...300), chance.roll(50))
            return BodySample(["{{bytes \(count) from=\(from)}}"], KnownStream.bytes(count, from: from))
        case 4:
            producing("file")
            return BodySample(["{{file \"a.txt\"}}"], Files.content)
        case 5:
            producing("hex")
            return BodySample(["{{hex \"00ff0d0a\"}}\(word)"], [0, 255, 13, 10] + Array(word.utf8))
        case 6:
            transform("corrupt")
            var bytes = Array("hello\(word)".utf8)
            bytes[1] = ~bytes[1]
            return BodySample(["{{\"hello\(word)\" | corrupt at=1}}"], bytes)
        case 7: return BodySample(["a{{\"\\r\\n\"}}\(word)"], Array("a\r\n\(word)".utf8))
        case 9 where chance.happens(60): return byValue(word)
        case 8 where chance.happens(40):
            matching("any")
            return BodySample(
                ["{{any}}", word], Array("whatever\n\(word)".utf8), wrong: Array("whatever\nelse".utf8))
        default: return coded(word)
        }
    }

    private mutating func coded(_ word: String) -> BodySample {
        let text = "roses are \(word)"
        let (name, written, coding) = chance.one(of: Codings.all)
        transform(name)
        if let argument = written.split(separator: " ").dropFirst().first {
            covers("transform arguments", "\(name) \(argument.split(separator: "=")[0])")
        }
        return BodySample(
            ["{{\"\(text)\" | \(written)}}"], coding.encoded(Array(text.utf8)),
            wrong: coding.encoded(Array("violets \(word)".utf8)))
    }

    mutating func producing(_ names: String...) { for name in names { covers("functions, producing", name) } }
    mutating func matching(_ names: String...) { for name in names { covers("functions, matching", name) } }
    mutating func transform(_ names: String...) { for name in names { covers("transforms", name) } }
}

/// Codings as a file writes them, and as another client applies them.
enum Codings {
    static let all: [(name: String, written: String, coding: Coding)] = [
        ("gzip", "gzip", .gzip(level: 1)), ("gzip", "gzip level=9", .gzip(level: 0)),
        ("gzip", "gzip name=\"a.txt\"", .gzip(name: Array("b.txt".utf8))), ("deflate", "deflate", .deflate(level: 9)),
        ("deflate", "deflate raw", .rawDeflate()), ("br", "br", .brotli(level: 1)),
        ("zstd", "zstd level=19", .zstd(level: 1)),
        ("macbinary", "macbinary name=\"f.txt\"", .macBinary(MacFields(name: Array("f.txt".utf8)), .two)),
        ("binhex", "binhex type=\"TEXT\"", .binHex(MacFields(name: Array("any".utf8), type: Array("TEXT".utf8)))),
    ]
}

/// Files beside the scenario.
enum Files {
    static let content = Array("a file\nof two lines\n".utf8)
}
