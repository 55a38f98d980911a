import Foundation
import TransportSecurity

/// Reads property lists and JSON without a policy, such as configuration profiles.
public enum PropertyDocument {
    /// The value of a document in XML, binary or OpenStep format, or in JSON. The depth is bounded.
    ///
    /// - Parameter path: The name of the document, for errors.
    public static func value(of bytes: [UInt8], at path: String) throws(PolicyFileError) -> PropertyValue {
        guard bytes.count <= PropertyListFile.sizeLimit else {
            throw PolicyFileError(path: path, reason: .tooLarge(limit: PropertyListFile.sizeLimit))
        }
        return try PropertyListFile(path: path, data: Data(bytes)).value()
    }
}
