import Foundation
import TransportSecurity

extension PropertyValue {
    /// Reads the dictionary of a property list or of JSON that was read from a path, whatever its keys mean.
    public static func dictionary(
        in bytes: [UInt8], named path: String
    ) throws(PolicyFileError) -> [String: PropertyValue] {
        try PropertyListFile(path: path, data: Data(bytes)).dictionary()
    }
}
