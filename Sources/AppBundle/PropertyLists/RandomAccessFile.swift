import Foundation

/// A file that is read in parts, by seeking.
struct RandomAccessFile {
    /// The size in bytes.
    let size: Int
    private let path: String
    private let handle: FileHandle

    /// Opens a file.
    init(path: String, pipes: FileOpening.Pipes = .read) throws(PolicyFileError) {
        self.path = path
        do {
            handle = try FileOpening.handle(at: path, pipes: pipes)
            size = Int(clamping: try handle.seekToEnd())
        } catch {
            throw PolicyFileError(reading: path, failedWith: error)
        }
    }

    /// At most `count` bytes at an offset; fewer at the end of the file.
    func bytes(at offset: Int, _ count: Int) throws(PolicyFileError) -> [UInt8] {
        guard offset >= 0, offset < size else { return [] }
        var bytes: [UInt8] = []
        do {
            try handle.seek(toOffset: UInt64(offset))
            while bytes.count < count, let more = try handle.read(upToCount: count - bytes.count), !more.isEmpty {
                bytes += more
            }
        } catch {
            throw PolicyFileError(reading: path, failedWith: error)
        }
        return bytes
    }
}

extension PolicyFileError {
    /// Creates the error for a file that Foundation could not read.
    init(reading path: String, failedWith error: any Error) {
        if let notRegular = error as? FileOpening.NotRegular {
            self.init(path: path, reason: .unreadable(notRegular.description))
            return
        }
        let reason: Reason
        switch (error as? CocoaError)?.code {
        case .fileNoSuchFile, .fileReadNoSuchFile: reason = .missing
        case .fileReadNoPermission: reason = .unreadable("permission denied")
        case _: reason = .unreadable(Self.systemReason(of: error))
        }
        self.init(path: path, reason: reason)
    }

    /// The system's words for the error behind one of Foundation; else Foundation's own.
    private static func systemReason(of error: any Error) -> String {
        let error = error as NSError
        let underlying = (error.userInfo[NSUnderlyingErrorKey] as? any Error).map { $0 as NSError } ?? error
        guard underlying.domain == NSPOSIXErrorDomain else { return error.localizedDescription.trimmingSentence }
        return String(cString: strerror(Int32(truncatingIfNeeded: underlying.code)))
    }
}

extension String {
    /// The text without white space and full stop at its end, for use inside a sentence.
    var trimmingSentence: String {
        trimmingCharacters(in: .whitespacesAndNewlines.union(CharacterSet(charactersIn: ".")))
    }
}
