import TransportSecurity

/// The settings of one entry of `policies`: a policy, and the apps that it is for. The policy's file is not read yet.
package struct AppPolicySettings {
    /// The text of the entry, with its location for messages.
    package let text: SettingText
    /// The patterns of the apps' names; empty if the policy is for the app that its bundle names.
    package let names: [String]
    /// The pattern of the apps' version; nil for every version.
    package let version: String?
    /// The policy. What the entry does not set is as in the listener.
    package let policy: PolicySettings

    /// Reads all entries from layers.
    package static func entries(_ stack: SettingsStack) throws(CommandFailure) -> [AppPolicySettings] {
        var entries: [AppPolicySettings] = []
        for text in try stack.value(SettingTable.policies) { entries.append(try AppPolicySettings(text, in: stack)) }
        return entries
    }

    /// Reads an entry, with the layers of its listener.
    package init(_ text: SettingText, in stack: SettingsStack) throws(CommandFailure) {
        self.text = text
        let members = try text.members.isEmpty ? Self.members(of: text) : text.members
        var entryLayer = SettingsLayer(location: text.location)
        for member in members { entryLayer.texts[member.name, default: []].append(member) }
        // Options override the file, also its entries.
        let options = stack.layers.prefix { $0.location == .commandLine }
        let layers = Array(options) + [entryLayer] + stack.layers.dropFirst(options.count)
        let entry = SettingsStack(layers: [entryLayer])
        var policy = try PolicySettings(SettingsStack(layers: layers))
        // The option `--policy` names the policy of all other apps.
        policy.path = try entry.value(SettingTable.policy)
        guard policy.path != nil else { throw text.fault("policies: this entry has no policy: a path.") }
        self.policy = policy
        names = try entry.value(SettingTable.app)
        version = members.last { $0.name == SettingTable.appVersion }?.value
        guard version?.isEmpty != true else { throw text.fault("policies: this entry has an empty version.") }
    }

    /// The selector of the apps that the policy is for.
    ///
    /// - Parameter bundleNames: The names of the policy's bundle, for an entry that names no app.
    /// - Throws: An error about the policy's file if neither the entry nor the bundle names an app.
    package func selector(bundle bundleNames: [String]) throws(CommandFailure) -> AppSelector {
        guard names.isEmpty else {
            return AppSelector(names: names.map { TextPattern($0) }, version: version)
        }
        guard !bundleNames.isEmpty else {
            let fix = text.location == .commandLine ? "write NAME=\(policy.path ?? "")" : "name the app with app"
            throw text.dataFault(
                "\(policy.path ?? "") has no CFBundleExecutable, CFBundleName or CFBundleDisplayName by which to know "
                    + "the app; \(fix).")
        }
        return AppSelector(names: bundleNames.map { TextPattern(exactly: $0) }, version: version)
    }

    /// The members of an entry that is a path or, on the command line, `NAME=PATH` or `NAME/VERSION=PATH`.
    private static func members(of text: SettingText) throws(CommandFailure) -> [SettingText] {
        func member(_ name: String, value: some StringProtocol) -> SettingText {
            SettingText(name: name, value: String(value), location: text.location)
        }
        let appAndPath = text.value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard text.location == .commandLine, appAndPath.count == 2 else {
            guard !text.value.isEmpty else { throw text.fault(expecting: "a path") }
            return [member(SettingTable.policy.name, value: text.value)]
        }
        let nameAndVersion = appAndPath[0].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard !appAndPath[1].isEmpty, nameAndVersion.allSatisfy({ !$0.isEmpty }) else {
            throw text.fault(expecting: "of the form NAME=PATH or NAME/VERSION=PATH")
        }
        let app = member(SettingTable.app.name, value: nameAndVersion[0])
        let policy = member(SettingTable.policy.name, value: appAndPath[1])
        return [app, policy] + nameAndVersion.dropFirst().map { member(SettingTable.appVersion, value: $0) }
    }
}
