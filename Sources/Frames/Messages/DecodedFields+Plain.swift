// DecodedFields+Plain.swift: turns heads and trailers into those of HTTP/1.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainWire

extension DecodedFields {
    /// Finds the fields that are not pseudo-fields. In a request `:authority` is Host and comes first, and cookies are
    /// one field where the first of them stood, RFC 9113 section 8.2.3.
    mutating func makePlain(_ section: SectionMeaning) {
        plain.removeAll(keepingCapacity: true)
        if let authority = section.authority {
            plain.append(FieldSpan(name: append("Host"), value: authority.value))
        }
        let hasCookies = section.cookies > 1
        var isJoined = false
        for span in spans {
            let known = KnownName(name(span))
            if known.isPseudo || known == .host && section.authority != nil { continue }
            if known == .cookie, hasCookies {
                if !isJoined { plain.append(FieldSpan(name: span.name, value: joinCookies())) }
                isJoined = true
            } else {
                plain.append(FieldSpan(name: span.name, value: span.value))
            }
        }
    }

    private mutating func joinCookies() -> Range<Int> {
        let start = memory.count
        for span in spans where KnownName(name(span)) == .cookie {
            if memory.count > start { memory.append("; " as StaticString) }
            // Reserves first, because the appended bytes lie in the memory that grows.
            memory.reserve(span.value.count)
            memory.append(value(span))
        }
        return start..<memory.count
    }

    private mutating func append(_ text: StaticString) -> Range<Int> {
        memory.append(text)
        return memory.count - text.utf8CodeUnitCount..<memory.count
    }

    /// The plain fields, copied.
    var plainFields: [Field] {
        plain.map { Field(text($0.name), Array(bytes[$0.value])) }
    }

    func requestHead(_ meaning: RequestMeaning, isWhole: Bool, offset: Int) -> RequestHead {
        let length = meaning.section.length
        let framing: BodyFraming =
            if isWhole { length == nil ? .none : .length(0) } else if let length { .length(length) } else { .chunked }
        let expects = meaning.section.expect.map { CaseInsensitive.equals(value($0), "100-continue") } ?? false
        return RequestHead(
            method: text(meaning.method.value), target: Array(value(meaning.target)), form: meaning.form,
            version: .http2, fields: plainFields, framing: framing, expectsContinue: expects && !isWhole,
            offset: offset)
    }

    /// The same request without a copy.
    func requestView(_ meaning: RequestMeaning) -> RequestView {
        RequestView(method: value(meaning.method), target: value(meaning.target), fields: plain, in: bytes)
    }

    /// The response's head; a body of unknown length counts as chunked, because its end will be reported.
    func responseHead(_ meaning: StreamResponseMeaning, to method: AnsweredMethod, isWhole: Bool) -> ResponseHead {
        let framing: ResponseFraming =
            if method == .connect, meaning.status / 100 == 2 {
                .tunnel
            } else if isWhole || meaning.isInformational || method.forbidsContent(in: meaning.status) {
                .none
            } else if let length = meaning.section.length {
                .length(length)
            } else {
                .chunked
            }
        return ResponseHead(
            version: .http2, status: meaning.status, fields: plainFields, framing: framing,
            length: meaning.section.length)
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}
