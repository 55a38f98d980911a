import JSONWriting
import TransportSecurity

/// The digests of the trust store against which chains are evaluated. The roots in which chains ended are in the facts.
/// The event is written when a recording begins, and when the files are read again.
public struct TrustEvent: Hashable, Decodable, Sendable {
    /// The time at which the store came into force.
    public var time: Instant
    /// The identifier of the store, `sha256:…`, to which facts refer.
    public var id: String
    /// The roots of the system (`--roots`, or the shipped ones).
    public var systemRoots: Digests
    /// The roots that a user installed (`--ca-file`).
    public var userRoots: Digests
    /// The certificate revocation lists (`--crl`).
    public var revocationLists: Digests
    /// The keys of the CT logs (`--ct-log-list`, or the shipped ones).
    public var logKeys: Digests

    /// The number and the digest of a set of certificates, lists or keys.
    public struct Digests: Hashable, Decodable, Sendable {
        /// The number of elements.
        public var count: Int
        /// SHA-256 of all elements in DER, one after the other, in hexadecimal. For roots of several systems, their
        /// indices by system follow.
        public var sha256: String

        /// Creates the digests of a set.
        public init(count: Int, sha256: String) {
            self.count = count
            self.sha256 = sha256
        }
    }

    /// Creates the event for a trust store.
    public init(
        time: Instant, id: String, systemRoots: Digests, userRoots: Digests, revocationLists: Digests, logKeys: Digests
    ) {
        self.time = time
        self.id = id
        self.systemRoots = systemRoots
        self.userRoots = userRoots
        self.revocationLists = revocationLists
        self.logKeys = logKeys
    }

    /// The content of which `id` is the SHA-256 digest: the event as JSON, without its time and identifier.
    public var content: [UInt8] {
        var content = self
        (content.time, content.id) = (Instant(milliseconds: 0), "")
        return content.line
    }
}

extension TrustEvent: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("time", time)
            json.member("event", EventName.trust)
            json.member("id", id)
            json.member("systemRoots", systemRoots)
            json.member("userRoots", userRoots)
            json.member("revocationLists", revocationLists)
            json.member("logKeys", logKeys)
        }
    }
}

extension TrustEvent.Digests: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("count", count)
            json.member("sha256", sha256)
        }
    }
}
