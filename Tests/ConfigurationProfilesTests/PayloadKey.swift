import Foundation

/// A key of a payload, with the values that Apple's schema permits (<https://github.com/apple/device-management>,
/// `mdm/profiles`).
struct PayloadKey {
    let name: String
    let type: ValueType
    var isRequired = false
    /// The permitted values (`rangelist`); nil for any.
    var values: [String]?
    /// The permitted numbers (`range`); nil for any.
    var range: ClosedRange<Int>?

    enum ValueType { case string, integer, boolean, array }

    init(
        _ name: String, _ type: ValueType, isRequired: Bool = false, values: [String]? = nil,
        range: ClosedRange<Int>? = nil
    ) {
        self.name = name
        self.type = type
        self.isRequired = isRequired
        self.values = values
        self.range = range
    }

    /// The keys of every payload (`CommonPayloadKeys.yaml`).
    static let common = [
        PayloadKey("PayloadIdentifier", .string, isRequired: true),
        PayloadKey("PayloadUUID", .string, isRequired: true),
        PayloadKey("PayloadType", .string, isRequired: true),
        PayloadKey("PayloadVersion", .integer, isRequired: true, range: 1...1),
        PayloadKey("PayloadDescription", .string),
        PayloadKey("PayloadDisplayName", .string),
        PayloadKey("PayloadOrganization", .string),
    ]

    /// The keys of the whole profile (`TopLevel.yaml`).
    static let topLevel = [
        PayloadKey("PayloadIdentifier", .string, isRequired: true),
        PayloadKey("PayloadUUID", .string, isRequired: true),
        PayloadKey("PayloadType", .string, isRequired: true, values: ["Configuration"]),
        PayloadKey("PayloadVersion", .integer, isRequired: true, range: 1...1),
        PayloadKey("IsEncrypted", .boolean),
        PayloadKey("PayloadContent", .array, isRequired: true),
        PayloadKey("PayloadDescription", .string),
        PayloadKey("PayloadDisplayName", .string),
        PayloadKey("HasRemovalPasscode", .boolean),
        PayloadKey("PayloadOrganization", .string),
        PayloadKey("PayloadRemovalDisallowed", .boolean),
        PayloadKey("PayloadScope", .string, values: ["System", "User"]),
        PayloadKey("TargetDeviceType", .integer, range: 0...5),
    ]

    /// The keys of a payload, by its type: `com.apple.wifi.managed.yaml` without those of enterprise networks, hotspots
    /// and quality of service, and `com.apple.proxy.http.global.yaml`.
    static let payloads = [
        "com.apple.wifi.managed": common + [
            PayloadKey("AutoJoin", .boolean),
            PayloadKey("SSID_STR", .string),
            PayloadKey("HIDDEN_NETWORK", .boolean),
            PayloadKey("ProxyType", .string, values: ["None", "Manual", "Auto"]),
            PayloadKey("EncryptionType", .string, values: ["WEP", "WPA", "WPA2", "WPA3", "Any", "None"]),
            PayloadKey("Password", .string),
            PayloadKey("CaptiveBypass", .boolean),
            PayloadKey("EnableIPv6", .boolean),
            PayloadKey("ProxyServer", .string),
            PayloadKey("ProxyServerPort", .integer, range: 0...65535),
            PayloadKey("ProxyUsername", .string),
            PayloadKey("ProxyPassword", .string),
            PayloadKey("ProxyPACURL", .string),
            PayloadKey("ProxyPACFallbackAllowed", .boolean),
            PayloadKey("DisableAssociationMACRandomization", .boolean),
        ],
        "com.apple.proxy.http.global": common + [
            PayloadKey("ProxyType", .string, values: ["Manual", "Auto"]),
            PayloadKey("ProxyServer", .string),
            PayloadKey("ProxyServerPort", .integer),
            PayloadKey("ProxyUsername", .string),
            PayloadKey("ProxyPassword", .string),
            PayloadKey("ProxyPACURL", .string),
            PayloadKey("ProxyPACFallbackAllowed", .boolean),
            PayloadKey("ProxyCaptiveLoginAllowed", .boolean),
        ],
    ]

    /// The faults of a dictionary that may have only these keys.
    static func faults(of dictionary: [String: Any], under keys: [PayloadKey]) -> [String] {
        let known = Dictionary(keys.map { ($0.name, $0) }) { first, _ in first }
        let unknown = dictionary.keys.filter { known[$0] == nil }.map { "\($0) is no key" }
        let missing = keys.filter { $0.isRequired && dictionary[$0.name] == nil }.map { "\($0.name) is missing" }
        let wrong = dictionary.compactMap { name, value in known[name].flatMap { $0.fault(of: value) } }
        return (unknown + missing + wrong).sorted()
    }

    private func fault(of value: Any) -> String? {
        // `as? Bool` also succeeds for the number 1. The Objective-C type of a boolean is `c` or `B`.
        let number = value as? NSNumber
        let isBoolean = number.map { ["c", "B"].contains(String(cString: $0.objCType)) } ?? false
        switch type {
        case .string:
            guard let text = value as? String else { return "\(name) is no string" }
            return values?.contains(text) == false || text.isEmpty ? "\(name) is \(text)" : nil
        case .integer:
            guard let number, !isBoolean else { return "\(name) is no integer" }
            return range?.contains(number.intValue) == false ? "\(name) is \(number)" : nil
        case .boolean: return isBoolean ? nil : "\(name) is no boolean"
        case .array: return value is [[String: Any]] ? nil : "\(name) is no array of dictionaries"
        }
    }
}
