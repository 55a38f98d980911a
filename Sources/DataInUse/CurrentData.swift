import DataFiles
import Foundation
import InternetNames
import Networking
import Recording
import Settings
import Synchronization
import TransportSecurity

/// The data files that verdicts depend on, as they are now. If a kind has a shipped and an updated file, the newer file
/// is used.
package enum CurrentData {
    /// The directory of updated files; nil if the environment names no place for it.
    package static let directory = DataDirectory(environment: ProcessInfo.processInfo.environment)

    /// The reason why there is no such directory, for use inside a sentence.
    package static let missingPlace = "neither STATE_DIRECTORY nor XDG_DATA_HOME nor HOME is an absolute path"

    /// The file in use, read again if the updated file has changed since the last call.
    package static func choice(_ kind: DataFileKind) -> DataFileChoice {
        let version = directory.flatMap { FileVersion(path: $0.path(of: kind)) }
        if let cached = cache.withLock({ $0[kind] }), cached.version == version { return cached.choice }
        let choice = DataFileChoice(
            kind, shipped: ShippedFile.bytes(of: kind), in: directory, at: WallClock.now)
        cache.withLock { $0[kind] = CachedChoice(version: version, choice: choice) }
        return choice
    }

    /// The file in use, read in full. Its kind determines the case of its value.
    package static func content(_ kind: DataFileKind) throws(CommandFailure) -> DataFileContent {
        if let updated = choice(kind).updated { return updated }
        return try ShippedFile.content(of: kind).get()
    }

    /// The public suffixes.
    package static var publicSuffixes: PublicSuffixes {
        guard let updated = choice(.publicSuffixes).updated, case .publicSuffixes(let suffixes) = updated.value else {
            return ShippedFile.publicSuffixes
        }
        return suffixes
    }

    /// The Certificate Transparency logs that Apple's systems accept.
    package static func logs() throws(CommandFailure) -> TransparencyLogList {
        guard case .logs(let logs) = try content(.logList).value else {
            preconditionFailure("A log list was read as another kind of file.")
        }
        return logs
    }

    /// The roots that Apple's systems trust, in DER.
    package static func roots() throws(CommandFailure) -> [[UInt8]] {
        guard case .roots(let roots) = try content(.roots).value else {
            preconditionFailure("Roots were read as another kind of file.")
        }
        return roots
    }

    /// The trust stores of all systems. The roots in use take the place of the newest store of the shipped file, unless
    /// they are older.
    package static func rootStores() throws(CommandFailure) -> RootStoresFile {
        let shipped = try ShippedFile.rootStores.get()
        guard let date = choice(.roots).date, date >= shipped.date else { return shipped }
        return shipped.replacingNewest(with: try roots(), of: date)
    }

    /// The date of the shipped file of trust stores, whichever roots are in use for the newest system.
    package static var rootStoresDate: Instant? { (try? ShippedFile.rootStores.get())?.date }

    /// The line about the trust stores for `--version`.
    package static var versionLineOfRootStores: String {
        "\(RootStoresFile.name) of \(rootStoresDate?.date ?? "unknown")"
    }

    /// The reasons why updated files are not used, one sentence for each.
    package static func warnings(about kinds: [DataFileKind]) -> [String] {
        kinds.compactMap { choice($0).ignored }
    }

    /// The line about a file for `--version`.
    package static func versionLine(_ kind: DataFileKind) -> String {
        let choice = choice(kind)
        let date = choice.date?.date ?? "unknown"
        switch choice.origin {
        case .shipped: return "\(kind.fileName) of \(date)"
        case .updated: return "\(kind.fileName) of \(date) (updated)"
        }
    }

    private struct CachedChoice: Sendable {
        /// The state of the updated file when it was read; nil if there was none.
        var version: FileVersion?
        var choice: DataFileChoice
    }

    private static let cache = Mutex<[DataFileKind: CachedChoice]>([:])
}
