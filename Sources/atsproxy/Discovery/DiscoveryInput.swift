import DeviceManagement
import InternetNames
import Settings

/// The arguments of the options about device management, read before any server is asked.
struct DiscoveryInput {
    /// The domains and accounts of `--discover`.
    let domains: [DiscoveryDomain]
    /// The URLs of `--enrollment`.
    let urls: [LoadURL]
    /// The files of `--profile`.
    let files: [ManagementFile]
    /// The family of the device that is looked for.
    let modelFamily: ModelFamily

    /// Reads the arguments and the files.
    init(_ options: DiscoveryOptions) throws(CommandFailure) {
        domains = try options.discover.map { (text) throws(CommandFailure) in try DiscoveryDomain(text) }
        urls = try options.enrollment.map { (text) throws(CommandFailure) in try LoadURL(argument: text) }
        files = try options.profile.map { (path) throws(CommandFailure) in try ManagementFile(InputFile(path)) }
        modelFamily = options.modelFamily
    }
}
