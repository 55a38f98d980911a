import Foundation
import Networking

/// The words for errors of the system, in messages of commands.
extension SystemError {
    /// The error in words: `too many open files` for EMFILE and ENFILE, else the operation and the system's text.
    package var prose: String {
        number == EMFILE || number == ENFILE ? "too many open files" : "\(operation): \(text)"
    }

    /// Creates the system error behind an error of Foundation. Foundation's own texts are not used, because they name
    /// files differently and end with a full stop.
    package init(behind error: any Error, in operation: String) {
        var next: (any Error)? = error
        while let current = next as NSError? {
            if current.domain == NSPOSIXErrorDomain {
                self.init(number: Int32(truncatingIfNeeded: current.code), operation: operation)
                return
            }
            next = current.userInfo[NSUnderlyingErrorKey] as? any Error
        }
        let number =
            switch (error as? CocoaError)?.code {
            case .fileNoSuchFile, .fileReadNoSuchFile: ENOENT
            case .fileReadNoPermission, .fileWriteNoPermission: EACCES
            case .fileWriteFileExists: EEXIST
            case _: EIO
            }
        self.init(number: number, operation: operation)
    }
}
