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

extension PropertyValue {
    /// The dictionary of a property list or of JSON, which need not be a policy. Throws an error for any other value.
    ///
    /// - Parameter path: The name of the file in the message of the error.
    public static func dictionary(
        in bytes: [UInt8], named path: String
    ) throws(PolicyFileError) -> [String: PropertyValue] {
        try PropertyListFile(path: path, data: Data(bytes)).dictionary()
    }
}
