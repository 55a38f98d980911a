import Foundation
import Networking
import Testing

@testable import atsproxy
@testable import Settings

/// Messages have the system's reason, and not the words of Foundation.
@Suite struct SystemErrorReasonTests {
    @Test func findsTheErrorBehindOneOfFoundation() {
        let posix = NSError(domain: NSPOSIXErrorDomain, code: Int(ENOSPC))
        let outer = NSError(domain: NSCocoaErrorDomain, code: 512, userInfo: [NSUnderlyingErrorKey: posix])
        let rows: [(any Error, Int32)] = [
            (posix, ENOSPC), (outer, ENOSPC), (CocoaError(.fileReadNoSuchFile), ENOENT),
            (CocoaError(.fileWriteNoPermission), EACCES), (CocoaError(.fileWriteFileExists), EEXIST),
            (CocoaError(.fileWriteUnknown), EIO), (CancellationError(), EIO),
        ]
        for (error, number) in rows { #expect(SystemError(behind: error, in: "write").number == number, "\(error)") }
    }

    @Test func aFileThatCannotBeWrittenHasTheSystemsReason() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try Data().write(to: folder)
        defer { unlink(folder.path) }
        for (path, reason) in [
            (folder.path + "/none/pid", "Not a directory"), ("/nonexistent/pid", "No such file or directory"),
        ] {
            let failure = #expect(throws: CommandFailure.self) { try PIDFile(path) }
            #expect(failure?.sentence == "\(path), the pid-file, cannot be written: \(reason).")
        }
    }
}
