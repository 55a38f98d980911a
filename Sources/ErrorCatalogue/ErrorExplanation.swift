import TransportSecurity

/// The explanation of an error that an app or its log shows after a failed load.
public struct ErrorExplanation: Hashable, Sendable {
    /// The code; nil for a sentence of a log that has none.
    public var code: Int?
    /// Apple's name for the code, as in its headers, or the beginning of the sentence.
    public var name: String
    /// The part of the system that reports the error.
    public var layer: Layer
    /// The meaning in one sentence.
    public var meaning: String
    /// Possible causes, most likely first.
    public var causes: [String]
    /// Steps to find or remove the cause.
    public var advice: [String]
    /// The rules whose violations lead to this error.
    public var rules: [RuleID]

    /// The parts of the system that report errors, from the innermost one. An error of an outer part only passes on
    /// that of an inner part.
    public enum Layer: Int, Comparable, Sendable {
        /// The evaluation of certificates.
        case trust
        /// TCP and TLS.
        case connection
        /// The way through a proxy.
        case proxy
        /// The load of a URL.
        case load

        /// Whether one part is further inside than the other.
        public static func < (left: Layer, right: Layer) -> Bool { left.rawValue < right.rawValue }
    }

    /// The code, if there is one, and the name.
    public var title: String { code.map { "\($0) \(name)" } ?? name }
}
