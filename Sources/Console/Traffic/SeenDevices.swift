import JSONWriting
import TransportSecurity

/// The devices whose loads were seen, by IP address.
public struct SeenDevices: Sendable {
    private var devices: [String: SeenDevice] = [:]

    /// The largest number of devices.
    public static let limit = 256

    /// Creates an empty list.
    public init() {}

    /// Counts loads of an app on a device, unless there are too many devices.
    ///
    /// - Parameters:
    ///   - address: The IP address of the device.
    ///   - user: The proxy user; nil if it is not known.
    ///   - first: The time of the first of these loads.
    ///   - last: The time of the last of these loads.
    public mutating func count(
        _ loads: Int, at address: String, user: String?, app: String, from first: Instant, to last: Instant
    ) {
        guard devices[address] != nil || devices.count < Self.limit else { return }
        let new = SeenDevice(address: address, first: first, last: last)
        devices[address, default: new].count(loads, user: user, app: app, from: first, to: last)
    }

    /// The devices, those that were seen last first.
    public var all: [SeenDevice] {
        devices.values.sorted { ($1.last, $0.address) < ($0.last, $1.address) }
    }
}

/// A device whose loads were seen.
public struct SeenDevice: Hashable, Sendable {
    /// The IP address.
    public let address: String
    /// The last proxy user; nil without authentication.
    public private(set) var user: String?
    /// The names of the apps, at most 20.
    public private(set) var apps: Set<String> = []
    /// The number of loads.
    public private(set) var loads = 0
    /// The time of the first load.
    public private(set) var first: Instant
    /// The time of the last load.
    public private(set) var last: Instant

    fileprivate init(address: String, first: Instant, last: Instant) {
        self.address = address
        (self.first, self.last) = (first, last)
    }

    fileprivate mutating func count(_ loads: Int, user: String?, app: String, from: Instant, to: Instant) {
        self.loads += loads
        if let user { self.user = user }
        if apps.count < 20 { apps.insert(app) }
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
