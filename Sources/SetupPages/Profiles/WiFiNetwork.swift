import InternetNames

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
