import DeviceManagement
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
