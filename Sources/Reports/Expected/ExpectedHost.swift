import InternetNames
import TransportSecurity

/// A host from which loads are expected: a line of a list, or the entry of an App Privacy Report about one host of one
/// app.
public struct ExpectedHost: Hashable, Sendable {
    /// The host as the file spells it.
    public var name: String
    /// The bundle identifier of the app that contacted the host; nil for a host of a list.
    public var bundleIdentifier: String?
    /// The number of times that the app contacted the host; nil if the file does not tell.
    public var contacts: Int64?
    /// The time of the first contact; nil if the file does not tell.
    public var first: Instant?
    /// The time of the last contact; nil if the file does not tell.
    public var last: Instant?
    /// Whether the file tells of further contacts without their last time.
    public var hasUntimedContacts = false

    /// Creates an expected host.
    public init(_ name: String, bundleIdentifier: String? = nil) {
        self.name = name
        self.bundleIdentifier = bundleIdentifier
    }

    /// The host in the form in which loads name it; nil if the name is not that of a host.
    public var host: Host? { Host(name.hasSuffix(".") ? String(name.dropLast()) : name) }

    /// Whether the app may have contacted the host between two times; true if the times of contacts are not known.
    ///
    /// - Parameters:
    ///   - since: The first time; nil for no bound.
    ///   - until: The last time; nil for no bound.
    public func isWithin(from since: Instant?, to until: Instant?) -> Bool {
        guard !hasUntimedContacts else { return true }
        if let since, let last, last < since { return false }
        if let until, let first = first ?? last, first > until { return false }
        return true
    }
}
