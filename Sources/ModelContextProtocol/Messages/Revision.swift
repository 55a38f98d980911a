/// A revision of the Model Context Protocol, by its date.
public enum Revision: String, CaseIterable, Sendable {
    case november2024 = "2024-11-05"
    case march2025 = "2025-03-26"
    case june2025 = "2025-06-18"
    case november2025 = "2025-11-25"
    case july2026 = "2026-07-28"

    /// Whether the client agrees on the revision by `initialize`. In later ones, each request names its revision.
    public var hasHandshake: Bool { self != .july2026 }

    /// Whether several messages may be sent in one array. The next revision has removed this again.
    public var hasBatches: Bool { self == .march2025 }

    /// The newest revision with `initialize`, which is offered to a client that asks for an unknown one.
    static let newestWithHandshake = Revision.november2025

    /// The revisions in which each request names its revision.
    static let withEnvelope = allCases.filter { !$0.hasHandshake }
}

/// The names of members of `_meta` (revision 2026-07-28).
enum MetaName {
    static let revision = "io.modelcontextprotocol/protocolVersion"
    static let capabilities = "io.modelcontextprotocol/clientCapabilities"
    static let server = "io.modelcontextprotocol/serverInfo"
}
