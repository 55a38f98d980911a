import TransportSecurity

/// The keys that lead to a place in a property list.
public struct PropertyPath: Hashable, Sendable, CustomStringConvertible {
    /// One step of a path.
    public enum Component: Hashable, Sendable {
        /// A key of Apple's.
        case key(String)
        /// A key that the app's author chose: a domain.
        case name(String)
        /// A place in an array, from 0.
        case index(Int)
    }

    /// The steps, from the top.
    public var components: [Component]

    /// A path of these steps.
    public init(_ components: [Component] = []) {
        self.components = components
    }

    /// `NSAppTransportSecurity › NSExceptionDomains › "example.com" › NSIncludesSubdomains`.
    public var description: String {
        components.map { component in
            switch component {
            case .key(let key): return key.shown
            case .name(let name): return "\"\(name.shown)\""
            case .index(let index): return "[\(index)]"
            }
        }.joined(separator: " › ")
    }

    /// The path one step further.
    func appending(_ component: Component) -> PropertyPath { PropertyPath(components + [component]) }

    /// Whether a path begins with this one, or is it.
    func contains(_ other: PropertyPath) -> Bool { other.components.starts(with: components) }
}

extension String {
    /// A text out of a file, harmless in a sentence on a terminal, and cut after 100 characters.
    var shown: String { visible(limit: 100) }
}
