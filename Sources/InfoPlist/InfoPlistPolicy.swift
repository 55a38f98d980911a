import Foundation
import TransportSecurity

/// Policies from an app's Info.plist, for the unit tests of the app.
///
/// The Info.plist is the app's own and therefore trusted. Foundation parses it without limits on its size or depth.
/// A property list with a key of `NSAppTransportSecurity` at its top level, and without a `CFBundle…` key, is read as
/// the `NSAppTransportSecurity` dictionary itself.
extension Policy {
    /// Creates the policy that an OS reads from an Info.plist in a file.
    ///
    /// - Parameters:
    ///   - url: The URL of the file, a property list in XML or binary format.
    ///   - os: The OS that reads the policy. A test that names none has other results once a newer OS is known.
    /// - Throws: An error if the file cannot be read, is not a property list, or holds no dictionary.
    public init(infoPlist url: URL, readBy os: OSVersion = .newest) throws(InfoPlistError) {
        let data: Data
        do {
            data = try Data(contentsOf: url)
        } catch {
            throw InfoPlistError(source: url.path, reason: .unreadable((error as NSError).localizedDescription))
        }
        try self.init(data, source: url.path, readBy: os)
    }

    /// Creates the policy that an OS reads from the content of an Info.plist.
    ///
    /// - Parameters:
    ///   - data: A property list in XML or binary format.
    ///   - os: The OS that reads the policy.
    /// - Throws: An error if the content is not a property list, or holds no dictionary.
    public init(infoPlist data: Data, readBy os: OSVersion = .newest) throws(InfoPlistError) {
        try self.init(data, source: "The data", readBy: os)
    }

    /// Creates the policy that an OS reads from the dictionary of an Info.plist, such as that of `Bundle.main`.
    ///
    /// `Bundle.main` is the app only in tests that run inside the app (which have a host application). The dictionary
    /// of another process is often empty and would stand for the defaults of ATS. An empty dictionary is therefore an
    /// error.
    ///
    /// - Parameters:
    ///   - infoDictionary: The keys and values of the Info.plist.
    ///   - os: The OS that reads the policy.
    /// - Throws: An error if the dictionary is empty.
    public init(infoDictionary: [String: Any], readBy os: OSVersion = .newest) throws(InfoPlistError) {
        guard !infoDictionary.isEmpty else { throw InfoPlistError(source: "The dictionary", reason: .empty) }
        self.init(DeclaredPolicy(infoDictionary.mapValues(PropertyValue.init(foundation:))), readBy: os)
    }

    private init(_ data: Data, source: String, readBy os: OSVersion) throws(InfoPlistError) {
        let value: Any
        do {
            value = try PropertyListSerialization.propertyList(from: data, format: nil)
        } catch {
            throw InfoPlistError(source: source, reason: .malformed)
        }
        guard case .dictionary(let propertyList) = PropertyValue(foundation: value) else {
            throw InfoPlistError(source: source, reason: .notADictionary)
        }
        self.init(DeclaredPolicy(propertyList), readBy: os)
    }

    private init(_ declared: DeclaredPolicy, readBy os: OSVersion) {
        self.init(declared.dictionary, readBy: os, linkedSDK: declared.linkedSDK)
    }
}

/// The error for an Info.plist from which no policy can be read.
public struct InfoPlistError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path of the file, or words for a source without a path.
    public let source: String
    /// The reason.
    public let reason: Reason

    /// Reasons why an Info.plist cannot be read.
    public enum Reason: Hashable, Sendable {
        /// The file cannot be read; the text is the system's reason.
        case unreadable(String)
        /// The content is not a property list.
        case malformed
        /// The top-level value is not a dictionary.
        case notADictionary
        /// The dictionary has no key.
        case empty
    }

    /// A sentence that names the source, the reason and, if that helps, the fix.
    public var description: String {
        switch reason {
        case .unreadable(let detail):
            return "\(source) cannot be read: \(detail)"
        case .malformed:
            return "\(source) is no property list."
        case .notADictionary:
            return "\(source) holds no dictionary; an Info.plist is one."
        case .empty:
            return "\(source) is empty; Bundle.main is the app only in tests that run inside the app."
        }
    }
}

extension PropertyValue {
    /// Creates the value from the result of Foundation's parsers of property lists and JSON. The recursion is bounded,
    /// because these parsers limit the depth to 512.
    package init(foundation value: Any) {
        switch value {
        case let dictionary as [String: Any]: self = .dictionary(dictionary.mapValues(PropertyValue.init(foundation:)))
        case let array as [Any]: self = .array(array.map(PropertyValue.init(foundation:)))
        case let string as String: self = .string(string)
        case let number as NSNumber: self.init(number)
        case is Date: self = .other("a date")
        case is Data: self = .other("data")
        case is NSNull: self = .other("null")
        case _: self = .other("a value of an unknown type")
        }
    }

    /// Creates a Boolean or a number. `as? Bool` also succeeds for the number 1. The letter of the Objective-C type
    /// distinguishes the two on every platform: `c` and `B` stand for Booleans, `d` and `f` for floating-point numbers,
    /// and `Q` for unsigned numbers of 64 bits.
    private init(_ number: NSNumber) {
        switch UInt8(bitPattern: number.objCType.pointee) {
        case UInt8(ascii: "c"), UInt8(ascii: "B"):
            self = .boolean(number.boolValue)
        case UInt8(ascii: "d"), UInt8(ascii: "f"):
            self = .real(number.doubleValue)
        case UInt8(ascii: "Q"):
            self = Int64(exactly: number.uint64Value).map(PropertyValue.integer) ?? .real(number.doubleValue)
        case _:
            self = .integer(number.int64Value)
        }
    }
}
