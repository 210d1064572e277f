// Value.swift: a value of the notation, `{{…}}`.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A function and the transforms its result is piped through: `{{file "poem.txt" | gzip}}`.
package struct Value: Hashable, Sendable {
    package var function: Function
    package var transforms: [Transform]
    package var place: Place

    package init(_ function: Function, _ transforms: [Transform] = [], at place: Place) {
        self.function = function
        self.transforms = transforms
        self.place = place
    }

    /// The bytes of a quoted string that nothing transforms.
    package var fixedText: [UInt8]? {
        if case .text(let bytes) = function, transforms.isEmpty { bytes } else { nil }
    }

    /// The value itself, and the values within it.
    package var all: [Value] {
        guard case .valued(let pattern) = function else { return [self] }
        return [self] + pattern.templates.flatMap { $0.values.flatMap(\.all) }
    }

    /// Whether it is a capture of this name.
    package func takes(_ name: String) -> Bool {
        if case .capture(name, _) = function { true } else { false }
    }

    /// The value before its last transform, if that spells it for a URL.
    ///
    /// Clients differ in their spelling, so that any spelling of this value fits.
    package var percentEncoded: Value? {
        transforms.last == .percent ? Value(function, transforms.dropLast(), at: place) : nil
    }

    /// The value before its last codings, and these codings; nil without codings.
    ///
    /// Compressors differ in their bytes, so input is decoded, and then compared with this value.
    package var coded: (content: Value, codings: [Coding])? {
        var rest = transforms[...]
        if case .chunks = rest.last { rest = rest.dropLast() }
        var codings: [Coding] = []
        while case .coding(let coding) = rest.last {
            codings.insert(coding, at: 0)
            rest = rest.dropLast()
        }
        return codings.isEmpty ? nil : (Value(function, Array(rest), at: place), codings)
    }
}

package enum Function: Hashable, Sendable {
    // Producing. Each also matches the bytes that it would produce.
    /// `{{"text\r\n"}}`
    case text([UInt8])
    /// `{{bytes 600 from=400}}`: a stretch of the fixed pseudo-random stream, see ``PatternBytes``.
    case bytes(count: Int, from: Int)
    /// `{{file "x.png"}}`, read when the scenario was: its name and its bytes.
    case file(name: String, bytes: [UInt8])
    /// `{{hex "00ff"}}`
    case hex([UInt8])
    /// `{{raw "…"}}`
    case raw([UInt8])
    /// `{{nonce}}`, `{{nonce a}}`
    case nonce(name: String?)
    /// `{{now+1h}}`: an HTTP date, so many seconds from now.
    case now(offset: Int)
    /// `{{length}}`: of this message's body.
    case length
    /// `{{//secure/done}}`: an absolute URL on an origin.
    case url(origin: String, path: String)
    /// `{{authority secure}}`, and `{{port secure}}`, which is the port alone.
    case authority(origin: String, onlyPort: Bool = false)
    /// `{{request.header Name}}`
    case requestHeader(String)
    /// `{{request.body}}`
    case requestBody
    /// `{{path.code}}`, in routes: what `{{path code}}` took.
    case pathPart(String)
    /// `{{count+1}}`: the round of the block, counted from one, plus an offset.
    case count(offset: Int)
    /// `{{ca}}`: the path of the authority's certificate. `{{ca pem}}`, `{{ca der}}`: the certificate.
    case authorityCertificate(CertificateForm)
    /// In routes: the result of a generator for the request that is answered.
    case generated(GeneratorCall)
    /// `{{digest-info}}`: confirms the answer that the request brought, and may name the next nonce.
    case digestConfirmation(nextNonce: String?)

    /// `{{json {"a": 1}}}`, `{{query a=1}}`, `{{form a=1}}`, `{{multipart a=1}}`, `{{cookies a=1}}`: compared by content,
    /// and produces one spelling of it, unless it is made of parts or a value in it only compares.
    case valued(ValuePattern)

    // Matching only.
    case absent
    case any
    /// `{{/[a-z]+/}}`, compiled when the file was read.
    case regex(BytePattern)
    /// `{{up-to}}`: what stands behind it may end at any byte.
    case upTo
    /// `{{list has "gzip"}}`: a comma-separated list with this member, parameters aside.
    case listHas(String)
    /// `{{path code}}`, in the target of a route: one segment, kept under this name.
    case pathSegment(String)
    /// `{{token = any}}`: takes what is there and keeps it; `{{id = /[0-9]+/}}` takes what fits the expression.
    case capture(String, BytePattern? = nil)
    /// `{{token}}`: what `{{token = any}}` took. Produces, too.
    case captured(String)
    case basic(Credentials)
    case digest(Credentials, DigestDemands)

    /// Where the bytes of a function come from.
    package enum Source: Sendable {
        /// The function itself has them.
        case itself
        /// A ``TemplateEnvironment`` knows them.
        case environment
        /// They are made of the values within the function.
        case values
        /// There are none: the function only compares.
        case nowhere
    }

    /// A new function gets a case here and, if its source is the environment, in the environments that know it. Other
    /// code asks for the source.
    package var source: Source {
        switch self {
        case .text, .bytes, .file, .hex, .raw: .itself
        case .nonce, .now, .length, .url, .authority, .requestHeader, .requestBody, .pathPart, .count,
            .authorityCertificate, .digestConfirmation, .generated, .captured:
            .environment
        case .valued: .values
        case .absent, .any, .regex, .upTo, .listHas, .pathSegment, .capture, .basic, .digest: .nowhere
        }
    }

    /// Whether it only compares, so that it produces no bytes.
    package var onlyMatches: Bool {
        if case .valued(let pattern) = self { !pattern.canProduce } else { source == .nowhere }
    }
}

extension Function {
    /// The text between the braces, for messages about what was compared; nil: seldom needed, or long.
    package var written: String? {
        switch self {
        case .text(let bytes): Quoting.quoted(bytes)
        case .regex(let pattern): pattern.written
        case .listHas(let member): "list has \(Quoting.quoted(member.utf8))"
        case .any: "any"
        case .absent: "absent"
        case .upTo: "up-to"
        case .capture(let name, let pattern): "\(name) = \(pattern?.written ?? "any")"
        case .captured(let name): name
        case .requestHeader(let name): "request.header \(name)"
        case .requestBody: "request.body"
        default: nil
        }
    }
}

/// The forms of `{{ca}}`.
package enum CertificateForm: String, CaseIterable, Hashable, Sendable {
    case path, pem, der
}

/// `alice:secret`; in routes either half may be `path.name`.
package struct Credentials: Hashable, Sendable {
    package var user: String
    package var password: String

    package init(user: String, password: String) {
        self.user = user
        self.password = password
    }
}

/// What `{{digest …}}` demands beyond a right answer.
package struct DigestDemands: Hashable, Sendable {
    package var algorithm: String?
    package var qop: String?
    package var count: Int?
    package var isStale = false
    /// The user must be hashed.
    package var userHash = false
    /// Parameters may be quoted or not, as the client likes.
    package var anyQuoting = false

    package init(algorithm: String? = nil, qop: String? = nil, count: Int? = nil) {
        self.algorithm = algorithm
        self.qop = qop
        self.count = count
    }
}

package enum Transform: Hashable, Sendable {
    case coding(Coding)
    case base64
    /// With `%XX` for all bytes but the unreserved ones of a URL (RFC 3986 section 2.3).
    case percent
    /// The first bytes only.
    case truncate(Int)
    /// With the bits of one byte inverted, at this offset.
    case corrupt(at: Int)
    /// These bytes if there are none.
    case otherwise([UInt8])
    /// Within an event: each end of a line as these bytes; nil: no bytes at all, if the value does not fit on one line.
    case lineEnds([UInt8]?)
    /// Sizes and extensions of the chunks under `Transfer-Encoding: chunked`; the rest of the body is one more chunk.
    case chunks([ChunkShape])
}

/// `2;sig="a b"`: a chunk's size and its extensions as written, their semicolon included.
package struct ChunkShape: Hashable, Sendable {
    package var size: Int
    package var extensions: String

    package init(size: Int, extensions: String = "") {
        self.size = size
        self.extensions = extensions
    }
}
