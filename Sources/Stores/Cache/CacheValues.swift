// CacheValues.swift: a cache's requests, responses, policies and answers.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainWire

/// A request as it would be sent, with all fields: `Vary` may name any of them.
package struct CacheRequest: Hashable, Sendable {
    package var method: String
    /// The URL without credentials and fragment, which are never sent.
    package let url: HTTPURL
    package var fields: [Field]

    package init(_ method: String = "GET", _ url: HTTPURL, _ fields: [Field] = []) {
        self.method = method
        self.url = url.resource
        self.fields = fields
    }

    /// RFC 9111 section 4.3.1: a request with a condition of its own, or for a part, needs the server's own reply.
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

/// A complete response.
package struct CachedResponse: Hashable, Sendable {
    package var status: Int
    /// Without those of the connection.
    package var fields: [Field]
    /// The body without transfer coding.
    package var body: [UInt8]
    /// The time at which the request was sent, and that at which the head came, in seconds since 1970.
    package var requested: Int64
    package var arrived: Int64

    /// The copy as it is used without a request, with its age: RFC 9111 section 4.
    package func reused(at now: Int64) -> CachedResponse {
        var response = self
        response.fields.removeAll { $0.isNamed("Age") }
        response.fields.append(Field("Age", "\(CacheAge(of: self, at: now).age)"))
        return response
    }

    /// The response with the fields of a 304 or a HEAD, as new as that.
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

    /// RFC 9110 section 6.6.1: a response without `Date` gets its time of arrival.
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

/// The use of the cache that a load asks for.
package enum CacheUse: Hashable, Sendable, CaseIterable {
    /// As RFC 9111 has it.
    case standard
    /// The cache is not read, but the response is stored.
    case reload
    /// A copy is used only after the server has validated it.
    case revalidate
    /// A copy of any age; if there is none, the server's response.
    case cacheElseLoad
    /// A copy of any age; if there is none, the load fails.
    case cacheOnly
}

/// The place where a response may be stored.
package enum StoragePolicy: Hashable, Sendable, CaseIterable {
    case allowed
    /// In memory, but not on a disk.
    case memoryOnly
    case notAllowed
}

/// The cache's answer to a request.
package enum CacheLookup: Hashable, Sendable {
    /// The copy is used without a request.
    case fresh(CachedResponse)
    /// Validated with these fields; after a 304, see ``ResponseCache/freshen(_:with:for:requested:arrived:)``.
    case validate(CachedResponse, [Field])
    /// The stale copy is used without a request, because the load allows that.
    case stale(CachedResponse)
    /// The stale copy is used because its server allows that, and requested again afterwards.
    case staleMeanwhile(CachedResponse)
    /// No copy: the request is sent as it is.
    case miss
    /// There is no copy, and no request is allowed: RFC 9111 section 5.2.1.7, which calls for a 504.
    case fail
}
