import InternetNames

/// Reads the forms of the setup page with which a person asks for a configuration profile.
package enum ProfileForm {
    /// The names of the fields.
    enum Field: String {
        /// The kind of profile: `network` or `global`.
        case profile
        /// The name of the Wi-Fi network.
        case ssid
        /// One of `WiFiNetwork.Security`.
        case security
        /// The password of the Wi-Fi network.
        case password
        /// Any value for a network that does not broadcast its name.
        case hidden
        /// `manual` or `automatic`.
        case proxy
        /// The name of a user of the proxy.
        case user
    }

    /// The largest body in bytes. Percent-encoding makes three bytes of one.
    package static let bodyLimit = 4096

    /// Reads a form from the body of a request, and returns the settings of the profile. Throws an error if a field is
    /// missing or not valid.
    ///
    /// - Parameters:
    ///   - proxy: The address at which the device reaches the proxy.
    ///   - hasScript: Whether `/proxy.pac` sends anything to the proxy.
    static func profile(
        _ body: [UInt8], proxy: Authority, hasScript: Bool
    ) throws(ProfileFault) -> DeviceProfile {
        guard let fields = FormFields(body) else {
            throw ProfileFault(sentence: "The form cannot be read; fill in the form of the setup page.")
        }
        let proxySetting = try proxySetting(in: fields, proxy: proxy, hasScript: hasScript)
        switch fields[.profile] {
        case "network":
            return try DeviceProfile(network: try network(in: fields), isGlobal: false, proxy: proxySetting)
        case "global":
            return try DeviceProfile(network: nil, isGlobal: true, proxy: proxySetting)
        case _:
            throw ProfileFault(sentence: "A profile is for a network or global; fill in a form of the setup page.")
        }
    }

    private static func proxySetting(
        in fields: FormFields, proxy: Authority, hasScript: Bool
    ) throws(ProfileFault) -> DeviceProfile.Proxy {
        switch fields[.proxy] ?? "manual" {
        case "manual":
            return .manual(proxy, userName: fields[.user])
        case "automatic":
            guard hasScript else {
                throw ProfileFault(
                    sentence: "/proxy.pac sends nothing to this proxy; name hosts with --pac-host, or choose manual.")
            }
            return .automatic(proxy)
        case _:
            throw ProfileFault(sentence: "The proxy is set manual or automatic.")
        }
    }

    private static func network(in fields: FormFields) throws(ProfileFault) -> WiFiNetwork {
        guard let name = fields[.ssid] else {
            throw ProfileFault(sentence: "The name of the Wi-Fi network (SSID) is missing.")
        }
        guard let security = WiFiNetwork.Security(rawValue: fields[.security] ?? "WPA2") else {
            throw ProfileFault(
                sentence: "The encryption is one of "
                    + WiFiNetwork.Security.allCases.map(\.rawValue).joined(separator: ", ") + ".")
        }
        let password = try fields[.password].map { (text) throws(ProfileFault) in try WiFiPassword(text) }
        return try WiFiNetwork(name: name, security: security, password: password, isHidden: fields[.hidden] != nil)
    }
}

extension FormFields {
    /// The value of a field of the forms for profiles; nil if it was not sent or is empty.
    fileprivate subscript(field: ProfileForm.Field) -> String? { self[field.rawValue] }
}
