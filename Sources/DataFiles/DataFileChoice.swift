import TransportSecurity

/// The file of data that is used: the newer of the file in the program and the updated one in the data directory.
public struct DataFileChoice: Sendable {
    /// The content of the file in use.
    public let bytes: [UInt8]
    /// The date that the file in use says; nil if it says none.
    public let date: Instant?
    /// The origin of the file in use.
    public let origin: Origin
    /// The content of the updated file; nil if the shipped file is in use, which has not been read in full.
    public let updated: DataFileContent?
    /// The reason why an updated file is not used, in one sentence; nil otherwise.
    public let ignored: String?

    /// The origin of a file.
    public enum Origin: Hashable, Sendable {
        /// The file is a part of the program.
        case shipped
        /// The file was downloaded to this path.
        case updated(path: String)
    }

    /// Chooses between a shipped file and the updated one in a directory.
    ///
    /// A damaged updated file is never used. An updated file with a date in the future is never used, because it would
    /// never count as old, and no later file would count as newer.
    public init(_ kind: DataFileKind, shipped: [UInt8], in directory: DataDirectory?, at now: Instant) {
        let date = DataFileContent.date(kind, shipped)
        let path = directory?.path(of: kind) ?? ""
        do throws(DataFileFault) {
            guard let bytes = try directory?.read(kind) else {
                self.init(shipped: shipped, of: date, ignored: nil)
                return
            }
            // Without a published source, an update would replace nothing.
            let fix =
                kind.publishedAt == nil
                ? "the shipped file is used instead; atsproxy data reset \(kind.rawValue) removes the other."
                : "the shipped file is used instead, until atsproxy data update \(kind.rawValue) replaces it."
            if let old = DataFileContent.date(kind, bytes), let date, old <= date {
                // A file of the same date has the same content.
                let reason = "\(path) is of \(old.date), which is older than the shipped file of \(date.date); \(fix)"
                self.init(shipped: shipped, of: date, ignored: old < date ? reason : nil)
                return
            }
            do throws(DataFileFault) {
                let content = try DataFileContent(kind, bytes, named: path)
                guard content.date <= now + DataFileContent.clockTolerance else {
                    let fault = "\(path) is dated \(content.date.date), which is in the future"
                    self.init(shipped: shipped, of: date, ignored: "\(fault); \(fix)")
                    return
                }
                self.init(updated: content, at: path)
            } catch {
                self.init(shipped: shipped, of: date, ignored: "\(error.clause); \(fix)")
            }
        } catch {
            self.init(
                shipped: shipped, of: date, ignored: "\(error.clause); the shipped file is used instead.")
        }
    }

    /// Chooses the shipped file.
    ///
    /// - Parameter ignored: The reason why an updated file is not used; nil without such a file.
    private init(shipped: [UInt8], of date: Instant?, ignored: String?) {
        bytes = shipped
        self.date = date
        origin = .shipped
        updated = nil
        self.ignored = ignored
    }

    /// Chooses an updated file.
    private init(updated content: DataFileContent, at path: String) {
        bytes = content.bytes
        date = content.date
        origin = .updated(path: path)
        updated = content
        ignored = nil
    }
}
