import AppBundle
import InternetNames
import TransportSecurity

/// The lines of a property list to which findings refer: the line of the entry for a host, else the line of
/// `NSAppTransportSecurity`, else the first line.
public struct FindingPlace: Sendable {
    /// The file, as given.
    public let path: String
    /// The file as a URI reference (RFC 3986 §4.1), relative if the given path is.
    public let uri: String
    private let lines: [String: Int]
    private let sectionLine: Int

    /// Finds the lines in a property list. A binary one, or JSON, has only its first line.
    public init(path: String, text: String) {
        self.path = path
        uri = Self.uri(of: path)
        var lines: [String: Int] = [:]
        if let list = LocatedPropertyList.value(of: text) { Self.collect(keysOf: list, into: &lines) }
        self.lines = lines
        sectionLine = lines[ATSKey.appTransportSecurity] ?? 1
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

    /// Adds the line of the first occurrence of each key, at any depth.
    private static func collect(keysOf value: LocatedValue, into lines: inout [String: Int]) {
        for entry in value.entries ?? [] {
            if lines[entry.key] == nil { lines[entry.key] = entry.position?.line }
            collect(keysOf: entry.value, into: &lines)
        }
    }

    /// The path with percent-encoding of characters that are not allowed in a path (RFC 3986 §3.3).
    static func uri(of path: String) -> String {
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
