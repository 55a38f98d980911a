import InternetNames
import TransportSecurity

/// The error codes and hosts in a pasted log line or a bare code.
public struct LogLine: Hashable, Sendable {
    /// The codes in the text, known or not, without duplicates, in order.
    public var codes: [Int] = []
    /// The hosts of the URLs in the text, without duplicates, in order.
    public var hosts: [Host] = []

    /// Finds the codes and hosts in any text.
    ///
    /// A code is a negative number of three to five digits, one of Apple's names for a code, or a number without a sign
    /// if the text consists of it alone. `readingHost` parses the hosts of URLs.
    public init(_ text: String, readingHost: (String) -> Host? = Host.init(_:)) {
        let text = text.unicodeScalars.prefix(65_536)
        let scalars = Array(text)
        readCodes(scalars)
        for explanation in ErrorCatalogue.entries
        where String(String.UnicodeScalarView(text)).contains(explanation.name) {
            add(explanation.code)
        }
        readHosts(String(String.UnicodeScalarView(text)), readingHost)
    }

    private mutating func readCodes(_ scalars: [Unicode.Scalar]) {
        var index = 0
        while index < scalars.count {
            let start = index
            while index < scalars.count, Self.isDigit(scalars[index]) { index += 1 }
            guard index > start else {
                index += 1
                continue
            }
            let digits = String(String.UnicodeScalarView(scalars[start..<index]))
            // Other dashes are accepted as minus signs, because text copied from a browser may have typographic ones.
            let isNegative = start > 0 && ["-", "\u{2212}", "\u{2013}"].contains(scalars[start - 1])
            // In a date or an identifier, the dash follows a digit or a letter.
            let isPart = start > 1 && (Self.isDigit(scalars[start - 2]) || scalars[start - 2].properties.isAlphabetic)
            let isAlone = start == 0 && index == scalars.count
            guard (3...5).contains(digits.count), let number = Int(digits), isNegative && !isPart || isAlone else {
                continue
            }
            add(-number)
        }
    }

    private mutating func readHosts(_ text: String, _ readingHost: (String) -> Host?) {
        for scheme in ["https://", "http://", "wss://", "ws://"] {
            for range in text.ranges(of: scheme) {
                let rest = text[range.lowerBound...].prefix { !$0.isWhitespace && !"\"'<>,;)}\\".contains($0) }
                guard let url = try? LoadURL(String(rest), readingHost: readingHost), !hosts.contains(url.host) else {
                    continue
                }
                hosts.append(url.host)
            }
        }
    }

    private mutating func add(_ code: Int) {
        if !codes.contains(code) { codes.append(code) }
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
}
