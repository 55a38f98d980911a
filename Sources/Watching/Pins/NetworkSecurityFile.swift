import Foundation
import InternetNames

#if canImport(FoundationXML)
import FoundationXML
#endif

/// The pins in a file of Android's network security configuration, `network_security_config.xml`.
///
/// The form is that of Android's documentation, "Network security configuration":
///
///     <network-security-config>
///       <domain-config>
///         <domain includeSubdomains="true">example.com</domain>
///         <pin-set expiration="2027-01-01"><pin digest="SHA-256">…=</pin></pin-set>
///       </domain-config>
///     </network-security-config>
///
/// Elements without a part in pinning are skipped, `debug-overrides` among them.
struct NetworkSecurityFile {
    /// The elements `domain-config`, each after the one that contains it.
    let configurations: [NetworkSecurityDomains]

    /// The largest file that is read, in bytes. Real ones have some kilobytes.
    private static let byteLimit = 1 << 20

    /// Reads a file; nil if the file has another outermost element.
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

/// An element `domain-config` of Android's network security configuration.
struct NetworkSecurityDomains {
    /// The index of the element that contains this one; nil for none.
    var parent: Int?
    /// The domains, with the lines on which they end.
    var domains: [(pattern: PinEntry.Pattern, line: Int)] = []
    /// The pins; nil if those of the containing element hold.
    var pins: Pins?

    /// An element `pin-set`.
    struct Pins {
        /// The SHA-256 of each pinned SubjectPublicKeyInfo.
        var digests: Set<[UInt8]> = []
        /// The day from which on the pins are not enforced, as written; nil for none.
        var expiration: String?
    }
}

/// Takes the elements of an Android network security configuration from the parser, until the first fault.
final class NetworkSecurityListener: NSObject, XMLParserDelegate {
    /// The elements `domain-config`, each after the one that contains it.
    private(set) var configurations: [NetworkSecurityDomains] = []
    /// The first fault; nil for none.
    private(set) var fault: MalformedPins?
    /// Whether the outermost element is that of a configuration.
    private(set) var isConfiguration = false

    /// The names of the open elements.
    private var path: [String] = []
    /// The indexes of the open elements `domain-config`.
    private var openConfigurations: [Int] = []
    /// The attributes of the element whose text is being read; nil outside `domain` and `pin`.
    private var attributes: [String: String]?
    private var text = ""

    /// The largest number of elements `domain-config`.
    private static let configurationLimit = 10_000

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        guard fault == nil else { return }
        if path.isEmpty { isConfiguration = name == "network-security-config" }
        let container = path.last
        path.append(name)
        guard isConfiguration else { return }
        let isDomain = name == "domain" && container == "domain-config"
        let isPin = name == "pin" && container == "pin-set"
        if name == "domain-config", Self.isContainer(container) {
            guard configurations.count < Self.configurationLimit else {
                return note("has too many elements", at: parser)
            }
            configurations.append(NetworkSecurityDomains(parent: openConfigurations.last))
            openConfigurations.append(configurations.count - 1)
        } else if name == "pin-set", container == "domain-config", let index = openConfigurations.last {
            configurations[index].pins = NetworkSecurityDomains.Pins(expiration: attributes["expiration"])
        } else if !openConfigurations.isEmpty, isDomain || isPin {
            self.attributes = attributes
            text = ""
        }
    }

    func parser(_ parser: XMLParser, foundCharacters characters: String) {
        if attributes != nil { text += characters }
    }

    func parser(_ parser: XMLParser, foundCDATA block: Data) {
        if attributes != nil { text += String(decoding: block, as: UTF8.self) }
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        guard fault == nil, path.popLast() != nil else { return }
        if let attributes, let index = openConfigurations.last {
            self.attributes = nil
            let content = text.filter { !$0.isWhitespace }
            if name == "pin" {
                addPin(content, with: attributes, to: index, at: parser)
            } else {
                addDomain(content, with: attributes, to: index, at: parser)
            }
        } else if name == "domain-config", Self.isContainer(path.last) {
            _ = openConfigurations.popLast()
        }
    }

    func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
        note("is not well-formed XML", at: parser)
    }

    private func addPin(_ content: String, with attributes: [String: String], to index: Int, at parser: XMLParser) {
        guard attributes["digest"] == "SHA-256", let digest = PinEntry.digest(content) else {
            return note("has a pin that is not of the digest SHA-256 with 32 bytes in Base64", at: parser)
        }
        configurations[index].pins?.digests.insert(digest)
    }

    private func addDomain(_ content: String, with attributes: [String: String], to index: Int, at parser: XMLParser) {
        guard let host = Host(content.lowercased()) else { return note("has a domain that is not a host", at: parser) }
        let isTree = attributes["includeSubdomains"] == "true"
        let pattern = isTree ? PinEntry.Pattern.tree(host.description) : .host(host.description)
        configurations[index].domains.append((pattern, parser.lineNumber))
    }

    /// Whether an element can contain elements `domain-config`.
    private static func isContainer(_ name: String?) -> Bool {
        name == "network-security-config" || name == "domain-config"
    }

    private func note(_ reason: String, at parser: XMLParser) {
        guard fault == nil else { return }
        fault = MalformedPins(line: max(1, parser.lineNumber), reason: reason)
    }
}
