/// Makes the anchors of a page's headings: letters, digits and hyphens, each anchor once.
struct HTMLAnchors {
    /// The number of headings with each name.
    private var counts: [String: Int] = [:]

    /// The anchor for the next heading with this text.
    mutating func anchor(for heading: String) -> String {
        let words = heading.lowercased().unicodeScalars.prefix(64)
            .split { !(("a"..."z").contains($0) || ("0"..."9").contains($0)) }
        let name = words.isEmpty ? "part" : words.map { String(String.UnicodeScalarView($0)) }.joined(separator: "-")
        let count = counts[name, default: 0] + 1
        counts[name] = count
        // No other heading has the anchor, because no word ends with two hyphens and a number.
        return count == 1 ? name : "\(name)--\(count)"
    }
}
