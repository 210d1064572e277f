// TraceEvent.swift: one record of a trace, with the fields that contracts use.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A callback, a reply or a cancel, with the fields that guards need.
package struct TraceEvent: Sendable, Equatable {
    package var callback: TracedCallback
    /// nil: the task of a trace without names, or the session.
    package var task: String?
    /// The number of the record or its line, so that people find it.
    package var place: Int
    package var fields: Fields

    package init(_ callback: TracedCallback, task: String? = nil, place: Int = 0, fields: Fields = Fields()) {
        self.callback = callback
        self.task = task
        self.place = place
        self.fields = fields
    }

    /// The fields of a record. A guard whose field is missing is skipped.
    package struct Fields: Sendable, Equatable {
        /// The status of a response or a redirect.
        package var status: Int?
        /// The media type of a response, or of data that may be decoded.
        package var mime: MIME?
        /// A willSendRequest that does not say whether it is a redirect.
        package var leavesRedirectOpen = false
        /// The first to be asked by the method of a challenge.
        package var asks: Authority?
        /// The delegate's answer, of a reply.
        package var decision: Answer?
        package var thread: String?
        package var queue: String?

        // Properties of the task, which may stand on any of its records.
        package var isInBackground: Bool?
        package var isStreamed: Bool?
        package var hasResumeData: Bool?
        package var hasDestination: Bool?

        // Members of a cancel.
        package var fileExists: Bool?
        package var deletesFile: Bool?

        // Members of what a protocol tells its client.
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

    /// Whether the session or the task is asked first, which depends on the challenge's method.
    package enum Authority: Sendable, Equatable { case session, task }

    package enum Answer: Sendable, Equatable {
        /// nil was returned instead of a request or a stream.
        case nothing
        case credential
        /// The delegate agreed to have the data decoded.
        case decode
        case other
    }
}
