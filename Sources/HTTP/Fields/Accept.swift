/// The form that a client prefers for a reply of the proxy's own: a page or JSON, by its Accept field (RFC 9110
/// §12.5.1).
public struct Accept: Sendable {
    /// Whether the field names HTML, and not JSON with a higher weight. `*/*` names neither, because its senders, such
    /// as curl and apps, read JSON.
    public let prefersPage: Bool

    /// The form that the Accept field of a request prefers.
    public init(_ fields: Fields) {
        var page = 0
        var json = 0
        fields.forEachMember(of: .accept) { range in
            let parts = range.split(separator: UInt8(ascii: ";")).map(\.trimmed)
            guard let type = parts.first else { return }
            if type.equals(ignoringCase: "text/html") || type.equals(ignoringCase: "application/xhtml+xml") {
                page = max(page, Self.weight(parts.dropFirst()))
            } else if type.equals(ignoringCase: "application/json") {
                json = max(json, Self.weight(parts.dropFirst()))
            }
        }
        prefersPage = page > 0 && page >= json
    }

    /// The weight in thousandths (RFC 9110 §12.4.2). A missing or malformed weight is one.
    private static func weight(_ parameters: ArraySlice<ArraySlice<UInt8>>) -> Int {
        guard let weight = parameters.first(where: { $0.prefix(2).equals(ignoringCase: "q=") })?.dropFirst(2) else {
            return 1000
        }
        // A weight has one digit before its point and at most three behind it, as in `0.8`.
        let digits = weight.filter(\.isDigit).prefix(4)
        guard !digits.isEmpty else { return 1000 }
        var thousandths = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        for _ in digits.count..<4 { thousandths *= 10 }
        return thousandths
    }
}
