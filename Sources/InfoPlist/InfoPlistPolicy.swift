import Foundation
import TransportSecurity

/// Policies from an app's Info.plist, for the unit tests of the app.
///
/// The Info.plist is the app's own and therefore trusted: Foundation parses it, without limits of its size or depth.
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
