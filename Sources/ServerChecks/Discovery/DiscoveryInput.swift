import DeviceManagement
import InternationalNames
import InternetNames
import Settings

/// The arguments of the options about device management, read before any server is asked.
package struct DiscoveryInput {
    /// The domains and accounts of `--discover`.
    package let domains: [DiscoveryDomain]
    /// The URLs of `--enrollment`.
    package let urls: [LoadURL]
    /// The files of `--profile`.
    package let files: [ManagementFile]
    /// The family of the device that asks.
    package let modelFamily: ModelFamily

    /// Reads the arguments and the files.
    package init(
        domains: [String], enrollments: [String], profiles: [String], modelFamily: ModelFamily
    ) throws(CommandFailure) {
        self.domains = try domains.map { (text) throws(CommandFailure) in try DiscoveryDomain(text) }
        urls = try enrollments.map { (text) throws(CommandFailure) in try LoadURL(argument: text) }
        files = try profiles.map { (path) throws(CommandFailure) in try ManagementFile(InputFile(path)) }
        self.modelFamily = modelFamily
    }
}

/// A domain of accounts, or an account, as `--discover` takes it.
package struct DiscoveryDomain {
    /// The host and the port.
    package let authority: Authority
    /// The account; nil if only the domain is named.
    package let account: String?

    /// Reads an argument.
    package init(_ text: String) throws(CommandFailure) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        var domain = parts.last.map(String.init) ?? ""
        // An absolute name ends with a dot. The account has none.
        if domain.hasSuffix(".") { domain.removeLast() }
        guard parts.count <= 2, !domain.contains(where: { "/?#".contains($0) }),
            parts.dropLast().allSatisfy(Self.isAccountName), let url = try? LoadURL(written: domain)
        else { throw Self.failure(text) }
        guard case .name = url.host else {
            throw CommandFailure(
                .usage, "--discover takes the domain of accounts, and \(url.host) is an address; name the domain.")
        }
        account = parts.count > 1 ? "\(parts[0])@\(domain)" : nil
        authority = url.authority
    }

    /// Whether a text is the part of an account before the at sign. A colon there is that of a scheme or of a password.
    private static func isAccountName(_ text: Substring) -> Bool {
        !text.isEmpty && !text.contains { $0.isWhitespace || ":/?#".contains($0) }
    }

    private static func failure(_ text: String) -> CommandFailure {
        if text.contains("://"), let url = try? LoadURL(written: text), !text.contains("@") {
            return CommandFailure(
                .usage, "--discover takes a domain and no URL; write \(url.host), or name the URL with --enrollment.")
        }
        // The text before an at sign may have a password.
        let shown = text.contains("@") ? "the argument" : "'\(text.visible())'"
        return CommandFailure(
            .usage,
            "--discover takes domains and accounts, such as example.com and anna@example.com, and \(shown) is neither; "
                + "name a URL with --enrollment.")
    }
}
