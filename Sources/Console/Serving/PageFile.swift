import CConsolePage

/// A file of the console's page, such as a script or a style sheet, with the fields of HTTP that describe it.
public struct PageFile: Sendable {
    /// The media type.
    public let contentType: String
    /// The content.
    public let bytes: [UInt8]
    /// The strong entity tag, which differs for each content (RFC 9110 §8.8.3).
    public let entityTag: String

    /// Creates a file with a content.
    ///
    /// - Parameter name: The name, such as `app.js`, from which the media type is known.
    public init(name: String, bytes: [UInt8]) {
        self.bytes = bytes
        contentType = Self.contentType(of: name)
        entityTag = Self.entityTag(of: bytes)
    }

    /// All files of the page that is compiled into the program, by name.
    public static let shipped: [String: PageFile] = {
        var files: [String: PageFile] = [:]
        for index in 0..<console_page_count {
            let file = console_page_file_at(index)
            let name = String(cString: file.name)
            files[name] = PageFile(
                name: name, bytes: Array(UnsafeBufferPointer(start: file.bytes, count: file.length)))
        }
        return files
    }()

    private static func contentType(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "html": return "text/html; charset=utf-8"
        case "js": return "text/javascript; charset=utf-8"
        case "css": return "text/css; charset=utf-8"
        case "svg": return "image/svg+xml"
        case "json": return "application/json"
        case "png": return "image/png"
        case _: return "application/octet-stream"
        }
    }

    /// The hash of the content in 64 bits (FNV-1a). The hash need not resist an attacker, because the files are part of
    /// the program.
    private static func entityTag(of bytes: [UInt8]) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return "\"" + String(hash, radix: 16) + "\""
    }
}
