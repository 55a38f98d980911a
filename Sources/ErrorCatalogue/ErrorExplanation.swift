import Documents
import JSONWriting
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

        /// Whether the left part is further inside than the right one.
        public static func < (left: Layer, right: Layer) -> Bool { left.rawValue < right.rawValue }
    }

    /// The code, if there is one, and the name.
    public var title: String { code.map { "\($0) \(name)" } ?? name }
}

extension ErrorExplanation {
    /// The explanations as a document for readers.
    ///
    /// - Parameters:
    ///   - unknown: The codes without an explanation.
    ///   - url: The URL that failed, for the commands in the advice; nil if it is not known.
    public static func document(
        _ explanations: [ErrorExplanation], unknown: [String] = [], url: String? = nil
    ) -> Document {
        var document = Document(title: "What the error means")
        for explanation in explanations {
            document.blocks.append(.heading(explanation.title))
            document.blocks.append(.paragraph(explanation.meaning))
            if !explanation.causes.isEmpty {
                document.blocks += [.paragraph("Likely causes:"), .list(explanation.causes)]
            }
            if !explanation.advice.isEmpty {
                let advice = explanation.advice.map { sentence in
                    guard let url, sentence.contains("atsproxy ") else { return sentence }
                    return sentence.replacing(" URL", with: " \(url)")
                }
                document.blocks += [.paragraph("What to do:"), .list(advice)]
            }
        }
        if !unknown.isEmpty {
            document.blocks.append(.heading("Not known here"))
            document.blocks.append(
                .paragraph("The text also has \(unknown.listed(atMost: 20)), for which there is no explanation here."))
        }
        return document
    }
}

extension ErrorExplanation: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("code", code.map(Int64.init))
            json.member("name", name)
            json.member("meaning", meaning)
            json.member("causes", causes)
            json.member("advice", advice)
            json.member("rules", rules)
        }
    }
}
