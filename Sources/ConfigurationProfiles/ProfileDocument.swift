import Foundation
import InternetNames
import SetupPages

/// The property list of a configuration profile, as Apple's device management defines it (profile `Configuration`,
/// payloads `com.apple.wifi.managed` and `com.apple.proxy.http.global`).
struct ProfileDocument {
    private let profile: DeviceProfile
    private let makesIdentifier: () -> String

    /// The identifier of every profile. A device replaces a profile by a newer one with the same identifier.
    static let identifier = "setup.ats.profile"

    /// Creates the document of a profile.
    ///
    /// - Parameter makesIdentifier: Returns a new UUID at each call.
    init(_ profile: DeviceProfile, makesIdentifier: @escaping () -> String = { UUID().uuidString }) {
        self.profile = profile
        self.makesIdentifier = makesIdentifier
    }

    /// The property list in XML.
    func xml() throws -> [UInt8] {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .xml
        return Array(try encoder.encode(dictionary))
    }

    /// The property list.
    var dictionary: [String: ProfileValue] {
        var payloads: [[String: ProfileValue]] = []
        if let network = profile.network { payloads.append(payload(network)) }
        if profile.isGlobal { payloads.append(globalPayload) }
        let keys = commonKeys(
            type: "Configuration", identifier: Self.identifier, name: "atsproxy", description: Self.description)
        return keys.merging([
            "PayloadContent": .array(payloads.map { .dictionary($0) }), "PayloadOrganization": "atsproxy",
            "PayloadRemovalDisallowed": false,
        ]) { $1 }
    }

    /// The keys that the profile and every payload have.
    private func commonKeys(
        type: String, identifier: String, name: String, description: String
    ) -> [String: ProfileValue] {
        [
            "PayloadType": .string(type), "PayloadVersion": 1, "PayloadIdentifier": .string(identifier),
            "PayloadUUID": .string(makesIdentifier()), "PayloadDisplayName": .string(name),
            "PayloadDescription": .string(description),
        ]
    }

    private func payload(_ network: WiFiNetwork) -> [String: ProfileValue] {
        var payload = commonKeys(
            type: "com.apple.wifi.managed", identifier: Self.identifier + ".network",
            name: "Wi-Fi network \(network.name)",
            description: profile.isGlobal ? "Joins the network." : "Joins the network, and sets the proxy for it.")
        payload["SSID_STR"] = .string(network.name)
        payload["HIDDEN_NETWORK"] = .boolean(network.isHidden)
        payload["AutoJoin"] = true
        payload["EncryptionType"] = .string(network.security.rawValue)
        if let password = network.password { payload["Password"] = .string(password.secret) }
        // A global proxy applies to this network as well.
        let proxy = profile.isGlobal ? ["ProxyType": "None"] : proxy
        return payload.merging(proxy) { $1 }
    }

    private var globalPayload: [String: ProfileValue] {
        commonKeys(
            type: "com.apple.proxy.http.global", identifier: Self.identifier + ".global",
            name: "Proxy for all networks", description: "Sends the traffic of all networks to the proxy."
        ).merging(proxy) { $1 }
    }

    private var proxy: [String: ProfileValue] {
        switch profile.proxy {
        case .manual(let authority, let userName):
            var proxy: [String: ProfileValue] = [
                "ProxyType": "Manual", "ProxyServer": .string(authority.host.description),
                "ProxyServerPort": .integer(Int(authority.port)),
            ]
            if let userName { proxy["ProxyUsername"] = .string(userName) }
            return proxy
        case .automatic(let authority):
            // With a fallback, a device that cannot load the script would bypass the proxy unnoticed.
            return [
                "ProxyType": "Auto", "ProxyPACURL": .string("http://\(authority)/proxy.pac"),
                "ProxyPACFallbackAllowed": false,
            ]
        }
    }

    private static let description = """
        Sends traffic through atsproxy, which holds it against App Transport Security and decrypts nothing. To remove it: \
        Settings, General, VPN & Device Management, atsproxy, Remove Profile; on a Mac, System Settings, General, Device \
        Management.
        """
}

/// A value in the property list of a profile, which `PropertyListEncoder` encodes.
///
/// `PropertyListSerialization` cannot be used: it takes values of type `Any`, and does not recognize them in a program
/// that has Foundation linked statically on Linux (Swift 6.3).
enum ProfileValue: Hashable, Encodable {
    case string(String)
    case integer(Int)
    case boolean(Bool)
    case array([ProfileValue])
    case dictionary([String: ProfileValue])

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .string(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .boolean(let value): try container.encode(value)
        case .array(let values): try container.encode(values)
        case .dictionary(let members): try container.encode(members)
        }
    }
}

extension ProfileValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    init(stringLiteral value: String) { self = .string(value) }
    init(integerLiteral value: Int) { self = .integer(value) }
    init(booleanLiteral value: Bool) { self = .boolean(value) }
}
