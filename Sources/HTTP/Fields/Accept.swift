/// The form that a client prefers for a reply of the proxy's own: a page or JSON, by its Accept field (RFC 9110
/// §12.5.1).
public struct Accept: Sendable {
    /// Whether the field names HTML, and not JSON with a higher weight. `text/*` names HTML, `application/*` JSON, each
    /// unless a range names the type itself. `*/*` names neither, because its senders, such as curl and apps, read
    /// JSON.
    public let prefersPage: Bool

    /// The form that the Accept field of a request prefers.
    public init(_ fields: Fields) {
        var page = Weights()
        var json = Weights()
        fields.forEachMember(of: .accept) { range in
            let parts = range.split(separator: UInt8(ascii: ";")).map(\.trimmed)
            guard let type = parts.first else { return }
            if type.equals(ignoringCase: "text/html") || type.equals(ignoringCase: "application/xhtml+xml") {
                page.add(Self.weight(parts.dropFirst()), isOfType: true)
            } else if type.equals(ignoringCase: "application/json") {
                json.add(Self.weight(parts.dropFirst()), isOfType: true)
            } else if type.equals(ignoringCase: "text/*") {
                page.add(Self.weight(parts.dropFirst()), isOfType: false)
            } else if type.equals(ignoringCase: "application/*") {
                json.add(Self.weight(parts.dropFirst()), isOfType: false)
            }
        }
        prefersPage = page.weight > 0 && page.weight >= json.weight
    }

    /// The weights that a field gives to one form.
    private struct Weights {
        private var ofType: Int?
        private var ofRange = 0

        /// The weight of the most specific range that names the form; 0 without one.
        var weight: Int { ofType ?? ofRange }

        /// Adds a weight of the type itself, or of a range with all its subtypes.
        mutating func add(_ weight: Int, isOfType: Bool) {
            if isOfType { ofType = max(ofType ?? 0, weight) } else { ofRange = max(ofRange, weight) }
        }
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
