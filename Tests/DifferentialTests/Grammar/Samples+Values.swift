// Samples+Values.swift: bodies that are compared by value: they differ, and mean the same.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension Draft {
    mutating func byValue(_ word: String) -> BodySample {
        switch chance.roll(4) {
        case 0: json(word)
        case 1: list(word)
        case 2: form(word)
        default: multipart(word)
        }
    }

    private mutating func json(_ word: String) -> BodySample {
        covers("functions, by value", "json")
        let fits = ["{\"a\":1,\"b\":[\"\(word)\",null]}", " { \"b\" : [\"\(word)\", {}] , \"a\": 1.0 } "]
        let wrong = ["{\"a\":2,\"b\":[\"\(word)\",0]}", "{\"a\":1,\"b\":[\"\(word)\",0],\"c\":null}", "{\"a\":1}"]
        return BodySample(
            "{{json {\"a\": 1, \"b\": [\"\(word)\", {{any}}], \"c\": {{absent}}}}}", chance.one(of: fits),
            wrong: chance.one(of: wrong))
    }

    private mutating func list(_ word: String) -> BodySample {
        covers("lists of JSON", "unordered")
        let (line, fits, wrong) =
            chance.happens(50)
            ? (
                "{{json unordered [\"\(word)\", {{any}}, ...]}}",
                ["[0, \"\(word)\"]", "[\"\(word)\", \"\(word)\", 1]"],
                ["[\"\(word)\"]", "[0, 1]", "[]"]
            )
            : (
                "{{json unordered [\"\(word)\", 1, [2, 3]]}}",
                ["[\"\(word)\",1,[2,3]]", "[1.0, [2, 3], \"\(word)\"]"],
                ["[1, \"\(word)\", [3, 2]]", "[1, \"\(word)\"]", "[1, \"\(word)\", [2, 3], 1]"]
            )
        return BodySample(line, chance.one(of: fits), wrong: chance.one(of: wrong))
    }

    private mutating func form(_ word: String) -> BodySample {
        covers("functions, by value", "form")
        let fits = ["name=two+words&\(word)=1", "\(word)=%31&name=two%20words"]
        let wrong = ["name=two+words&\(word)=2", "name=two+words", "name=two+words&\(word)=1&more="]
        return BodySample(
            "{{form name=\"two words\" \(word)=1}}", chance.one(of: fits), wrong: chance.one(of: wrong))
    }

    private mutating func multipart(_ word: String) -> BodySample {
        covers("functions, by value", "multipart")
        let boundary = "b\(number())"
        func body(_ parts: (name: String, content: String)...) -> String {
            parts.map { part in
                let file = part.name == "f" ? "; filename=\"a.txt\"\r\nContent-Type: text/plain" : ""
                return
                    "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(part.name)\"\(file)\r\n\r\n\(part.content)\r\n"
            }.joined() + "--\(boundary)--\r\n"
        }
        let fits = [body(("w", word), ("f", "a file")), body(("f", "a file"), ("w", word))]
        let wrong = [
            body(("w", word)), body(("w", word), ("f", "a fil")), body(("w", word), ("f", "a file"), ("x", "")),
        ]
        var sample = BodySample(
            "{{multipart w=\(word) f=\"a file\";filename=\"a.txt\"}}", chance.one(of: fits),
            wrong: chance.one(of: wrong))
        sample.type = "multipart/form-data; boundary=\(boundary)"
        return sample
    }
}
