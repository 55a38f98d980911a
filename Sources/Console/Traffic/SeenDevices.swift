import TransportSecurity

/// The devices whose loads the console has seen, by IP address.
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

    /// The devices in the order of their last load, the latest first.
    public var all: [SeenDevice] {
        devices.values.sorted { ($1.last, $0.address) < ($0.last, $1.address) }
    }
}
