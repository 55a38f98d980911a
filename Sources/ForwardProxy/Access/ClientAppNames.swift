import InternetNames
import TransportSecurity

/// The apps behind addresses of clients that name none (`--app-of`).
public struct ClientAppNames: Hashable, Sendable {
    /// The apps, with the smallest ranges first.
    private let entries: [Entry]

    /// An app and the addresses of its clients.
    public struct Entry: Hashable, Sendable {
        /// The addresses.
        public let range: AddressRange
        /// The name of the app.
        public let name: String

        /// An entry with these parts.
        public init(range: AddressRange, name: String) {
            self.range = range
            self.name = name
        }
    }

    /// Names for clients in those ranges. In the smallest range that contains an address, the last entry counts.
    public init(_ entries: [Entry] = []) {
        self.entries = entries.enumerated().sorted {
            ($0.element.range.prefixLength, $0.offset) > ($1.element.range.prefixLength, $1.offset)
        }.map(\.element)
    }

    /// The app of a client at that address; nil if none is known.
    public func name(of client: IPAddress) -> String? {
        guard !entries.isEmpty else { return nil }
        let client = client.unmapped
        return entries.first { $0.range.contains(client) }?.name
    }
}
