extension TLSInspector {
    /// A set of the sides of a connection.
    public struct Sides: OptionSet, Hashable, Sendable {
        /// A bit for each side.
        public let rawValue: UInt8

        /// The sides of these bits.
        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// The client.
        public static let client = Sides(.client)
        /// The server.
        public static let server = Sides(.server)

        /// The set of one side.
        public init(_ side: Side) {
            switch side {
            case .client: rawValue = 1
            case .server: rawValue = 2
            }
        }

        /// The sides, the client first.
        public var members: some Sequence<Side> {
            Side.allCases.lazy.filter { contains(Sides($0)) }
        }
    }
}
