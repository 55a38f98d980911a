/// A media range of an `Accept` field (RFC 9110 §12.5.1), such as `application/openmetrics-text;version=1.0.0;q=0.8`.
/// By its ranges, a client says in which format it prefers metrics.
struct AcceptedRange: Hashable {
    /// The type in lower case, or `*`.
    var type: String
    /// The subtype in lower case, or `*`.
    var subtype: String
    /// The value of the parameter `version`; nil without one.
    var version: String?
    /// The weight in thousandths, from 0 for a refused type to 1000.
    var quality: Int

    /// The ranges of a field's value. Malformed ranges are left out.
    static func all(in value: String) -> [AcceptedRange] {
        value.split(separator: ",").compactMap { AcceptedRange(String($0)) }
    }

    /// Reads one range; nil if it is malformed.
    init?(_ text: String) {
        let parts = text.split(separator: ";", omittingEmptySubsequences: false).map(Self.trimmed)
        let names = parts[0].lowercased().split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard names.count == 2, !names.contains("") else { return nil }
        (type, subtype, quality) = (names[0], names[1], 1000)
        // The range of all types is written `*/*`.
        guard type != "*" || subtype == "*" else { return nil }
        for parameter in parts.dropFirst() where !parameter.isEmpty {
            let nameAndValue = parameter.split(separator: "=", maxSplits: 1).map { Self.trimmed($0) }
            guard nameAndValue.count == 2 else { return nil }
            switch nameAndValue[0].lowercased() {
            case "q":
                guard let weight = Self.thousandths(nameAndValue[1]) else { return nil }
                quality = weight
            case "version": version = nameAndValue[1].filter { $0 != "\"" }
            case _: break
            }
        }
    }

    /// Whether a media type of which a reader understands some versions is in the range.
    func contains(type: String, subtype: String, versions: [String]) -> Bool {
        guard self.type == type || self.type == "*", self.subtype == subtype || self.subtype == "*" else {
            return false
        }
        return version.map(versions.contains) ?? true
    }

    /// The rank of the range by how specific it is. Of several ranges with a media type, the most specific one counts.
    var specificity: Int {
        if type == "*" { return 0 }
        if subtype == "*" { return 1 }
        return version == nil ? 2 : 3
    }

    /// The thousandths of a weight such as `0.8` (RFC 9110 §12.4.2): 0 or 1 with at most three digits behind the point,
    /// and not above 1. Nil for any other text.
    private static func thousandths(_ text: String) -> Int? {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let digits = parts.count == 2 ? String(parts[1]) : ""
        guard ["0", "1"].contains(parts[0]), digits.utf8.count <= 3,
            digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let fraction = Int(digits + String(repeating: "0", count: 3 - digits.utf8.count))
        else { return nil }
        let value = (parts[0] == "1" ? 1000 : 0) + fraction
        return value <= 1000 ? value : nil
    }

    /// The text without spaces and tabs at its ends.
    private static func trimmed(_ text: some StringProtocol) -> String {
        let inner = text.drop { $0 == " " || $0 == "\t" }
        return String(inner.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}
