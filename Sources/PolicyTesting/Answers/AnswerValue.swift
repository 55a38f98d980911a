import InternetNames
import JSONWriting

/// The value of a member of an answer, as in `policy explain --format json`.
package enum AnswerValue: Hashable, Sendable {
    /// No value.
    case null
    /// A Boolean.
    case boolean(Bool)
    /// A string.
    case text(String)
    /// An array.
    case list([AnswerValue])
    /// An object, by the names of its members.
    case members([String: AnswerValue])

    /// Whether an actual value meets this expected one. An object has to have the expected members, and may have
    /// others. Texts in a list, such as the digests of pins, have no order.
    func isMet(by actual: AnswerValue) -> Bool {
        switch (self, actual) {
        case (.list(let expected), .list(let actual)):
            let pairs = zip(Self.sortingTexts(expected), Self.sortingTexts(actual))
            return expected.count == actual.count && pairs.allSatisfy { $0.isMet(by: $1) }
        case (.members(let expected), .members(let actual)):
            return expected.allSatisfy { name, value in actual[name].map(value.isMet) ?? false }
        case (.null, _), (.boolean, _), (.text, _), (.list, _), (.members, _):
            return self == actual
        }
    }

    /// The values in order if all of them are texts, else as they are.
    private static func sortingTexts(_ values: [AnswerValue]) -> [AnswerValue] {
        let texts = values.compactMap { value -> String? in
            if case .text(let text) = value { return text }
            return nil
        }
        return texts.count == values.count ? texts.sorted().map(AnswerValue.text) : values
    }
}

extension AnswerValue: CustomStringConvertible {
    /// The value for readers. Texts have no quotes, and lists and objects are JSON.
    package var description: String {
        switch self {
        case .text(let text): return text.visible()
        case .null, .boolean, .list, .members: return String(decoding: line, as: UTF8.self)
        }
    }
}

extension AnswerValue: JSONWritable {
    package func write(to json: inout JSONWriter) {
        switch self {
        case .null: json.null()
        case .boolean(let value): json.boolean(value)
        case .text(let text): json.string(text)
        case .list(let values): values.write(to: &json)
        case .members(let members):
            json.object { json in
                for (name, value) in members.sorted(by: { $0.key < $1.key }) {
                    json.name(name)
                    value.write(to: &json)
                }
            }
        }
    }
}
