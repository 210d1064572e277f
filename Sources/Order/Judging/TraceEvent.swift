// TraceEvent.swift: one record of a trace, with the fields that contracts use.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A callback, a reply or a cancel, with what guards ask of it.
package struct TraceEvent: Sendable, Equatable {
    package var callback: Callback
    /// nil: the one task of a trace that names none, or the session.
    package var task: String?
    /// Its line, or its number: for people to find it.
    package var place: Int
    package var fields: Fields

    package init(_ callback: Callback, task: String? = nil, place: Int = 0, fields: Fields = Fields()) {
        self.callback = callback
        self.task = task
        self.place = place
        self.fields = fields
    }

    /// The fields of a record. A guard whose field is missing is skipped.
    package struct Fields: Sendable, Equatable {
        /// Of a response or a redirect.
        package var status: Int?
        /// Of a response, or of what is to be decoded.
        package var mime: MIME?
        /// Of a willSendRequest: it does not say whether it tells of a redirect.
        package var leavesRedirectOpen = false
        /// Of a challenge.
        package var asks: Authority?
        /// Of a reply.
        package var decision: Decision?
        package var thread: String?
        package var queue: String?

        // What the task is, on any of its records.
        package var isInBackground: Bool?
        package var isStreamed: Bool?
        package var hasResumeData: Bool?
        package var hasDestination: Bool?

        // Of a cancel.
        package var fileExists: Bool?
        package var deletesFile: Bool?

        // Of what a protocol tells its client.
        package var policyIsMissing = false
        package var offset: Int?
        package var bytes: Int?

        package init() {}
    }

    package enum MIME: Sendable, Equatable {
        case mixedReplace
        /// MacBinary, BinHex, gzip.
        case encoded
        case other

        /// `text/plain; charset=utf-8`
        package init(_ type: String) {
            let type = type.lowercased().prefix { $0 != ";" }.filter { $0 != " " }
            if type == "multipart/x-mixed-replace" {
                self = .mixedReplace
            } else {
                self = Self.encodedTypes.contains(type) ? .encoded : .other
            }
        }

        private static let encodedTypes: Set<String> = [
            "application/macbinary", "application/x-macbinary", "application/mac-binhex40", "application/mac-binhex",
            "application/x-mac-binhex40", "application/binhex", "application/x-binhex", "application/gzip",
            "application/x-gzip", "application/x-gunzip",
        ]
    }

    /// Who is asked first by the method of a challenge.
    package enum Authority: Sendable, Equatable { case session, task }

    package enum Decision: Sendable, Equatable {
        /// nil where a request, or a stream, could have been returned.
        case nothing
        case credential
        /// Decode it.
        case decode
        case other
    }
}
