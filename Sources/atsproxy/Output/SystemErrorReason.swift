import Foundation
import Networking

extension SystemError {
    /// The resource that the system has run out of, in words.
    var shortage: String {
        number == EMFILE || number == ENFILE ? "too many open files" : "\(operation): \(text)"
    }

    /// Creates the error of the system behind an error of Foundation, whose own words name files in another way and end
    /// in a full stop.
    init(behind error: any Error, in operation: String) {
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
