import InternetNames
import TransportSecurity

/// The lines of a property list to which findings refer: the line of the entry for a host, else the line of
/// `NSAppTransportSecurity`, else the first line.
public struct PolicyPlace: Sendable {
    /// The file as a URI reference (RFC 3986 §4.1), relative if the given path is.
    public let uri: String
    private let lines: [String: Int]
    private let sectionLine: Int

    /// Finds the lines in a property list. A binary one, or JSON, has only its first line.
    public init(path: String, text: String) {
        uri = Self.uri(of: path)
        var lines: [String: Int] = [:]
        var sectionLine = 1
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            for key in Self.keys(in: line) {
                if key == ATSKey.appTransportSecurity, sectionLine == 1 { sectionLine = index + 1 }
                if lines[key] == nil { lines[key] = index + 1 }
            }
        }
        self.lines = lines
        self.sectionLine = sectionLine
    }

    /// The line for a host, from 1: the line of its own key or of the closest parent domain.
    public func line(of host: Host) -> Int {
        var name = Substring(host.description)
        while !name.isEmpty {
            if let line = lines[String(name)] { return line }
            guard case .name = host, let dot = name.firstIndex(of: ".") else { break }
            name = name[name.index(after: dot)...]
        }
        return sectionLine
    }

    /// The texts of all `<key>` elements in a line.
    private static func keys(in line: Substring) -> [String] {
        line.ranges(of: "<key>").compactMap { opening in
            let rest = line[opening.upperBound...]
            return rest.firstRange(of: "</key>").map { String(rest[..<$0.lowerBound]) }
        }
    }

    /// The path with percent-encoding of characters that are not allowed in a path (RFC 3986 §3.3).
    private static func uri(of path: String) -> String {
        var uri = ""
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"), UInt8(ascii: "/"):
                uri.unicodeScalars.append(Unicode.Scalar(byte))
            case _:
                uri += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return path.hasPrefix("/") ? "file://" + uri : uri
    }
}
