import InternetNames
import TransportSecurity

/// The URLs in a configuration profile, a declaration, a manifest of apps or a command of device management.
public struct ManagementDocument: Hashable, Sendable {
    /// The kind of the document.
    public let kind: Kind
    /// The name of the document in messages and in `ManagementUse.source`.
    private let name: String
    /// The uses of the URLs, in the order of key paths.
    public private(set) var uses: [ManagementUse] = []
    /// A finding for each malformed value of a key for URLs. An encrypted profile has one more, because its payloads
    /// cannot be read. Any other document without uses and findings has one for that.
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
    ///   - name: The name of the document in messages and in `ManagementUse.source`.
    public init?(_ value: PropertyValue, named name: String) {
        guard let kind = Self.kind(of: value) else { return nil }
        (self.kind, self.name) = (kind, name)
        visit(value, in: Context())
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
            // The documents in an array count as those of one kind, which is the kind of the first.
            return elements.first.flatMap(kind)
        case .boolean, .integer, .real, .string, .other:
            return nil
        }
    }

    /// The position of a value in the document.
    private struct Context {
        /// The type of the payload or declaration around the value; nil outside of any.
        var payload: String?
        /// The key of the value, or of the arrays around the value.
        var key = ""
    }

    private mutating func visit(_ value: PropertyValue, in context: Context) {
        switch value {
        case .dictionary(let members):
            var inner = context
            // A declaration has its type at its top. Within a payload, `Type` is a key like others.
            let type = members["PayloadType"] ?? (context.payload == nil ? members["Type"] : nil)
            if case .string(let type) = type { inner.payload = type }
            for (key, member) in members.sorted(by: { $0.key < $1.key }) {
                inner.key = key
                visit(member, in: inner)
            }
        case .array(let elements):
            for element in elements { visit(element, in: context) }
        case .string(let text):
            add(text, in: context)
        case .boolean, .integer, .real, .other:
            break
        }
    }

    /// Adds the use of a text that is a URL. Adds a finding for another text if the key demands a URL.
    private mutating func add(_ text: String, in context: Context) {
        let start = text.prefix(8).lowercased()
        let isURL = start.hasPrefix("https://") || start.hasPrefix("http://")
        guard isURL || demandsURL(context) else { return }
        guard uses.count < Self.limit, findings.count < Self.limit else {
            isCut = true
            return
        }
        let payload = context.payload.map { " of \($0.visible(limit: 80))" } ?? ""
        let source = "\(context.key.visible(limit: 80))\(payload) in \(name)"
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
            uses.append(ManagementUse(activity(in: context), of: url, namedBy: source))
        } catch {
            findings.append(DiscoveryFinding(code: .unreadableURL, "\(source) is not judged: \(error.description)"))
        }
    }

    /// The activity behind a key, by Apple's documents on payloads, declarations and manifests.
    private func activity(in context: Context) -> ManagementActivity {
        if kind == .manifest { return .app }
        let payload = context.payload ?? ""
        if let activity = Self.activitiesByPayload[payload] { return activity }
        if payload == "com.apple.mdm", Self.managementKeys.contains(context.key) { return .management }
        return Self.activitiesByKey[context.key] ?? .other
    }

    /// Whether the value has to be a URL by Apple's documents, and its server is judged.
    private func demandsURL(_ context: Context) -> Bool {
        guard !activity(in: context).isExempt else { return false }
        return Self.urlKeys.contains(context.key) || kind == .manifest && context.key == "url"
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
