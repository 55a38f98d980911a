import InternetNames

/// The name of the test case that the loads of a client belong to.
public struct TestLabel: Hashable, Sendable {
    /// The name: at least one visible character, at most `sizeLimit` bytes of UTF-8, and no space at either end.
    public let text: String

    /// The largest name in bytes of UTF-8.
    public static let sizeLimit = 200

    /// Reads a name. Spaces and line breaks around it are left out; nil if nothing is left, if it is too long, or if it
    /// has characters that are not visible.
    public init?(_ text: String) {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return nil }
        let trimmed = String(String.UnicodeScalarView(scalars[first...last]))
        guard trimmed.utf8.count <= Self.sizeLimit, trimmed.unicodeScalars.allSatisfy(\.isVisible) else { return nil }
        self.text = trimmed
    }
}
