import TransportSecurity

/// The path of a value in a property list: the keys and indices from the top level.
public struct PropertyPath: Hashable, Sendable, CustomStringConvertible {
    /// One step of a path.
    public enum Component: Hashable, Sendable {
        /// A key that Apple defines.
        case key(String)
        /// A key that the author of the app defines: a domain.
        case name(String)
        /// An index in an array, from 0.
        case index(Int)
    }

    /// The steps from the top level.
    public var components: [Component]

    /// Creates a path of the given steps.
    public init(_ components: [Component] = []) {
        self.components = components
    }

    /// The path for messages, such as `NSAppTransportSecurity › NSExceptionDomains › "example.com" ›
    /// NSIncludesSubdomains`.
    public var description: String {
        components.map { component in
            switch component {
            case .key(let key): return key.shown
            case .name(let name): return "\"\(name.shown)\""
            case .index(let index): return "[\(index)]"
            }
        }.joined(separator: " › ")
    }

    /// The path extended by one step.
    func appending(_ component: Component) -> PropertyPath { PropertyPath(components + [component]) }

    /// Whether the other path is equal to this path or starts with it.
    func contains(_ other: PropertyPath) -> Bool { other.components.starts(with: components) }
}

extension String {
    /// Text from a file in a form that is safe for a terminal, truncated after 100 characters.
    var shown: String { visible(limit: 100) }
}
