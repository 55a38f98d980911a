/// The form of the values that a member of an answer may have.
enum MemberForm: Hashable {
    /// A Boolean.
    case boolean(orNull: Bool)
    /// One of some words.
    case word([String], orNull: Bool)
    /// A text, or null.
    case textOrNull
    /// A list of entries of `NSPinnedDomains`.
    case pins

    /// Whether a value has the form.
    func permits(_ value: AnswerValue) -> Bool {
        switch (self, value) {
        case (.boolean, .boolean), (.textOrNull, .text), (.textOrNull, .null): return true
        case (.boolean(let permitsNull), .null), (.word(_, let permitsNull), .null): return permitsNull
        case (.word(let words, _), .text(let word)): return words.contains(word)
        case (.pins, .list(let entries)): return entries.allSatisfy(Self.isPin)
        case (.boolean, _), (.word, _), (.textOrNull, _), (.pins, _): return false
        }
    }

    /// The form in words that follow "takes".
    var description: String {
        switch self {
        case .boolean(let permitsNull): return permitsNull ? "true, false or null" : "true or false"
        case .word(let words, let permitsNull):
            let names = permitsNull ? words + ["null"] : words
            return "one of \(names.joined(separator: ", "))"
        case .textOrNull: return "a text or null"
        case .pins: return "a list of entries, each with \(Self.pinMembers.keys.sorted().joined(separator: ", "))"
        }
    }

    /// Whether a value may be an entry of `NSPinnedDomains`.
    private static func isPin(_ entry: AnswerValue) -> Bool {
        guard case .members(let members) = entry, !members.isEmpty else { return false }
        return members.allSatisfy { name, value in pinMembers[name].map { $0(value) } ?? false }
    }

    /// The forms of the members of an entry of `NSPinnedDomains`.
    private static let pinMembers: [String: @Sendable (AnswerValue) -> Bool] = [
        "domain": isText, "includesSubdomains": isBoolean, "caIdentities": isTexts, "leafIdentities": isTexts,
    ]

    private static func isText(_ value: AnswerValue) -> Bool {
        if case .text = value { return true }
        return false
    }

    private static func isBoolean(_ value: AnswerValue) -> Bool {
        if case .boolean = value { return true }
        return false
    }

    private static func isTexts(_ value: AnswerValue) -> Bool {
        if case .list(let values) = value { return values.allSatisfy(isText) }
        return value == .null
    }
}
