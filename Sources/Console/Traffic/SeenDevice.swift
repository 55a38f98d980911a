import JSONWriting
import TransportSecurity

/// A device whose loads the console has seen, as the status lists it.
public struct SeenDevice: Hashable, Sendable {
    /// The IP address.
    public let address: String
    /// The last proxy user; nil without authentication.
    public private(set) var user: String?
    /// The names of the apps, at most `appLimit`.
    public private(set) var apps: Set<String> = []
    /// The number of loads.
    public private(set) var loads = 0
    /// The time of the first load.
    public private(set) var first: Instant
    /// The time of the last load.
    public private(set) var last: Instant

    /// The largest number of app names.
    private static let appLimit = 20

    /// Creates a device without loads.
    init(address: String, first: Instant, last: Instant) {
        self.address = address
        (self.first, self.last) = (first, last)
    }

    /// Counts loads of an app between two times. The user is nil if it is not known.
    mutating func count(_ loads: Int, user: String?, app: String, from: Instant, to: Instant) {
        self.loads += loads
        if let user { self.user = user }
        if apps.count < Self.appLimit { apps.insert(app) }
        first = min(first, from)
        last = max(last, to)
    }
}

extension SeenDevice: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("address", address)
            json.member("user", user)
            json.member("apps", apps.sorted())
            json.member("loads", loads)
            json.member("firstSeen", first)
            json.member("lastSeen", last)
        }
    }
}
