import TransportSecurity

/// A draft of what App Store Review asks for where a policy relaxes ATS: one paragraph for each exception, from what was
/// recorded. It claims no reason that the recording cannot show, and no outcome.
public struct Justification: Hashable, Sendable {
    /// The paragraphs; empty where no key needs a justification.
    public let paragraphs: [String]

    /// The draft for what remains of that advice.
    public init(_ advice: AppPolicyAdvice) {
        paragraphs = advice.exceptions.compactMap(Self.paragraph)
    }

    /// The reasons that Apple names as eligible ("Provide Justification for Exceptions", Preventing Insecure Network
    /// Connections, and the documentation of the keys).
    public static let eligibleReasons = [
        "The server is run by another party, and does not support secure connections.",
        "The app connects to devices that cannot be upgraded to use secure connections, and must be reached by a public "
            + "host name.",
        "The app shows embedded web content from many sources, for which a supported web class cannot be used.",
        "The app loads media that is encrypted and holds no personalised information.",
    ]

    /// Keys that need a justification: those for cleartext, and a minimum version only below 1.2 (documentation of
    /// `NSExceptionMinimumTLSVersion`). Forward secrecy and local networking need none.
    private static func paragraph(on exception: AdvisedException) -> String? {
        let keys = [ATSKey.exceptionAllowsInsecureHTTPLoads, ATSKey.exceptionMinimumTLSVersion]
            .filter { exception.keys[$0] != nil }
        guard !keys.isEmpty else { return nil }
        var sentences = [
            "The app connects to \(exception.host) (\(exception.traffic.prose) in a recorded test run) and declares "
                + "\(keys.joined(separator: " and ")) for this host alone."
        ]
        sentences += exception.findings.map(\.message)
        if let https = exception.https { sentences.append(https.sentence) }
        sentences.append(
            "[State here why the server cannot be changed, and when it will be. Apple names the eligible reasons below.]"
        )
        return sentences.joined(separator: " ")
    }
}
