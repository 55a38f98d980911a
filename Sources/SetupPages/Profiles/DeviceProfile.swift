import InternetNames

/// The settings that a configuration profile makes on a device.
public struct DeviceProfile: Hashable, Sendable {
    /// The Wi-Fi network that the device joins; nil for none.
    public var network: WiFiNetwork?
    /// Whether the device uses the proxy in every network, which only supervised devices and Macs accept. Otherwise it
    /// uses the proxy in `network`.
    public var isGlobal: Bool
    /// The way in which the device finds the proxy.
    public var proxy: Proxy

    /// The ways in which a device finds the proxy.
    public enum Proxy: Hashable, Sendable {
        /// All traffic goes to this proxy. The user name is for the authentication at the proxy. The password is never
        /// in a profile.
        case manual(Authority, userName: String?)
        /// The script `/proxy.pac` of this proxy decides which traffic goes to the proxy.
        case automatic(Authority)
    }

    /// The largest name of a user in bytes of UTF-8.
    private static let userNameLimit = 255

    /// Creates the settings of a profile. Throws an error without a network and a global proxy, or if the user name is
    /// not valid.
    public init(network: WiFiNetwork?, isGlobal: Bool, proxy: Proxy) throws(ProfileFault) {
        guard network != nil || isGlobal else {
            throw ProfileFault(
                sentence: "A profile needs the name of a Wi-Fi network, or sets the proxy for all networks.")
        }
        if case .manual(_, let name?) = proxy {
            guard (1...Self.userNameLimit).contains(name.utf8.count), name.unicodeScalars.allSatisfy(\.isVisible) else {
                throw ProfileFault(
                    sentence: "The user name must be 1 to \(Self.userNameLimit) bytes of visible text in UTF-8.")
            }
        }
        self.network = network
        self.isGlobal = isGlobal
        self.proxy = proxy
    }
}
