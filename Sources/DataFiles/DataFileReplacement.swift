import TransportSecurity

/// The answer to the question whether one file of data may replace another of its kind.
public enum DataFileReplacement: Hashable, Sendable {
    /// The file is newer, and plausible.
    case newer
    /// The file has the same date.
    case same
    /// The file may not replace the other.
    case refused(DataFileFault)
}

extension DataFileContent {
    /// Compares this file with the one in use, which it is to replace.
    ///
    /// An older file is refused, because an old list of logs would make a new one harmless. A file from the future is
    /// refused, because no later one would ever count as newer. A file with fewer than half of the entries is refused,
    /// because it is more probably a mistake of its publisher than a change.
    ///
    /// - Parameter file: The name of this file, for the fault.
    public func replacement(of old: DataFileContent, named file: String, at now: Instant) -> DataFileReplacement {
        if date > now + Self.clockTolerance {
            return .refused(DataFileFault("\(file) is dated \(date.date), which is in the future; see the clock."))
        }
        if date < old.date {
            return .refused(
                DataFileFault("\(file) is of \(date.date), which is older than the file in use, of \(old.date.date)."))
        }
        guard date > old.date else { return .same }
        if entries * 2 < old.entries {
            return .refused(
                DataFileFault(
                    "\(file) holds \(entries) \(kind.entryName), fewer than half of the \(old.entries) in use."))
        }
        return .newer
    }

    /// The number of seconds that a date may be ahead of this machine's clock.
    static let clockTolerance: Int64 = 86_400
}
