import Documents
import JSONWriting

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
