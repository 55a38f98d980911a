import InternetNames

/// The destinations that are reached directly although there is an upstream proxy (`--no-upstream`).
///
/// The syntax is that of `NO_PROXY`, for which there is no standard, as curl and Go read it: entries separated by
/// commas or spaces. A name stands for itself and all names below it, also with a dot in front, as in curl; `*.NAME`
/// stands for only the names below it. Addresses and ranges in CIDR notation match literal addresses only, because
/// names are not looked up. A name or an address may have a port. `*` stands for everything.
public struct ProxyBypass: Hashable, Sendable {
    private var entries: [Entry] = []

    /// No destinations.
    public init() {}

    /// An entry that has none of the forms.
    public struct MalformedEntry: Error, Hashable {
        /// The entry as it was written.
        public var text: String
    }

    /// Adds the entries of a list. Empty entries are ignored.
    public mutating func add(_ list: String) throws(MalformedEntry) {
        for text in list.split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
            guard let entry = Entry(text) else { throw MalformedEntry(text: String(text)) }
            if !entries.contains(entry) { entries.append(entry) }
        }
    }

    /// Whether nothing is in the list.
    public var isEmpty: Bool { entries.isEmpty }

    /// Whether the destination is reached directly.
    public func contains(_ destination: Authority) -> Bool {
        guard !entries.isEmpty else { return false }
        switch destination.host {
        case .name(let name):
            let name = name.withoutTrailingDot
            return entries.contains { $0.matches(name, port: destination.port) }
        case .address(let address):
            return entries.contains { $0.matches(address.unmapped, port: destination.port) }
        }
    }

    fileprivate enum Entry: Hashable, Sendable {
        case everything
        case name(String, port: UInt16?)
        case namesBelow(String, port: UInt16?)
        case address(IPAddress, port: UInt16?)
        case range(AddressRange)

        init?(_ text: Substring) {
            if text == "*" {
                self = .everything
            } else if text.contains("/") {
                guard let range = AddressRange(option: text.filter { $0 != "[" && $0 != "]" }) else { return nil }
                self = .range(range)
            } else {
                self.init(hostAndPort: text)
            }
        }

        private init?(hostAndPort text: Substring) {
            guard let (host, port) = Self.split(text) else { return nil }
            let isBelow = host.hasPrefix("*.")
            let name = isBelow ? host.dropFirst(2) : host.hasPrefix(".") ? host.dropFirst() : host
            // The beginning of an address, such as `10.`, would be taken for a name that no destination has.
            guard name.split(separator: ".").last?.utf8.allSatisfy(\.isDigit) != true || !name.hasSuffix(".") else {
                return nil
            }
            switch Host(String(name)) {
            case .name(let name) where isBelow: self = .namesBelow(name.withoutTrailingDot, port: port)
            case .name(let name): self = .name(name.withoutTrailingDot, port: port)
            case .address(let address) where name == host: self = .address(address.unmapped, port: port)
            case .address, nil: return nil
            }
        }

        /// The host and the port of an entry. An IPv6 address needs brackets only if a port follows.
        private static func split(_ text: Substring) -> (Substring, UInt16?)? {
            let colons = text.utf8.count { $0 == UInt8(ascii: ":") }
            guard colons > 0, colons == 1 || text.hasPrefix("["), !text.hasSuffix("]") else { return (text, nil) }
            guard let colon = text.lastIndex(of: ":") else { return nil }
            let digits = text[text.index(after: colon)...]
            guard digits.utf8.allSatisfy(\.isDigit), let port = UInt16(digits), port > 0 else { return nil }
            return (text[..<colon], port)
        }

        func matches(_ name: String, port: UInt16) -> Bool {
            switch self {
            case .everything: return true
            case .name(let own, let only): return only ?? port == port && (name == own || name.isBelow(own))
            case .namesBelow(let own, let only): return only ?? port == port && name.isBelow(own)
            case .address, .range: return false
            }
        }

        func matches(_ address: IPAddress, port: UInt16) -> Bool {
            switch self {
            case .everything: return true
            case .address(let own, let only): return only ?? port == port && address == own
            case .range(let range): return range.contains(address)
            case .name, .namesBelow: return false
            }
        }
    }
}

extension ProxyBypass: CustomStringConvertible {
    /// The entries in their canonical form, separated by commas.
    public var description: String { entries.map(\.description).joined(separator: ", ") }
}

extension ProxyBypass.Entry: CustomStringConvertible {
    var description: String {
        switch self {
        case .everything: return "*"
        case .name(let name, let port): return name + Self.suffix(port)
        case .namesBelow(let name, let port): return "*.\(name)" + Self.suffix(port)
        case .address(let address, nil): return address.description
        case .address(let address, let port): return Host.address(address).bracketed + Self.suffix(port)
        case .range(let range): return range.description
        }
    }

    private static func suffix(_ port: UInt16?) -> String { port.map { ":\($0)" } ?? "" }
}

extension String {
    fileprivate var withoutTrailingDot: String { hasSuffix(".") ? String(dropLast()) : self }

    /// Whether this name is a name below the other one.
    fileprivate func isBelow(_ name: String) -> Bool {
        utf8.count > name.utf8.count + 1 && hasSuffix(name) && utf8.dropLast(name.utf8.count).last == UInt8(ascii: ".")
    }
}
