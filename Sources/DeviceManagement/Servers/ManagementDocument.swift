import InternetNames
import TransportSecurity

/// The URLs in a configuration profile, a declaration, a manifest of apps or a command of device management.
public struct ManagementDocument: Hashable, Sendable {
    /// The kind of the document.
    public let kind: Kind
    /// The uses of the URLs, in the order of key paths.
    public private(set) var uses: [ManagementUse] = []
    /// A finding for each value that ought to be a URL and is none, and for a document without any URL that is read.
    public private(set) var findings: [DiscoveryFinding] = []
    /// Whether the document has more URLs than are read.
    public private(set) var isCut = false

    /// The kinds of documents.
    public enum Kind: String, Sendable {
        case profile = "configuration profile"
        case declaration
        case manifest = "manifest of apps"
        case command
    }

    /// The largest number of URLs that are read. Real documents have some ten.
    public static let limit = 1000

    /// Reads a document; nil if it is of none of the kinds.
    ///
    /// - Parameters:
    ///   - value: The content.
    ///   - name: The name of the document in sources.
    public init?(_ value: PropertyValue, named name: String) {
        guard let kind = Self.kind(of: value) else { return nil }
        self.kind = kind
        visit(value, at: Place(payload: nil, key: "", isManifest: kind == .manifest, document: name))
        if case .dictionary(let members) = value, members["EncryptedPayloadContent"] != nil {
            findings.append(
                DiscoveryFinding(
                    code: .unreadableURL,
                    "The payloads of \(name) are encrypted for a device, and their URLs are not judged; name the "
                        + "profile as it was before the encryption."))
        } else if uses.isEmpty, findings.isEmpty {
            findings.append(
                DiscoveryFinding(
                    code: .unreadableURL,
                    "\(name) names no URL, so no server of it is judged; name the file with the servers."))
        }
    }

    private static func kind(of value: PropertyValue) -> Kind? {
        switch value {
        case .dictionary(let members):
            if ["PayloadContent", "PayloadType", "EncryptedPayloadContent"].contains(where: { members[$0] != nil }) {
                return .profile
            }
            if case .string = members["Type"], members["Payload"] != nil { return .declaration }
            if case .array = members["items"] { return .manifest }
            if case .dictionary = members["Command"] { return .command }
            return nil
        case .array(let elements):
            return elements.first.flatMap(kind)
        case .boolean, .integer, .real, .string, .other:
            return nil
        }
    }

    /// The payload and the key of a value, and the name of the document.
    private struct Place {
        var payload: String?
        var key: String
        var isManifest: Bool
        var document: String
    }

    private mutating func visit(_ value: PropertyValue, at place: Place) {
        switch value {
        case .dictionary(let members):
            var inner = place
            if case .string(let type) = members["PayloadType"] ?? members["Type"] { inner.payload = type }
            for (key, member) in members.sorted(by: { $0.key < $1.key }) {
                inner.key = key
                visit(member, at: inner)
            }
        case .array(let elements):
            for element in elements { visit(element, at: place) }
        case .string(let text):
            add(text, at: place)
        case .boolean, .integer, .real, .other:
            break
        }
    }

    private mutating func add(_ text: String, at place: Place) {
        let start = text.prefix(8).lowercased()
        let isURL = start.hasPrefix("https://") || start.hasPrefix("http://")
        guard isURL || namesURL(at: place) else { return }
        guard uses.count < Self.limit, findings.count < Self.limit else {
            isCut = true
            return
        }
        let payload = place.payload.map { " of \($0.visible(limit: 80))" } ?? ""
        let source = "\(place.key.visible(limit: 80))\(payload) in \(place.document)"
        guard isURL else {
            let shown = text.isEmpty ? "empty" : "'\(text.withoutSecrets.visible())'"
            findings.append(
                DiscoveryFinding(
                    code: .unreadableURL,
                    "\(source) is not judged: the value is \(shown), which does not begin with https://; write the "
                        + "whole URL."))
            return
        }
        do throws(MalformedURL) {
            let url = try LoadURL(text)
            uses.append(ManagementUse(activity(of: place), of: url, namedBy: source))
        } catch {
            findings.append(DiscoveryFinding(code: .unreadableURL, "\(source) is not judged: \(error.description)"))
        }
    }

    /// The activity behind a key, by Apple's documents on payloads, declarations and manifests.
    private func activity(of place: Place) -> ManagementActivity {
        if place.isManifest { return .app }
        let payload = place.payload ?? ""
        if let activity = Self.activitiesByPayload[payload] { return activity }
        if payload == "com.apple.mdm", Self.managementKeys.contains(place.key) { return .management }
        return Self.activitiesByKey[place.key] ?? .other
    }

    /// Whether the value of a key is a URL by Apple's documents, and of a server that is judged.
    private func namesURL(at place: Place) -> Bool {
        guard !activity(of: place).isExempt else { return false }
        return Self.urlKeys.contains(place.key) || place.isManifest && place.key == "url"
    }

    private static let urlKeys: Set = [
        "ServerURL", "CheckInURL", "DataURL", "ManifestURL", "ProfileURL", "DirectoryURL", "CatalogURL",
    ]
    private static let managementKeys: Set = ["ServerURL", "CheckInURL"]
    private static let activitiesByPayload: [String: ManagementActivity] = [
        "com.apple.security.scep": .scep, "com.apple.security.acme": .acme, "com.apple.webClip.managed": .webPage,
        "com.apple.AssetCache.managed": .contentCaching, "com.apple.SoftwareUpdate": .softwareUpdate,
    ]
    private static let activitiesByKey: [String: ManagementActivity] = [
        "DataURL": .asset, "ManifestURL": .app, "ProfileURL": .profile,
    ]
}
