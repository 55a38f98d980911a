import DataFiles
import DataInUse
import Settings

extension CurrentData {
    /// The directory of updated files. Throws an error if there is no place for one.
    static func requiredDirectory() throws(CommandFailure) -> DataDirectory {
        if let directory { return directory }
        throw CommandFailure(
            .output, "there is no place for updated files, because \(missingPlace); set XDG_DATA_HOME to one.")
    }
}
