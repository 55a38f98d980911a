import InternetNames

/// The settings that a configuration profile makes on a device: the proxy, and perhaps a Wi-Fi network. The module
/// `ConfigurationProfiles` writes the profile itself.
public struct DeviceProfile: Hashable, Sendable {
    /// The Wi-Fi network that the device joins; nil if the profile has none.
    public var network: WiFiNetwork?
    /// Whether the device uses the proxy in every network, which only supervised devices and Macs accept. If not, the
    /// device uses the proxy in `network`.
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

    /// Creates the settings of a profile. Throws an error if there is no network and the proxy is not global, or if the
    /// user name is not valid.
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

/// The Wi-Fi network of a configuration profile.
public struct WiFiNetwork: Hashable, Sendable {
    /// The name (SSID): 1 to 32 bytes of UTF-8 without control characters (IEEE 802.11-2020 §9.4.2.2).
    public let name: String
    /// The encryption.
    public let security: Security
    /// The password; nil for a network without encryption.
    public let password: WiFiPassword?
    /// Whether the network does not broadcast its name.
    public let isHidden: Bool

    /// The encryption of a network, with Apple's names (`EncryptionType` of `com.apple.wifi.managed`).
    public enum Security: String, CaseIterable, Sendable {
        /// WPA2 or WPA3.
        case wpa2 = "WPA2"
        /// WPA or WPA2.
        case wpa = "WPA"
        /// Only WPA3.
        case wpa3 = "WPA3"
        /// No encryption.
        case none = "None"
    }

    /// The largest name in bytes.
    public static let nameLimit = 32

    /// Creates a network.
    public init(
        name: String, security: Security, password: WiFiPassword?, isHidden: Bool
    ) throws(ProfileFault) {
        guard (1...Self.nameLimit).contains(name.utf8.count), name.unicodeScalars.allSatisfy(\.isVisible) else {
            throw ProfileFault(
                sentence: "The name of a Wi-Fi network is 1 to \(Self.nameLimit) bytes of visible text in UTF-8.")
        }
        switch (security, password) {
        case (.none, .some):
            throw ProfileFault(
                sentence: "A network without encryption has no password; leave it out, or choose the encryption.")
        case (.wpa, nil), (.wpa2, nil), (.wpa3, nil):
            throw ProfileFault(sentence: "A network with encryption needs its password.")
        case (.none, nil), (.wpa, .some), (.wpa2, .some), (.wpa3, .some): break
        }
        self.name = name
        self.security = security
        self.password = password
        self.isHidden = isHidden
    }
}

/// The password of a Wi-Fi network. The description leaves the password out, and no message can show it by accident.
public struct WiFiPassword: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The password.
    public let secret: String

    /// Reads a password: 8 to 63 bytes of visible text in UTF-8 (passphrase), or 64 hexadecimal digits (key).
    public init(_ text: String) throws(ProfileFault) {
        let isKey = text.utf8.count == 64 && text.allSatisfy { $0.isASCII && $0.isHexDigit }
        guard isKey || (8...63).contains(text.utf8.count), text.unicodeScalars.allSatisfy(\.isVisible) else {
            throw ProfileFault(
                sentence: "The password of a Wi-Fi network is 8 to 63 bytes of visible text, or 64 hexadecimal digits.")
        }
        secret = text
    }

    /// A text without the password.
    public var description: String { "a password" }

    /// A mirror without the password.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The reason why no configuration profile can be made. Its text contains no password.
public struct ProfileFault: Error, Hashable, Sendable {
    /// One sentence for the person who asked for the profile.
    public var sentence: String

    /// Creates a fault.
    public init(sentence: String) {
        self.sentence = sentence
    }
}
