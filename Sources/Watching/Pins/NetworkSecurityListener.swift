import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Takes the elements of a network security configuration from the parser, until the first fault.
final class NetworkSecurityListener: NSObject, XMLParserDelegate {
    /// The elements `domain-config`, each after the one that contains it.
    private(set) var configurations: [NetworkSecurityFile.Configuration] = []
    /// The first fault; nil for none.
    private(set) var fault: PinList.Malformed?
    /// Whether the outermost element is that of a configuration.
    private(set) var isConfiguration = false

    /// The names of the open elements.
    private var path: [String] = []
    /// The indexes of the open elements `domain-config`.
    private var open: [Int] = []
    /// The attributes of the element whose text is being read; nil outside `domain` and `pin`.
    private var attributes: [String: String]?
    private var text = ""

    /// The largest number of elements that can have pins.
    private static let limit = PinList.entryLimit

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        guard fault == nil else { return }
        if path.isEmpty { isConfiguration = name == "network-security-config" }
        let container = path.last
        path.append(name)
        guard isConfiguration else { return }
        switch (name, container) {
        case ("domain-config", "network-security-config"), ("domain-config", "domain-config"):
            guard configurations.count < Self.limit else { return note("has too many elements", at: parser) }
            configurations.append(NetworkSecurityFile.Configuration(parent: open.last))
            open.append(configurations.count - 1)
        case ("pin-set", "domain-config"):
            guard let index = open.last else { return }
            configurations[index].pins = NetworkSecurityFile.Pins(expiration: attributes["expiration"])
        case ("domain", "domain-config"), ("pin", "pin-set"):
            self.attributes = open.isEmpty ? nil : attributes
            text = ""
        case _: return
        }
    }

    func parser(_ parser: XMLParser, foundCharacters characters: String) {
        if attributes != nil { text += characters }
    }

    func parser(_ parser: XMLParser, foundCDATA block: Data) {
        if attributes != nil { text += String(decoding: block, as: UTF8.self) }
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        guard fault == nil else { return }
        path.removeLast()
        if let attributes, let index = open.last {
            self.attributes = nil
            let content = text.filter { !$0.isWhitespace }
            if name == "pin" {
                addPin(content, attributes, to: index, at: parser)
            } else {
                addDomain(content, attributes, to: index, at: parser)
            }
        } else if name == "domain-config", path.last == "network-security-config" || path.last == "domain-config" {
            _ = open.popLast()
        }
    }

    func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
        note("is not well-formed XML", at: parser)
    }

    private func addPin(_ content: String, _ attributes: [String: String], to index: Int, at parser: XMLParser) {
        guard attributes["digest"] == "SHA-256", let digest = PinList.digest(content) else {
            return note("has a pin that is not of the digest SHA-256 with 32 bytes in Base64", at: parser)
        }
        configurations[index].pins?.digests.insert(digest)
    }

    private func addDomain(_ content: String, _ attributes: [String: String], to index: Int, at parser: XMLParser) {
        guard let pattern = PinEntry.Pattern(android: content, isTree: attributes["includeSubdomains"] == "true") else {
            return note("has a domain that is no host", at: parser)
        }
        configurations[index].domains.append((pattern, parser.lineNumber))
    }

    private func note(_ reason: String, at parser: XMLParser) {
        guard fault == nil else { return }
        fault = PinList.Malformed(line: max(1, parser.lineNumber), reason: reason)
    }
}
