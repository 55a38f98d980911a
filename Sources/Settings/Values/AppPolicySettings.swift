import TransportSecurity

/// The settings of one entry of `policies`: a policy, and the apps that it is for. The policy's file is not read yet.
package struct AppPolicySettings {
    /// The place of the entry, for messages.
    package let text: SettingText
    /// The patterns of the apps' names; empty if the names of the policy's bundle select.
    package let names: [String]
    /// The pattern of the apps' version; nil for every version.
    package let version: String?
    /// The policy. What the entry does not set is as in the listener.
    package let policy: PolicySettings

    /// Reads all entries from layers.
    package static func entries(_ stack: SettingsStack) throws(CommandFailure) -> [AppPolicySettings] {
        var entries: [AppPolicySettings] = []
        for text in try stack.value(SettingTable.policies) { entries.append(try AppPolicySettings(text, stack)) }
        return entries
    }

    /// Reads an entry, with the layers of its listener.
    package init(_ text: SettingText, _ stack: SettingsStack) throws(CommandFailure) {
        self.text = text
        let members = try text.members.isEmpty ? Self.members(of: text) : text.members
        var own = SettingsLayer(place: text.place)
        for member in members { own.texts[member.name, default: []].append(member) }
        // Options go before the file. The policy is only that of the entry.
        let options = stack.layers.prefix { $0.place == .commandLine }
        let layers = Array(options) + [own] + stack.layers.dropFirst(options.count)
        let entry = SettingsStack(layers: [own])
        var policy = try PolicySettings(SettingsStack(layers: layers))
        policy.path = try entry.value(SettingTable.policy)
        guard policy.path != nil else { throw text.fault("policies: this entry has no policy: a path.") }
        self.policy = policy
        names = try entry.value(SettingTable.app)
        version = members.last { $0.name == SettingTable.appVersion }?.text
        guard version?.isEmpty != true else { throw text.fault("policies: this entry has an empty version.") }
    }

    /// The apps that the policy is for, with the names of its bundle.
    package func selector(bundle names: [String]) throws(CommandFailure) -> AppSelector {
        guard self.names.isEmpty else {
            return AppSelector(names: self.names.map { TextPattern($0) }, version: version)
        }
        guard !names.isEmpty else {
            let fix = text.place == .commandLine ? "write NAME=\(policy.path ?? "")" : "name the app with app"
            throw text.dataFault(
                "\(policy.path ?? "") has no CFBundleExecutable, CFBundleName or CFBundleDisplayName by which to know "
                    + "the app; \(fix).")
        }
        return AppSelector(names: names.map { TextPattern(exactly: $0) }, version: version)
    }

    /// The members of an entry that is a path or, on the command line, `NAME=PATH` or `NAME/VERSION=PATH`.
    private static func members(of text: SettingText) throws(CommandFailure) -> [SettingText] {
        func member(_ name: String, _ value: some StringProtocol) -> SettingText {
            SettingText(name: name, text: String(value), place: text.place)
        }
        let parts = text.text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard text.place == .commandLine, parts.count == 2 else {
            guard !text.text.isEmpty else { throw text.isNot("a path") }
            return [member(SettingTable.policy.name, text.text)]
        }
        let app = parts[0].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard !parts[1].isEmpty, app.allSatisfy({ !$0.isEmpty }) else {
            throw text.isNot("of the form NAME=PATH or NAME/VERSION=PATH")
        }
        return [member(SettingTable.app.name, app[0]), member(SettingTable.policy.name, parts[1])]
            + app.dropFirst().map { member(SettingTable.appVersion, $0) }
    }
}
