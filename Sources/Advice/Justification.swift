import TransportSecurity

/// A draft of the text in which a developer explains exceptions to App Store Review, with one paragraph for each
/// exception that needs it. The draft names only the reasons that the recording shows, and promises no outcome.
public struct Justification: Hashable, Sendable {
    /// The paragraphs; empty if no key needs a justification.
    public let paragraphs: [String]

    /// Creates the draft for advised exceptions.
    public init(of exceptions: [AdvisedException]) {
        paragraphs = exceptions.compactMap(Self.paragraph)
    }

    /// The reasons that Apple lists as eligible ("Provide Justification for Exceptions" in "Preventing Insecure Network
    /// Connections", and the documentation of the keys).
    public static let eligibleReasons = [
        "The server is run by another party, and does not support secure connections.",
        "The app connects to devices that cannot be upgraded to use secure connections, and must be reached by a "
            + "public host name.",
        "The app shows embedded web content from many sources, for which a supported web class cannot be used.",
        "The app loads media that is encrypted and holds no personalised information.",
    ]

    /// The paragraph for an exception; nil if none of its keys needs a justification. Keys for cleartext need one, and
    /// so does a minimum version below 1.2 (documentation of `NSExceptionMinimumTLSVersion`). Forward secrecy and local
    /// networking do not.
    private static func paragraph(on exception: AdvisedException) -> String? {
        let keys = [ATSKey.exceptionAllowsInsecureHTTPLoads, ATSKey.exceptionMinimumTLSVersion]
            .filter { key in exception.keys[key].map { ExceptionStrength.isRelaxing(key, value: $0) } ?? false }
        guard !keys.isEmpty else { return nil }
        var sentences = [
            "The app connects to \(exception.host) (\(exception.traffic.prose) in a recorded test run) and declares "
                + "\(keys.joined(separator: " and ")) for this host alone."
        ]
        let rules = exception.findings.map(\.rule)
        let reasons = exception.findings.filter { !$0.rule.repeats(rules) }.map(\.briefReason)
        if !reasons.isEmpty {
            sentences.append("Without it ATS refuses the connection: \(reasons.joined(separator: "; ")).")
        }
        if let https = exception.https { sentences.append(https.sentence) }
        sentences.append(
            "[State here why the server cannot be changed, and when it will be. Apple names the eligible reasons "
                + "below.]")
        return sentences.joined(separator: " ")
    }
}
