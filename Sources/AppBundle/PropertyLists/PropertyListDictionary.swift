import Foundation
import TransportSecurity

extension PropertyValue {
    /// Reads the dictionary of a property list or of JSON, which need not be a policy.
    ///
    /// - Parameter path: The name of the file in the message of the error.
    public static func dictionary(
        in bytes: [UInt8], named path: String
    ) throws(PolicyFileError) -> [String: PropertyValue] {
        try PropertyListFile(path: path, data: Data(bytes)).dictionary()
    }
}
