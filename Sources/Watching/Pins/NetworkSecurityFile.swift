import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// The pins in a file of Android's network security configuration, `network_security_config.xml`.
///
/// The form is that of Android's documentation, "Network security configuration". Elements without a part in pinning
/// are skipped, `debug-overrides` among them.
struct NetworkSecurityFile {
    /// The elements `domain-config`, each after the one that contains it.
    let configurations: [NetworkSecurityDomains]

    /// The largest file that is read, in bytes. Real ones have some kilobytes.
    private static let byteLimit = 1 << 20

    /// Reads a file; nil if its outermost element is another one.
    init?(_ bytes: [UInt8]) throws(MalformedPins) {
        guard bytes.count <= Self.byteLimit else {
            throw MalformedPins(line: nil, reason: "is larger than 1 MiB")
        }
        // On Linux, Foundation's parser traps at names that are not UTF-8, and takes zero bytes for UTF-16. Entities
        // can make a short file long.
        let text = String(validating: bytes, as: UTF8.self)
        guard let text, !bytes.contains(0), !Self.hasOtherEncoding(text), !text.contains("<!DOCTYPE"),
            !text.contains("<!ENTITY")
        else {
            throw MalformedPins(line: nil, reason: "is not XML in UTF-8 without a document type")
        }
        let parser = XMLParser(data: Data(bytes))
        let listener = NetworkSecurityListener()
        parser.delegate = listener
        // The result is ignored, because on Linux it is true after some errors. The delegate receives every error.
        _ = parser.parse()
        if let fault = listener.fault { throw fault }
        guard listener.isConfiguration else { return nil }
        configurations = listener.configurations
    }

    /// Whether the XML declaration names another encoding than UTF-8, in which the parser would find other characters.
    private static func hasOtherEncoding(_ text: String) -> Bool {
        let declaration = text.prefix { $0 != ">" }.lowercased()
        return declaration.contains("encoding") && !declaration.contains("utf-8")
    }

    /// The pins that hold for the domains of an element: its own, or those of the nearest one around it; nil for none.
    func pins(of configuration: NetworkSecurityDomains) -> NetworkSecurityDomains.Pins? {
        var current = configuration
        while current.pins == nil, let parent = current.parent { current = configurations[parent] }
        return current.pins
    }
}
