import Networking
import Recordings

/// The destination of an export: standard output or a file, compressed if its name ends in `.gz`. A file appears under
/// its name only when the export is complete.
public struct ExportOutput: ~Copyable {
    private let output: CondensedOutput
    /// The number of lines so far.
    private(set) var lines = 0
    /// The first failure to write. Nothing is written after it.
    private var failure: OutputFileError?

    /// Opens the output.
    ///
    /// - Parameter path: The file; nil for standard output.
    public init(path: String?) throws(StoreFailure) {
        do throws(OutputFileError) {
            output = try CondensedOutput(path: path)
        } catch {
            throw StoreFailure(.output, error.description)
        }
    }

    /// Appends a line, to which a line feed is added.
    public mutating func append(_ line: some Collection<UInt8>) {
        guard failure == nil else { return }
        lines += 1
        do throws(OutputFileError) {
            try output.append(line)
            try output.append(CollectionOfOne(UInt8(ascii: "\n")))
        } catch {
            failure = error
        }
    }

    /// Writes the last line, and gives a file its name. Throws an error if anything could not be written.
    public mutating func finish() throws(StoreFailure) {
        append(CondensedEnd(lines: lines).line)
        do throws(OutputFileError) {
            if let failure { throw failure }
            try output.finish()
        } catch {
            throw StoreFailure(.output, error.description)
        }
    }

    /// Whether a write has failed. Further lines are then dropped.
    public var hasFailed: Bool { failure != nil }
}
