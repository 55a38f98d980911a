import Foundation
import InternetNames

#if canImport(FoundationXML)
import FoundationXML
#endif

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
        guard let host = Host(content.lowercased()) else { return note("has a domain that is no host", at: parser) }
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
