// CacheValues.swift: requests and responses as a cache sees them, and what it is asked and answers.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainWire

/// A request as it would be sent, with all fields: `Vary` may name any of them.
package struct CacheRequest: Hashable, Sendable {
    package var method: String
    /// Without what is never sent.
    package let url: HTTPURL
    package var fields: [Field]

    package init(_ method: String = "GET", _ url: HTTPURL, _ fields: [Field] = []) {
        self.method = method
        self.url = url.resource
        self.fields = fields
    }

    /// RFC 9111 section 4.3.1: a request with a condition of its own, or for a part, needs the reply to that.
    package var isConditional: Bool { Self.conditions.contains { fields.first($0) != nil } }

    private static let conditions = [
        "If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since", "If-Range", "Range",
    ]
}

extension HTTPURL {
    /// Without credentials and fragment.
    var resource: HTTPURL {
        var url = self
        url.credentials = nil
        url.fragment = nil
        return url
    }
}

/// A response that came whole.
package struct CachedResponse: Hashable, Sendable {
    package var status: Int
    /// Without those of the connection.
    package var fields: [Field]
    /// Without transfer coding.
    package var body: [UInt8]
    /// When its request was sent, and when its head came, in seconds since 1970.
    package var requested: Int64
    package var arrived: Int64

    /// The copy as it is used without a request, with its age: RFC 9111 section 4.
    package func reused(at now: Int64) -> CachedResponse {
        var response = self
        response.fields.removeAll { $0.isNamed("Age") }
        response.fields.append(Field("Age", "\(CacheAge(of: self, at: now).age)"))
        return response
    }

    /// With what a 304 or a HEAD says, as new as that.
    func updated(with fields: [Field], requested: Int64, arrived: Int64) -> CachedResponse {
        var fresh = self
        fresh.fields = CacheFields.updated(self.fields, with: fields)
        fresh.requested = requested
        fresh.arrived = arrived
        return fresh.dated
    }

    /// RFC 9111 section 4.3.5: whether the validators and the length of a HEAD agree with this copy.
    func isDescribed(by head: CachedResponse) -> Bool {
        guard status == head.status else { return false }
        if let length = head.fields.first("Content-Length"), DeltaSeconds.number(length) != body.count { return false }
        for name in ["ETag", "Last-Modified"] where head.fields.first(name) != nil {
            guard fields.first(name) != nil else { return false }
        }
        return Validators.areOfOne(fields, head.fields)
    }

    /// RFC 9110 section 6.6.1: one that does not say when it was made gets the time at which it came.
    var dated: CachedResponse {
        guard fields.first("Date") == nil else { return self }
        var response = self
        response.fields.append(Field("Date", HTTPDate.bytes(secondsSinceEpoch: Int(arrived))))
        return response
    }

    package init(_ status: Int, _ fields: [Field], body: [UInt8] = [], requested: Int64, arrived: Int64) {
        self.status = status
        self.fields = fields
        self.body = body
        self.requested = requested
        self.arrived = arrived
    }
}

/// How a load wants its cache used.
package enum CachePolicy: Hashable, Sendable, CaseIterable {
    /// As RFC 9111 has it.
    case standard
    /// Not used; the response is stored.
    case reload
    /// Nothing is used that the server has not just called good.
    case revalidate
    /// A copy of any age; without one, from the server.
    case cacheElseLoad
    /// A copy of any age; without one, nothing.
    case cacheOnly
}

/// Where a response may be kept.
package enum StoragePolicy: Hashable, Sendable, CaseIterable {
    case allowed
    /// Not on a disk.
    case memoryOnly
    case notAllowed
}

/// The cache's answer to a request.
package enum CacheLookup: Hashable, Sendable {
    /// Used without a request.
    case fresh(CachedResponse)
    /// Validated with these fields; after a 304, see ``ResponseCache/freshen(_:with:for:requested:arrived:)``.
    case validate(CachedResponse, [Field])
    /// Used without a request although it is old, because the load allows that.
    case stale(CachedResponse)
    /// Used although it is old, because its server allows that, and requested again afterwards.
    case staleMeanwhile(CachedResponse)
    /// No copy: the request is sent as it is.
    case miss
    /// No copy, and no request is allowed. RFC 9111 section 5.2.1.7 calls that 504.
    case fail
}
